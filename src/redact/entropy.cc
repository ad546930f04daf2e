// Random runs, told from names by how often they change between small letters, capitals and digits.
//
// Shannon entropy is of little use on thirty characters. In base62 text about six of ten neighbours
// are of different classes; in camel-case names, versions and file names about two of ten are.
#include "redact/entropy.h"

#include <algorithm>
#include <array>

namespace muster::redact {
namespace {

constexpr size_t shortest_run = 24;
constexpr double least_changes = 0.42;
constexpr double most_changes_of_a_word = 0.3;

enum class Class { none, small, capital, digit };

Class class_of(char c) {
  if (c >= 'a' && c <= 'z') return Class::small;
  if (c >= 'A' && c <= 'Z') return Class::capital;
  return c >= '0' && c <= '9' ? Class::digit : Class::none;
}

struct Tally {
  std::array<size_t, 4> of{};  // by class
  size_t pairs = 0;            // of neighbours that both have a class
  size_t changes = 0;          // of those, how many differ
  double ratio() const {
    return pairs == 0 ? 0 : static_cast<double>(changes) / static_cast<double>(pairs);
  }
};

Tally tally(std::string_view run) {
  Tally result;
  Class before = Class::none;
  for (const char c : run) {
    const Class now = class_of(c);
    ++result.of[static_cast<size_t>(now)];
    if (before != Class::none && now != Class::none) {
      ++result.pairs;
      if (before != now) ++result.changes;
    }
    before = now;
  }
  return result;
}

bool is_random(std::string_view run) {
  if (run.size() < shortest_run) return false;
  const Tally counted = tally(run);
  return counted.of[static_cast<size_t>(Class::small)] >= 2 &&
         counted.of[static_cast<size_t>(Class::capital)] >= 2 &&
         counted.of[static_cast<size_t>(Class::digit)] >= 2 && counted.ratio() >= least_changes;
}

// Checksums and public keys say what they are in front.
bool is_public(std::string_view text, size_t begin, std::string_view run) {
  constexpr std::array<std::string_view, 8> fronts = {
      "sha1-", "sha256-", "sha384-", "sha512-", "md5-", "AAAAB3Nza", "AAAAC3Nza", "AAAAE2Vj"};
  const auto starts = [&](std::string_view front) { return run.starts_with(front); };
  if (std::any_of(fronts.begin(), fronts.end(), starts)) return true;
  const std::string_view before = text.substr(0, begin);
  return before.ends_with("SHA256:") || before.ends_with("sha256:") || before.ends_with("MD5:");
}

bool is_run_character(char c) {
  return class_of(c) != Class::none || c == '+' || c == '/' || c == '-' || c == '_';
}

// True when one part between slashes reads like a name: base64 has slashes, too, but no names.
bool is_path_like(std::string_view run) {
  size_t begin = 0;
  while (begin <= run.size()) {
    const size_t end = std::min(run.find('/', begin), run.size());
    const std::string_view part = run.substr(begin, end - begin);
    if (part.size() >= 3 && tally(part).ratio() < most_changes_of_a_word) return true;
    begin = end + 1;
  }
  return false;
}

void mark_run(std::string_view text, size_t begin, size_t end, Marks& marks) {
  while (begin < end && text[begin] == '/') ++begin;
  const std::string_view run = text.substr(begin, end - begin);
  if (run.size() < shortest_run || is_public(text, begin, run)) return;
  if (!is_path_like(run)) {
    if (is_random(run)) marks.push_back({.begin = begin, .end = end});
    return;
  }
  size_t from = begin;
  while (from <= end) {
    const size_t slash = run.find('/', from - begin);
    const size_t stop = slash == std::string_view::npos ? end : begin + slash;
    if (is_random(text.substr(from, stop - from))) marks.push_back({.begin = from, .end = stop});
    from = stop + 1;
  }
}

}  // namespace

bool looks_random(std::string_view word) {
  constexpr size_t shortest_word = 16;
  constexpr std::string_view hexadecimal = "0123456789abcdefABCDEF-";
  if (word.size() < shortest_word || word.find_first_not_of(hexadecimal) == std::string_view::npos)
    return false;
  if (!std::all_of(word.begin(), word.end(), is_run_character)) return false;
  const Tally counted = tally(word);
  return counted.of[static_cast<size_t>(Class::digit)] >= 2 &&
         counted.of[static_cast<size_t>(Class::none)] <= 2 &&
         counted.ratio() >= least_changes / 1.2;
}

void mark_random_runs(std::string_view text, Marks& marks) {
  size_t at = 0;
  while (at < text.size()) {
    if (!is_run_character(text[at])) {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < text.size() && is_run_character(text[end])) ++end;
    mark_run(text, at, end, marks);
    // The padding of base64 belongs to what was marked.
    while (end < text.size() && text[end] == '=') ++end;
    if (!marks.empty() && text.substr(marks.back().end, end - marks.back().end) ==
                              std::string_view("==").substr(0, end - marks.back().end))
      marks.back().end = end;
    at = end;
  }
}

}  // namespace muster::redact
