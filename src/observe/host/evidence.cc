// Gaps and exposed credentials, put into words.
#include "observe/host/evidence.h"

#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>

namespace muster::observe {
namespace {

constexpr size_t before_credential = 80;
constexpr size_t longest_excerpt = 240;
constexpr std::string_view mark = "«redacted";

bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xc0) == 0x80; }

// The part of the text around the first credential of this kind.
std::string excerpt(std::string_view shown, std::string_view kind) {
  size_t at = shown.find(fmt::format("{}:{}", mark, kind));
  if (at == shown.npos) at = std::min(shown.find(mark), shown.size());
  size_t begin = at > before_credential ? at - before_credential : 0;
  while (begin < shown.size() && continues_character(shown[begin])) begin++;
  return fmt::format("{}{}", begin > 0 ? "…" : "", cut(shown.substr(begin), longest_excerpt));
}

}  // namespace

facts::Gap gap_of(std::string_view what, const Error& error, bool could_hide_runner) {
  const size_t colon = error.what.rfind(": ");
  const std::string reason = colon == error.what.npos ? error.what : error.what.substr(colon + 2);
  return {visible(what), visible(reason), could_hide_runner};
}

void add_exposures(const std::vector<redact::Hit>& hits, const facts::Source& source,
                   std::string_view shown, std::vector<facts::Exposure>& exposures) {
  for (const redact::Hit& hit : hits) {
    if (!hit.certain) continue;
    facts::Exposure exposure{hit.kind, source, excerpt(shown, hit.kind)};
    exposure.source.place = visible(hit.where);
    exposures.push_back(std::move(exposure));
  }
}

std::string cut(std::string_view text, size_t limit) {
  if (text.size() <= limit) return std::string(text);
  size_t end = limit;
  while (end > 0 && continues_character(text[end])) end--;
  return fmt::format("{}…", text.substr(0, end));
}

}  // namespace muster::observe
