// Files that tests make and read.
#pragma once
#include <string>
#include <string_view>

namespace muster::tests {

// A fresh folder below the system's temporary one; gone, with all in it, when this goes.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::string& path() const { return path_; }
  std::string path_of(std::string_view name) const;  // of a name in it
  // Makes a file in it, with the folders that its name needs; gives its path.
  std::string write(std::string_view name, std::string_view text) const;

 private:
  std::string path_;
};

// A whole file; a test that cannot read one ends with what is wrong.
std::string read_text(const std::string& path);
void write_text(const std::string& path, std::string_view text);

}  // namespace muster::tests
