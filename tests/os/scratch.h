// A temporary folder and a child process, for tests that need real files and real privileges.
#pragma once
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace muster::tests {

// Starts empty, is open to every user, and goes with the object. Paths in it begin with a slash, as
// below a root.
class ScratchFolder {
 public:
  explicit ScratchFolder(const std::string& parent = "/tmp")
      : path_(parent + "/muster-test-XXXXXX") {
    if (::mkdtemp(path_.data()) == nullptr) throw std::runtime_error("cannot make " + path_);
    ::chmod(path_.c_str(), 0755);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  const std::string& path() const { return path_; }
  std::string at(std::string_view below) const { return path_ + std::string(below); }
  void write(std::string_view below, std::string_view text) const {
    std::filesystem::create_directories(std::filesystem::path(at(below)).parent_path());
    std::ofstream(at(below), std::ios::binary) << text;
  }

 private:
  std::string path_;
};

// Runs `body` in a child of ours and gives its result, 0 to 99; 100 and more: the child crashed.
template <class Body>
int in_child(Body body) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(body());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 100 + WTERMSIG(status);
}

inline bool is_root() { return ::geteuid() == 0; }

inline void become_nobody() {
  if (::setgid(65534) != 0 || ::setuid(65534) != 0) ::_exit(99);
}

}  // namespace muster::tests
