// catalog/credentials.yaml: the shapes by which credentials are recognised.
#include "catalog/reader.h"

#include <fmt/format.h>
#include <re2/re2.h>
#include <algorithm>
#include <cstring>

namespace muster::catalog {
namespace {

// A keyword shorter than this would let the pattern run on nearly every text.
constexpr size_t shortest_keyword = 2;

CredentialKind read_kind(Reader& reader, const formats::Node& node) {
  reader.expect_map(node, "a credential kind", {"id", "name", "keywords", "pattern"});
  if (reader.error()) return {};
  CredentialKind kind;
  kind.id = reader.required(node, "id");
  kind.name = reader.required(node, "name");
  kind.keywords = reader.texts(node, "keywords");
  kind.pattern = reader.pattern(node, "pattern");
  if (kind.keywords.empty())
    reader.refuse(node, fmt::format("{} has no keywords", kind.id),
                  "add keywords: texts one of which every match contains");
  for (const std::string& keyword : kind.keywords)
    if (keyword.size() < shortest_keyword)
      reader.refuse(node, fmt::format("the keyword \"{}\" is too short", keyword),
                    fmt::format("write at least {} characters", shortest_keyword));
  if (!kind.pattern) {
    reader.refuse(node, fmt::format("{} has no pattern", kind.id), "add pattern: …");
  } else if (re2::RE2::FullMatch("", *kind.pattern)) {
    reader.refuse(node, fmt::format("the pattern of {} matches nothing at all", kind.id),
                  "make at least one character of it necessary");
  }
  return kind;
}

bool holds_keyword(const CredentialKind& kind, std::string_view text) {
  return std::any_of(kind.keywords.begin(), kind.keywords.end(), [&](const std::string& keyword) {
    return memmem(text.data(), text.size(), keyword.data(), keyword.size()) != nullptr;
  });
}

}  // namespace

std::optional<Extent> find_credential(const CredentialKind& kind, std::string_view text,
                                      size_t from) {
  constexpr int most_groups = 4;
  // A pattern may look at the byte before `from` (\b), so the text is never cut in front.
  if (from >= text.size() || !holds_keyword(kind, text.substr(from))) return std::nullopt;
  re2::StringPiece parts[1 + most_groups];
  const int groups = std::min(kind.pattern->NumberOfCapturingGroups(), most_groups);
  if (!kind.pattern->Match(re2::StringPiece(text.data(), text.size()), from, text.size(),
                           re2::RE2::UNANCHORED, parts, 1 + groups))
    return std::nullopt;
  re2::StringPiece secret = parts[0];
  for (int group = groups; group > 0; --group)
    if (!parts[group].empty()) secret = parts[group];
  if (secret.empty()) return std::nullopt;
  const auto begin = static_cast<size_t>(secret.data() - text.data());
  return Extent{.begin = begin, .end = begin + secret.size()};
}

Result<std::vector<CredentialKind>> parse_credentials(std::string_view file_name,
                                                      std::string_view yaml) {
  TRY_ASSIGN(const formats::Document document, parse_strict(file_name, yaml));
  Reader reader(file_name);
  const formats::Node root = document.root();
  reader.expect_map(root, "the file", {"checked", "kinds"});
  if (const auto& error = reader.error()) return std::unexpected(*error);

  std::vector<CredentialKind> kinds;
  for (const formats::Node& node : reader.items(root, "kinds")) {
    CredentialKind kind = read_kind(reader, node);
    if (const auto& error = reader.error()) return std::unexpected(*error);
    const bool known = std::any_of(kinds.begin(), kinds.end(), [&](const CredentialKind& other) {
      return other.id == kind.id;
    });
    if (known)
      reader.refuse(node, fmt::format("the kind {} stands here a second time", kind.id),
                    "join both patterns with |");
    kinds.push_back(std::move(kind));
  }
  if (kinds.empty()) reader.refuse(root, "the file names no kinds", "add kinds: a list");
  if (const auto& error = reader.error()) return std::unexpected(*error);
  std::sort(kinds.begin(), kinds.end(),
            [](const CredentialKind& a, const CredentialKind& b) { return a.id < b.id; });
  return kinds;
}

}  // namespace muster::catalog
