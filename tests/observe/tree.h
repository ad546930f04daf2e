// Trees in memory, put together by hand.
#pragma once
#include "os/root.h"

#include <cstdint>
#include <string>
#include <utility>

namespace muster::tests {

class Tree {
 public:
  Tree& file(const std::string& path, std::string text, uint16_t mode = 0644, uint32_t uid = 0) {
    return add(path, FileKind::regular, std::move(text), mode, uid);
  }
  Tree& link(const std::string& path, std::string target, uint32_t uid = 0) {
    return add(path, FileKind::symlink, std::move(target), 0777, uid);
  }
  Tree& folder(const std::string& path) { return add(path, FileKind::directory, {}, 0755, 0); }
  Tree& socket(const std::string& path, uint32_t gid, uint16_t mode) {
    add(path, FileKind::socket, {}, mode, 0);
    tree_[path].info.gid = gid;
    return *this;
  }
  // Reading it, or what is in it, is denied.
  Tree& closed(const std::string& path) {
    tree_[path].unreadable = true;
    return *this;
  }
  Root root() const { return Root::in_memory(tree_); }

 private:
  Tree& add(const std::string& path, FileKind kind, std::string content, uint16_t mode,
            uint32_t uid) {
    MemoryFile file;
    file.info.kind = kind;
    file.info.uid = uid;
    file.info.gid = uid;
    file.info.mode = mode;
    file.info.size = content.size();
    file.content = std::move(content);
    tree_[path] = std::move(file);
    return *this;
  }
  MemoryTree tree_;
};

}  // namespace muster::tests
