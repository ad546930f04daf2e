// Credentials that a command line announces one word before.
#include "redact/command.h"

#include "base/text.h"
#include "redact/carriers.h"
#include "redact/entropy.h"
#include "redact/names.h"
#include "redact/scan.h"
#include "redact/values.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>

namespace muster::redact {
namespace {

// A program is looked for among the first words only: wrappers (sudo, env, nice) come before it.
constexpr size_t first_words = 12;

enum class Takes { next_word, rest_of_word, user_and_password };

// Short flags that mean a password in these programs and something else in all others.
struct ShortFlag {
  std::string_view program;
  std::string_view needed;  // a sub-command that must be present; empty: none
  std::string_view flag;
  Takes takes;
};
constexpr std::array<ShortFlag, 18> short_flags = {{
    {"sshpass", "", "-p", Takes::next_word},
    {"sshpass", "", "-p", Takes::rest_of_word},
    {"curl", "", "-u", Takes::user_and_password},
    {"curl", "", "--user", Takes::user_and_password},
    {"curl", "", "-U", Takes::user_and_password},
    {"curl", "", "--proxy-user", Takes::user_and_password},
    {"curl", "", "-x", Takes::user_and_password},
    {"curl", "", "--proxy", Takes::user_and_password},
    {"docker", "login", "-p", Takes::next_word},
    {"podman", "login", "-p", Takes::next_word},
    {"helm", "login", "-p", Takes::next_word},
    {"oc", "login", "-p", Takes::next_word},
    {"az", "login", "-p", Takes::next_word},
    {"redis-cli", "", "-a", Takes::next_word},
    {"ldapsearch", "", "-w", Takes::next_word},
    {"mysql", "", "-p", Takes::rest_of_word},
    {"mysqldump", "", "-p", Takes::rest_of_word},
    {"mariadb", "", "-p", Takes::rest_of_word},
}};

// What one word says about the next.
struct Expectation {
  std::string where;
  Takes takes = Takes::next_word;
  bool sure = false;  // of a flag that is known to take a credential
};

struct Command {
  std::span<const std::string_view> words;
  std::set<std::string_view> programs;
  std::set<std::string_view> secret_flags;
  std::optional<size_t> secret_word;  // because of its position alone
  std::string secret_word_of;
};

bool runs(const catalog::Product& product, const std::set<std::string_view>& programs) {
  return std::any_of(programs.begin(), programs.end(), [&](std::string_view program) {
    return std::any_of(
        product.processes.begin(), product.processes.end(),
        [&](const catalog::ProcessPattern& process) { return names_program(process, program); });
  });
}

Command read_command(const catalog::Catalog& catalog, std::span<const std::string_view> words) {
  Command command{
      .words = words, .programs = {}, .secret_flags = {}, .secret_word = {}, .secret_word_of = {}};
  for (size_t i = 0; i < std::min(words.size(), first_words); ++i)
    command.programs.insert(base_name(words[i]));
  for (const catalog::Product& product : catalog.products) {
    if (!runs(product, command.programs)) continue;
    command.secret_flags.insert(product.secret_flags.begin(), product.secret_flags.end());
    for (const std::string& sub_command : product.secret_last_argument) {
      const auto found = std::find(words.begin(), words.end(), std::string_view(sub_command));
      if (words.end() - found < 2) continue;
      command.secret_word = words.size() - 1;
      command.secret_word_of = sub_command;
    }
  }
  return command;
}

bool applies(const ShortFlag& flag, const Command& command) {
  return command.programs.contains(flag.program) &&
         (flag.needed.empty() || std::find(command.words.begin(), command.words.end(),
                                           flag.needed) != command.words.end());
}

bool is_name(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), is_name_character);
}

std::optional<Expectation> expected_after(const Command& command, std::string_view word) {
  if (command.secret_flags.contains(word))
    return Expectation{.where = std::string(word), .takes = Takes::next_word, .sure = true};
  for (const ShortFlag& flag : short_flags)
    if (flag.takes != Takes::rest_of_word && word == flag.flag && applies(flag, command))
      return Expectation{.where = std::string(word), .takes = flag.takes, .sure = true};
  const bool is_flag = word.starts_with('-');
  const bool is_key = word.ends_with(':');
  if (is_key) word.remove_suffix(1);
  if (!is_name(word) || name_kind(word) == NameKind::plain) return std::nullopt;
  if (is_flag ? is_switch(word) : !is_key) return std::nullopt;
  return Expectation{.where = std::string(word), .takes = Takes::next_word, .sure = false};
}

