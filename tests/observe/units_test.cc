// systemd's services from trees in memory.
#include "observe/host/units.h"

#include "base/text.h"
#include "observe/tree.h"
#include "support/secrets.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace muster::observe {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using tests::Tree;

struct Answer {
  std::vector<facts::Unit> units;
  std::vector<facts::Gap> gaps;
  uint64_t files_read = 0;

  const facts::Unit* find(std::string_view name, std::string_view scope = "system") const {
    for (const facts::Unit& unit : units)
      if (unit.name == name && unit.scope == scope) return &unit;
    return nullptr;
  }
};

catalog::Catalog small_catalog() {
  catalog::Product product;
  product.id = "example-runner";
  product.secret_flags = {"--token"};
  product.secret_environment = {"EXAMPLE_TOKEN"};
  catalog::ProcessPattern pattern;
  pattern.programs = {"agent"};
  product.processes.push_back(std::move(pattern));
  catalog::Catalog catalog;
  catalog.products.push_back(std::move(product));
  return catalog;
}

Answer read(const Tree& tree) {
  Answer answer;
  const catalog::Catalog catalog = small_catalog();
  const std::vector<facts::Account> accounts = {
      {"root", 0, 0, "/root", "/bin/sh", {"root"}, {0}},
      {"ci", 1001, 1001, "/home/ci", "/bin/sh", {"ci"}, {1001}}};
  answer.units =
      read_units(tree.root(), accounts, redact::Redactor(catalog), answer.gaps, answer.files_read);
  return answer;
}

std::vector<std::string> values(const facts::Unit* unit, std::string_view key) {
  std::vector<std::string> found;
  if (unit == nullptr) return found;
  for (const facts::Setting& setting : unit->settings)
    if (setting.key == key) found.push_back(setting.value);
  return found;
}

constexpr const char* service =
    "[Unit]\nDescription=A runner\n[Service]\nUser=ci\nExecStart=/opt/r/run.sh\n";

TEST(Units, hold_settings_with_their_places) {
  const Answer answer = read(Tree().file("/etc/systemd/system/x.service", service));
  const facts::Unit* unit = answer.find("x.service");
  ASSERT_NE(unit, nullptr);
  EXPECT_THAT(unit->files, ElementsAre("/etc/systemd/system/x.service"));
  EXPECT_FALSE(unit->autostart);
  const facts::Setting expected{
      "Service", "ExecStart", "/opt/r/run.sh", {"/etc/systemd/system/x.service", "ExecStart", 5}};
  EXPECT_EQ(unit->settings.back(), expected);
  EXPECT_EQ(answer.files_read, 1U);
  EXPECT_TRUE(answer.gaps.empty());
}

TEST(Units, are_none_without_systemd) {
  const Answer answer = read(Tree().file("/etc/passwd", ""));
  EXPECT_TRUE(answer.units.empty());
  EXPECT_TRUE(answer.gaps.empty());
}

TEST(Units, come_from_the_folder_of_highest_precedence) {
  const Answer answer =
      read(Tree()
               .file("/usr/lib/systemd/system/x.service", "[Service]\nExecStart=/low\n")
               .file("/run/systemd/system/x.service", "[Service]\nExecStart=/middle\n")
               .file("/etc/systemd/system/x.service", "[Service]\nExecStart=/high\n"));
  ASSERT_EQ(answer.units.size(), 1U);
  EXPECT_THAT(values(&answer.units[0], "ExecStart"), ElementsAre("/high"));
}

TEST(Units, appear_once_on_a_merged_usr) {
  const Answer answer =
      read(Tree().file("/usr/lib/systemd/system/x.service", service).link("/lib", "usr/lib"));
  EXPECT_EQ(answer.units.size(), 1U);
}

TEST(Units, that_are_masked_do_not_appear) {
  const Answer answer = read(Tree()
                                 .link("/etc/systemd/system/x.service", "/dev/null")
                                 .file("/usr/lib/systemd/system/x.service", service)
                                 .file("/etc/systemd/system/y.service", "")
                                 .file("/usr/lib/systemd/system/y.service", service));
  EXPECT_TRUE(answer.units.empty());
  EXPECT_TRUE(answer.gaps.empty());
}

