// The literal assignments of a Python file. buildbot.tac is one: a program, of which only what can
// be known without running it is read.
#include "formats/input.h"
#include "formats/latest_entries.h"
#include "formats/parse.h"
#include "formats/python_tokens.h"

namespace muster::formats {
namespace {

struct Token {
  PythonToken kind = PythonToken::end;
  std::string value;
  Place place;

  bool is(char c) const { return kind == PythonToken::punctuation && value[0] == c; }
};

bool ends_statement(const Token& token) {
  return token.kind == PythonToken::end || token.kind == PythonToken::line_end || token.is(';');
}

// What a name is bound to, when that is a literal.
std::optional<LatestEntry> literal(const Token& token, bool negative) {
  LatestEntry entry{.key = {},
                    .key_place = {},
                    .kind = NodeKind::string,
                    .text = token.value,
                    .place = token.place};
  if (token.kind == PythonToken::number) {
    entry.kind = NodeKind::number;
    if (negative) entry.text.insert(0, 1, '-');
    return entry;
  }
  if (negative) return std::nullopt;
  if (token.kind == PythonToken::text) return entry;
  if (token.kind != PythonToken::name) return std::nullopt;
  if (token.value == "None") {
    entry.kind = NodeKind::null;
    entry.text.clear();
    return entry;
  }
  if (token.value != "True" && token.value != "False") return std::nullopt;
  entry.kind = NodeKind::boolean;
  entry.text = token.value == "True" ? "true" : "false";
  return entry;
}

class Reader {
 public:
  explicit Reader(std::string_view text) : tokens_(text) {}
  Result<LatestEntries> read(size_t most) &&;

 private:
  Result<Token> next();
  Result<Token> statement(Token first);
  Result<Token> assignment(Token name);
  void watch_for_application(const Token& token);

  PythonTokens tokens_;
  LatestEntries entries_;
  // How far into Application ( 'x' ) the tokens have come, and the text there.
  int application_ = 0;
  Token application_text_;
  bool conditional_ = false;  // the line is indented, or a colon has been seen on it
};

void Reader::watch_for_application(const Token& token) {
  if (token.kind == PythonToken::name && token.value == "Application") {
    application_ = 1;
  } else if (application_ == 1 && token.is('(')) {
    application_ = 2;
  } else if (application_ == 2 && token.kind == PythonToken::text) {
    application_ = 3;
    application_text_ = token;
  } else {
    if (application_ == 3 && (token.is(')') || token.is(',')))
      entries_.set({"Application", application_text_.place, NodeKind::string,
                    std::move(application_text_.value), application_text_.place});
    application_ = 0;
  }
}

Result<Token> Reader::next() {
  TRY_ASSIGN(const PythonToken kind, tokens_.next());
  Token token{kind, std::string(tokens_.value()), tokens_.place()};
  watch_for_application(token);
  if (token.is(':')) conditional_ = true;
  return token;
}

// Behind "name =": records a literal; any other value makes the name unknown. Gives the token at
// which it stopped.
Result<Token> Reader::assignment(Token name) {
  while (true) {
    TRY_ASSIGN(Token token, next());
    const Place begin = token.place;
    const bool negative = token.is('-');
    if (negative) {
      TRY_ASSIGN(token, next());
    }
    if (token.is('=') || ends_statement(token)) return token;  // a comparison, or not Python
    TRY_ASSIGN(Token after, next());
    std::optional<LatestEntry> entry = literal(token, negative);
    if (entry && ends_statement(after)) {
      entry->key = name.value;
      entry->key_place = name.place;
      entry->place = begin;
      entries_.set(*std::move(entry));
      return after;
    }
    entries_.forget(name.value);
    if (!after.is('=')) return after;
    name = std::move(token);  // a = b = ...
  }
}

// Reads one statement from its first token; gives the token that ends it.
Result<Token> Reader::statement(Token token) {
  if (token.kind == PythonToken::name && !conditional_) {
    TRY_ASSIGN(Token second, next());
    if (second.is('=')) {
      TRY_ASSIGN(second, assignment(std::move(token)));
    } else if (second.kind == PythonToken::punctuation && !ends_statement(second)) {
      TRY_ASSIGN(Token third, next());
      if (third.is('=')) entries_.forget(token.value);  // a += ...
      second = std::move(third);
    }
    token = std::move(second);
  }
  while (!ends_statement(token)) {
    TRY_ASSIGN(token, next());
  }
  return token;
}

Result<LatestEntries> Reader::read(size_t most) && {
  bool begins_line = true;
  while (entries_.size() <= most) {
    TRY_ASSIGN(Token token, next());
    if (begins_line) conditional_ = !tokens_.at_margin();
    if (!ends_statement(token)) {
      TRY_ASSIGN(token, statement(std::move(token)));
    }
    if (token.kind == PythonToken::end) break;
    begins_line = token.kind == PythonToken::line_end;
  }
  return std::move(entries_);
}

}  // namespace

Result<Document> parse_python_assignments(std::string_view text, const Limits& limits) {
  TRY_ASSIGN(const std::string_view admitted, admit(text, limits));
  TRY(check_is_text(admitted));
  TRY_ASSIGN(LatestEntries entries, Reader(admitted).read(limits.nodes));
  return std::move(entries).finish(limits);
}

}  // namespace muster::formats
