// muster catalog: the knowledge compiled into this program.
#include "catalog/product.h"

#include "cli/command.h"
#include "cli/streams.h"

#include <fmt/format.h>

#include <cstdio>
#include <memory>

namespace muster::cli {
namespace {

int list() {
  const auto catalog = catalog::builtin();
  if (!catalog) return refuse(catalog.error());
  for (const catalog::Product& product : catalog->products)
    fmt::print("{:<27} {:<38} {:<10} checked {}\n", product.id, product.name, product.platform,
               product.checked);
  fmt::print("{} products, {} kinds of credential\n", catalog->products.size(),
             catalog->credentials.size());
  return Exit::clean;
}

int show(const std::string& id) {
  for (const auto& [path, text] : catalog::builtin_files())
    if (path == fmt::format("products/{}.yaml", id) || path == fmt::format("{}.yaml", id)) {
      fmt::print("{}", text);
      return Exit::clean;
    }
  return refuse({Errc::not_found, fmt::format("the catalog has no \"{}\"", id),
                 "muster catalog list names what it has"});
}

}  // namespace

Command catalog_command() {
  const auto id = std::make_shared<std::string>();
  const Option which{.names = "id",
                     .about = "The product's id",
                     .target = id.get(),
                     .value = "ID",
                     .required = true};
  return {
      .name = "catalog",
      .about = "Show what Muster knows about runner products",
      .commands = {
          {.name = "list", .about = "List the products", .run = list},
          {.name = "show", .about = "Print one product's file", .options = {which}, .run = [id] {
             return show(*id);
           }}}};
}

}  // namespace muster::cli
