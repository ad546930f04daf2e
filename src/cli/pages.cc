// The reference pages.
#include "cli/pages.h"

#include "base/text.h"
#include "catalog/product.h"
#include "cli/program.h"
#include "judge/checks/all.h"

#include <fmt/format.h>

namespace muster::cli {

// The worlds of the checks, compiled in: examples that tests keep true.
const std::vector<std::pair<std::string_view, std::string_view>>& worlds();

namespace {

constexpr std::string_view exit_codes = R"(# Exit codes

| code | means |
|---|---|
| 0 | nothing at or above `--fail-on` (medium unless said otherwise) |
| 1 | findings at or above `--fail-on`; the report says *incomplete* when sight was partial as well |
| 2 | the command line, a file named in it, or the roll could not be used |
| 3 | no such finding, but sight was partial where a runner could have been hidden |

`muster collect` ends with 3 when the facts were written with such gaps, `muster roll check` with 1
when the roll has problems.
)";

// The part of a world file below a top-level key with a literal block, without its indentation.
std::string block_of(std::string_view world, std::string_view key) {
  std::string text;
  bool inside = false;
  for (const std::string_view line : lines(world)) {
    if (inside && !line.empty() && !line.starts_with(' ')) break;
    if (inside) text += fmt::format("{}\n", line.starts_with("  ") ? line.substr(2) : line);
    if (line == fmt::format("{}: |", key)) inside = true;
  }
  return text;
}

std::string_view value_of(std::string_view world, std::string_view key) {
  for (const std::string_view line : lines(world))
    if (line.starts_with(key) && line.substr(key.size()).starts_with(": "))
      return line.substr(key.size() + 2);
  return {};
}

std::string example_of(std::string_view id) {
  for (const auto& [path, text] : worlds()) {
    const std::string expected = block_of(text, "expect");
    if (!path.starts_with(fmt::format("{}/", id)) || expected.find(id) == expected.npos) continue;
    return fmt::format("**Example.** {}\n\n```\n{}```\n\n", value_of(text, "says"), expected);
  }
  return {};
}

std::string checks_page() {
  std::string text = "# Checks\n\nWhat `muster scan` judges. Made by `muster docs checks`.\n\n";
  for (const judge::Check* check : judge::all_checks())
    text += fmt::format("- [{0}](#{0}): {1}\n", check->id, check->title);
  for (const judge::Check* check : judge::all_checks())
    text += fmt::format("\n{}", page_of(*check));
  return text;
}

std::string catalog_page() {
  std::string text =
      "# Products\n\nThe runner products that Muster recognises. Made by `muster docs catalog`.\n";
  const auto catalog = catalog::builtin();
  if (!catalog) return text;
  for (const catalog::Product& product : catalog->products) {
    text +=
        fmt::format("\n## {}\n\n`{}`, by {}. Facts checked {} against {}.\n\n", product.name,
                    product.id, product.vendor, product.checked, fmt::join(product.sources, ", "));
    for (const catalog::RegistrationFile& file : product.files)
      text += fmt::format("- registration: `{}` ({}{}), with {}\n", file.name, file.format,
                          file.each.empty() ? "" : fmt::format(", one for each of `{}`", file.each),
                          fmt::join(file.needs, ", "));
    for (const catalog::ProcessPattern& process : product.processes)
      text += fmt::format("- {} process: {}\n", process.role, fmt::join(process.programs, ", "));
  }
  return text;
}

std::string heading_of(const Option& option) {
  if (std::holds_alternative<bool*>(option.target)) return option.names;
  const bool positional = !option.names.starts_with('-');
  return positional ? option.value : fmt::format("{} {}", option.names, option.value);
}

std::string line_of(const Option& option) {
  std::string text = fmt::format("- `{}`: {}", heading_of(option), option.about);
  if (!option.choices.empty()) text += fmt::format(" ({})", fmt::join(option.choices, ", "));
  const auto* value = std::get_if<std::string*>(&option.target);
  if (value != nullptr && !(*value)->empty()) text += fmt::format("; {} unless given", **value);
  return text + "\n";
}

void describe(const Command& command, const std::string& name, std::string& text) {
  if (command.commands.empty()) text += fmt::format("\n## {}\n\n{}.\n\n", name, command.about);
  for (const Option& option : command.options) text += line_of(option);
  for (const Command& sub : command.commands)
    describe(sub, fmt::format("{} {}", name, sub.name), text);
}

std::string commands_page() {
  std::string text =
      "# Commands\n\nMade by `muster docs commands`. Exit codes: [exit-codes.md](exit-codes.md).\n";
  describe(make_program(), "muster", text);
  return text;
}

}  // namespace

const std::vector<Page>& pages() {
  static const std::vector<Page> all = {{"catalog", "the runner products that are recognised"},
                                        {"checks", "every check, why it exists and what to do"},
                                        {"commands", "every command and its options"},
                                        {"exit-codes", "what the exit codes mean"}};
  return all;
}

std::string page_of(const judge::Check& check) {
  std::string text =
      fmt::format("## {}\n\n{} ({}, {}).\n\n{}\n\n**What to do.** {}\n\n", check.id, check.title,
                  to_string(check.severity), to_string(check.confidence), check.why, check.fix);
  text += example_of(check.id);
  for (const std::string_view reference : check.references)
    text += fmt::format("- <{}>\n", reference);
  return text;
}

std::string page(std::string_view name) {
  if (name == "checks") return checks_page();
  if (name == "catalog") return catalog_page();
  if (name == "commands") return commands_page();
  if (name == "exit-codes") return std::string(exit_codes);
  return {};
}

}  // namespace muster::cli
