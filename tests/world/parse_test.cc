// World files: what they become, and how their mistakes are told.
#include "base/text.h"
#include "formats/accounts.h"
#include "os/mounts.h"
#include "world/world.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace muster::world {
namespace {

using testing::HasSubstr;

Result<World> parsed(std::string_view yaml) {
  return parse("w.yaml", fmt::format("says: A claim.\n{}", yaml),
               [](std::string_view kind) { return fmt::format("<{}>", kind); });
}

World good(std::string_view yaml) {
  Result<World> world = parsed(yaml);
  if (world) return *std::move(world);
  ADD_FAILURE() << world.error().what << "\n" << world.error().advice;
  return {};
}

MemoryFile file_of(const World& world, const std::string& path) {
  const auto file = world.tree.find(path);
  if (file != world.tree.end()) return file->second;
  ADD_FAILURE() << "no " << path;
  return {};
}

TEST(World, has_defaults_for_everything_but_its_claim) {
  const World world = good("");
  EXPECT_EQ(world.says, "A claim.");
  EXPECT_EQ(to_string(world.now), "2026-11-30T12:00:00Z");
  EXPECT_EQ(world.roll, "");
  EXPECT_EQ(file_of(world, "/etc/hostname").content, "host01\n");
  EXPECT_EQ(file_of(world, "/etc/machine-id").content.size(), 33U);
  EXPECT_EQ(file_of(world, "/proc/sys/kernel/random/boot_id").content.size(), 37U);
  EXPECT_THAT(file_of(world, "/etc/os-release").content, HasSubstr("PRETTY_NAME=\"Debian"));
  EXPECT_EQ(file_of(world, "/proc/1/comm").content, "systemd\n");
  EXPECT_EQ(file_of(world, "/proc/1/exe").content, "/usr/lib/systemd/systemd");
}

TEST(World, writes_its_accounts_as_linux_does) {
  const World world = good(R"(
users:
  ci: { uid: 1001, groups: [docker], shell: /bin/sh }
  deploy: { uid: 1002, gid: 990, home: /srv/deploy }
groups: { docker: 990 }
)");
  EXPECT_EQ(file_of(world, "/etc/passwd").content,
            "root:x:0:0::/root:/bin/bash\n"
            "ci:x:1001:1001::/home/ci:/bin/sh\n"
            "deploy:x:1002:990::/srv/deploy:/bin/bash\n");
  EXPECT_EQ(file_of(world, "/etc/group").content, "ci:x:1001:\ndocker:x:990:ci\nroot:x:0:\n");
  EXPECT_EQ(formats::parse_passwd(file_of(world, "/etc/passwd").content).size(), 3U);
  EXPECT_EQ(file_of(world, "/srv/deploy").info.uid, 1002U);
}

TEST(World, gives_files_their_owner_mode_and_kind) {
  const World world = good(R"(
users: { ci: { uid: 1001 } }
groups: { docker: 990 }
files:
  /opt/r/.runner: { owner: ci, mode: "0600", text: "hello", modified: 2026-01-02T03:04:05Z }
  /opt/r/bin: { link: bin.2 }
  /opt/r/_work: { directory: true, owner: ci, group: docker, mode: "1770" }
  /opt/r/raw: { base64: "AAEC" }
  /opt/r/pipe: { fifo: true }
  /opt/r/big: { size: 200000000 }
  /run/docker.sock: { socket: true, group: docker, mode: "0660" }
  /etc/motd: text alone
)");
  const FileInfo runner = file_of(world, "/opt/r/.runner").info;
  EXPECT_EQ(runner.uid, 1001U);
  EXPECT_EQ(runner.gid, 1001U);
  EXPECT_EQ(runner.mode, 0600);
  EXPECT_EQ(to_string(runner.modified), "2026-01-02T03:04:05Z");
  EXPECT_EQ(file_of(world, "/opt/r/bin").info.kind, FileKind::symlink);
  EXPECT_EQ(file_of(world, "/opt/r/_work").info.gid, 990U);
  EXPECT_EQ(file_of(world, "/opt/r/_work").info.mode, 01770);
  EXPECT_EQ(file_of(world, "/opt/r/raw").content, std::string("\0\1\2", 3));
  EXPECT_EQ(file_of(world, "/opt/r/pipe").info.kind, FileKind::fifo);
  EXPECT_EQ(file_of(world, "/opt/r/big").info.size, 200'000'000U);
  EXPECT_EQ(file_of(world, "/run/docker.sock").info.kind, FileKind::socket);
  EXPECT_EQ(file_of(world, "/etc/motd").content, "text alone");
  EXPECT_EQ(to_string(file_of(world, "/etc/motd").info.modified), "2026-10-31T12:00:00Z");
}

TEST(World, lists_the_folders_that_files_imply) {
  const World world = good("files: { /a/b/c: text }");
  EXPECT_EQ(file_of(world, "/a/b").info.kind, FileKind::directory);
  EXPECT_EQ(file_of(world, "/a").info.mode, 0755);
  EXPECT_EQ(file_of(world, "/").info.kind, FileKind::directory);
}

TEST(World, lets_a_written_file_win_over_a_generated_one) {
  const World world =
      good("files: { /etc/machine-id: mine, /proc/1/environ: { text: \"\", unreadable: true } }");
  EXPECT_EQ(file_of(world, "/etc/machine-id").content, "mine");
  EXPECT_TRUE(file_of(world, "/proc/1/environ").unreadable);
}

TEST(World, writes_mounts_as_linux_does) {
  const World world = good(R"(
mounts:
  - { where: /, type: ext4 }
  - { where: "/mnt/build cache", type: nfs4, source: "nas:/cache" }
)");
  const std::string text = file_of(world, "/proc/self/mountinfo").content;
  EXPECT_THAT(text, HasSubstr(" /mnt/build\\040cache "));
  const std::vector<Mount> mounts = parse_mountinfo(text);
  ASSERT_EQ(mounts.size(), 2U);
  EXPECT_EQ(mounts[1].where, "/mnt/build cache");
  EXPECT_EQ(mounts[1].type, "nfs4");
  EXPECT_EQ(mounts[1].source, "nas:/cache");
}

TEST(World, fills_placeholders_and_leaves_other_braces) {
  const World world = good(R"(
files:
  /a: "token {{secret:gitlab-runner-token}}, twice {{secret:gitlab-runner-token}}"
  /b: "${{ matrix.os }} {{byte:ff}}"
  "/c{{byte:FE}}": ""
roll: "id: {{secret:x}}"
)");
  EXPECT_EQ(file_of(world, "/a").content,
            "token <gitlab-runner-token>, twice <gitlab-runner-token>");
  EXPECT_EQ(file_of(world, "/b").content, "${{ matrix.os }} \xff");
  EXPECT_EQ(file_of(world, "/c\xfe").info.kind, FileKind::regular);
  EXPECT_EQ(world.roll, "id: <x>");
}

struct Mistake {
  std::string_view yaml;  // below "says:", which is line 1
  std::string_view what;
  std::string_view advice;
};

class WorldMistakes : public testing::TestWithParam<Mistake> {};

TEST_P(WorldMistakes, are_told_with_their_place_and_what_to_write) {
  const Result<World> world = parsed(GetParam().yaml);
  ASSERT_FALSE(world);
  EXPECT_THAT(world.error().what, HasSubstr(GetParam().what));
  EXPECT_THAT(world.error().advice, HasSubstr(GetParam().advice));
}

INSTANTIATE_TEST_SUITE_P(
    World, WorldMistakes,
    testing::Values(
        Mistake{"fils: {}", "w.yaml:2:1: unknown key \"fils\"", "files"},
        Mistake{"host: [a]", "w.yaml:2:7: a list where text is needed", "one text"},
        Mistake{"host: a\nhost: b", "w.yaml:3:1: \"host\" stands here and on line 2", "keep one"},
        Mistake{"now: yesterday", "w.yaml:2:6: \"yesterday\" is not a point in time", "2026-"},
        Mistake{"users: { ci: {} }", "w.yaml:2:14: user ci has no uid", "uid: 1001"},
        Mistake{"users: { ci: { uid: x } }", "w.yaml:2:21: \"x\" is not a number", "digits"},
        Mistake{"users: { ci: { uid: 1, groups: [docker] } }", "w.yaml:2:33: there is no group",
                "under groups"},
        Mistake{"mounts: [{ where: / }]", "w.yaml:2:10: a mount without", "type: ext4"},
        Mistake{"files: [a]", "w.yaml:2:8: a list where a map is needed", "/etc/motd"},
        Mistake{"files: { etc/motd: x }", "w.yaml:2:10: \"etc/motd\" is not an absolute path",
                "from /"},
        Mistake{"files: { /a/../b: x }", "is not an absolute path", "from /"},
        Mistake{"files: { /a: { mode: \"0644\" } }", "w.yaml:2:14: a file without content", "text"},
        Mistake{"files: { /a: { text: x, fifo: true } }", "both \"text\" and \"fifo\"", "keep one"},
        Mistake{"files: { /a: { text: x, mode: \"0999\" } }",
                "w.yaml:2:31: \"0999\" is not a file mode", "\"0640\""},
        Mistake{"files: { /a: { text: x, owner: bob } }", "w.yaml:2:32: there is no user \"bob\"",
                "under users"},
        Mistake{"files: { /a: { directory: false } }", "w.yaml:2:27: false says nothing", "true"},
        Mistake{"files: { /a: { base64: \"%\" } }", "w.yaml:2:24: this is not base64", "padded"},
        Mistake{"files: { /a: \"{{byte:xy}}\" }", "w.yaml:2:14: unknown placeholder",
                "{{secret:KIND}}"},
        Mistake{"files: { /a: x, /a/b: y }", "w.yaml: /a is no folder, but holds /a/b", ""},
        Mistake{"files: { /: x }", "w.yaml:2:10: / must be a folder", "directory"},
        Mistake{"processes: [{ exe: /bin/x }]", "w.yaml:2:13: a process without pid", "pid: 812"},
        Mistake{"processes: [{ pid: 5 }]", "w.yaml:2:13: a process without exe and name", "exe"},
        Mistake{"processes: [{ pid: 5, exe: /a }, { pid: 5, exe: /b }]",
                "w.yaml:2:41: pid 5 stands twice", "another"},
        Mistake{"processes: [{ pid: 5, name: longer-than-the-kernel }]",
                "w.yaml:2:29: the kernel cuts", "\"longer-than-the\""},
        Mistake{"processes: [{ pid: 5, exe: /a, listens: [\"udp 1.2.3.4:5\"] }]",
                "w.yaml:2:42: \"udp 1.2.3.4:5\" is no listening address", "tcp 127"},
        Mistake{"processes: [{ pid: 5, exe: /a, started: 2027-01-01T00:00:00Z }]",
                "w.yaml:2:41: it starts after", "2026-11-30T12:00:00Z"},
        Mistake{"processes: [{ pid: 5, exe: /a, capabilities: some }]", "w.yaml:2:46: \"some\"",
                "all or none"},
        Mistake{"a: [", "w.yaml:2:", ""}));

TEST(World, must_be_a_map_that_says_something) {
  const SecretMaker none = [](std::string_view) { return std::string(); };
  EXPECT_THAT(parse("w.yaml", "- a\n", none).error().what,
              HasSubstr("w.yaml:1:1: a list where a map"));
  EXPECT_THAT(parse("w.yaml", "host: a\n", none).error().what, HasSubstr("must say what it shows"));
  EXPECT_FALSE(parse("w.yaml", "", none));
}

}  // namespace
}  // namespace muster::world
