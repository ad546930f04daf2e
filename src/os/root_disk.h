// System calls below one directory on disk; failures are errno values.
#pragma once
#include "os/fd.h"
#include "os/root.h"

#include <expected>
#include <string>
#include <string_view>
#include <vector>

namespace muster::disk {

// openat2 with O_CLOEXEC, retried where the kernel asks for it.
std::expected<Fd, int> open_at(int directory, const char* path, uint64_t flags, uint64_t resolve);

// A file that was found but not opened (O_PATH): no driver, FIFO or lease has noticed.
struct Found {
  Fd handle;
  FileInfo info;
  std::string path;                   // as opened, without links on the way
  std::vector<uint32_t> link_owners;  // of every link that was followed
};
std::expected<Found, int> find(int directory, std::string_view path, bool follow_last);

// Opens for reading exactly the file that was found. EWOULDBLOCK: someone holds a lease on it.
std::expected<Fd, int> open_found(int directory, const Found& found);

// At most `limit` bytes; EFBIG when there are more.
std::expected<std::string, int> read_all(int fd, size_t size_hint, size_t limit);
// The text of a link that was found.
std::expected<std::string, int> link_text(int handle);
// The entries of an open directory, unsorted, without . and ..; EFBIG when there are more.
std::expected<std::vector<DirEntry>, int> entries(int fd, size_t limit);

// What is read from a directory's stream.
struct RawEntry {
  const char* name = nullptr;  // in the buffer
  unsigned char type = 0;      // DT_REG, DT_DIR, ...
};
// Takes the next entry of a buffer that getdents64 filled, advancing `at`.
RawEntry next_entry(const char* buffer, size_t& at);
// The kind of an entry; looks at the file only when the stream did not say.
FileKind kind_of(int directory, const char* name, unsigned char type);

}  // namespace muster::disk
