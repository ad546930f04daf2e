// Names that announce a credential, recognised by their last word.
#include "redact/names.h"

#include "base/text.h"

#include <algorithm>
#include <array>
#include <string>

namespace muster::redact {
namespace {

// Longer names are cut from the left: only their end counts.
constexpr size_t longest_name = 80;

constexpr std::array<std::string_view, 5> password_ends = {"password", "passwd", "passphrase",
                                                           "passcode", "userpass"};
// "pass" and "pwd" end many harmless words, so these are the whole last word.
constexpr std::array<std::string_view, 3> password_words = {"pass", "pwd", "passwort"};
constexpr std::array<std::string_view, 3> token_ends = {"token", "secret", "jitconfig"};
constexpr std::array<std::string_view, 20> key_ends = {
    "apikey",     "secretkey", "accesskey",       "privatekey", "encryptionkey",
    "signingkey", "authkey",   "accountkey",      "storagekey", "masterkey",
    "sharedkey",  "deploykey", "sshkey",          "webhookkey", "servicekey",
    "sessionkey", "hmackey",   "registrationkey", "licensekey", "subscriptionkey"};
constexpr std::array<std::string_view, 5> maybe_words = {"auth", "pat", "credential", "credentials",
                                                         "creds"};
// Names that end like a credential and are none: etcd's cluster name, anti-forgery settings.
constexpr std::array<std::string_view, 3> harmless = {"initialclustertoken", "bypass", "compass"};
constexpr std::array<std::string_view, 22> switch_words = {
    "no",     "ask",    "skip",  "disable",  "without", "use",  "require", "enable",
    "allow",  "prompt", "show",  "hide",     "print",   "list", "get",     "generate",
    "rotate", "reset",  "check", "validate", "need",    "has"};

constexpr std::array<std::string_view, 7> schemes = {"basic",     "bearer", "token",     "digest",
                                                     "negotiate", "apikey", "remoteauth"};

template <size_t N>
bool is_one_of(std::string_view text, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

template <size_t N>
bool ends_with_one_of(std::string_view text, const std::array<std::string_view, N>& ends) {
  return std::any_of(ends.begin(), ends.end(),
                     [&](std::string_view end) { return text.ends_with(end); });
}

bool is_separator(char c) { return c == '-' || c == '_' || c == '.'; }

struct Words {
  std::string joined;  // without separators and closing digits
  std::string first;
  std::string last;
};

Words read(std::string_view name) {
  if (name.size() > longest_name) name.remove_prefix(name.size() - longest_name);
  while (!name.empty() && is_separator(name.front())) name.remove_prefix(1);
  while (!name.empty() && (is_separator(name.back()) || (name.back() >= '0' && name.back() <= '9')))
    name.remove_suffix(1);
  const std::string small = lower(name);
  Words words;
  size_t begin = 0;
  for (size_t i = 0; i <= small.size(); ++i) {
    if (i < small.size() && !is_separator(small[i])) continue;
    const std::string word = small.substr(begin, i - begin);
    if (words.joined.empty()) words.first = word;
    words.joined += word;
    words.last = word;
    begin = i + 1;
  }
  return words;
}

}  // namespace

NameKind name_kind(std::string_view name) {
  const Words words = read(name);
  if (words.last.empty() || is_one_of(words.joined, harmless)) return NameKind::plain;
  if (words.last == "authorization") return NameKind::header;
  if (words.last == "cookie") return NameKind::cookie;
  if (ends_with_one_of(words.last, password_ends)) return NameKind::password;
  // PWD and OLDPWD are folders, MYSQL_PWD is not.
  if (is_one_of(words.last, password_words) && words.joined != "pwd") return NameKind::password;
  if (words.joined != "oldpwd" && words.last.size() > 4 && words.last.ends_with("pass") &&
      !ends_with_one_of(words.last, harmless))
    return NameKind::password;
  if (ends_with_one_of(words.last, token_ends)) return NameKind::token;
  if (ends_with_one_of(words.joined, key_ends)) return NameKind::maybe;
  if (is_one_of(words.last, maybe_words) || words.joined.ends_with("secretid"))
    return NameKind::maybe;
  return NameKind::plain;
}

bool is_scheme(std::string_view word) {
  constexpr size_t longest_scheme = 32;
  if (word.size() > longest_scheme) return false;
  const std::string small = lower(word);
  return is_one_of(small, schemes) || small.starts_with("aws4-");
}

bool is_switch(std::string_view flag) { return is_one_of(read(flag).first, switch_words); }

}  // namespace muster::redact
