// The redactor: bounds its input, gathers the marks of every pass and puts them in place.
#include "redact/redact.h"

#include "base/text.h"
#include "redact/carriers.h"
#include "redact/command.h"
#include "redact/entropy.h"
#include "redact/mark.h"
#include "redact/scan.h"
#include "redact/shapes.h"
#include "redact/values.h"

#include <algorithm>

#include <fmt/format.h>

namespace muster::redact {
namespace {

// What is quoted as evidence is a line or a command; more than this is cut, so that nobody can
// make the report, or the time it takes, as large as they like.
constexpr size_t most_text = size_t{64} << 10;
constexpr size_t most_arguments = 4096;
constexpr size_t most_argument_bytes = size_t{256} << 10;

// The part of the text that is looked at. It ends at a blank, so that no secret is cut in two and
// its first half left unrecognised.
std::string_view bounded(std::string_view text, size_t limit) {
  if (text.size() <= limit) return text;
  size_t end = limit;
  while (end > 0 && !is_blank(text[end - 1])) --end;
  return text.substr(0, end);
}

void append_cut(std::string& shown, size_t bytes) {
  if (bytes > 0) shown += fmt::format("«cut: {} bytes»", bytes);
}

Marks gather(const catalog::Catalog& catalog, std::string_view text) {
  Marks marks;
  mark_shapes(catalog, text, marks);
  mark_named_values(text, marks);
  mark_url_secrets(text, marks);
  mark_random_runs(text, marks);
  return marks;
}

// Flags and their values in a text that holds a command, without regard to its quoting.
void mark_command_in_text(const catalog::Catalog& catalog, std::string_view text, Marks& marks) {
  std::vector<std::string_view> parts = words(text);
  for (std::string_view& part : parts) {
    while (part.starts_with('"') || part.starts_with('\'')) part.remove_prefix(1);
    while (part.ends_with('"') || part.ends_with('\'')) part.remove_suffix(1);
  }
  for (auto& [index, mark] : mark_words(catalog, parts)) {
    const auto offset = static_cast<size_t>(parts[index].data() - text.data());
    mark.begin += offset;
    mark.end += offset;
    marks.push_back(std::move(mark));
  }
}

// The names of carriers come from the text as well and may hold a secret of their own.
void clean_carriers(const catalog::Catalog& catalog, std::string_view where, Marks& marks) {
  for (Mark& mark : marks) {
    if (mark.where.empty() || mark.where == where) continue;
    Marks inside;
    mark_shapes(catalog, mark.where, inside);
    mark_random_runs(mark.where, inside);
    if (!inside.empty()) mark.where.clear();
  }
}

Text finish(const catalog::Catalog& catalog, std::string_view text, Marks marks,
            std::string_view where) {
  marks = merged(std::move(marks));
  clean_carriers(catalog, where, marks);
  return render(text, marks, where);
}

Text redact_text(const catalog::Catalog& catalog, std::string_view whole, std::string_view where) {
  const std::string_view text = bounded(whole, most_text);
  Marks marks = gather(catalog, text);
  mark_command_in_text(catalog, text, marks);
  Text result = finish(catalog, text, std::move(marks), where);
  append_cut(result.shown, whole.size() - text.size());
  return result;
}

bool is_secret_key(const catalog::Catalog& catalog, std::string_view key) {
  return std::any_of(catalog.products.begin(), catalog.products.end(),
                     [&](const catalog::Product& product) {
                       const auto& keys = product.secret_environment;
                       return std::find(keys.begin(), keys.end(), key) != keys.end();
                     });
}

// How many arguments are looked at.
size_t counted(const std::vector<std::string>& arguments) {
  size_t bytes = 0;
  size_t count = 0;
  while (count < std::min(arguments.size(), most_arguments) && bytes <= most_argument_bytes)
    bytes += arguments[count++].size();
  return count;
}

}  // namespace

Redactor::Redactor(const catalog::Catalog& catalog) : catalog_(&catalog) {}

Text Redactor::text(std::string_view text) const { return redact_text(*catalog_, text, "text"); }

Arguments Redactor::arguments(const std::vector<std::string>& arguments) const {
  const size_t count = counted(arguments);
  std::vector<std::string_view> parts;
  for (size_t i = 0; i < count; ++i) parts.push_back(bounded(arguments[i], most_text));
  std::vector<Marks> marks(count);
  for (auto& [index, mark] : mark_words(*catalog_, parts)) marks[index].push_back(std::move(mark));

  Arguments result;
  for (size_t i = 0; i < count; ++i) {
    const std::string where = fmt::format("argument {}", i);
    Marks all = gather(*catalog_, parts[i]);
    // A script handed over in one argument: sh -c "run --token x".
    if (std::any_of(parts[i].begin(), parts[i].end(), is_blank))
      mark_command_in_text(*catalog_, parts[i], all);
    all.insert(all.end(), marks[i].begin(), marks[i].end());
    Text shown = finish(*catalog_, parts[i], std::move(all), where);
    append_cut(shown.shown, arguments[i].size() - parts[i].size());
    result.shown.push_back(std::move(shown.shown));
    result.hits.insert(result.hits.end(), shown.hits.begin(), shown.hits.end());
  }
  if (count < arguments.size())
    result.shown.push_back(fmt::format("«cut: {} arguments»", arguments.size() - count));
  return result;
}

Text Redactor::assignment(std::string_view key, std::string_view value) const {
  const std::string where = text(key.substr(0, most_text)).shown;
  const bool known = is_secret_key(*catalog_, key);
  Verdict verdict = judge_value(key, value);
  if (known && !is_reference(value) && !is_setting(value)) verdict = Verdict::certain;
  if (verdict == Verdict::harmless) return redact_text(*catalog_, value, where);
  const std::string_view seen = bounded(value, most_text);
  Marks marks;
  mark_shapes(*catalog_, seen, marks);
  const std::string kind = marks.empty() ? "unknown" : merged(std::move(marks)).front().kind;
  return {.shown = fmt::format("«redacted:{}»", kind),
          .hits = {{.kind = kind,
                    .where = where,
                    .certain = verdict == Verdict::certain || kind != "unknown"}}};
}

}  // namespace muster::redact
