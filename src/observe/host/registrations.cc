// Registration files: from bytes to runners, as the catalog's field names say.
#include "observe/host/registrations.h"

#include "base/hash.h"
#include "base/text.h"
#include "formats/parse.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace muster::observe {
namespace {

using catalog::Product;
using catalog::RegistrationFile;
using formats::Node;

constexpr size_t largest_file = size_t{1} << 20;
constexpr size_t most_registrations = 20'000;
constexpr size_t longest_value = 4096;

bool has_value(const std::optional<Node>& node) {
  return node && (node->is_scalar() ? !node->text().empty() : node->size() > 0);
}

std::optional<Node> lookup_one(const Node& map, std::string_view dotted, bool any_case) {
  if (!any_case) return map.at(dotted);
  std::optional<Node> node = map;
  for (const std::string_view part : split(dotted, '.')) {
    node = node->find_ignoring_case(part);
    if (!node) return std::nullopt;
  }
  return node;
}

struct Found {
  Node node;
  std::string_view key;  // the one of the alternatives that was there
};

// The first of the keys "a|b.c" that has a value, else the first that is there at all.
std::optional<Found> lookup(const Node& map, std::string_view keys, bool any_case) {
  std::optional<Found> empty;
  for (const std::string_view key : split(keys, '|')) {
    const auto node = lookup_one(map, key, any_case);
    if (node && has_value(node)) return Found{*node, key};
    if (node && !empty) empty = Found{*node, key};
  }
  return empty;
}

Result<formats::Document> parse(std::string_view format, std::string_view text) {
  if (format == "json") return formats::parse_json(text);
  if (format == "yaml") return formats::parse_yaml(text);
  if (format == "toml") return formats::parse_toml(text);
  if (format == "key-value") return formats::parse_key_value(text);
  if (format == "python") return formats::parse_python_assignments(text);
  return fail(Errc::internal, fmt::format("unknown format {}", format));
}

// Whether the words of all the keys that a description needs are in the text, as they are or, where
// it has escapes such as "\u0061gentId", perhaps in them. Spares parsing the thousands of
// config.yaml files of an ordinary host.
bool mentions_keys(std::string_view text, const RegistrationFile& file) {
  for (const std::string_view escape : {"\\u", "\\U", "\\x"})
    if (text.find(escape) != text.npos) return true;
  const std::string lowered = file.any_case ? lower(text) : std::string();
  const std::string_view searched = file.any_case ? std::string_view(lowered) : text;
  const auto has_word = [&](std::string_view word) {
    return word.empty() ||
           searched.find(file.any_case ? lower(word) : std::string(word)) != text.npos;
  };
  const auto has_key = [&](std::string_view dotted) {
    return std::ranges::all_of(split(dotted, '.'), has_word);
  };
  return has_key(file.each) && std::ranges::all_of(file.needs, [&](const std::string& keys) {
           return std::ranges::any_of(split(keys, '|'), has_key);
         });
}

// Whether one item of a document is a registration as the description demands.
bool describes(const RegistrationFile& file, const Node& item, const Node& root) {
  const auto find = [&](std::string_view keys) {
    const auto found = lookup(item, keys, file.any_case);
    return found ? found : lookup(root, keys, file.any_case);
  };
  const auto is_there = [&](const std::string& keys) {
    const auto found = lookup(item, keys, file.any_case);
    return found && has_value(found->node);
  };
  return std::ranges::all_of(file.needs, is_there) &&
         std::ranges::none_of(file.forbids,
                              [&](const std::string& keys) { return find(keys).has_value(); }) &&
         std::ranges::all_of(file.equals, [&](const auto& rule) {
           const auto found = find(rule.first);
           return found && found->node.is_scalar() &&
                  catalog::matches(rule.second, found->node.text());
         });
}

std::string value_of(const Node& node) { return visible(node.text().substr(0, longest_value)); }

std::vector<std::string> list_of(const Node& node) {
  std::vector<std::string> values;
  if (node.is_scalar()) {
    for (const std::string_view part : split(node.text(), ','))
      if (!trim(part).empty()) values.push_back(visible(trim(part)));
    return values;
  }
  for (size_t i = 0; i < node.size(); i++) {
    const Node item = node.is_list() ? node.item(i) : node.key(i);
    if (item.is_scalar()) values.push_back(value_of(item));
  }
  return values;
}

// Fills a template such as "pb://{host}:{port}" from the item's keys; empty when one is missing.
std::string filled(std::string_view pattern, const Node& item) {
  std::string result;
  while (!pattern.empty()) {
    const size_t open = std::min(pattern.find('{'), pattern.size());
    result += pattern.substr(0, open);
    pattern.remove_prefix(open);
    if (pattern.empty()) break;
    const size_t close = pattern.find('}');
    if (close == pattern.npos) return {};
    const auto found = lookup(item, pattern.substr(1, close - 1), false);
    if (!found || !has_value(found->node)) return {};
    result += value_of(found->node);
    pattern.remove_prefix(close + 1);
  }
  return result;
}

bool fits(const std::map<std::string, catalog::Pattern>& rules, const std::string& field,
          std::string_view value) {
  const auto rule = rules.find(field);
  return rule != rules.end() && catalog::matches(rule->second, value);
}

struct Place {
  const std::string& path;
  const Product& product;
  const RegistrationFile& file;
};

void set_text(facts::Runner& runner, const std::string& field, const std::string& value) {
  if (field == "name") runner.name = value;
  if (field == "scope") runner.scope = without_user_information(value);
  if (field == "id") runner.platform_id = value;
  if (field == "uuid") runner.uuid = value;
  if (field == "executor") runner.executor = value;
  if (field == "version") runner.version = value;
  if (field == "user") runner.user = value;
  if (field == "work_folder") runner.work_folder = value;
  if (field == "token_expires") runner.token_expires = value;
}

std::optional<bool> boolean_of(std::string_view text) {
  if (equals_ignoring_case(text, "true") || text == "1") return true;
  if (equals_ignoring_case(text, "false") || text == "0") return false;
  return std::nullopt;
}

void read_field(facts::Runner& runner, const RegistrationFile& file, const std::string& field,
                const Node& node) {
  if (field == "labels") runner.labels = list_of(node);
  if (field == "ephemeral") runner.ephemeral = boolean_of(node.text());
  if (field == "privileged") runner.privileged = boolean_of(node.text());
  std::string value = value_of(node);
  if (fits(file.never_when, field, value)) value = "never";
  set_text(runner, field, shareable(file.digest_when, field, std::move(value)));
}

facts::Runner to_runner(const Place& at, const Node& item, std::string_view key) {
  const auto& [path, product, file] = at;
  facts::Runner runner;
  runner.product = product.id;
  runner.platform = product.platform;
  runner.shared_token = product.shared_token;
  runner.path = parent_path(path);
  runner.config = path;
  for (const auto& [field, keys] : file.fields) {
    if (keys == "@key") {
      set_text(runner, field, visible(key));
      continue;
    }
    const auto found = lookup(item, keys, file.any_case);
    if (!found || !has_value(found->node) || fits(file.unknown_when, field, found->node.text()))
      continue;
    read_field(runner, file, field, found->node);
    runner.places[field] = {path, std::string(found->key), found->node.place().line};
  }
  for (const auto& [field, value] : file.defaults)
    if (field == "ephemeral" && !runner.ephemeral && !runner.places.contains(field))
      runner.ephemeral = boolean_of(value);
  if (runner.scope.empty() && !file.scope_template.empty())
    runner.scope = without_user_information(filled(file.scope_template, item));
  const std::string& work = runner.work_folder.empty() ? product.work_folder : runner.work_folder;
  if (!work.empty()) runner.work_folder = normal_path(join_path(runner.path, work));
  runner.sources.push_back({path, file.each, item.place().line});
  return runner;
}

std::vector<facts::Runner> runners_in(const Place& at, const Node& root) {
  std::vector<facts::Runner> runners;
  const auto consider = [&](const Node& item, std::string_view key) {
    if (item.is_map() && describes(at.file, item, root) && runners.size() < most_registrations)
      runners.push_back(to_runner(at, item, key));
  };
  if (!root.is_map()) return runners;
  if (at.file.each.empty()) {
    consider(root, {});
    return runners;
  }
  const auto items = lookup_one(root, at.file.each, at.file.any_case);
  if (!items) return runners;
  for (size_t i = 0; i < items->size(); i++)
    items->is_list() ? consider(items->item(i), {})
                     : consider(items->value(i), items->key(i).text());
  return runners;
}

// "bin" -> "bin.2.336.0" says which release a self-updating runner runs.
std::string version_of(const Root& root, const Product& product, const std::string& directory) {
  constexpr std::string_view by_link = "link:";
  if (!product.version_from.starts_with(by_link)) return {};
  const std::string name = product.version_from.substr(by_link.size());
  const auto target = root.link_target(join_path(directory, name));
  if (!target) return {};
  const std::string_view last = base_name(*target);
  if (!last.starts_with(name + ".")) return {};
  return visible(last.substr(name.size() + 1));
}

bool has_neighbour(const Root& root, const RegistrationFile& file, std::string_view directory) {
  return file.near.empty() || std::ranges::any_of(file.near, [&](const std::string& name) {
           return root.exists(join_path(directory, name));
         });
}

// The file that counts: one that replaces the file found, when it stands beside it.
std::string effective_path(const Root& root, const RegistrationFile& file,
                           const std::string& path) {
  for (const std::string& name : file.better) {
    std::string better = join_path(parent_path(path), name);
    if (root.exists(better)) return better;
  }
  return path;
}

// Every registration that one description finds in a text.
Result<std::vector<facts::Runner>> runners_by(const Root& root,
                                              const MarkerNames::Candidate& candidate,
                                              const std::string& path, std::string_view text) {
  const auto& [product, file] = candidate;
  const std::string directory(parent_path(path));
  const bool mentioned = mentions_keys(text, *file);
  if ((!mentioned && !file->distinctive) || !has_neighbour(root, *file, directory)) return {};
  // UTF-16 would be read by some products and by no parser here.
  if (text.find('\0') != text.npos) return fail(Errc::malformed, "it holds bytes that are no text");
  auto parsed = parse(file->format, text);
  // Without a registration's keys it is somebody else's file, in whatever format.
  if (!parsed && !mentioned) return {};
  TRY_ASSIGN(const formats::Document document, std::move(parsed));
  const std::string shown = visible(path);
  auto runners = runners_in({shown, *product, *file}, document.root());
  for (facts::Runner& runner : runners)
    if (runner.version.empty()) runner.version = version_of(root, *product, directory);
  return runners;
}

}  // namespace

