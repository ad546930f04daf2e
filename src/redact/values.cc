// Values: references, settings and what looks generated.
#include "redact/values.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <string>

namespace muster::redact {
namespace {

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_letter(char c) { return is_upper(c) || is_lower(c); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

template <class Predicate>
bool all(std::string_view text, Predicate predicate) {
  return !text.empty() && std::all_of(text.begin(), text.end(), predicate);
}

// Folders at the root of a machine or a container image: base64 may begin with a slash, too, but
// not with one of these.
constexpr std::array<std::string_view, 26> root_folders = {
    "bin",  "boot",    "builds", "buildkite", "cache", "config", "data", "dev",      "etc",
    "home", "lib",     "media",  "mnt",       "nix",   "opt",    "proc", "root",     "run",
    "sbin", "secrets", "srv",    "sys",       "tmp",   "usr",    "var",  "workspace"};

bool is_path(std::string_view value) {
  if (value.starts_with("./") || value.starts_with("../") || value.starts_with("~/")) return true;
  if (!value.starts_with('/')) return false;
  value.remove_prefix(1);
  const size_t slash = value.find('/');
  return slash != std::string_view::npos && slash + 1 < value.size() &&
         std::find(root_folders.begin(), root_folders.end(), value.substr(0, slash)) !=
             root_folders.end();
}

// NAME as shells write it. Small letters with digits are left to the secrets: "$ecret123".
bool is_variable(std::string_view name) {
  const auto fits = [](char c) { return is_letter(c) || is_digit(c) || c == '_'; };
  if (!all(name, fits) || is_digit(name.front())) return false;
  const bool digits = std::any_of(name.begin(), name.end(), is_digit);
  const bool small = std::any_of(name.begin(), name.end(), is_lower);
  return !(digits && small);
}

bool is_dollar_reference(std::string_view value) {
  if (value.size() < 2 || value[0] != '$') return false;
  const std::string_view rest = value.substr(1);
  if (rest == "@" || rest == "*" || rest == "#" || (rest.size() == 1 && is_digit(rest[0])))
    return true;
  // Also without its end: the words of "$(pass show x)" are looked at one by one.
  if (rest.starts_with("(") || rest.starts_with("{{")) return true;
  if (rest.starts_with("{") && rest.ends_with("}")) {
    const std::string_view inside = rest.substr(1, rest.size() - 2);
    // "${TOKEN}", "${TOKEN:?}", but not a default value: "${TOKEN:-x}".
    const size_t end = inside.find_first_not_of(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.");
    return end != 0 && (end == std::string_view::npos || inside.substr(end).starts_with(":?"));
  }
  return is_variable(rest);
}

bool is_file_reference(std::string_view value) {
  constexpr std::array<std::string_view, 9> schemes = {
      "fd://", "file:", "op://", "vault:", "env:", "env.", "ref+", "secrets.", "id="};
  const auto starts = [&](std::string_view scheme) { return value.starts_with(scheme); };
  if (std::any_of(schemes.begin(), schemes.end(), starts)) return true;
  if (value.starts_with("type=") || value.starts_with("src=") || value.starts_with("source="))
    return true;
  if (!value.starts_with('@') || value.size() < 2) return false;
  // "@file": a path, a name with an extension, or a word; "@dmin123" is a password.
  const std::string_view name = value.substr(1);
  const auto fits = [](char c) {
    return is_letter(c) || is_digit(c) || c == '_' || c == '-' || c == '.' || c == '/' || c == '~';
  };
  const bool named =
      name.find('/') != std::string_view::npos || name.find('.') != std::string_view::npos;
  return all(name, fits) && (named || all(name, is_letter));
}

bool is_placeholder(std::string_view value) {
  const char first = value.front();
  const bool uniform = all(value, [&](char c) { return c == first; });
  if (uniform && (first == '*' || first == 'x' || first == 'X' || first == '.' || first == '-'))
    return true;
  if (value.starts_with("«redacted:") || value.starts_with("{{")) return true;
  const auto between = [&](char open, char close) {
    return value.size() > 2 && first == open && value.back() == close &&
           std::none_of(value.begin(), value.end(), is_digit);
  };
  if (value.size() > 2 && first == '`' && value.back() == '`') return true;
  return between('<', '>') || between('[', ']') || between('%', '%');
}

bool refers(std::string_view value) {
  return value.empty() || is_dollar_reference(value) || is_file_reference(value) ||
         is_placeholder(value) || is_path(value);
}

}  // namespace

std::string_view without_closers(std::string_view value) {
  constexpr std::string_view closers = "\"'`;,)]}\\";
  while (!value.empty() && closers.find(value.back()) != std::string_view::npos)
    value.remove_suffix(1);
  return value;
}

bool is_reference(std::string_view value) {
  if (refers(value)) return true;
  constexpr std::string_view closers = "\"'`;,)]\\";
  while (!value.empty() && closers.find(value.back()) != std::string_view::npos) {
    value.remove_suffix(1);
    if (refers(value)) return true;
  }
  return false;
}

bool is_setting(std::string_view value) {
  constexpr std::array<std::string_view, 20> words = {
      "true", "false", "yes",     "no",       "on",        "off",      "none",
      "null", "nil",   "unset",   "default",  "required",  "optional", "prompt",
      "ask",  "auto",  "enabled", "disabled", "undefined", "hidden"};
  value = without_closers(value);
  if (value.size() <= 3 && all(value, is_digit)) return true;
  const std::string small = lower(value.substr(0, std::min<size_t>(value.size(), 16)));
  return value.empty() || std::find(words.begin(), words.end(), small) != words.end();
}

bool looks_generated(std::string_view value) {
  value = without_closers(value);
  if (value.size() < 8) return false;
  const bool digits = std::any_of(value.begin(), value.end(), is_digit);
  const bool letters = std::any_of(value.begin(), value.end(), is_letter);
  return digits && letters;
}

bool looks_like_flag(std::string_view value) {
  value = without_closers(value);
  if (!value.starts_with('-')) return false;
  value.remove_prefix(value.starts_with("--") ? 2 : 1);
  value = value.substr(0, value.find('='));
  return all(value, [](char c) { return is_lower(c) || c == '-'; }) && value.front() != '-';
}

}  // namespace muster::redact
