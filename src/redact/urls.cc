// Passwords and tokens in the user part of URLs.
#include "redact/carriers.h"
#include "redact/entropy.h"
#include "redact/scan.h"
#include "redact/values.h"

#include <algorithm>

namespace muster::redact {
namespace {

// How far a user part may reach when it holds slashes that it should have escaped.
constexpr size_t longest_user_part = 512;
constexpr size_t shortest_bare_token = 20;

bool ends_url(char c) { return is_blank(c) || c == '"' || c == '\'' || c == '<' || c == '>'; }
bool ends_authority(char c) { return ends_url(c) || c == '/' || c == '?' || c == '#'; }

template <class Predicate>
size_t find_end(std::string_view text, size_t at, Predicate ends) {
  while (at < text.size() && !ends(text[at])) ++at;
  return at;
}

bool is_number(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// "user:pa/ss@host": no port stands behind the colon, and an @ follows later.
size_t end_of_broken_user_part(std::string_view text, size_t begin, size_t end) {
  const std::string_view authority = text.substr(begin, end - begin);
  const size_t colon = authority.find(':');
  if (colon == std::string_view::npos || colon == 0 || authority.starts_with('[')) return begin;
  const std::string_view port = authority.substr(colon + 1);
  if (is_number(port) || port.starts_with('$') || port.starts_with('{') || port.starts_with('%'))
    return begin;
  const size_t limit = std::min(text.size(), begin + longest_user_part);
  if (text.substr(0, limit).find('@', end) == std::string_view::npos) return begin;
  const size_t last = find_end(text.substr(0, limit), end, ends_url);
  const size_t at = text.substr(0, last).rfind('@');
  return at == std::string_view::npos || at < end ? begin : at;
}

// A user name that is a token: "https://<token>:x-oauth-basic@host", "https://<token>@host".
bool is_token(std::string_view name) {
  constexpr std::string_view hexadecimal = "0123456789abcdef";
  constexpr size_t shortest_digest = 32;
  if (name.size() >= shortest_digest &&
      name.find_first_not_of(hexadecimal) == std::string_view::npos)
    return true;
  return name.size() >= shortest_bare_token && looks_random(name);
}

void mark_user_part(std::string_view text, Range user, Marks& marks) {
  const std::string_view part = user.of(text);
  const size_t colon = part.find(':');
  const std::string_view name = part.substr(0, colon);
  if (is_token(name))
    marks.push_back(
        {.begin = user.begin, .end = user.begin + name.size(), .where = "URL", .certain = true});
  if (colon == std::string_view::npos) return;
  const std::string_view password = part.substr(colon + 1);
  if (!is_reference(password))
    marks.push_back(
        {.begin = user.begin + colon + 1, .end = user.end, .where = "URL", .certain = true});
}

}  // namespace

void mark_url_secrets(std::string_view text, Marks& marks) {
  size_t at = 0;
  while ((at = text.find("://", at)) != std::string_view::npos) {
    const size_t begin = at + 3;
    const size_t end = find_end(text, begin, ends_authority);
    const size_t sign = text.substr(begin, end - begin).rfind('@');
    const size_t stop =
        sign != std::string_view::npos ? begin + sign : end_of_broken_user_part(text, begin, end);
    if (stop > begin) mark_user_part(text, {.begin = begin, .end = stop}, marks);
    at = std::max(begin, stop);
  }
}

}  // namespace muster::redact
