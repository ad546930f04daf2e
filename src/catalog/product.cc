// One file catalog/products/<id>.yaml to a product.
#include "catalog/product.h"

#include "base/text.h"
#include "catalog/reader.h"

#include <fmt/format.h>
#include <re2/re2.h>
#include <algorithm>

namespace muster::catalog {
namespace {

constexpr std::string_view field_names[] = {
    "name",          "scope",       "id",   "uuid",    "labels",    "ephemeral", "executor",
    "token_expires", "work_folder", "user", "version", "jitconfig", "privileged"};
constexpr std::string_view hint_kinds[] = {"argument", "word-after", "exe",  "cwd",
                                           "home",     "root",       "path", "environment"};
constexpr std::string_view identity_keys[] = {"scope+id", "scope+uuid", "place"};

template <size_t N>
bool is_one_of(std::string_view text, const std::string_view (&words)[N]) {
  return std::find(std::begin(words), std::end(words), text) != std::end(words);
}

template <size_t N>
std::string listed(const std::string_view (&words)[N]) {
  return fmt::format("use one of {}", fmt::join(words, ", "));
}

// Every key of the map must be a field of a runner that the recognition knows.
template <class Values>
void check_fields(Reader& reader, const formats::Node& at, std::string_view key,
                  const Values& values) {
  for (const auto& [field, unused] : values)
    if (!is_one_of(field, field_names))
      reader.refuse(at.find(key).value_or(at), fmt::format("{} knows no field \"{}\"", key, field),
                    listed(field_names));
}

// "pb://{host}:{port}": every brace closed, at least one key.
bool is_template(std::string_view text) {
  static const re2::RE2 shape(R"([^{}]*(?:\{[A-Za-z0-9_.-]+\}[^{}]*)+)");
  return re2::RE2::FullMatch(re2::StringPiece(text.data(), text.size()), shape);
}

RegistrationFile read_file(Reader& reader, const formats::Node& node) {
  reader.expect_map(node, "a file",
                    {"name", "better", "distinctive", "format", "any_case", "each", "needs",
                     "forbids", "equals", "fields", "defaults", "unknown_when", "never_when",
                     "digest_when", "scope_template", "near", "fallback"});
  if (reader.error()) return {};
  RegistrationFile file;
  file.name = reader.required(node, "name");
  file.better = reader.texts(node, "better");
  file.distinctive = reader.flag(node, "distinctive");
  reader.required(node, "format");
  file.format = reader.word(node, "format", {"json", "yaml", "toml", "key-value", "python"});
  file.any_case = reader.flag(node, "any_case");
  file.each = reader.text(node, "each");
  file.needs = reader.texts(node, "needs");
  file.forbids = reader.texts(node, "forbids");
  file.equals = reader.pattern_map(node, "equals");
  file.fields = reader.text_map(node, "fields");
  file.defaults = reader.text_map(node, "defaults");
  file.unknown_when = reader.pattern_map(node, "unknown_when");
  file.never_when = reader.pattern_map(node, "never_when");
  file.digest_when = reader.pattern_map(node, "digest_when");
  file.scope_template = reader.text(node, "scope_template");
  file.near = reader.texts(node, "near");
  file.fallback = reader.flag(node, "fallback");
  check_fields(reader, node, "fields", file.fields);
  check_fields(reader, node, "defaults", file.defaults);
  check_fields(reader, node, "unknown_when", file.unknown_when);
  check_fields(reader, node, "never_when", file.never_when);
  check_fields(reader, node, "digest_when", file.digest_when);
  if (file.needs.empty())
    reader.refuse(node, fmt::format("nothing is needed of {}", file.name),
                  "add needs: the keys without which the file is no registration");
  if (file.name.find('/') != std::string::npos)
    reader.refuse(node, "name must be a base name", "write the last part of the path");
  if (!file.scope_template.empty() && !is_template(file.scope_template))
    reader.refuse(node.find("scope_template").value_or(node), "the template is broken",
                  "write keys in braces: pb://{host}:{port}");
  return file;
}

ProcessPattern read_process(Reader& reader, const formats::Node& node) {
  reader.expect_map(
      node, "a process",
      {"role", "programs", "arguments", "registration", "flags", "environment", "unknown_when",
       "digest_when", "needs_file", "decode", "registers_without_files"});
  if (reader.error()) return {};
  ProcessPattern process;
  reader.required(node, "role");
  process.role = reader.word(node, "role", {"listener", "job", "wrapper", "management"});
  process.programs = reader.texts(node, "programs");
  process.arguments = reader.pattern(node, "arguments");
  process.registration = reader.texts(node, "registration");
  process.flags = reader.texts_map(node, "flags");
  process.environment = reader.texts_map(node, "environment");
  process.unknown_when = reader.pattern_map(node, "unknown_when");
  process.digest_when = reader.pattern_map(node, "digest_when");
  process.needs_file = reader.flag(node, "needs_file");
  process.decode = reader.word(node, "decode", {"github-jitconfig"});
  process.registers_without_files = reader.flag(node, "registers_without_files");
  check_fields(reader, node, "flags", process.flags);
  check_fields(reader, node, "environment", process.environment);
  check_fields(reader, node, "unknown_when", process.unknown_when);
  check_fields(reader, node, "digest_when", process.digest_when);
  if (process.programs.empty())
    reader.refuse(node, "a process needs programs", "add programs: [base names]");
  for (const std::string& hint : process.registration)
    if (!is_one_of(hint.substr(0, hint.find(':')), hint_kinds) || !hint.contains(':'))
      reader.refuse(
          node.find("registration").value_or(node),
          fmt::format("\"{}\" is no place of a registration", hint),
          fmt::format("begin it with one of {} and a colon", fmt::join(hint_kinds, ", ")));
  if (process.needs_file && process.registers_without_files)
    reader.refuse(node, "needs_file and registers_without_files contradict each other",
                  "keep one of them");
  return process;
}

JobMarks read_job(Reader& reader, const formats::Node& node) {
  reader.expect_map(node, "job",
                    {"own", "shared", "tracking", "tracking_valid", "id", "kills_leftovers"});
  if (reader.error()) return {};
  JobMarks job;
  job.own = reader.texts(node, "own");
  job.shared = reader.texts(node, "shared");
  job.tracking = reader.text(node, "tracking");
  job.tracking_valid = reader.pattern(node, "tracking_valid");
  job.id = reader.text(node, "id");
  job.kills_leftovers = reader.flag(node, "kills_leftovers");
  if (job.tracking.empty() != !job.tracking_valid)
    reader.refuse(node, "tracking and tracking_valid go together", "write both or none");
  return job;
}

void read_description(Reader& reader, const formats::Node& root, Product& product) {
  product.id = reader.required(root, "id");
  product.name = reader.required(root, "name");
  product.vendor = reader.required(root, "vendor");
  product.platform = reader.required(root, "platform");
  reader.required(root, "kind");
  product.kind = reader.word(root, "kind", {"runner", "execution-host", "identity-agent"});
  product.checked = reader.required(root, "checked");
  product.sources = reader.texts(root, "sources");
  product.shared_token = reader.flag(root, "shared_token");
  product.identity = reader.texts(root, "identity");
  product.not_on_host = reader.text_map(root, "not_on_host");
  static const re2::RE2 date(R"(20[0-9]{2}-[01][0-9]-[0-3][0-9])");
  if (!re2::RE2::FullMatch(product.checked, date))
    reader.refuse(root.find("checked").value_or(root), "checked must be a date",
                  "write the day on which the facts were checked: 2026-08-17");
  if (product.sources.empty())
    reader.refuse(root, "sources is empty", "say what the facts were checked against");
  if (product.identity.empty()) reader.refuse(root, "identity is empty", listed(identity_keys));
  for (const std::string& key : product.identity)
    if (!is_one_of(key, identity_keys))
      reader.refuse(root.find("identity").value_or(root),
                    fmt::format("runners cannot be matched by \"{}\"", key), listed(identity_keys));
}

void read_recognition(Reader& reader, const formats::Node& root, Product& product) {
  for (const formats::Node& node : reader.items(root, "files"))
    product.files.push_back(read_file(reader, node));
  for (const formats::Node& node : reader.items(root, "processes"))
    product.processes.push_back(read_process(reader, node));
  product.unit_names = reader.patterns(root, "unit_names");
  product.unit_commands = reader.pattern(root, "unit_commands");
  product.usual_places = reader.texts(root, "usual_places");
  product.work_folder = reader.text(root, "work_folder");
  product.version_from = reader.text(root, "version_from");
  product.secret_flags = reader.texts(root, "secret_flags");
  product.secret_environment = reader.texts(root, "secret_environment");
  product.secret_last_argument = reader.texts(root, "secret_last_argument");
  if (const auto job = root.find("job")) product.job = read_job(reader, *job);
  if (product.files.empty() && product.processes.empty())
    reader.refuse(root, "neither files nor processes would recognise this product",
                  "describe at least one of them");
  if (!product.version_from.empty() && !product.version_from.starts_with("link:"))
    reader.refuse(root.find("version_from").value_or(root), "version_from is not understood",
                  "write link:<name of the link>, or leave it out");
  for (const std::string& flag : product.secret_flags)
    if (!flag.starts_with('-'))
      reader.refuse(root.find("secret_flags").value_or(root),
                    fmt::format("\"{}\" is no flag", flag), "write it with its dashes: --token");
}

}  // namespace

bool matches(const Pattern& pattern, std::string_view text) {
  return pattern && re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), *pattern);
}