std::string shareable(const std::map<std::string, catalog::Pattern>& digest_when,
                      const std::string& field, std::string value) {
  if (!fits(digest_when, field, value)) return value;
  return fmt::format("sha256:{}", sha256_hex(value).substr(0, 16));
}

MarkerNames::MarkerNames(const catalog::Catalog& catalog) {
  for (const Product& product : catalog.products)
    for (const RegistrationFile& file : product.files) {
      candidates_[file.name].emplace_back(&product, &file);
      for (const std::string& name : file.better) candidates_[name].emplace_back(&product, &file);
    }
  // What any product's own description fits is never taken for a fallback's.
  for (auto& [name, candidates] : candidates_)
    std::ranges::stable_sort(candidates, {},
                             [](const Candidate& candidate) { return candidate.second->fallback; });
}

const std::vector<MarkerNames::Candidate>& MarkerNames::of(std::string_view base_name) const {
  static const std::vector<Candidate> none;
  const auto found = candidates_.find(base_name);
  return found == candidates_.end() ? none : found->second;
}

std::vector<facts::Runner> read_registrations(const Root& root, const MarkerNames& names,
                                              const std::string& path, bool expected,
                                              std::vector<facts::Gap>& gaps) {
  std::string text;
  std::string text_path;
  std::optional<facts::Gap> problem;
  for (const MarkerNames::Candidate& candidate : names.of(base_name(path))) {
    const bool matters = expected || candidate.second->distinctive;
    const std::string effective = effective_path(root, *candidate.second, path);
    if (effective != text_path) {
      auto content = root.read(effective, largest_file);
      if (!content) {
        if (content.error().code != Errc::not_found && matters)
          gaps.push_back({visible(effective), content.error().what, true});
        return {};
      }
      text = *std::move(content);
      text_path = effective;
    }
    auto runners = runners_by(root, candidate, effective, text);
    if (!runners && matters) problem = {visible(effective), visible(runners.error().what), true};
    if (runners && !runners->empty()) return *std::move(runners);
  }
  if (problem) gaps.push_back(*std::move(problem));
  return {};
}

