// How a runner program is started, by a process or by a unit, and what its catalog entry makes of
// it.
#pragma once
#include "catalog/product.h"
#include "facts/source.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muster::observe {

// A command line with its surroundings. Texts may hold secrets and never enter facts as they are.
struct Launch {
  std::string exe;  // empty: not known
  std::string cwd;
  std::string home;
  uint32_t uid = 0;
  std::vector<std::string_view> arguments;
  std::map<std::string_view, std::string_view> environment;
  std::string where;  // "pid 812", or the unit file: the source of what it says
};

struct Recognised {
  const catalog::Product* product = nullptr;
  const catalog::ProcessPattern* pattern = nullptr;
};

// Whether one of these paths holds a registration of the product.
using FileCheck =
    std::function<bool(const catalog::Product&, const std::vector<std::string>& paths)>;

// The first product, in the catalog's order, one of whose patterns fits; nothing for other
// programs.
std::optional<Recognised> recognise(const catalog::Catalog& catalog, const Launch& launch,
                                    const FileCheck& has_file);

struct FieldValue {
  std::string_view value;
  std::string place;  // the flag or the environment key that carried it
};
// The value of the first of the flags that is given: "--name x", "--name=x", "-n x".
std::optional<FieldValue> flag_value(const std::vector<std::string>& flags, const Launch& launch);
// A field by the pattern's flags, else by its environment keys.
std::optional<FieldValue> field_of(const catalog::ProcessPattern& pattern, const Launch& launch,
                                   std::string_view field);

// The files in which such a process may keep its registration, in the pattern's order.
std::vector<std::string> registration_paths(const catalog::ProcessPattern& pattern,
                                            const Launch& launch);

}  // namespace muster::observe
