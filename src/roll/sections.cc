// What each kind of entry of a roll may say, and what makes no sense in it.
#include "roll/sections.h"

#include "roll/fields.h"

#include <fmt/format.h>

#include <algorithm>

namespace muster::roll {
namespace {

using formats::Node;

constexpr std::string_view lifetimes[] = {"persistent", "ephemeral"};
// Other words are accepted; near misses of these are taken for typing errors.
constexpr std::string_view platforms[] = {
    "agola",     "appveyor",  "atlantis", "azure",     "bamboo",    "bitbucket",
    "buildbot",  "buildkite", "circleci", "cirrus",    "codebuild", "concourse",
    "drone",     "forgejo",   "gitea",    "gitee",     "github",    "gitlab",
    "gocd",      "harness",   "jenkins",  "laminar",   "octopus",   "semaphore",
    "sourcehut", "spacelift", "teamcity", "terraform", "travis",    "woodpecker"};

bool is_word(std::string_view text) {
  constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789-";
  return !text.empty() && text.find_first_not_of(letters) == text.npos;
}

std::string read_platform(const Fields& fields, Problems& problems) {
  std::string found = fields.needed("platform", "write the platform, for example platform: github");
  if (found.empty() || std::ranges::find(platforms, found) != std::end(platforms)) return found;
  const std::string_view meant = nearest(found, platforms);
  if (!meant.empty())
    problems.add(fields.place("platform"), fmt::format("unknown platform {}", quoted(found)),
                 fmt::format("did you mean \"{}\"?", meant));
  else if (!is_word(found))
    problems.add(fields.place("platform"),
                 fmt::format("platform {} is not one lower-case word", quoted(found)),
                 "write it as \"github\", \"gitlab\", \"buildbot\"");
  return found;
}

std::string read_scope(const Fields& fields) {
  return fields.needed("scope",
                       "write what it is registered to, as in scope: https://github.com/acme; "
                       "without it the entry would authorise every scope");
}

std::optional<Approval> read_approval(const Fields& fields, std::string_view key,
                                      Problems& problems) {
  constexpr std::string_view known[] = {"by", "ticket", "on"};
  const auto node = fields.map(key);
  if (!node) return std::nullopt;
  const Fields inner(*node, key == "approval" ? "an approval" : "a review", known, problems);
  return Approval{.by = inner.needed("by", "name the person: by: carol@acme.example"),
                  .ticket = inner.text("ticket"),
                  .on = inner.time("on")};
}

std::optional<Teardown> read_teardown(const Fields& fields, Problems& problems) {
  constexpr std::string_view known[] = {"by", "within"};
  const auto node = fields.map("teardown");
  if (!node) return std::nullopt;
  const Fields inner(*node, "a teardown", known, problems);
  return Teardown{.by = inner.needed("by", "say how it is ended: by: reimage"),
                  .within = inner.duration("within")};
}

Boundary read_boundary(const Fields& fields, Problems& problems) {
  constexpr std::string_view known[] = {"repositories", "environments", "identities", "egress"};
  const auto node = fields.map("boundary");
  if (!node) return {};
  const Fields inner(*node, "a boundary", known, problems);
  return {.repositories = inner.texts("repositories"),
          .environments = inner.texts("environments"),
          .identities = inner.texts("identities"),
          .egress = inner.texts("egress")};
}

// An entry is one runner: what it names is compared as it stands.
void check_is_literal(const Fields& fields, std::string_view key, std::string_view value,
                      Problems& problems) {
  if (value.find('*') == value.npos) return;
  problems.add(fields.place(key), fmt::format("{} {} holds a wildcard", key, quoted(value)),
               "an entry is one runner; runners that come and go belong under pools:");
}

void check_path(const Fields& fields, const Entry& entry, Problems& problems) {
  check_is_literal(fields, "path", entry.path, problems);
  if (!entry.path.empty() && !entry.path.starts_with('/'))
    problems.add(fields.place("path"), fmt::format("path {} is not absolute", quoted(entry.path)),
                 "write it from the root: /opt/actions-runner");
}

void check_names_a_runner(const Fields& fields, Node node, Problems& problems) {
  for (const std::string_view key : {"name", "id", "uuid", "path"})
    if (fields.has(key)) return;
  problems.add(node.place(), "a runner without name, id, uuid and path matches nothing",
               "write its name, and its id where the platform gives one");
}

}  // namespace

Registrar read_registrar(Node node, Problems& problems) {
  constexpr std::string_view known[] = {"platform", "scope", "actors"};
  const Fields fields(node, "a registrar", known, problems);
  Registrar registrar{.at = line_of(node.place()),
                      .platform = read_platform(fields, problems),
                      .scope = read_scope(fields),
                      .actors = fields.texts("actors")};
  if (!fields.has("actors"))
    problems.add(node.place(), "a registrar names no actors",
                 "list who may register runners there: actors: [acme-runner-bot]");
  return registrar;
}

Entry read_entry(Node node, Problems& problems) {
  constexpr std::string_view known[] = {"name",     "platform", "scope",    "id",      "uuid",
                                        "host",     "path",     "user",     "labels",  "owner",
                                        "approval", "reviewed", "lifetime", "expires", "teardown",
                                        "image",    "boundary"};
  const Fields fields(node, "a runner", known, problems);
  check_names_a_runner(fields, node, problems);
  Entry entry{.at = line_of(node.place()),
              .name = fields.text("name"),
              .platform = read_platform(fields, problems),
              .scope = read_scope(fields),
              .id = fields.text("id"),
              .uuid = fields.text("uuid"),
              .host = fields.text("host"),
              .path = fields.text("path"),
              .user = fields.text("user"),
              .labels = fields.texts("labels"),
              .owner = fields.text("owner"),
              .approval = read_approval(fields, "approval", problems),
              .reviewed = read_approval(fields, "reviewed", problems),
              .lifetime = fields.word("lifetime", lifetimes),
              .expires = fields.time("expires"),
              .teardown = read_teardown(fields, problems),
              .image = fields.text("image"),
              .boundary = read_boundary(fields, problems)};
  check_is_literal(fields, "name", entry.name, problems);
  check_is_literal(fields, "scope", entry.scope, problems);
  check_is_literal(fields, "host", entry.host, problems);
  check_path(fields, entry, problems);
  return entry;
}

Pool read_pool(Node node, Problems& problems) {
  constexpr std::string_view known[] = {"name",        "match",    "minted_by", "owner",
                                        "approval",    "reviewed", "lifetime",  "max_age",
                                        "max_members", "expires",  "teardown",  "boundary"};
  constexpr std::string_view match_known[] = {"name", "platform", "scope"};
  const Fields fields(node, "a pool", known, problems);
  Pool pool{.at = line_of(node.place()),
            .name = fields.needed("name", "give the pool a name for reports: name: gpu"),
            .match_name = {},
            .platform = {},
            .scope = {},
            .minted_by = fields.text("minted_by"),
            .owner = fields.text("owner"),
            .approval = read_approval(fields, "approval", problems),
            .reviewed = read_approval(fields, "reviewed", problems),
            .lifetime = fields.word("lifetime", lifetimes),
            .max_age = fields.duration("max_age"),
            .max_members = fields.number("max_members"),
            .expires = fields.time("expires"),
            .teardown = read_teardown(fields, problems),
            .boundary = read_boundary(fields, problems)};
  if (!fields.has("match")) {
    problems.add(
        node.place(), "match is missing in a pool",
        "say who its members are: match: { name: \"gpu-*\", platform: gitlab, scope: ... }");
    return pool;
  }
  if (const auto match = fields.map("match")) {
    const Fields inner(*match, "a match", match_known, problems);
    pool.match_name = inner.needed("name", "write a pattern with * and ?: name: \"gpu-*\"");
    pool.platform = read_platform(inner, problems);
    pool.scope = read_scope(inner);
    check_is_literal(inner, "scope", pool.scope, problems);
  }
  return pool;
}

Exception read_exception(Node node, Problems& problems) {
  constexpr std::string_view known[] = {"check", "subject", "hash", "reason", "owner", "expires"};
  const Fields fields(node, "an exception", known, problems);
  Exception exception{
      .at = line_of(node.place()),
      .check = fields.needed("check", "name the one check: check: runner-root-equivalent"),
      .subject = fields.needed("subject", "copy the subject from the report: \"host:build01\""),
      .hash = fields.text("hash"),
      .reason = fields.needed("reason", "say why this finding is accepted"),
      .owner = fields.needed("owner", "name who answers for it"),
      .expires = fields.time("expires")};
  if (!fields.has("expires"))
    problems.add(node.place(), "expires is missing in an exception",
                 "an exception must say until when: expires: 2027-01-31");
  if (!exception.check.empty() && !is_word(exception.check))
    problems.add(fields.place("check"),
                 fmt::format("check {} is not the id of one check", quoted(exception.check)),
                 "muster docs checks lists the ids");
  if (exception.subject.find('*') != std::string::npos)
    problems.add(fields.place("subject"),
                 fmt::format("subject {} holds a wildcard", quoted(exception.subject)),
                 "an exception is for one subject; write one for each");
  return exception;
}

}  // namespace muster::roll