std::vector<facts::Runner> read_jit_configuration(std::string_view encoded,
                                                  const MarkerNames& names,
                                                  const facts::Source& source) {
  const auto outer = formats::parse_json(base64_decode(encoded));
  if (!outer) return {};
  const auto inner = outer->root().find(".runner");
  if (!inner) return {};
  const std::string text = base64_decode(inner->text());
  for (const auto& [product, file] : names.of(".runner")) {
    if (file->format != "json") continue;
    const auto document = formats::parse_json(text);
    if (!document) return {};
    auto runners = runners_in({source.where, *product, *file}, document->root());
    for (facts::Runner& runner : runners) {
      runner.path.clear();
      runner.config.clear();
      runner.work_folder.clear();
      runner.ephemeral = true;
      runner.sources = {source};
      for (auto& [field, place] : runner.places) place = source;
    }
    if (!runners.empty()) return runners;
  }
  return {};
}

std::string without_user_information(std::string_view url) {
  const size_t scheme = url.find("://");
  if (scheme == url.npos) return std::string(url);
  const size_t begin = scheme + 3;
  const size_t end = std::min(url.find_first_of("/?#", begin), url.size());
  const size_t at = url.rfind('@', end);
  if (at == url.npos || at < begin) return std::string(url);
  return fmt::format("{}{}", url.substr(0, begin), url.substr(at + 1));
}

}  // namespace muster::observe