TEST(Units, take_all_kinds_of_drop_ins) {
  const Answer answer = read(
      Tree()
          .file("/usr/lib/systemd/system/a-b.service", service)
          .file("/etc/systemd/system/a-b.service.d/10-own.conf", "[Service]\nEnvironment=A=1\n")
          .file("/etc/systemd/system/a-.service.d/20-prefix.conf", "[Service]\nEnvironment=B=2\n")
          .file("/run/systemd/system/service.d/30-all.conf", "[Service]\nEnvironment=C=3\n")
          .file("/etc/systemd/system/b.service.d/40-other.conf", "[Service]\nEnvironment=D=4\n")
          .file("/etc/systemd/system/a-b.service.d/readme.txt", "[Service]\nEnvironment=E=5\n"));
  const facts::Unit* unit = answer.find("a-b.service");
  EXPECT_THAT(values(unit, "Environment"), ElementsAre("A=1", "B=2", "C=3"));
  EXPECT_THAT(unit->files, ElementsAre("/usr/lib/systemd/system/a-b.service",
                                       "/etc/systemd/system/a-b.service.d/10-own.conf",
                                       "/etc/systemd/system/a-.service.d/20-prefix.conf",
                                       "/run/systemd/system/service.d/30-all.conf"));
}

TEST(Units, apply_drop_ins_by_file_name_and_mask_equal_ones) {
  const Answer answer = read(
      Tree()
          .file("/etc/systemd/system/x.service", service)
          .file("/run/systemd/system/x.service.d/10-first.conf", "[Service]\nUser=first\n")
          .file("/etc/systemd/system/x.service.d/20-second.conf", "[Service]\nUser=second\n")
          .file("/usr/lib/systemd/system/x.service.d/20-second.conf", "[Service]\nUser=hidden\n")
          .link("/etc/systemd/system/x.service.d/30-none.conf", "/dev/null")
          .file("/usr/lib/systemd/system/x.service.d/30-none.conf", "[Service]\nUser=masked\n"));
  const facts::Unit* unit = answer.find("x.service");
  EXPECT_THAT(values(unit, "User"), ElementsAre("second"));
  EXPECT_EQ(unit->files.size(), 3U);
  EXPECT_TRUE(answer.gaps.empty());
}

TEST(Units, empty_lists_by_an_empty_assignment) {
  const Answer answer = read(Tree()
                                 .file("/etc/systemd/system/x.service",
                                       "[Service]\nExecStart=/a\nExecStartPre=/p\nExecStartPre=/"
                                       "q\nUser=ci\nWorkingDirectory=/w\n")
                                 .file("/etc/systemd/system/x.service.d/o.conf",
                                       "[Service]\nExecStart=\nExecStart=/b\nWorkingDirectory=\n"));
  const facts::Unit* unit = answer.find("x.service");
  EXPECT_THAT(values(unit, "ExecStart"), ElementsAre("/b"));
  EXPECT_THAT(values(unit, "ExecStartPre"), ElementsAre("/p", "/q"));
  EXPECT_THAT(values(unit, "WorkingDirectory"), ElementsAre());
}

TEST(Units, start_by_themselves_when_something_wants_them) {
  const Answer answer =
      read(Tree()
               .file("/etc/systemd/system/x.service", service)
               .file("/etc/systemd/system/y.service", service)
               .file("/etc/systemd/system/z.service", service)
               .file("/etc/systemd/system/t.service", service)
               .link("/etc/systemd/system/multi-user.target.wants/x.service",
                     "/etc/systemd/system/x.service")
               .link("/usr/lib/systemd/system/a.target.requires/y.service", "../y.service")
               .link("/etc/systemd/system/timers.target.wants/t.timer", "../t.timer"));
  EXPECT_TRUE(answer.find("x.service")->autostart);
  EXPECT_TRUE(answer.find("y.service")->autostart);
  EXPECT_FALSE(answer.find("z.service")->autostart);
  EXPECT_TRUE(answer.find("t.service")->autostart);
}

TEST(Units, do_not_start_by_a_masked_link) {
  const Answer answer =
      read(Tree()
               .file("/usr/lib/systemd/system/x.service", service)
               .link("/usr/lib/systemd/system/multi-user.target.wants/x.service", "../x.service")
               .link("/etc/systemd/system/multi-user.target.wants/x.service", "/dev/null"));
  EXPECT_FALSE(answer.find("x.service")->autostart);
}

