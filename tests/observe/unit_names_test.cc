// Names, drop-in folders and specifiers of services.
#include "observe/host/unit_names.h"

#include <gtest/gtest.h>

namespace muster::observe {
namespace {

using Names = std::vector<std::string>;

TEST(UnitNames, tell_templates_from_instances) {
  EXPECT_FALSE(parse_unit_name("x.service").templated);
  EXPECT_TRUE(parse_unit_name("x@.service").is_template());
  const UnitName name = parse_unit_name("x@a@b.service");
  EXPECT_EQ(name.prefix, "x");
  EXPECT_EQ(name.instance, "a@b");
  EXPECT_EQ(template_of(name), "x@.service");
}

TEST(UnitNames, cut_prefixes_at_dashes) {
  EXPECT_EQ(
      dropin_folders("actions-runner-acme.service"),
      (Names{"actions-runner-acme.service.d", "actions-runner-.service.d", "actions-.service.d"}));
  EXPECT_EQ(dropin_folders("plain.service"), Names{"plain.service.d"});
  EXPECT_EQ(dropin_folders("-.service"), (Names{"-.service.d"}));
}

TEST(UnitNames, give_instances_their_templates_folders) {
  EXPECT_EQ(dropin_folders("a-b@1.service"),
            (Names{"a-b@1.service.d", "a-b@.service.d", "a-@1.service.d", "a-@.service.d"}));
}

TEST(Specifiers, stand_for_the_name_and_the_account) {
  const SpecifierContext ci{"ci", "/home/ci", "1001"};
  EXPECT_EQ(expand_specifiers("%n %N %p %i %I", "run-it@a\\x2db-c.service", ci),
            "run-it@a\\x2db-c.service run-it@a\\x2db-c run-it a\\x2db-c a-b/c");
  EXPECT_EQ(expand_specifiers("%h/r %u %U %j 100%% %f", "x-y.service", ci),
            "/home/ci/r ci 1001 y 100% /x/y");
}

TEST(Specifiers, stay_as_written_when_not_known) {
  EXPECT_EQ(expand_specifiers("%h %t %", "x.service", {}), "%h %t %");
}

TEST(Specifiers, cannot_blow_up) {
  std::string value;
  for (int i = 0; i < 100'000; i++) value += "%i";
  const std::string name = "x@" + std::string(200, 'y') + ".service";
  EXPECT_LT(expand_specifiers(value, name, {}).size(), size_t{300'000});
}

}  // namespace
}  // namespace muster::observe
