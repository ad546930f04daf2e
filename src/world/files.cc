// Files: from YAML to entries of a tree in memory.
#include "world/files.h"

#include "base/hash.h"
#include "base/text.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>

namespace muster::world {
namespace {

using formats::Node;

constexpr uint64_t most_bytes = uint64_t{1} << 40;
constexpr uint64_t most_zeros = uint64_t{16} << 20;

// What a file is; exactly one of these keys stands in each file's map.
constexpr std::array<std::string_view, 7> contents = {"text",      "base64", "link",  "size",
                                                      "directory", "fifo",   "socket"};

struct Content {
  std::string_view key;
  Node value;
};

Result<Content> content_of(const Reader& reader, const Node& node) {
  std::optional<Content> found;
  for (const std::string_view key : contents) {
    const std::optional<Node> value = node.find(key);
    if (!value) continue;
    if (found)
      return reader.fail_at(value->place(),
                            fmt::format("both \"{}\" and \"{}\" for one file", found->key, key),
                            "keep one of them");
    found = Content{.key = key, .value = *value};
  }
  if (!found)
    return reader.fail_at(node.place(), "a file without content",
                          fmt::format("write one of: {}", fmt::join(contents, ", ")));
  return *found;
}

// directory: true and its like; the value false would say nothing.
Result<void> must_be_true(const Reader& reader, const Node& value) {
  TRY_ASSIGN(const bool is_true, reader.boolean(value));
  if (is_true) return {};
  return reader.fail_at(value.place(), "false says nothing here", "write true, or another content");
}

Result<MemoryFile> read_content(const Reader& reader, const Node& node) {
  TRY_ASSIGN(const Content content, content_of(reader, node));
  const auto& [key, value] = content;
  MemoryFile file;
  file.info.kind = FileKind::regular;
  file.info.mode = 0644;
  if (key == "text") {
    TRY_ASSIGN(file.content, reader.text(value));
  } else if (key == "base64") {
    TRY_ASSIGN(const std::string encoded, reader.text(value));
    file.content = base64_decode(encoded);
    if (file.content.empty() && !encoded.empty())
      return reader.fail_at(value.place(), "this is not base64", "write its standard form, padded");
  } else if (key == "link") {
    TRY_ASSIGN(file.content, reader.text(value));
    if (file.content.empty())
      return reader.fail_at(value.place(), "an empty link", "write what it leads to");
    file.info.kind = FileKind::symlink;
    file.info.mode = 0777;
  } else if (key == "size") {
    TRY_ASSIGN(file.info.size, reader.number(value, most_bytes));
    // A larger file is never read, only refused, so it needs no bytes.
    if (file.info.size <= most_zeros) file.content.assign(file.info.size, '\0');
    return file;
  } else {
    TRY(must_be_true(reader, value));
    file.info.kind = key == "directory" ? FileKind::directory
                     : key == "fifo"    ? FileKind::fifo
                                        : FileKind::socket;
    if (key == "directory") file.info.mode = 0755;
  }
  file.info.size = file.content.size();
  return file;
}

Result<void> read_attributes(const Reader& reader, const Node& node, const Accounts& accounts,
                             MemoryFile& file) {
  if (const std::optional<Node> owner = node.find("owner")) {
    TRY_ASSIGN(const User user, user_named(reader, accounts, *owner));
    file.info.uid = user.uid;
    file.info.gid = user.gid;
  }
  if (const std::optional<Node> group = node.find("group")) {
    TRY_ASSIGN(file.info.gid, group_named(reader, accounts, *group));
  }
  if (const std::optional<Node> mode = node.find("mode")) {
    if (file.info.kind == FileKind::symlink)
      return reader.fail_at(mode->place(), "a link has no mode of its own", "leave it out");
    TRY_ASSIGN(file.info.mode, reader.mode(*mode));
  }
  TRY_ASSIGN(file.info.modified, reader.time_or(node, "modified", file.info.modified));
  if (const std::optional<Node> unreadable = node.find("unreadable")) {
    TRY_ASSIGN(file.unreadable, reader.boolean(*unreadable));
  }
  return {};
}

Result<MemoryFile> read_file(const Reader& reader, const Node& node, const Accounts& accounts,
                             Time modified) {
  if (node.is_scalar()) {
    TRY_ASSIGN(std::string text, reader.text(node));
    return regular_file(std::move(text), modified);
  }
  std::vector<std::string_view> known(contents.begin(), contents.end());
  known.insert(known.end(), {"owner", "group", "mode", "modified", "unreadable"});
  TRY(reader.known_keys(node, known));
  TRY_ASSIGN(MemoryFile file, read_content(reader, node));
  file.info.modified = modified;
  TRY(read_attributes(reader, node, accounts, file));
  return file;
}

}  // namespace

MemoryFile regular_file(std::string text, Time modified, Owner owner, uint16_t mode) {
  MemoryFile file;
  file.info = {.kind = FileKind::regular,
               .uid = owner.uid,
               .gid = owner.gid,
               .mode = mode,
               .size = text.size(),
               .modified = modified};
  file.content = std::move(text);
  return file;
}

MemoryFile directory(Time modified, Owner owner, uint16_t mode) {
  MemoryFile file;
  file.info = {.kind = FileKind::directory,
               .uid = owner.uid,
               .gid = owner.gid,
               .mode = mode,
               .modified = modified};
  return file;
}

MemoryFile symbolic_link(std::string target, Time modified, Owner owner) {
  MemoryFile file = regular_file(std::move(target), modified, owner, 0777);
  file.info.kind = FileKind::symlink;
  return file;
}

Result<void> read_files(const Reader& reader, const Node& world, const Accounts& accounts,
                        Time modified, MemoryTree& tree) {
  const std::optional<Node> files = world.find("files");
  if (!files) return {};
  TRY(reader.is_map(*files, "{ /etc/motd: \"hello\" }"));
  for (size_t i = 0; i < files->size(); i++) {
    TRY_ASSIGN(const std::string path, reader.absolute_path(files->key(i)));
    TRY_ASSIGN(MemoryFile file, read_file(reader, files->value(i), accounts, modified));
    if (path == "/" && file.info.kind != FileKind::directory)
      return reader.fail_at(files->key(i).place(), "/ must be a folder", "write directory: true");
    tree.insert_or_assign(path, std::move(file));
  }
  return {};
}

Result<void> add_parents(std::string_view file_name, Time modified, MemoryTree& tree) {
  std::vector<std::string> paths;
  for (const auto& [path, file] : tree) paths.push_back(path);
  for (const std::string& path : paths) {
    for (std::string parent(parent_path(path)); parent != "/"; parent = parent_path(parent)) {
      const auto [at, is_new] = tree.try_emplace(parent, directory(modified));
      if (at->second.info.kind != FileKind::directory)
        return fail(Errc::malformed, fmt::format("{}: {} is no folder, but holds {}", file_name,
                                                 visible(parent), visible(path)));
      if (!is_new) break;
    }
  }
  tree.try_emplace("/", directory(modified));
  return {};
}

}  // namespace muster::world
