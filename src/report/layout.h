// Laying out text for people: counting columns, wrapping words, safe display of foreign text.
#pragma once
#include "report/report.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace muster::report {

// How many terminal columns a UTF-8 text takes; wide characters take two, combining ones none.
size_t columns(std::string_view text);
// Foreign text made safe to show: visible(), and its middle left out (and counted) when it is
// longer than the limit, so that a hostile name cannot flood the report.
std::string shown(std::string_view text, size_t limit = 300);
// The words of a text in lines of at most `width` columns. A word is never broken: one that is
// wider than the width, a long path, stands alone on its line.
std::vector<std::string> wrap(std::string_view text, size_t width);

std::string grouped(uint64_t number);                            // "412,345"
std::string quantity(uint64_t number, std::string_view thing);   // "1 runner", "2,000 runners"
std::string enumerated(const std::vector<std::string>& things);  // "a", "a and b", "a, b and c"
std::string duration(std::chrono::milliseconds time);            // "0.41 s", "2 min 5 s"

// Collects a page of text, line by line.
class Page {
 public:
  explicit Page(const TextStyle& style);
  size_t width() const { return width_; }
  bool is_narrow() const { return width_ < 60; }  // no room for words beside words

  void blank();  // one empty line, never two, none at the start
  // A bold title at the margin; what follows it on the line is plain.
  void heading(std::string_view title, std::string_view rest = {});
  void line(std::string_view text, size_t indent);  // as it is
  // Wrapped words, every line indented.
  void paragraph(std::string_view text, size_t indent = 0);
  void bold_paragraph(std::string_view text, size_t indent = 0);
  // `label` at `indent`, then wrapped words that begin at the column `body` on every line.
  void labelled(std::string_view label, std::string_view text, size_t indent, size_t body);
  // The severity's word at `indent` in its colour, then as labelled().
  void severity(judge::Severity severity, std::string_view text, size_t indent, size_t body);
  std::string take() { return std::move(text_); }

 private:
  void put(std::string_view label, std::string_view paint, std::string_view text, size_t indent,
           size_t body);
  size_t room(size_t indent) const;  // columns for words behind an indentation
  std::string painted(std::string_view text, std::string_view paint) const;

  std::string text_;
  size_t width_;
  bool colour_;
};

}  // namespace muster::report
