// Names of systemd services; see systemd.unit(5), sections Description and Specifiers.
#include "observe/host/unit_names.h"

#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace muster::observe {
namespace {

constexpr std::string_view suffix = ".service";
// Answers values of a thousand "%i" and names of a thousand letters.
constexpr size_t longest_expansion = size_t{64} << 10;

std::string service_name(std::string_view prefix, const UnitName& name, std::string_view instance) {
  return name.templated ? fmt::format("{}@{}{}", prefix, instance, suffix)
                        : fmt::format("{}{}", prefix, suffix);
}

// "a-b" -> "a/b", "\x2d" -> "-".
std::string unescaped(std::string_view text) {
  std::string result;
  for (size_t i = 0; i < text.size(); i++) {
    unsigned byte = 0;
    if (text.substr(i).starts_with("\\x") && i + 4 <= text.size() &&
        std::from_chars(text.data() + i + 2, text.data() + i + 4, byte, 16).ptr ==
            text.data() + i + 4) {
      result += static_cast<char>(byte);
      i += 3;
    } else {
      result += text[i] == '-' ? '/' : text[i];
    }
  }
  return result;
}

std::optional<std::string> meaning(char specifier, std::string_view full, const UnitName& name,
                                   const SpecifierContext& context) {
  const auto known = [](const std::string& text) {
    return text.empty() ? std::nullopt : std::optional(text);
  };
  switch (specifier) {
    case '%':
      return "%";
    case 'i':
      return std::string(name.instance);
    case 'I':
      return unescaped(name.instance);
    case 'n':
      return std::string(full);
    case 'N':
      return std::string(full.substr(0, full.size() - suffix.size()));
    case 'p':
      return std::string(name.prefix);
    case 'P':
      return unescaped(name.prefix);
    case 'j':
      return std::string(name.prefix.substr(name.prefix.rfind('-') + 1));
    case 'f':
      return "/" + unescaped(name.templated ? name.instance : name.prefix);
    case 'u':
      return known(context.user);
    case 'U':
      return known(context.uid);
    case 'h':
      return known(context.home);
    default:
      return std::nullopt;
  }
}

}  // namespace

UnitName parse_unit_name(std::string_view name) {
  if (name.ends_with(suffix)) name.remove_suffix(suffix.size());
  const size_t at = name.find('@');
  if (at == name.npos) return {name, {}, false};
  return {name.substr(0, at), name.substr(at + 1), true};
}

std::string template_of(const UnitName& name) { return fmt::format("{}@{}", name.prefix, suffix); }

std::vector<std::string> dropin_folders(std::string_view name) {
  const UnitName parsed = parse_unit_name(name);
  std::vector<std::string> folders;
  std::string_view prefix = parsed.prefix;
  for (;;) {
    folders.push_back(service_name(prefix, parsed, parsed.instance) + ".d");
    if (parsed.is_instance()) folders.push_back(service_name(prefix, parsed, "") + ".d");
    const size_t end = prefix.ends_with('-') ? prefix.size() - 1 : prefix.size();
    const size_t dash = prefix.substr(0, end).rfind('-');
    if (dash == prefix.npos) return folders;
    prefix = prefix.substr(0, dash + 1);
  }
}

std::string expand_specifiers(std::string_view value, std::string_view name,
                              const SpecifierContext& context) {
  if (value.find('%') == value.npos) return std::string(value);
  const UnitName parsed = parse_unit_name(name);
  std::string result;
  for (size_t i = 0; i < value.size(); i++) {
    const bool specifier =
        value[i] == '%' && i + 1 < value.size() && result.size() < longest_expansion;
    const auto text = specifier ? meaning(value[i + 1], name, parsed, context) : std::nullopt;
    if (!text) {
      result += value[i];
      if (specifier) result += value[i + 1];
    } else {
      result += *text;
    }
    if (specifier) i++;
  }
  return result;
}

}  // namespace muster::observe
