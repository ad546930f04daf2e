// The walk on disk and in memory: depth first, one open directory a level, everything counted.
#include "os/walk.h"

#include "base/text.h"
#include "os/root_disk.h"
#include "os/root_memory.h"

#include <fmt/format.h>

#include <dirent.h>
#include <fcntl.h>
#include <linux/openat2.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstring>
#include <expected>
#include <memory>

namespace muster {

class DirectoryWalk {
 public:
  using Visit = std::function<bool(std::string_view, const DirEntry&)>;
  DirectoryWalk(std::string_view start, const WalkOptions& options, const Visit& visit);
  WalkSummary run(const Root& root) &&;

 private:
  // A directory on disk whose stream is being read; its buffer serves the next one of that depth.
  struct Stream {
    Fd directory;
    size_t parent_length = 0;  // of path_, to go back to
    size_t at = 0;
    size_t size = 0;
    std::unique_ptr<std::array<char, size_t{1} << 15>> buffer;
  };
  // A directory in memory whose entries are being visited.
  struct Listing {
    size_t parent_length = 0;
    size_t at = 0;
    std::vector<DirEntry> entries;
  };

  std::expected<void, int> start_on_disk(int root);
  void walk_disk();
  void read_stream(Stream& stream);
  bool fill(Stream& stream);
  void push(Fd directory, size_t parent_length);
  bool descend_on_disk(int parent);

  std::expected<void, int> push_listing(const MemoryTree& tree, size_t parent_length);
  void walk_memory(const MemoryTree& tree);

  bool offer_entry();
  bool extend_path(unsigned depth);
  void stop_when_out_of_time();
  void stop(std::string why);
  void gap(std::string_view path, std::string why);
  void gap(int error_number) { gap(path_, std::strerror(error_number)); }

