// Sockets of container engines.
#include "observe/host/engines.h"

#include "observe/tree.h"

#include <gtest/gtest.h>

namespace muster::observe {
namespace {

using tests::Tree;

TEST(Engines, reports_a_socket_with_its_owners) {
  const Root root = Tree().socket("/run/docker.sock", 990, 0660).root();
  std::vector<facts::Gap> gaps;
  const std::vector<facts::EngineSocket> expected = {{"/run/docker.sock", 0, 990, 0660}};
  EXPECT_EQ(read_engines(root, gaps), expected);
  EXPECT_TRUE(gaps.empty());
}

TEST(Engines, reports_a_socket_once_though_var_run_leads_to_it) {
  const Root root = Tree().socket("/run/docker.sock", 990, 0660).link("/var/run", "../run").root();
  std::vector<facts::Gap> gaps;
  EXPECT_EQ(read_engines(root, gaps).size(), 1U);
}

TEST(Engines, looks_into_a_var_run_of_its_own) {
  const Root root = Tree().folder("/var/run").socket("/var/run/docker.sock", 0, 0600).root();
  std::vector<facts::Gap> gaps;
  const auto engines = read_engines(root, gaps);
  ASSERT_EQ(engines.size(), 1U);
  EXPECT_EQ(engines[0].path, "/var/run/docker.sock");
}

TEST(Engines, follows_a_link_to_a_socket_elsewhere) {
  const Root root = Tree()
                        .link("/run/docker.sock", "/opt/engine/docker.sock")
                        .socket("/opt/engine/docker.sock", 7, 0666)
                        .root();
  std::vector<facts::Gap> gaps;
  const auto engines = read_engines(root, gaps);
  ASSERT_EQ(engines.size(), 1U);
  EXPECT_EQ(engines[0].path, "/opt/engine/docker.sock");
}

TEST(Engines, finds_engines_that_run_without_root) {
  const Root root = Tree()
                        .folder("/run/user/1001")
                        .socket("/run/user/1001/docker.sock", 1001, 0660)
                        .socket("/run/user/1001/podman/podman.sock", 1001, 0660)
                        .folder("/run/user/not-a-number")
                        .socket("/run/user/not-a-number/docker.sock", 0, 0660)
                        .root();
  std::vector<facts::Gap> gaps;
  EXPECT_EQ(read_engines(root, gaps).size(), 2U);
}

TEST(Engines, passes_over_what_is_no_socket) {
  const Root root = Tree()
                        .file("/run/docker.sock", "not a socket")
                        .link("/run/podman/podman.sock", "podman.sock")
                        .folder("/run/crio/crio.sock")
                        .root();
  std::vector<facts::Gap> gaps;
  EXPECT_TRUE(read_engines(root, gaps).empty());
}

TEST(Engines, finds_none_in_an_empty_tree) {
  std::vector<facts::Gap> gaps;
  EXPECT_TRUE(read_engines(Tree().root(), gaps).empty());
  EXPECT_TRUE(gaps.empty());
}

}  // namespace
}  // namespace muster::observe
