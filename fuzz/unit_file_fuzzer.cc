// Fuzzes unit files, and the command lines and environments within them.
#include "formats/unit_file.h"
#include "walk.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace muster::formats;
  const auto unit = parse_unit_file(muster::fuzz::text_of(data, size));
  muster::fuzz::require(unit.has_value() || size > Limits().bytes);
  if (!unit) return 0;
  for (const UnitSetting& setting : unit->settings) {
    muster::fuzz::require(setting.line > 0 && !setting.key.empty());
    (void)split_command(setting.value);
    (void)split_environment(setting.value);
  }
  return 0;
}
