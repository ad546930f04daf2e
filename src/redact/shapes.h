// Credentials that show what they are by their shape.
#pragma once
#include "redact/mark.h"

#include <string_view>

namespace muster::redact {

// Marks every credential of a kind that the catalog knows.
void mark_shapes(const catalog::Catalog& catalog, std::string_view text, Marks& marks);

}  // namespace muster::redact
