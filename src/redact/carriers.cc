// Keys, flags, headers and words that announce a credential.
//
// One sweep over the text, so that the cost stays linear: a name is read once, and the sweep goes
// on behind the value that followed it.
#include "redact/carriers.h"

#include "base/text.h"
#include "redact/entropy.h"
#include "redact/names.h"
#include "redact/scan.h"
#include "redact/values.h"

#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

namespace muster::redact {
namespace {

constexpr size_t shortest_bare_secret = 16;

struct Name {
  Range range;
  std::string_view text;
  NameKind kind = NameKind::plain;
  char before = 0;  // the character in front of it
};

// A quoted or blank-separated "=" or ":" behind the name; 0 when there is none.
size_t behind_separator(std::string_view text, size_t at) {
  while (at < text.size() && text[at] == '\\') ++at;
  if (at < text.size() && (text[at] == '"' || text[at] == '\'')) ++at;
  size_t separator = at;
  while (separator < text.size() && text[separator] == ' ') ++separator;
  if (separator == text.size()) return 0;
  const bool is_apart = separator > at;
  if (text[separator] == ':') {
    const std::string_view rest = text.substr(separator);
    // "token://x" is a URL, "std::token::x" a name in a program, "key:=x" an assignment.
    if (rest.starts_with("://") || rest.starts_with("::")) return 0;
    return separator + (rest.starts_with(":=") ? 2 : 1);
  }
  if (text[separator] != '=') return 0;
  const size_t behind = separator + (text.substr(separator).starts_with("=>") ? 2 : 1);
  // "TOKEN= NEXT=x" sets an empty value; "token = x" does not.
  return !is_apart && behind < text.size() && is_blank(text[behind]) ? 0 : behind;
}

void add(Marks& marks, Range range, std::string_view where, bool certain) {
  constexpr size_t longest_carrier = 60;
  if (range.end <= range.begin) return;
  if (where.size() > longest_carrier) where = {};
  marks.push_back(
      {.begin = range.begin, .end = range.end, .where = std::string(where), .certain = certain});
}

size_t skip_blanks(std::string_view text, size_t at) {
  while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
  return at;
}

// Behind "Authorization:": the scheme stays, what follows it goes.
size_t mark_header(std::string_view text, const Name& name, size_t at, Marks& marks) {
  const Range value = value_at(text, at);
  const bool quoted = value.begin > skip_blanks(text, at);
  size_t end = value.begin;
  while (end < value.end && is_name_character(text[end])) ++end;
  const std::string_view scheme = text.substr(value.begin, end - value.begin);
  Range secret = value;
  if (is_scheme(scheme)) {
    const bool several =
        equals_ignoring_case(scheme, "digest") || lower(scheme).starts_with("aws4-");
    if (quoted)
      secret.begin = std::min(skip_blanks(text, end), value.end);
    else if (several)
      secret = rest_of_line(text, end);
    else
      secret = value_at(text, end);
  }
  if (!is_reference(secret.of(text))) add(marks, secret, fmt::format("{} header", name.text), true);
  return std::max(secret.end, at);
}

size_t mark_separated(std::string_view text, const Name& name, size_t at, Marks& marks) {
  if (name.kind == NameKind::header) return mark_header(text, name, at, marks);
  if (name.kind == NameKind::cookie) {
    const Range line = rest_of_line(text, at);
    add(marks, line, fmt::format("{} header", name.text), true);
    return std::max(line.end, at);
  }
  // In "?token=x&y=z" and "Password=x;Server=y" the value ends where the next pair begins.
  char stop = 0;
  if (name.before == '?' || name.before == '&') stop = '&';
  if (name.before == ';') stop = ';';
  const Range value = value_at(text, at, stop);
  const Verdict verdict = judge_value(name.text, value.of(text));
  if (verdict == Verdict::harmless) return at;
  add(marks, value, name.text, verdict == Verdict::certain);
  return std::max(value.end, at);
}

// "--token x": the flag is a word of its own and takes the next one, which a backslash may have
// moved to the next line.
size_t mark_after_flag(std::string_view text, const Name& name, Marks& marks) {
  size_t at = name.range.end;
  while (at < text.size() &&
         (is_blank(text[at]) || (text[at] == '\\' && at + 1 < text.size() && text[at + 1] == '\n')))
    ++at;
  const Range value = value_at(text, at);
  const std::string_view shown = value.of(text);
  const bool is_doubtful = is_switch(name.text);
  if (looks_like_flag(shown) || (is_doubtful && !looks_generated(shown))) return name.range.end;
  const Verdict verdict = judge_value(name.text, shown);
  if (verdict == Verdict::harmless) return name.range.end;
  add(marks, value, name.text, verdict == Verdict::certain && !is_doubtful);
  return std::max(value.end, name.range.end);
}

// netrc: "machine h login u password p".
bool follows_login(std::string_view text, size_t at) {
  constexpr size_t longest_look_back = 160;
  const size_t from = at > longest_look_back ? at - longest_look_back : 0;
  const auto before = words(text.substr(from, at - from));
  return before.size() >= 2 && before[before.size() - 2] == "login";
}

// "Bearer x", "password x": words of prose, so only what looks generated is taken.
size_t mark_after_word(std::string_view text, const Name& name, Marks& marks) {
  const bool bearer = equals_ignoring_case(name.text, "bearer");
  const bool basic = equals_ignoring_case(name.text, "basic");
  const bool password = name.kind == NameKind::password;
  if (!bearer && !basic && !password && name.kind != NameKind::token) return name.range.end;
  if (name.before != 0 && !is_blank(name.before) && name.before != '"' && name.before != '\'')
    return name.range.end;
  const Range value = value_at(text, name.range.end);
  const std::string_view shown = value.of(text);
  if (is_reference(shown) || looks_like_flag(shown)) return name.range.end;
  const bool login = password && follows_login(text, name.range.begin);
  const bool taken = bearer || basic
                         ? shown.size() >= shortest_bare_secret && looks_generated(shown)
                     : password ? login || looks_generated(shown)
                                : looks_random(shown);
  if (!taken) return name.range.end;
  add(marks, value, name.text, bearer || login);
  return std::max(value.end, name.range.end);
}

Name read_name(std::string_view text, size_t at) {
  Name name{.range = {.begin = at, .end = at}, .text = {}};
  while (name.range.end < text.size() && is_name_character(text[name.range.end])) ++name.range.end;
  name.text = name.range.of(text);
  name.kind = name_kind(name.text);
  name.before = at > 0 ? text[at - 1] : '\0';
  return name;
}

// Query parameters with a meaning of their own.
bool is_query_secret(const Name& name) {
  constexpr std::array<std::string_view, 5> names = {"sig", "signature", "x-amz-signature",
                                                     "x-goog-signature", "key"};
  const bool in_query = name.before == '?' || name.before == '&';
  return in_query && std::find(names.begin(), names.end(), lower(name.text)) != names.end();
}

// "${TOKEN:-x}": only a default value can be a secret here.
size_t mark_expansion(std::string_view text, const Name& name, Marks& marks) {
  const std::string_view rest = text.substr(name.range.end);
  size_t at = name.range.end;
  if (rest.starts_with(":-") || rest.starts_with(":=")) at += 2;
  // The dash of "${TOKEN-x}" was read as a part of the name.
  if (at == name.range.end || name.kind == NameKind::plain) return name.range.end;
  const Range value = value_at(text, at, '}');
  const Verdict verdict = judge_value(name.text, value.of(text));
  if (verdict == Verdict::harmless) return at;
  add(marks, value, name.text, verdict == Verdict::certain);
  return std::max(value.end, at);
}

size_t mark_name(std::string_view text, Name name, Marks& marks) {
  if (text.substr(0, name.range.begin).ends_with("${")) return mark_expansion(text, name, marks);
  if (is_query_secret(name)) name.kind = NameKind::maybe;
  const size_t at = behind_separator(text, name.range.end);
  if (at != 0 && is_query_secret(name)) {
    const Range value = value_at(text, at, '&');
    if (!looks_generated(value.of(text))) return at;
    add(marks, value, name.text, false);
    return std::max(value.end, at);
  }
  if (at != 0 && name.kind != NameKind::plain) return mark_separated(text, name, at, marks);
  if (at != 0 || name.range.end >= text.size() || !is_blank(text[name.range.end]))
    return name.range.end;
  if (name.text.starts_with('-') && name.kind != NameKind::plain)
    return mark_after_flag(text, name, marks);
  return mark_after_word(text, name, marks);
}

}  // namespace

Verdict judge_value(std::string_view name, std::string_view value) {
  if (is_reference(value) || is_setting(value)) return Verdict::harmless;
  const bool generated = looks_generated(value);
  switch (name_kind(name)) {
    case NameKind::plain:
      return Verdict::harmless;
    case NameKind::password:
    case NameKind::cookie:
    case NameKind::header:
      return Verdict::certain;
    case NameKind::token:
      return generated ? Verdict::certain : Verdict::likely;
    case NameKind::maybe:
      return generated ? Verdict::likely : Verdict::harmless;
  }
  return Verdict::harmless;
}

void mark_named_values(std::string_view text, Marks& marks) {
  size_t at = 0;
  while (at < text.size()) {
    if (!is_name_character(text[at])) {
      ++at;
      continue;
    }
    at = mark_name(text, read_name(text, at), marks);
  }
}

}  // namespace muster::redact
