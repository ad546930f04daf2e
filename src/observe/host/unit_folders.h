// The folders in which systemd looks for services, and what stands in them.
#pragma once
#include "facts/host.h"
#include "os/root.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace muster::observe {

struct UnitFolder {
  std::string path;
  std::map<std::string, std::string, std::less<>>
      services;  // "x.service" -> a link's target, else ""
  std::map<std::string, std::vector<std::string>, std::less<>>
      dropins;  // "x.service.d" -> "*.conf"
  // ("multi-user.target.wants", "x.service") -> a link's target: *.wants and *.requires
  std::map<std::pair<std::string, std::string>, std::string> wants;
};
using UnitFolders = std::vector<std::shared_ptr<const UnitFolder>>;  // highest precedence first

// Paths in systemd's order of precedence.
const std::vector<std::string>& system_unit_paths();
const std::vector<std::string>& shared_user_unit_paths();  // those that every user manager reads
std::vector<std::string> user_unit_paths(std::string_view home, uint32_t uid);  // of one account's

// Reads folders, each once however many managers look into it.
class UnitFolderReader {
 public:
  UnitFolderReader(const Root& root, std::vector<facts::Gap>& gaps);
  // The folders that exist, each once although several paths lead to it (/lib -> usr/lib).
  UnitFolders read(const std::vector<std::string>& paths);

 private:
  struct Known {
    std::pair<uint64_t, uint64_t> identity;    // device and inode; zero in memory
    std::shared_ptr<const UnitFolder> folder;  // none: not there, or closed
  };
  Known look(const std::string& path);

  const Root& root_;
  std::vector<facts::Gap>& gaps_;
  bool merged_ = false;  // /lib is /usr/lib
  std::map<std::string, Known> known_;
};

}  // namespace muster::observe
