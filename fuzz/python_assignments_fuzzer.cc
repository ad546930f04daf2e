// Fuzzes Python assignments.
#include "formats/parse.h"
#include "walk.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text = muster::fuzz::text_of(data, size);
  muster::fuzz::check(muster::formats::parse_python_assignments(text), text);
  return 0;
}
