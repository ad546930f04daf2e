// sudoers files (sudoers(5)): aliases, Defaults, includes and user specifications.
#include "base/text.h"
#include "formats/accounts.h"
#include "formats/input.h"
#include "formats/sudoers_aliases.h"
#include "formats/sudoers_words.h"

#include <algorithm>
#include <memory>
#include <set>

namespace muster::formats {
namespace {

using Items = std::vector<SudoItem>;

// A rule before its aliases are known: they may be defined further down. Rules of one line share
// their lists, which can be long.
struct Rule {
  std::shared_ptr<const Items> who;
  std::shared_ptr<const Items> run_as;
  bool password_needed = true;
  Items commands = {};
  uint32_t line = 0;
};

// One Defaults setting that decides whether passwords are asked for.
struct PasswordSetting {
  std::shared_ptr<const Items> who;
  bool asked = true;
};

std::shared_ptr<const Items> shared(Items items) {
  return std::make_shared<const Items>(std::move(items));
}

enum class AliasKind : uint8_t { user, run_as, command };

class Reader {
 public:
  explicit Reader(const Limits& limits) : limits_(limits) {}
  Result<Sudoers> read(std::string_view text) &&;

 private:
  Result<> line(const SudoersLine& line);
  bool include(const SudoersLine& line);
  Result<> aliases(SudoersCursor cursor, AliasKind kind);
  Result<> defaults(SudoersCursor cursor);
  void default_setting(std::string_view setting, const std::shared_ptr<const Items>& who);
  Result<> specification(SudoersCursor cursor, uint32_t number);
  Result<> resolve();
  Result<> resolve_password_settings(SudoAliasResolver& resolver);
  const SudoAliases& of(AliasKind kind) const { return aliases_[static_cast<size_t>(kind)]; }

