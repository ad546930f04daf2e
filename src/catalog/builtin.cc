// The catalog that is compiled into this program.
#include "catalog/product.h"

#include <fmt/format.h>
#include <algorithm>

namespace muster::catalog {

const Product* Catalog::find(std::string_view product_id) const {
  for (const Product& product : products)
    if (product.id == product_id) return &product;
  return nullptr;
}

Result<Catalog> builtin() {
  Catalog catalog;
  for (const auto& [path, text] : builtin_files()) {
    if (path.starts_with("products/")) {
      TRY_ASSIGN(Product product, parse_product(path, text));
      catalog.products.push_back(std::move(product));
    } else if (path == "credentials.yaml") {
      TRY_ASSIGN(catalog.credentials, parse_credentials(path, text));
    } else {
      return fail(Errc::internal, fmt::format("nothing reads the catalog file {}", path));
    }
  }
  std::sort(catalog.products.begin(), catalog.products.end(),
            [](const Product& a, const Product& b) { return a.id < b.id; });
  if (catalog.products.empty() || catalog.credentials.empty())
    return fail(Errc::internal, "this program was built without its catalog");
  return catalog;
}

}  // namespace muster::catalog
