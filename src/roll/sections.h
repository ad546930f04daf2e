// Reads the parts of a roll: one function for each kind of entry.
#pragma once
#include "formats/document.h"
#include "roll/problems.h"
#include "roll/roll.h"

namespace muster::roll {

Registrar read_registrar(formats::Node node, Problems& problems);
Entry read_entry(formats::Node node, Problems& problems);
Pool read_pool(formats::Node node, Problems& problems);
Exception read_exception(formats::Node node, Problems& problems);

}  // namespace muster::roll