std::optional<Mark> mark_expected(const Expectation& expected, std::string_view word) {
  if (looks_like_flag(word) || is_reference(word)) return std::nullopt;
  Mark mark{.begin = 0, .end = word.size(), .where = expected.where, .certain = true};
  if (expected.takes == Takes::user_and_password) {
    // "user:password", "http://user:password@proxy:3128": a port is no password.
    if (word.contains("://")) return std::nullopt;
    const size_t at = word.rfind('@');
    const size_t colon = word.find(':');
    if (colon == std::string_view::npos || colon + 1 == word.size()) return std::nullopt;
    const bool proxy = expected.where == "-x" || expected.where == "--proxy";
    if (proxy && (at == std::string_view::npos || at < colon)) return std::nullopt;
    mark.begin = colon + 1;
    if (proxy) mark.end = at;
    return is_reference(word.substr(mark.begin, mark.end - mark.begin)) ? std::nullopt
                                                                        : std::optional(mark);
  }
  if (expected.sure) return mark;
  const Verdict verdict = judge_value(expected.where, word);
  mark.certain = verdict == Verdict::certain;
  return verdict == Verdict::harmless ? std::nullopt : std::optional(mark);
}

// "--token=x", "-psecret": flag and value in one word, so that even blanks belong to the value.
std::optional<Mark> mark_inside(const Command& command, std::string_view word) {
  for (const ShortFlag& flag : short_flags)
    if (flag.takes == Takes::rest_of_word && word.starts_with(flag.flag) &&
        word.size() > flag.flag.size() && !word.starts_with("--") && applies(flag, command))
      return Mark{.begin = flag.flag.size(),
                  .end = word.size(),
                  .where = std::string(flag.flag),
                  .certain = true};
  const size_t sign = word.find('=');
  if (sign == std::string_view::npos || !is_name(word.substr(0, sign))) return std::nullopt;
  const std::string_view name = word.substr(0, sign);
  const std::string_view value = word.substr(sign + 1);
  Mark mark{.begin = sign + 1, .end = word.size(), .where = std::string(name), .certain = true};
  if (value.empty()) return std::nullopt;
  if (command.secret_flags.contains(name))
    return is_reference(value) ? std::nullopt : std::optional(mark);
  const Verdict verdict = judge_value(name, value);
  mark.certain = verdict == Verdict::certain;
  return verdict == Verdict::harmless ? std::nullopt : std::optional(mark);
}

// "bearer x", "password x" as two words: words of prose, so only what looks generated is taken.
std::optional<Mark> mark_after_plain_word(std::string_view before, std::string_view word) {
  const bool bearer = equals_ignoring_case(before, "bearer");
  const bool password = is_name(before) && name_kind(before) == NameKind::password;
  if ((!bearer && !password) || before.starts_with('-') || is_reference(word) ||
      looks_like_flag(word) || !looks_generated(word))
    return std::nullopt;
  return Mark{.begin = 0, .end = word.size(), .where = std::string(before), .certain = bearer};
}

}  // namespace

WordMarks mark_words(const catalog::Catalog& catalog, std::span<const std::string_view> words) {
  WordMarks marks;
  const Command command = read_command(catalog, words);
  const auto keep = [&](size_t index, std::optional<Mark> mark) {
    if (mark && mark->end > mark->begin) marks.emplace_back(index, *std::move(mark));
  };
  for (size_t i = 0; i < words.size(); ++i) {
    keep(i, mark_inside(command, words[i]));
    if (i + 1 == words.size()) break;
    if (const auto expected = expected_after(command, words[i])) {
      // "Authorization:" "Bearer" "x"
      const bool header = name_kind(expected->where) == NameKind::header;
      const size_t value = i + (header && is_scheme(words[i + 1]) ? 2 : 1);
      if (value < words.size()) keep(value, mark_expected(*expected, words[value]));
    } else {
      keep(i + 1, mark_after_plain_word(words[i], words[i + 1]));
    }
  }
  if (command.secret_word && !is_reference(words[*command.secret_word]))
    keep(*command.secret_word, Mark{.begin = 0,
                                    .end = words[*command.secret_word].size(),
                                    .where = command.secret_word_of,
                                    .certain = true});
  return marks;
}

}  // namespace muster::redact
