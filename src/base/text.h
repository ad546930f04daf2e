// Small text operations that more than one folder needs.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muster {

std::string_view trim(std::string_view text);  // without leading and trailing ASCII white space
std::string lower(std::string_view text);      // ASCII only
bool equals_ignoring_case(std::string_view a, std::string_view b);  // ASCII only
// The parts between separators; "a,,b" gives three parts, "" gives one empty part.
std::vector<std::string_view> split(std::string_view text, char separator);
// The lines without their ends (\n or \r\n); a final newline makes no extra line.
std::vector<std::string_view> lines(std::string_view text);
// The words between runs of ASCII white space.
std::vector<std::string_view> words(std::string_view text);
std::string join(const std::vector<std::string>& parts, std::string_view separator);
// A whole decimal number; nothing for signs, blanks, overflow or trailing text.
std::optional<uint64_t> parse_number(std::string_view text);

// The last part of a path: "c" for "/a/b/c".
std::string_view base_name(std::string_view path);
// Everything before the last part: "/a/b" for "/a/b/c", "/" for "/a", "" for "a".
std::string_view parent_path(std::string_view path);
// directory/name without doubled slashes; an absolute name replaces the directory.
std::string join_path(std::string_view directory, std::string_view name);
// The path with ".", ".." and doubled slashes resolved textually; ".." never leaves "/".
std::string normal_path(std::string_view path);
// True for the directory itself and for everything below it.
bool is_below(std::string_view path, std::string_view directory);

bool is_utf8(std::string_view text);
// The text with everything a terminal or a reader could be misled by made visible: control
// characters, bytes that are not UTF-8, bidirectional and zero-width characters become \xNN or
// \u{NNNN}; a backslash stays. Answers names that carry escape sequences.
std::string visible(std::string_view text);

}  // namespace muster
