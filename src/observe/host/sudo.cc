// sudo's rules: sudoers and the files it includes are read as one text, because that is how sudo
// sees them: an alias of one file may be used in another. A map leads back from its lines.
#include "base/text.h"
#include "formats/accounts.h"
#include "observe/host/accounts.h"
#include "observe/host/evidence.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace muster::observe {
namespace {

constexpr size_t largest_file = size_t{1} << 20;
constexpr size_t largest_whole = size_t{8} << 20;
constexpr size_t most_files = 1000;  // answers include bombs
constexpr size_t deepest = 128;      // sudo's own limit; answers loops
constexpr size_t most_grants = 100'000;

struct Origin {
  uint32_t file = 0;  // index of a path
  uint32_t line = 0;
};

class Assembler {
 public:
  Assembler(const Root& root, std::vector<facts::Gap>& gaps) : root_(root), gaps_(gaps) {
    if (const auto name = root.read("/etc/hostname", 4096))
      host_ = std::string(trim(*name).substr(0, trim(*name).find('.')));
  }
  void add_file(const std::string& path, size_t depth);
  const std::string& text() const { return text_; }
  facts::Source source(uint32_t line) const;

 private:
  void include(const std::string& from, const std::string& written, size_t depth);
  void add_line(std::string_view line, Origin origin);
  bool refuse(const std::string& path, std::string_view why);

  const Root& root_;
  std::vector<facts::Gap>& gaps_;
  std::string host_;
  std::string text_;
  std::vector<Origin> origins_;  // one a line of the text
  std::vector<std::string> paths_;
  bool full_ = false;
};

void Assembler::add_line(std::string_view line, Origin origin) {
  text_ += line;
  text_ += '\n';
  origins_.push_back(origin);
}

bool Assembler::refuse(const std::string& path, std::string_view why) {
  if (!full_) gaps_.push_back({visible(path), std::string(why), false});
  full_ = true;
  return true;
}

void Assembler::add_file(const std::string& path, size_t depth) {
  if (full_) return;
  if (depth > deepest && refuse(path, "sudoers files include each other without end")) return;
  if (paths_.size() >= most_files && refuse(path, "sudoers includes too many files")) return;
  const auto text = root_.read(path, largest_file);
  if (!text) {
    if (text.error().code != Errc::not_found) gaps_.push_back(gap_of(path, text.error(), false));
    return;
  }
  if (text_.size() + text->size() > largest_whole && refuse(path, "sudoers is too large")) return;
  const auto parsed = formats::parse_sudoers(*text);
  if (!parsed) {
    gaps_.push_back(gap_of(path, parsed.error(), false));
    return;
  }
  const auto file = static_cast<uint32_t>(paths_.size());
  paths_.push_back(path);
  uint32_t number = 0;
  auto next = parsed->includes.begin();
  for (const std::string_view line : lines(*text)) {
    number++;
    const bool includes = next != parsed->includes.end() && next->second == number;
    add_line(includes ? "" : line, {file, number});
    for (; next != parsed->includes.end() && next->second <= number; ++next)
      include(path, next->first, depth + 1);
  }
  add_line("", {file, number});  // ends a line that a backslash left open
}

void Assembler::include(const std::string& from, const std::string& written, size_t depth) {
  std::string path = written;
  for (size_t at = 0; (at = path.find("%h", at)) != path.npos; at += host_.size())
    path.replace(at, 2, host_);
  path = join_path(parent_path(from), path);
  if (!path.ends_with('/')) return add_file(path, depth);
  path.pop_back();
  const auto entries = root_.list(path, 10'000);
  if (!entries) {
    if (entries.error().code != Errc::not_found)
      gaps_.push_back(gap_of(path, entries.error(), false));
    return;
  }
  for (const DirEntry& entry :
       *entries)  // as sudo: packages' leftovers and editors' backups do not count
    if (entry.name.find('.') == entry.name.npos && !entry.name.ends_with('~') &&
        entry.kind != FileKind::directory)
      add_file(join_path(path, entry.name), depth);
}

facts::Source Assembler::source(uint32_t line) const {
  if (line == 0 || line > origins_.size()) return {"/etc/sudoers", "", 0};
  const Origin origin = origins_[line - 1];
  return {visible(paths_[origin.file]), "", origin.line};
}

std::vector<std::string> all_visible(std::vector<std::string> texts) {
  for (std::string& text : texts) text = visible(text);
  return texts;
}

}  // namespace

std::vector<facts::SudoGrant> read_sudo(const Root& root, std::vector<facts::Gap>& gaps) {
  Assembler assembler(root, gaps);
  assembler.add_file("/etc/sudoers", 0);
  std::vector<facts::SudoGrant> grants;
  formats::Limits limits;
  limits.bytes = 2 * largest_whole;
  const auto sudoers = formats::parse_sudoers(assembler.text(), limits);
  if (!sudoers) {
    gaps.push_back(gap_of("/etc/sudoers", sudoers.error(), false));
    return grants;
  }
  const std::set<std::string> freed(sudoers->no_password_for.begin(),
                                    sudoers->no_password_for.end());
  for (const formats::SudoRule& rule : sudoers->rules)
    for (const std::string& who : rule.who) {
      if (grants.size() >= most_grants) {
        gaps.push_back({"/etc/sudoers", fmt::format("more than {} grants", most_grants), false});
        return grants;
      }
      grants.push_back({visible(who), all_visible(rule.run_as),
                        rule.password_needed && !freed.contains("ALL") && !freed.contains(who),
                        all_visible(rule.commands), assembler.source(rule.line)});
    }
  for (const auto& [line, problem] : sudoers->problems) {
    const facts::Source source = assembler.source(line);
    gaps.push_back({fmt::format("{}:{}", source.where, source.line), visible(problem), false});
  }
  return grants;
}

}  // namespace muster::observe
