// The catalog that ships: it loads, it is complete, and its patterns say what the products do.
#include "catalog/product.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace muster::catalog {
namespace {

const Catalog& shipped() {
  static const Catalog catalog = [] {
    auto loaded = builtin();
    EXPECT_TRUE(loaded) << loaded.error().what << " | " << loaded.error().advice;
    return loaded ? *std::move(loaded) : Catalog{};
  }();
  return catalog;
}

const Product& product(std::string_view id) {
  const Product* found = shipped().find(id);
  EXPECT_NE(found, nullptr) << id;
  static const Product nothing;
  return found != nullptr ? *found : nothing;
}

// The role that the first fitting pattern gives, as the recognition does it.
std::string role(std::string_view id, std::string_view program, std::string_view arguments) {
  for (const ProcessPattern& process : product(id).processes)
    if (names_program(process, program) &&
        (!process.arguments || matches(process.arguments, arguments)))
      return process.role;
  return {};
}

TEST(BuiltinCatalog, holds_every_product_of_this_release) {
  for (const std::string_view id :
       {"github-actions-runner", "gitlab-runner", "gitea-runner", "forgejo-runner",
        "gitea-actions-runner-proxy", "buildkite-agent", "buildbot-worker"})
    EXPECT_NE(shipped().find(id), nullptr) << id;
  EXPECT_EQ(shipped().find("jenkins"), nullptr);
}

TEST(BuiltinCatalog, loads_every_compiled_in_file) {
  EXPECT_EQ(builtin_files().size(), shipped().products.size() + 1);
  for (const auto& [path, text] : builtin_files()) {
    if (path == "credentials.yaml") continue;
    const auto parsed = parse_product(path, text);
    EXPECT_TRUE(parsed) << path << ": " << parsed.error().what;
  }
}

TEST(BuiltinCatalog, is_sorted) {
  EXPECT_TRUE(std::ranges::is_sorted(shipped().products, {}, &Product::id));
  EXPECT_TRUE(std::ranges::is_sorted(shipped().credentials, {}, &CredentialKind::id));
}

TEST(BuiltinCatalog, describes_each_product_completely) {
  for (const Product& each : shipped().products) {
    EXPECT_FALSE(each.files.empty()) << each.id;
    EXPECT_FALSE(each.processes.empty()) << each.id;
    EXPECT_TRUE(each.unit_commands) << each.id;
    EXPECT_FALSE(each.sources.empty()) << each.id;
    EXPECT_EQ(each.identity.back(), "place") << each.id;
    EXPECT_TRUE(each.not_on_host.contains("registrar")) << each.id;
    EXPECT_FALSE(each.secret_environment.empty()) << each.id;
    EXPECT_TRUE(std::ranges::is_sorted(each.secret_environment)) << each.id;
    EXPECT_TRUE(std::ranges::any_of(each.processes, [](const ProcessPattern& process) {
      return process.role == "listener";
    })) << each.id;
  }
}

// Fields of a runner that a file or a process fills must not be declared unknowable.
TEST(BuiltinCatalog, never_calls_a_field_unknowable_that_every_file_gives) {
  for (const Product& each : shipped().products)
    for (const auto& [field, needs] : each.not_on_host)
      for (const RegistrationFile& file : each.files)
        EXPECT_FALSE(file.fields.contains(field)) << each.id << " " << field;
}

TEST(BuiltinCatalog, never_reads_a_credential_into_a_field) {
  for (const Product& each : shipped().products)
    for (const RegistrationFile& file : each.files)
      for (const auto& [field, key] : file.fields)
        for (const std::string_view secret : {"token", "passwd", "secret"})
          EXPECT_NE(key, secret) << each.id << " " << field;
}

TEST(BuiltinCatalog, tells_a_github_listener_from_its_other_commands) {
  const std::string_view id = "github-actions-runner";
  EXPECT_EQ(role(id, "Runner.Listener", "run"), "listener");
  EXPECT_EQ(role(id, "Runner.Listener", "run --startuptype service"), "listener");
  EXPECT_EQ(role(id, "Runner.Listener", "run --jitconfig AAAA"), "listener");
  EXPECT_EQ(role(id, "Runner.Listener", ""), "listener");
  EXPECT_EQ(role(id, "Runner.Listener", "configure --url https://github.com/a"), "management");
  EXPECT_EQ(role(id, "Runner.Listener", "run --labels remove"), "listener");
  EXPECT_EQ(role(id, "Runner.Worker", "spawnclient 121 124"), "job");
  EXPECT_EQ(role(id, "RunnerService.js", ""), "wrapper");
  EXPECT_EQ(role(id, "run.sh", "--jitconfig AAAA"), "wrapper");
  EXPECT_EQ(role(id, "run.sh", "--fast"), "");
  EXPECT_EQ(role(id, "Agent.Listener", "run"), "");
}

TEST(BuiltinCatalog, tells_a_gitlab_manager_from_helpers_and_commands) {
  const std::string_view id = "gitlab-runner";
  EXPECT_EQ(role(id, "gitlab-runner", "run --config /etc/gitlab-runner/config.toml"), "listener");
  EXPECT_EQ(role(id, "gitlab-runner", "--debug run"), "listener");
  EXPECT_EQ(role(id, "gitlab-runner", "run-single -u https://gitlab.example"), "listener");
  EXPECT_EQ(role(id, "gitlab-runner", "wrapper -- gitlab-runner run"), "wrapper");
  EXPECT_EQ(role(id, "gitlab-runner", "register -n"), "management");
  EXPECT_EQ(role(id, "gitlab-runner-helper", "artifacts-uploader --url x"), "job");
}

TEST(BuiltinCatalog, tells_gitea_forgejo_and_buildkite_processes_apart) {
  EXPECT_EQ(role("gitea-runner", "act_runner-0.2.11-linux-amd64", "daemon"), "listener");
  EXPECT_EQ(role("gitea-runner", "gitea-runner", "-c config.yaml daemon"), "listener");
  EXPECT_EQ(role("gitea-runner", "act_runner", "register --no-interactive"), "management");
  EXPECT_EQ(role("gitea-runner", "forgejo-runner", "daemon"), "");
  EXPECT_EQ(role("forgejo-runner", "forgejo-runner", "one-job --wait"), "listener");
  EXPECT_EQ(role("forgejo-runner", "forgejo-runner-12.1.2", "daemon"), "listener");
  EXPECT_EQ(role("forgejo-runner", "forgejo-runner", "create-runner-file"), "management");
  EXPECT_EQ(role("buildkite-agent", "buildkite-agent", "start --token fd://3"), "listener");
  EXPECT_EQ(role("buildkite-agent", "buildkite-agent", "bootstrap"), "job");
  EXPECT_EQ(role("buildkite-agent", "buildkite-agent", "artifact upload x"), "management");
}

TEST(BuiltinCatalog, takes_a_twisted_daemon_for_a_worker_only_with_its_file) {
  EXPECT_EQ(role("buildbot-worker", "buildbot-worker", "start --nodaemon"), "listener");
  EXPECT_EQ(role("buildbot-worker", "buildbot-worker", "create-worker a b c d"), "management");
  EXPECT_EQ(role("buildbot-worker", "buildbot", "start /var/lib/buildbot/masters/m"), "");
  const ProcessPattern& twistd = product("buildbot-worker").processes.at(1);
  EXPECT_TRUE(twistd.needs_file);
  for (const std::string_view arguments :
       {"--nodaemon --pidfile= -y buildbot.tac", "-ny buildbot.tac",
        "--no_save --logfile=twistd.log --python=buildbot.tac", "-y /srv/w/buildbot.tac"})
    EXPECT_TRUE(matches(twistd.arguments, arguments)) << arguments;
  EXPECT_FALSE(matches(twistd.arguments, "-ny site.tac"));
}

TEST(BuiltinCatalog, knows_units_by_name) {
  const auto named = [](std::string_view id, std::string_view unit) {
    return std::ranges::any_of(product(id).unit_names,
                               [&](const Pattern& pattern) { return matches(pattern, unit); });
  };
  EXPECT_TRUE(named("github-actions-runner", "actions.runner.acme-app.build01.service"));
  EXPECT_FALSE(named("github-actions-runner", "vsts.agent.acme.pool.build01.service"));
  EXPECT_TRUE(named("gitlab-runner", "gitlab-runner.service"));
  EXPECT_TRUE(named("buildbot-worker", "buildbot-worker@linux.service"));
  EXPECT_FALSE(named("buildbot-worker", "buildbot-worker@.service"));
  EXPECT_TRUE(named("buildkite-agent", "buildkite-agent@2.service"));
}

TEST(BuiltinCatalog, knows_units_by_command) {
  const auto starts = [](std::string_view id, std::string_view command) {
    return matches(product(id).unit_commands, command);
  };
  EXPECT_TRUE(
      starts("gitlab-runner",
             R"(/usr/bin/gitlab-runner "run" "--config" "/etc/gitlab-runner/config.toml")"));
  EXPECT_FALSE(starts("gitlab-runner", "/usr/bin/gitlab-runner verify --delete"));
  EXPECT_TRUE(starts("github-actions-runner", "/opt/r/run.sh --jitconfig AAAA"));
  EXPECT_TRUE(starts("github-actions-runner", "/opt/r/bin/Runner.Listener run"));
  EXPECT_FALSE(starts("github-actions-runner", "/opt/azure/runsvc.sh"));
  EXPECT_TRUE(starts("gitea-runner", "/usr/local/bin/act_runner-0.2.11 daemon"));
  EXPECT_TRUE(starts("forgejo-runner", "/usr/bin/forgejo-runner daemon --config /etc/x.yml"));
  EXPECT_TRUE(starts("buildkite-agent", "/usr/bin/buildkite-agent start --name %H-%i"));
  EXPECT_FALSE(starts("buildkite-agent", "/usr/bin/buildkite-agent pipeline upload"));
  EXPECT_TRUE(starts("buildbot-worker", "/usr/bin/buildbot-worker start --nodaemon"));
}

TEST(BuiltinCatalog, accepts_only_genuine_tracking_values) {
  const JobMarks& job = product("github-actions-runner").job;
  EXPECT_TRUE(matches(job.tracking_valid, "github_3f2504e0-4f89-41d3-9a0c-0305e82c3301"));
  EXPECT_FALSE(matches(job.tracking_valid, "0"));
  EXPECT_FALSE(matches(job.tracking_valid, ""));
  EXPECT_FALSE(matches(job.tracking_valid, "github_3f2504e0-4f89-41d3-9a0c-0305e82c3301 "));
  for (const Product& each : shipped().products)
    EXPECT_EQ(each.job.kills_leftovers, each.id == "github-actions-runner") << each.id;
}

TEST(BuiltinCatalog, tells_the_four_owners_of_dot_runner_apart) {
  const auto warning = [](const RegistrationFile& file) { return file.equals.at("WARNING"); };
  const RegistrationFile& gitea = product("gitea-runner").files.at(0);
  const RegistrationFile& forgejo = product("forgejo-runner").files.at(0);
  const std::string_view by_act = "This file is automatically generated by act-runner. Keep it.";
  const std::string_view by_gitea = "This file is generated by Gitea Runner.";
  const std::string_view by_forgejo = "This file is automatically generated by forgejo-runner.";
  EXPECT_TRUE(matches(warning(gitea), by_act));
  EXPECT_TRUE(matches(warning(gitea), by_gitea));
  EXPECT_FALSE(matches(warning(gitea), by_forgejo));
  EXPECT_TRUE(matches(warning(forgejo), by_forgejo));
  EXPECT_FALSE(matches(warning(forgejo), by_act));
  EXPECT_TRUE(product("gitea-runner").files.at(1).fallback);
  EXPECT_EQ(gitea.forbids, std::vector<std::string>{"runner_worker"});
  EXPECT_TRUE(
      std::ranges::count(product("gitea-actions-runner-proxy").files.at(0).needs, "runner_worker"));
  EXPECT_TRUE(product("github-actions-runner").files.at(0).any_case);
}

TEST(BuiltinCatalog, keeps_back_uuids_that_are_made_of_a_secret) {
  const Pattern& derived = product("forgejo-runner").files.at(0).digest_when.at("uuid");
  EXPECT_TRUE(matches(derived, "30313233-3435-3637-3839-616263646566"));
  EXPECT_FALSE(matches(derived, "3f2504e0-4f89-41d3-9a0c-0305e82c3301"));
}

TEST(BuiltinCatalog, does_not_take_placeholders_for_registrations) {
  const RegistrationFile& buildkite = product("buildkite-agent").files.at(0);
  EXPECT_FALSE(matches(buildkite.equals.at("token"), "xxx"));
  EXPECT_TRUE(matches(buildkite.unknown_when.at("name"), "%hostname-%spawn"));
  EXPECT_FALSE(matches(buildkite.unknown_when.at("name"), "build01-1"));
  const RegistrationFile& gitlab = product("gitlab-runner").files.at(0);
  EXPECT_TRUE(matches(gitlab.never_when.at("token_expires"), "0001-01-01T00:00:00Z"));
  EXPECT_FALSE(matches(gitlab.never_when.at("token_expires"), "2027-01-01T00:00:00Z"));
  EXPECT_FALSE(
      matches(product("buildbot-worker").files.at(0).equals.at("Application"), "buildbot-master"));
}

}  // namespace
}  // namespace muster::catalog
