// systemd unit files, line by line as systemd's own reader takes them (systemd.syntax(7)).
#include "formats/unit_file.h"

#include "base/text.h"
#include "formats/input.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace muster::formats {
namespace {

// systemd ends a line at \n, but also at \r and at NUL: a setting behind one of these is live
// although editors show it as part of the line before.
struct Line {
  std::string_view text;
  uint32_t number = 0;  // counted by \n, as an editor does
};

class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}
  std::optional<Line> next();

 private:
  std::string_view rest_;
  uint32_t number_ = 1;
};

std::optional<Line> Lines::next() {
  if (rest_.empty()) return std::nullopt;
  constexpr std::string_view ends("\n\r\0", 3);
  const size_t length = std::min(rest_.find_first_of(ends), rest_.size());
  Line line{rest_.substr(0, length), number_};
  rest_.remove_prefix(length);
  // One line end is any run in which each of the three occurs at most once.
  std::string seen;
  while (!rest_.empty() && ends.contains(rest_[0]) && !seen.contains(rest_[0])) {
    seen += rest_[0];
    if (rest_[0] == '\n') number_++;
    rest_.remove_prefix(1);
  }
  return line;
}

bool is_comment(std::string_view line) {
  const std::string_view content = trim(line);
  return !content.empty() && (content[0] == '#' || content[0] == ';');
}

bool continues(std::string_view line) {
  const size_t last = line.find_last_not_of('\\');
  return (line.size() - (last == line.npos ? 0 : last + 1)) % 2 == 1;
}

class Reader {
 public:
  explicit Reader(const Limits& limits) : limits_(limits) {}
  Result<UnitFile> read(std::string_view text) &&;

 private:
  void take(const std::string& logical_line, uint32_t number);
  void header(std::string_view line, uint32_t number);

  Limits limits_;
  UnitFile file_;
  Problems problems_;
  std::optional<std::string> section_;
};

void Reader::header(std::string_view line, uint32_t number) {
  section_.reset();
  const std::string_view name = line.substr(1, line.size() - 1 - (line.ends_with(']') ? 1 : 0));
  const bool safe = std::ranges::none_of(name, [](char c) {
    return static_cast<uint8_t>(c) < 0x20 || c == 0x7F || c == '"' || c == '\'' || c == '\\';
  });
  if (!line.ends_with(']') || !safe)
    return problems_.add(number, "a broken section header; systemd refuses the file");
  section_ = std::string(name);
}

void Reader::take(const std::string& logical_line, uint32_t number) {
  const std::string_view line = trim(logical_line);
  if (line.empty()) return;
  if (!is_utf8(line)) return problems_.add(number, "not UTF-8");
  if (line[0] == '[') return header(line, number);
  if (!section_) return problems_.add(number, "not within a section");
  const size_t equals = line.find('=');
  if (equals == line.npos) return problems_.add(number, "a setting without '='");
  if (equals == 0) return problems_.add(number, "a setting without a name");
  file_.settings.push_back({*section_, std::string(trim(line.substr(0, equals))),
                            std::string(trim(line.substr(equals + 1))), number});
}

Result<UnitFile> Reader::read(std::string_view text) && {
  Lines lines(text);
  std::string joined;
  uint32_t begin = 0;  // of the joined line, 0: none has begun
  while (const std::optional<Line> line = lines.next()) {
    // Comments are dropped even between the parts of a continued line, and never continue.
    if (is_comment(line->text)) continue;
    std::string_view content = line->text;
    if (begin == 0)
      begin = line->number;
    else
      content.remove_prefix(std::min(content.find_first_not_of(" \t"), content.size()));
    const bool open = continues(content);
    if (open) content.remove_suffix(1);
    if (open) content = content.substr(0, content.find_last_not_of(" \t") + 1);
    if (!joined.empty()) joined += ' ';
    joined += content;
    if (open) continue;
    take(joined, begin);
    joined.clear();
    begin = 0;
    if (file_.settings.size() > limits_.nodes)
      return refused({line->number, 1}, fmt::format("more than {} settings", limits_.nodes));
  }
  if (begin != 0) take(joined, begin);
  file_.problems = std::move(problems_).take();
  return std::move(file_);
}

}  // namespace

Result<UnitFile> parse_unit_file(std::string_view text, const Limits& limits) {
  TRY_ASSIGN(const std::string_view admitted, admit(text, limits));
  return Reader(limits).read(admitted);
}

}  // namespace muster::formats
