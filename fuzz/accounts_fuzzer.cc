// Fuzzes passwd, group and sudoers files.
#include "formats/accounts.h"
#include "walk.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace muster::formats;
  const std::string_view text = muster::fuzz::text_of(data, size);
  for (const PasswdLine& line : parse_passwd(text)) muster::fuzz::require(!line.name.empty());
  for (const GroupLine& line : parse_group(text)) muster::fuzz::require(!line.name.empty());
  if (const auto sudoers = parse_sudoers(text))
    for (const SudoRule& rule : sudoers->rules) muster::fuzz::require(rule.line > 0);
  return 0;
}
