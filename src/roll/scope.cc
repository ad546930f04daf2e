// Scopes in the form they are compared in.
#include "base/text.h"
#include "roll/roll.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace muster::roll {
namespace {

bool is_blank_or_control(char c) { return static_cast<uint8_t>(c) <= ' ' || c == '\x7f'; }

// Where the scheme ends ("https" in "https://..."); nothing: no URL.
std::optional<size_t> scheme_end(std::string_view text) {
  if (std::ranges::any_of(text, is_blank_or_control)) return std::nullopt;
  const size_t end = text.find("://");
  if (end == text.npos || end == 0) return std::nullopt;
  const std::string scheme = lower(text.substr(0, end));
  if (scheme.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789+.-") != scheme.npos ||
      scheme[0] < 'a')
    return std::nullopt;
  return end;
}

std::string_view default_port(std::string_view scheme) {
  if (scheme == "https" || scheme == "wss") return ":443";
  if (scheme == "http" || scheme == "ws") return ":80";
  if (scheme == "ssh") return ":22";
  return {};
}

// "user:secret@Host:443" as "host".
std::string normal_authority(std::string_view authority, std::string_view scheme) {
  if (const size_t at = authority.rfind('@'); at != authority.npos) authority.remove_prefix(at + 1);
  std::string host = lower(authority);
  const std::string_view port = default_port(scheme);
  while (host.ends_with(':') || (!port.empty() && host.ends_with(port)))
    host.resize(host.size() - (host.ends_with(':') ? 1 : port.size()));
  return host;
}

}  // namespace

std::string normal_scope(std::string_view scope) {
  scope = trim(scope);
  const auto colon = scheme_end(scope);
  if (!colon) return std::string(scope);
  const std::string scheme = lower(scope.substr(0, *colon));
  const std::string_view rest = scope.substr(*colon + 3);
  // A backslash ends the authority too: clients that read it as a slash would else be sent to
  // evil.example by https://evil.example\@github.com/acme while we compare github.com.
  const size_t end = std::min(rest.find_first_of("/\\?#"), rest.size());
  const std::string host = normal_authority(rest.substr(0, end), scheme);
  std::string_view path = rest.substr(end);
  constexpr std::string_view git = ".git";
  while (path.ends_with('/') || path.ends_with(git))
    path.remove_suffix(path.ends_with('/') ? 1 : git.size());
  // Owners, groups and repositories are told apart without regard to case by every platform.
  return fmt::format("{}://{}{}", scheme, host, lower(path));
}

}  // namespace muster::roll
