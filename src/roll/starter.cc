// The starting roll that "muster roll init" writes: empty, with every key explained. The examples
// become valid entries when "#" is taken away before them and "[]" above them.
#include "roll/roll.h"

namespace muster::roll {

std::string starter() {
  return R"(# The roll: which CI runners may exist, and who answers for them. Everything that runs and is
# not in here is reported. Nothing is authorised yet: to use an example, take away the # before its
# lines and the [] above it. Let a second person review each change. "muster roll check" says what
# is wrong in this file.
version: 1

# The teams that may own a runner.
owners: []
#  - team-build@acme.example

# Who may register runners at all, for each platform and scope.
registrars: []
#  - platform: github
#    scope: https://github.com/acme
#    actors: [acme-runner-bot]

# Runners that may exist, one by one. "muster inventory" shows the values of those on this host.
runners: []
#  - name: build-linux-01               # as the platform shows it
#    platform: github                   # github, gitlab, gitea, forgejo, buildkite, buildbot, ...
#    scope: https://github.com/acme     # what it is registered to
#    id: 4711                           # the platform's number; names get reused, ids do not
#    uuid: 6f1c0d9e-2b7a-4c55-9a31-0e8d5b7f4c21  # where the platform gives one
#    host: build01                      # the machine, short or full name
#    path: /opt/actions-runner          # the folder it is installed in
#    user: ci                           # the account its jobs run as
#    labels: [self-hosted, linux, x64]  # what jobs ask for
#    owner: team-build@acme.example     # who answers for it
#    approval: { by: carol@acme.example, ticket: CHG-1234, on: 2026-10-01 }
#    reviewed: { by: carol@acme.example, on: 2026-11-20 }
#    lifetime: persistent               # or ephemeral: one job, then gone
#    expires: 2027-03-31                # from this day on (UTC) it must be gone
#    teardown: { by: reimage, within: 1h }  # how it ends, and how fast
#    image: build-host-2026-09          # what it was provisioned from
#    boundary:                          # what its jobs are meant to use
#      repositories: [acme/app, acme/lib]
#      environments: [staging]
#      identities: ["github-token:acme", "aws-role:123456789012/acme-build"]
#      egress: ["github.com:443", "*.actions.githubusercontent.com:443"]

# Fleets whose members come and go: the pool is what is authorised. A match by name alone is
# reported as unproven, since anybody can choose a name.
pools: []
#  - name: gpu
#    match: { name: "gpu-*", platform: gitlab, scope: "https://gitlab.acme.example" }
#    minted_by: acme-autoscaler         # the identity that registers its members
#    lifetime: ephemeral
#    max_age: 24h                       # no member lives longer
#    max_members: 40
#    owner: team-ml@acme.example
#    approval: { by: dave@acme.example, ticket: CHG-1300, on: 2026-09-12 }
#    reviewed: { by: dave@acme.example, on: 2026-11-20 }
#    expires: 2027-03-31
#    teardown: { by: delete, within: 10m }
#    boundary: { repositories: [acme/models] }

# Findings that are accepted for a while. They stay in every report, marked and counted.
exceptions: []
#  - check: runner-root-equivalent
#    subject: "host:build01"            # copied from the report; no wildcards
#    reason: rootless engine planned in CHG-1400
#    owner: team-build@acme.example
#    expires: 2027-01-31                # from this day on (UTC) it no longer holds
)";
}

}  // namespace muster::roll