TEST(Units, unfold_the_wanted_instances_of_a_template) {
  const Answer answer =
      read(Tree()
               .file("/usr/lib/systemd/system/agent@.service",
                     "[Service]\nExecStart=/usr/bin/agent --name %i-%%\nWorkingDirectory=/srv/%I\n")
               .link("/etc/systemd/system/multi-user.target.wants/agent@one-two.service",
                     "/usr/lib/systemd/system/agent@.service")
               .file("/etc/systemd/system/agent@.service.d/a.conf", "[Service]\nUser=all\n")
               .file("/etc/systemd/system/agent@one-two.service.d/b.conf", "[Service]\nUser=%p\n"));
  const facts::Unit* unit = answer.find("agent@one-two.service");
  ASSERT_NE(unit, nullptr);
  EXPECT_TRUE(unit->autostart);
  EXPECT_THAT(values(unit, "ExecStart"), ElementsAre("/usr/bin/agent --name one-two-%"));
  EXPECT_THAT(values(unit, "WorkingDirectory"), ElementsAre("/srv/one/two"));
  EXPECT_THAT(values(unit, "User"), ElementsAre("agent"));
  ASSERT_NE(answer.find("agent@.service"), nullptr);
  EXPECT_FALSE(answer.find("agent@.service")->autostart);
}

TEST(Units, hold_aliases_under_the_real_name) {
  const Answer answer = read(
      Tree()
          .file("/usr/lib/systemd/system/real.service", service)
          .link("/etc/systemd/system/other.service", "/usr/lib/systemd/system/real.service")
          .file("/etc/systemd/system/other.service.d/x.conf", "[Service]\nUser=deploy\n")
          .link("/etc/systemd/system/multi-user.target.wants/other.service", "../other.service"));
  ASSERT_EQ(answer.units.size(), 1U);
  EXPECT_EQ(answer.units[0].name, "real.service");
  EXPECT_TRUE(answer.units[0].autostart);
  EXPECT_THAT(values(&answer.units[0], "User"), ElementsAre("deploy"));
}

TEST(Units, end_alias_loops) {
  const Answer answer = read(Tree()
                                 .link("/etc/systemd/system/a.service", "b.service")
                                 .link("/etc/systemd/system/b.service", "a.service")
                                 .link("/etc/systemd/system/c.service", "c.service"));
  EXPECT_EQ(answer.find("a.service"), nullptr);
  EXPECT_EQ(answer.find("b.service"), nullptr);
  EXPECT_EQ(answer.gaps.size(), 1U);
}

TEST(Units, may_be_links_to_files_elsewhere) {
  const Answer answer = read(Tree()
                                 .file("/opt/r/r.service", service)
                                 .link("/etc/systemd/system/linked.service", "/opt/r/r.service"));
  EXPECT_THAT(values(answer.find("linked.service"), "User"), ElementsAre("ci"));
}

TEST(UserUnits, belong_to_the_account_whose_folders_hold_them) {
  const Answer answer =
      read(Tree()
               .file("/home/ci/.config/systemd/user/r.service",
                     "[Service]\nExecStart=%h/run.sh --as %u\n", 0644, 1001)
               .link("/home/ci/.config/systemd/user/default.target.wants/r.service", "../r.service",
                     1001)
               .file("/usr/lib/systemd/user/shared.service", service)
               .file("/usr/lib/systemd/user/patched.service", service)
               .file("/home/ci/.config/systemd/user/patched.service.d/x.conf",
                     "[Service]\nNice=1\n", 0644, 1001));
  const facts::Unit* unit = answer.find("r.service", "ci");
  ASSERT_NE(unit, nullptr);
  EXPECT_TRUE(unit->autostart);
  EXPECT_THAT(values(unit, "ExecStart"), ElementsAre("/home/ci/run.sh --as ci"));
  EXPECT_NE(answer.find("patched.service", "ci"), nullptr);
  EXPECT_NE(answer.find("patched.service", "*"), nullptr);
  EXPECT_NE(answer.find("shared.service", "*"), nullptr);
  EXPECT_EQ(answer.find("shared.service", "ci"), nullptr);
}

TEST(UserUnits, of_a_closed_home_are_a_gap) {
  const Answer answer =
      read(Tree()
               .file("/home/ci/.config/systemd/user/r.service", service, 0644, 1001)
               .folder("/home/ci")
               .closed("/home/ci"));
  ASSERT_EQ(answer.gaps.size(), 1U);
  EXPECT_EQ(answer.gaps[0].what, "/home/ci");
  EXPECT_TRUE(answer.gaps[0].could_hide_runner);
}

TEST(UserUnits, cannot_quote_what_their_account_cannot_read) {
  const Answer answer =
      read(Tree()
               .file("/root/private.service", "[Service]\nExecStart=/secret/plan\n", 0600)
               .link("/home/ci/.config/systemd/user/r.service", "/root/private.service", 1001));
  EXPECT_EQ(values(answer.find("r.service", "ci"), "ExecStart").size(), 0U);
  EXPECT_EQ(answer.gaps.size(), 1U);
}

