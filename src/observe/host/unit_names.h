// Names of systemd services: templates, instances, drop-in folders and specifiers. Pure.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace muster::observe {

// "x@a.service": its parts. An instance of no template has no instance; a template an empty one.
struct UnitName {
  std::string_view prefix;    // "x"
  std::string_view instance;  // "a"
  bool templated = false;     // holds an "@"
  bool is_template() const { return templated && instance.empty(); }
  bool is_instance() const { return templated && !instance.empty(); }
};
UnitName parse_unit_name(std::string_view name);  // of a name that ends in ".service"

// "x@.service" for "x@a.service".
std::string template_of(const UnitName& name);

// The folders that hold a service's drop-ins, without "service.d", in systemd's order: its own, its
// template's, then those of prefixes cut at dashes ("a-b-c.service" -> "a-b-.service.d", ...).
std::vector<std::string> dropin_folders(std::string_view name);

// What specifiers stand for beside the name itself. Empty ones are left as they are written.
struct SpecifierContext {
  std::string user;  // %u, who runs the manager
  std::string home;  // %h, the same account's
  std::string uid;   // %U
};
// The value with %i %I %j %n %N %p %P %f %u %U %h and %% replaced; others stay as written. The
// result is bounded; past the bound, specifiers stay as written.
std::string expand_specifiers(std::string_view value, std::string_view name,
                              const SpecifierContext& context);

}  // namespace muster::observe
