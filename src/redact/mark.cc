// Marks: joined where they overlap, and put in the place of what they cover.
#include "redact/mark.h"

#include <algorithm>

#include <fmt/format.h>

namespace muster::redact {
namespace {

// More credentials than this in one text are an attack on the reader: the rest is left out.
constexpr size_t most_marks = 500;

bool comes_first(const Mark& a, const Mark& b) {
  if (a.begin != b.begin) return a.begin < b.begin;
  if (a.end != b.end) return a.end > b.end;
  // Two shapes of the same extent: "jwt-generic" says less than any other kind.
  return !a.kind.ends_with("-generic") && b.kind.ends_with("-generic");
}

void absorb(Mark& into, Mark&& mark) {
  into.end = std::max(into.end, mark.end);
  if (into.kind == "unknown") into.kind = std::move(mark.kind);
  if (into.where.empty()) into.where = std::move(mark.where);
  into.certain = into.certain || mark.certain;
}

}  // namespace

Marks merged(Marks marks) {
  std::sort(marks.begin(), marks.end(), comes_first);
  Marks joined;
  for (Mark& mark : marks) {
    if (!joined.empty() && mark.begin < joined.back().end)
      absorb(joined.back(), std::move(mark));
    else
      joined.push_back(std::move(mark));
  }
  return joined;
}

Text render(std::string_view text, const Marks& marks, std::string_view where) {
  Text result;
  size_t done = 0;
  for (const Mark& mark : marks) {
    result.shown += text.substr(done, mark.begin - done);
    result.shown += fmt::format("«redacted:{}»", mark.kind);
    result.hits.push_back({.kind = mark.kind,
                           .where = mark.where.empty() ? std::string(where) : mark.where,
                           .certain = mark.certain});
    done = mark.end;
    if (result.hits.size() == most_marks) {
      result.shown += fmt::format("«cut: {} bytes»", text.size() - done);
      return result;
    }
  }
  result.shown += text.substr(done);
  return result;
}

}  // namespace muster::redact