TEST(Units, never_hold_a_secret) {
  tests::Secrets secrets("units");
  const std::string a = secrets.make("generic"), b = secrets.make("generic#2"),
                    c = secrets.make("generic#3"), d = secrets.make("generic#4");
  const Answer answer = read(
      Tree().file("/etc/systemd/system/x.service",
                  fmt::format("[Service]\nExecStart=-/opt/r/agent start --token {} --name \"a b\"\n"
                              "Environment=\"EXAMPLE_TOKEN={}\" PLAIN=yes\nSetCredential=key:{}\n"
                              "ExecStop=/opt/r/agent --token \"{}\n",
                              a, b, c, d)));
  const facts::Unit* unit = answer.find("x.service");
  ASSERT_NE(unit, nullptr);
  std::string said;
  for (const facts::Setting& setting : unit->settings) said += setting.value + "\n";
  for (const facts::Exposure& exposure : unit->exposures) said += exposure.shown + "\n";
  EXPECT_TRUE(secrets.leaks(said).empty()) << said;
  EXPECT_THAT(values(unit, "ExecStart")[0], HasSubstr("-/opt/r/agent start --token «redacted"));
  EXPECT_THAT(values(unit, "ExecStart")[0], HasSubstr("--name \"a b\""));
  EXPECT_THAT(values(unit, "Environment")[0], HasSubstr("PLAIN=yes"));
  ASSERT_GE(unit->exposures.size(), 3U);
  EXPECT_EQ(unit->exposures[0].source,
            (facts::Source{"/etc/systemd/system/x.service", "--token", 2}));
  EXPECT_EQ(unit->exposures[1].source,
            (facts::Source{"/etc/systemd/system/x.service", "EXAMPLE_TOKEN", 3}));
}

TEST(Units, are_bounded) {
  Tree tree;
  tree.file("/etc/systemd/system/x.service", service);
  for (int i = 0; i < 10'000; i++)
    tree.file(fmt::format("/etc/systemd/system/x.service.d/{:05}.conf", i),
              "[Service]\nEnvironment=A=1\n");
  const Answer all = read(tree);
  EXPECT_EQ(all.find("x.service")->files.size(), 10'001U);
  EXPECT_TRUE(all.gaps.empty());
  for (int i = 0; i < 10'100; i++)
    tree.file(fmt::format("/etc/systemd/system/y.service.d/{:05}.conf", i),
              "[Service]\nEnvironment=A=1\n");
  tree.file("/etc/systemd/system/y.service", service);
  const Answer many = read(tree);
  EXPECT_EQ(many.files_read, 20'000U);
  ASSERT_EQ(many.gaps.size(), 1U);
  EXPECT_TRUE(many.gaps[0].could_hide_runner);
}

TEST(Units, bound_drop_ins_for_every_service) {
  Tree tree;
  for (int i = 0; i < 400; i++) {
    tree.file(fmt::format("/etc/systemd/system/service.d/{:05}.conf", i),
              "[Service]\nEnvironment=A=1\n");
    tree.file(fmt::format("/etc/systemd/system/u{}.service", i), service);
  }
  const Answer answer = read(tree);
  EXPECT_EQ(answer.units.size(), 400U);
  EXPECT_EQ(answer.gaps.size(), 1U);
}

TEST(Units, that_cannot_be_read_are_a_gap) {
  const Answer answer =
      read(Tree()
               .file("/etc/systemd/system/x.service", service)
               .closed("/etc/systemd/system/x.service")
               .file("/etc/systemd/system/big.service", std::string(2 << 20, '#')));
  EXPECT_EQ(answer.gaps.size(), 2U);
  EXPECT_NE(answer.find("x.service"), nullptr);
}

TEST(Units, hold_only_visible_text) {
  std::string noise = "[Service]\nExecStart=/bin/\xff\x1b[2J \"x\xe2\x80\xaey\"\n\xff\xfe=\x01\n";
  for (int i = 0; i < 4096; i++) noise += static_cast<char>(i * 11);
  const Answer answer = read(Tree().file("/etc/systemd/system/a\xff\x1b.service", noise));
  ASSERT_EQ(answer.units.size(), 1U);
  EXPECT_EQ(answer.units[0].name, visible(answer.units[0].name));
  for (const facts::Setting& setting : answer.units[0].settings) {
    EXPECT_EQ(setting.value, visible(setting.value));
    EXPECT_EQ(setting.key, visible(setting.key));
  }
}

}  // namespace
}  // namespace muster::observe