bool names_program(const ProcessPattern& pattern, std::string_view base_name) {
  return std::any_of(pattern.programs.begin(), pattern.programs.end(),
                     [&](std::string_view program) {
                       if (program.ends_with('*'))
                         return base_name.starts_with(program.substr(0, program.size() - 1));
                       return base_name == program;
                     });
}

Result<Product> parse_product(std::string_view file_name, std::string_view yaml) {
  TRY_ASSIGN(const formats::Document document, parse_strict(file_name, yaml));
  Reader reader(file_name);
  const formats::Node root = document.root();
  reader.expect_map(root, "a product",
                    {"id",
                     "name",
                     "vendor",
                     "platform",
                     "kind",
                     "checked",
                     "sources",
                     "shared_token",
                     "identity",
                     "files",
                     "processes",
                     "unit_names",
                     "unit_commands",
                     "usual_places",
                     "work_folder",
                     "version_from",
                     "secret_flags",
                     "secret_environment",
                     "secret_last_argument",
                     "not_on_host",
                     "job"});
  if (const auto& error = reader.error()) return std::unexpected(*error);

  Product product;
  read_description(reader, root, product);
  read_recognition(reader, root, product);
  if (base_name(file_name) != product.id + ".yaml")
    reader.refuse(root.find("id").value_or(root),
                  fmt::format("the file of the product {} has another name", product.id),
                  fmt::format("call it {}.yaml", product.id));
  if (const auto& error = reader.error()) return std::unexpected(*error);
  return product;
}

}  // namespace muster::catalog
