// Temporary folders, and whole files at once.
#include "support/files.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>

namespace muster::tests {

namespace fs = std::filesystem;

TemporaryFolder::TemporaryFolder() : path_(fs::temp_directory_path() / "muster-test-XXXXXX") {
  if (mkdtemp(path_.data()) == nullptr) throw std::runtime_error("cannot make " + path_);
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code error;  // a folder that stays is no reason to end the other tests
  fs::remove_all(path_, error);
}

std::string TemporaryFolder::path_of(std::string_view name) const { return fs::path(path_) / name; }

std::string TemporaryFolder::write(std::string_view name, std::string_view text) const {
  const fs::path file = fs::path(path_) / name;
  fs::create_directories(file.parent_path());
  write_text(file, text);
  return file;
}

std::string read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_text(const std::string& path, std::string_view text) {
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

}  // namespace muster::tests
