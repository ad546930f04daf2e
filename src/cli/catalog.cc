// muster catalog: the knowledge compiled into this program.
#include "catalog/product.h"

#include "cli/command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include <cstdio>
#include <memory>

namespace muster::cli {
namespace {

int list() {
  const auto catalog = catalog::builtin();
  if (!catalog) return refuse(catalog.error());
  for (const catalog::Product& product : catalog->products)
    fmt::print("{:<27} {:<38} {:<10} checked {}\n", product.id, product.name, product.platform, product.checked);
  fmt::print("{} products, {} kinds of credential\n", catalog->products.size(), catalog->credentials.size());
  return Exit::clean;
}

int show(const std::string& id) {
  for (const auto& [path, text] : catalog::builtin_files())
    if (path == fmt::format("products/{}.yaml", id) || path == fmt::format("{}.yaml", id)) {
      fmt::print("{}", text);
      return Exit::clean;
    }
  return refuse({Errc::not_found, fmt::format("the catalog has no \"{}\"", id), "muster catalog list names what it has"});
}

}  // namespace

void add_catalog(CLI::App& program, int& exit) {
  auto* command = program.add_subcommand("catalog", "Show what Muster knows about runner products");
  command->require_subcommand(1);
  command->add_subcommand("list", "List the products")->callback([&exit] { exit = list(); });
  auto* one = command->add_subcommand("show", "Print one product's file");
  auto id = std::make_shared<std::string>();
  one->add_option("id", *id, "The product's id")->required()->type_name("ID");
  one->callback([id, &exit] { exit = show(*id); });
}

}  // namespace muster::cli