  Limits limits_;
  Sudoers result_;
  Problems problems_;
  SudoAliases aliases_[3];
  std::vector<Rule> rules_;
  std::vector<PasswordSetting> settings_;
};

bool Reader::include(const SudoersLine& line) {
  if (!line.text.starts_with('#') && !trim(line.text).starts_with('@')) return false;
  SudoersCursor cursor(line.text);
  if (!cursor.eat('#')) cursor.eat('@');
  const bool is_directory = cursor.eat_word("includedir");
  if (!is_directory && !cursor.eat_word("include")) return false;
  std::string path = cursor.value();
  if (path.empty()) return false;
  if (is_directory && !path.ends_with('/')) path += '/';
  result_.includes.emplace_back(std::move(path), line.number);
  return true;
}

Result<> Reader::aliases(SudoersCursor cursor, AliasKind kind) {
  do {
    cursor.skip_blanks();
    const std::string_view rest = trim(cursor.rest());
    const std::string name(trim(rest.substr(0, rest.find_first_of("= \t"))));
    if (!is_sudo_alias_name(name)) return fail(Errc::malformed, "not the name of an alias");
    cursor.eat_word(name);
    if (!cursor.eat('=')) return fail(Errc::malformed, "'=' is missing");
    TRY_ASSIGN(Items items, kind == AliasKind::command ? cursor.commands() : cursor.names());
    if (!aliases_[static_cast<size_t>(kind)].emplace(name, std::move(items)).second)
      return fail(Errc::malformed, "an alias that is already defined");
  } while (cursor.eat(':'));
  if (!cursor.at_end()) return fail(Errc::malformed, "text behind the alias");
  return {};
}

void Reader::default_setting(std::string_view setting, const std::shared_ptr<const Items>& who) {
  bool on = true;
  while (setting.starts_with('!')) {
    on = !on;
    setting = trim(setting.substr(1));
  }
  if (setting == "authenticate") settings_.push_back({who, on});
  const size_t equals = setting.find('=');
  if (equals == setting.npos || trim(setting.substr(0, equals)) != "exempt_group") return;
  const std::string group = SudoersCursor(setting.substr(equals + 1)).value();
  settings_.push_back({shared({{"%" + group, false}}), false});
}

// Only what frees somebody from passwords matters. Hosts are taken for this one; a setting bound
// to a command or to a target user frees everybody somewhere, which the result cannot say.
Result<> Reader::defaults(SudoersCursor cursor) {
  Items who = {{"ALL", false}};
  const char binding = cursor.rest().empty() ? ' ' : cursor.rest()[0];
  bool bound_elsewhere = false;
  if (std::string_view(":@>!").contains(binding)) {
    cursor.skip(1);
    TRY_ASSIGN(Items names, cursor.names());
    if (binding == ':') who = std::move(names);
    bound_elsewhere = binding == '!' || binding == '>';
  }
  const auto shared_who = shared(std::move(who));
  const size_t before = settings_.size();
  const std::string_view text = cursor.rest();
  size_t begin = 0;
  bool quoted = false;
  for (size_t i = 0; i <= text.size(); i++) {
    if (i < text.size() && text[i] == '"') quoted = !quoted;
    if (i < text.size() && text[i] == '\\') i++;
    if (i < text.size() && (text[i] != ',' || quoted)) continue;
    default_setting(trim(text.substr(std::min(begin, text.size()), i - begin)), shared_who);
    begin = i + 1;
  }
  if (!bound_elsewhere || settings_.size() == before) return {};
  settings_.resize(before);
  return fail(Errc::malformed, "a password setting for some commands or target users");
}

bool is_tag(std::string_view word) {
  constexpr std::string_view tags[] = {"PASSWD",     "EXEC", "SETENV", "LOG_INPUT",
                                       "LOG_OUTPUT", "MAIL", "FOLLOW", "INTERCEPT"};
  if (word.starts_with("NO")) word.remove_prefix(2);
  return std::ranges::find(tags, word) != std::end(tags);
}

bool is_option(std::string_view word) {
  constexpr std::string_view options[] = {
      "ROLE",      "TYPE",     "PRIVS", "LIMITPRIVS", "TIMEOUT",
      "NOTBEFORE", "NOTAFTER", "CWD",   "CHROOT",     "APPARMOR_PROFILE"};
  return std::ranges::find(options, word) != std::end(options);
}

// The users of "(users : groups)", behind the opening bracket. None are written when only the
// group changes.
Result<Items> run_as(SudoersCursor& cursor) {
  Items users;
  if (!cursor.next_is(':') && !cursor.next_is(')')) {
    TRY_ASSIGN(users, cursor.names());
  }
  if (cursor.eat(':') && !cursor.next_is(')')) TRY(cursor.names());
  if (!cursor.eat(')')) return fail(Errc::malformed, "')' is missing");
  return users;
}

// What stands before a command and stays in force for those behind it.
Result<> prefixes(SudoersCursor& cursor, Rule& rule) {
  while (!cursor.at_end()) {
    if (cursor.eat('(')) {
      TRY_ASSIGN(Items users, run_as(cursor));
      rule.run_as = shared(std::move(users));
      continue;
    }
    const std::string_view rest = cursor.rest();
    const std::string_view word = rest.substr(0, rest.find_first_of(" \t\r:=,"));
    const std::string_view mark = trim(rest.substr(word.size()));
    if (is_tag(word) && mark.starts_with(':')) {
      cursor.eat_word(word);
      cursor.eat(':');
      if (word.ends_with("PASSWD")) rule.password_needed = word == "PASSWD";
    } else if (is_option(word) && mark.starts_with('=')) {
      cursor.eat_word(word);
      cursor.eat('=');
      cursor.value();
    } else {
      return {};
    }
  }
  return {};
}

Result<> Reader::specification(SudoersCursor cursor, uint32_t number) {
  std::vector<Rule> rules;
  TRY_ASSIGN(Items names, cursor.names());
  const auto who = shared(std::move(names));
  const auto root = shared({{"root", false}});
  do {
    TRY(cursor.hosts());
    Rule current{.who = who, .run_as = root, .line = number};
    do {
      Rule next{current.who, current.run_as, current.password_needed, {}, number};
      TRY(prefixes(cursor, next));
      TRY_ASSIGN(SudoItem command, cursor.command());
      const bool same = !current.commands.empty() && *next.run_as == *current.run_as &&
                        next.password_needed == current.password_needed;
      if (!same) {
        if (!current.commands.empty()) rules.push_back(std::move(current));
        current = std::move(next);
      }
      current.commands.push_back(std::move(command));
    } while (cursor.eat(','));
    rules.push_back(std::move(current));
  } while (cursor.eat(':'));
  if (!cursor.at_end()) return fail(Errc::malformed, "text behind the command");
  std::ranges::move(rules, std::back_inserter(rules_));
  return {};
}

Result<> Reader::line(const SudoersLine& line) {
  if (include(line)) return {};
  SudoersCursor cursor(line.text);
  if (cursor.eat_word("User_Alias")) return aliases(cursor, AliasKind::user);
  if (cursor.eat_word("Runas_Alias")) return aliases(cursor, AliasKind::run_as);
  if (cursor.eat_word("Cmnd_Alias") || cursor.eat_word("Cmd_Alias"))
    return aliases(cursor, AliasKind::command);
  if (cursor.eat_word("Host_Alias")) return {};  // rules are taken for this host
  if (cursor.eat_word("Defaults")) return defaults(cursor);
  return specification(cursor, line.number);
}

Result<> Reader::resolve_password_settings(SudoAliasResolver& resolver) {
  std::set<std::string> freed;
  for (const PasswordSetting& setting : settings_) {
    TRY_ASSIGN(std::vector<std::string> names, resolver.resolve(*setting.who, of(AliasKind::user)));
    for (std::string& name : names) {
      if (setting.asked)
        freed.erase(name);
      else
        freed.insert(std::move(name));
    }
  }
  result_.no_password_for.assign(freed.begin(), freed.end());
  return {};
}

Result<> Reader::resolve() {
  SudoAliasResolver resolver(limits_);
  for (const Rule& rule : rules_) {
    SudoRule resolved;
    TRY_ASSIGN(resolved.who, resolver.resolve(*rule.who, of(AliasKind::user)));
    TRY_ASSIGN(resolved.run_as, resolver.resolve(*rule.run_as, of(AliasKind::run_as)));
    TRY_ASSIGN(resolved.commands, resolver.resolve(rule.commands, of(AliasKind::command)));
    resolved.password_needed = rule.password_needed;
    resolved.line = rule.line;
    result_.rules.push_back(std::move(resolved));
  }
  return resolve_password_settings(resolver);
}

Result<Sudoers> Reader::read(std::string_view text) && {
  for (const SudoersLine& line : sudoers_lines(text))
    if (Result<> done = this->line(line); !done)
      problems_.add(line.number, std::move(done).error().what);
  TRY(resolve());
  result_.problems = std::move(problems_).take();
  return std::move(result_);
}

}  // namespace

Result<Sudoers> parse_sudoers(std::string_view text, const Limits& limits) {
  TRY_ASSIGN(const std::string_view admitted, admit(text, limits));
  return Reader(limits).read(admitted);
}

}  // namespace muster::formats