  const std::string start_;
  const WalkOptions& options_;
  const Visit& visit_;
  std::vector<std::string> skip_;
  WalkSummary summary_;
  std::string path_;  // the directory that is being read; grows and shrinks in place
  DirEntry entry_;    // the entry that is being visited; its name is reused
  bool stopped_ = false;
  std::vector<Stream> streams_;  // the first depth_ are open
  size_t depth_ = 0;
  std::vector<Listing> listings_;
};

DirectoryWalk::DirectoryWalk(std::string_view start, const WalkOptions& options, const Visit& visit)
    : start_(normal_path(join_path("/", start))), options_(options), visit_(visit), path_(start_) {
  for (const std::string& path : options.skip) skip_.push_back(normal_path(path));
}

WalkSummary DirectoryWalk::run(const Root& root) && {
  if (std::ranges::find(skip_, path_) != skip_.end()) return std::move(summary_);
  const MemoryTree* tree = root.memory();
  const auto started = tree ? push_listing(*tree, path_.size()) : start_on_disk(root.directory());
  if (!started)
    gap(started.error());
  else if (tree)
    walk_memory(*tree);
  else
    walk_disk();
  return std::move(summary_);
}

std::expected<void, int> DirectoryWalk::start_on_disk(int root) {
  const auto found = disk::find(root, path_, true);
  if (!found) return std::unexpected(found.error());
  if (found->info.kind != FileKind::directory) return std::unexpected(ENOTDIR);
  auto directory = disk::open_found(root, *found);
  if (!directory) return std::unexpected(directory.error());
  push(*std::move(directory), path_.size());
  return {};
}

void DirectoryWalk::walk_disk() {
  while (depth_ > 0 && !stopped_) {
    Stream& stream = streams_[depth_ - 1];
    if (stream.at < stream.size || fill(stream)) {
      read_stream(stream);
      continue;
    }
    stream.directory = Fd();
    path_.resize(stream.parent_length);
    depth_--;
  }
}

// Visits entries until the buffer is empty or a directory below was opened.
void DirectoryWalk::read_stream(Stream& stream) {
  const int directory = stream.directory.get();
  while (stream.at < stream.size && !stopped_) {
    const disk::RawEntry raw = disk::next_entry(stream.buffer->data(), stream.at);
    entry_.name.assign(raw.name);
    if (entry_.name == "." || entry_.name == "..") continue;
    entry_.kind = disk::kind_of(directory, raw.name, raw.type);
    if (offer_entry() && descend_on_disk(directory)) return;
  }
}

// Reads on in a stream; false at its end.
bool DirectoryWalk::fill(Stream& stream) {
  const ssize_t count =
      ::getdents64(stream.directory.get(), stream.buffer->data(), stream.buffer->size());
  stream.at = 0;
  stream.size = count > 0 ? static_cast<size_t>(count) : 0;
  if (count < 0 && errno != ENOENT) gap(errno);  // ENOENT: removed while it was read
  return count > 0;
}

void DirectoryWalk::push(Fd directory, size_t parent_length) {
  if (depth_ == streams_.size()) streams_.emplace_back();
  Stream& stream = streams_[depth_++];
  if (!stream.buffer) stream.buffer = std::make_unique_for_overwrite<std::array<char, 1 << 15>>();
  stream.directory = std::move(directory);
  stream.parent_length = parent_length;
  stream.at = stream.size = 0;
  summary_.directories++;
  stop_when_out_of_time();
}

bool DirectoryWalk::descend_on_disk(int parent) {
  const size_t length = path_.size();
  if (!extend_path(static_cast<unsigned>(depth_))) return false;
  auto directory =
      disk::open_at(parent, entry_.name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK,
                    RESOLVE_NO_XDEV | RESOLVE_NO_SYMLINKS | RESOLVE_BENEATH);
  if (directory) {
    push(*std::move(directory), length);
    return true;
  }
  const int error = directory.error();
  if (error == EXDEV)
    summary_.other_file_systems.push_back(path_);
  else if (error != ENOENT && error != ENOTDIR && error != ELOOP)  // these: removed or replaced
    gap(error);
  path_.resize(length);
  return false;
}

std::expected<void, int> DirectoryWalk::push_listing(const MemoryTree& tree, size_t parent_length) {
  const auto found = memory::find(tree, path_, true);
  if (!found) return std::unexpected(found.error());
  if (found->info.kind != FileKind::directory) return std::unexpected(ENOTDIR);
  if (found->file && found->file->unreadable) return std::unexpected(EACCES);
  auto entries = memory::entries(tree, *found, SIZE_MAX);
  if (!entries) return std::unexpected(entries.error());
  listings_.push_back({parent_length, 0, *std::move(entries)});
  summary_.directories++;
  stop_when_out_of_time();
  return {};
}

void DirectoryWalk::walk_memory(const MemoryTree& tree) {
  while (!listings_.empty() && !stopped_) {
    Listing& listing = listings_.back();
    if (listing.at == listing.entries.size()) {
      path_.resize(listing.parent_length);
      listings_.pop_back();
      continue;
    }
    entry_ = listing.entries[listing.at++];
    const size_t length = path_.size();
    if (!offer_entry() || !extend_path(static_cast<unsigned>(listings_.size()))) continue;
    if (const auto entered = push_listing(tree, length); !entered) {
      gap(entered.error());
      path_.resize(length);
    }
  }
}

// Shows the entry to the visitor; true when it is a directory to enter.
bool DirectoryWalk::offer_entry() {
  constexpr uint64_t entries_between_looks_at_the_clock = 1024;
  if (summary_.entries == options_.max_entries) {
    stop(fmt::format("more than {} entries", options_.max_entries));
    return false;
  }
  if (++summary_.entries % entries_between_looks_at_the_clock == 0) stop_when_out_of_time();
  return visit_(path_, entry_) && entry_.kind == FileKind::directory && !stopped_;
}

// Makes path_ the path of the entry, unless the walk must not go there. `depth` is the entry's.
bool DirectoryWalk::extend_path(unsigned depth) {
  const size_t length = path_.size();
  if (length > 1) path_ += '/';
  path_ += entry_.name;
  bool enters = false;
  if (depth > options_.max_depth)
    gap(path_, fmt::format("more than {} directories deep", options_.max_depth));
  else if (path_.size() >= PATH_MAX)
    gap(path_, fmt::format("its path is longer than {} bytes", PATH_MAX - 1));
  else
    enters = std::ranges::find(skip_, path_) == skip_.end();
  if (!enters) path_.resize(length);
  return enters;
}

void DirectoryWalk::stop_when_out_of_time() {
  if (!stopped_ && options_.out_of_time && options_.out_of_time()) stop("out of time");
}

void DirectoryWalk::stop(std::string why) {
  stopped_ = true;
  gap(start_, fmt::format("the walk ended early in {}: {}", path_, why));
}

void DirectoryWalk::gap(std::string_view path, std::string why) {
  constexpr size_t max_gaps = 1000;
  if (summary_.gaps.size() < max_gaps)
    summary_.gaps.push_back({std::string(path), std::move(why)});
  else
    summary_.gaps_left_out++;
}

WalkSummary walk(const Root& root, std::string_view start, const WalkOptions& options,
                 const std::function<bool(std::string_view, const DirEntry&)>& visit) {
  return DirectoryWalk(start, options, visit).run(root);
}

}  // namespace muster
