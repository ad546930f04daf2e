// A bounded walk over every name of a file system, for finding marker files by name.
#pragma once
#include "os/root.h"

#include <chrono>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace muster {

struct WalkOptions {
  std::vector<std::string> skip =
      {};  // absolute directories that are not entered (each ends a branch)
  uint64_t max_entries = 50'000'000;
  unsigned max_depth = 128;                // directories nested deeper are a gap
  std::function<bool()> out_of_time = {};  // asked now and then; true ends the walk with a gap
};

struct WalkGap {
  std::string path;
  std::string why;  // "Permission denied", "more than 128 directories deep", ...
};

struct WalkSummary {
  uint64_t entries = 0;
  uint64_t directories = 0;
  std::vector<WalkGap> gaps;                    // at most 1000 are kept ...
  uint64_t gaps_left_out = 0;                   // ... the others are counted
  std::vector<std::string> other_file_systems;  // directories that are mount points, not entered
};

// Calls visit(directory, entry) for every entry below `start`, in no promised order, staying on
// start's file system and following no link below it (mount points of the automounter belong in
// `skip`: going there would mount them). Directories themselves are visited too; returning
// false for one leaves it unentered. No entry is stat'ed: the kind is what getdents says.
WalkSummary walk(
    const Root& root, std::string_view start, const WalkOptions& options,
    const std::function<bool(std::string_view directory, const DirEntry& entry)>& visit);

}  // namespace muster
