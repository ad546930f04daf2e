// What the field knows about one runner product, as catalog/products/<id>.yaml says it.
#pragma once
#include "base/result.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace re2 {
class RE2;
}

namespace muster::catalog {

using Pattern = std::shared_ptr<const re2::RE2>;  // compiled once at load; shared by copies
bool matches(const Pattern& pattern, std::string_view text);  // anywhere in the text

// How one kind of file holds registrations. The walk looks for `name`; what it holds decides.
struct RegistrationFile {
  std::string name;                 // base name: ".runner"
  std::vector<std::string> better;  // files beside it that win when present: ".runner_migrated"
  // The name alone says runner (".runner"): an unreadable or broken one is a gap.
  bool distinctive = false;
  std::string format;                // "json", "yaml", "toml", "key-value", "python"
  bool any_case = false;             // keys are read case-insensitively
  std::string each;                  // dotted path of a list or map with one registration an item
  std::vector<std::string> needs;    // keys that must be present with a non-empty value
  std::vector<std::string> forbids;  // keys whose presence says it is another product's file
  std::map<std::string, Pattern> equals;  // key -> what its text must match
  // Our field (name, scope, id, ...) -> dotted key. Keys separated by '|' are tried in order;
  // "@key" is the item's own key in a map that `each` names. The same spelling is used in `needs`.
  std::map<std::string, std::string> fields;
  std::map<std::string, std::string> defaults;  // our field -> what leaving its key out means
  std::map<std::string, Pattern> unknown_when;  // our field -> values that do not tell: "%hostname"
  std::map<std::string, Pattern> never_when;    // our field -> values that stand for "never"
  // Our field -> values that disclose part of a credential: only "sha256:" and the first 16 digits
  // of their SHA-256 may leave the host.
  std::map<std::string, Pattern> digest_when;
  std::string scope_template;     // builds the scope from several keys: "pb://{host}:{port}"
  std::vector<std::string> near;  // files one of which must lie beside it; empty: none needed
  bool fallback = false;  // taken only when no description of any product without this mark fits
};

struct ProcessPattern {
  std::string role;  // "listener", "job", "wrapper", "management"
  // Base names of exe, argv[0] or a script in argv[1]; a final * stands for any rest, which may be
  // empty: "act_runner*" is also "act_runner-0.2.11-linux-amd64".
  std::vector<std::string> programs;
  // On the arguments behind the program's (or script's) own name, joined by blanks; none: any.
  // The patterns of a product are tried in order and the first that fits gives the role.
  Pattern arguments;
  // Where such a process keeps its registration, tried in order:
  // "argument:--config", "word-after:start/buildbot.tac" (the folder named by the word after
  // "start", and the file in it), "exe:../.runner", "cwd:.runner",
  // "home:.gitlab-runner/config.toml", "root:/etc/gitlab-runner/config.toml" (uid 0 only),
  // "path:/etc/...", "environment:CONFIG_FILE".
  std::vector<std::string> registration;
  // Our field -> "--name", "-n". For "ephemeral" a flag's presence is enough.
  std::map<std::string, std::vector<std::string>> flags;
  std::map<std::string, std::vector<std::string>> environment;  // our field -> environment keys
  std::map<std::string, Pattern> unknown_when;                  // as for files
  std::map<std::string, Pattern> digest_when;                   // as for files
  bool needs_file = false;  // the role holds only when one of the product's own files is found
  std::string decode;       // "github-jitconfig": the field "jitconfig" unfolds to a registration
  bool registers_without_files = false;  // a registration in its own right when no file is found
};

// The job environment of a product, and how it cleans up after a job.
struct JobMarks {
  std::vector<std::string> own;     // keys only this product sets: BUILDKITE_JOB_ID
  std::vector<std::string> shared;  // keys others set as well: GITHUB_RUN_ID
  std::string tracking;             // RUNNER_TRACKING_ID
  Pattern tracking_valid;
  std::string id;                // key that names the job: CI_JOB_ID
  bool kills_leftovers = false;  // on a normal finish the product ends what the job left
};

struct Product {
  std::string id;
  std::string name;
  std::string vendor;
  std::string platform;               // "github", "gitlab", ...
  std::string kind;                   // "runner", "execution-host", "identity-agent"
  std::string checked;                // date on which the facts were last checked
  std::vector<std::string> sources;   // what they were checked against
  bool shared_token = false;          // registers anew at each start; many listeners are normal
  std::vector<std::string> identity;  // matching keys, in order: "scope+id", "scope+uuid", "place"
  std::vector<RegistrationFile> files;
  std::vector<ProcessPattern> processes;
  std::vector<Pattern> unit_names;
  Pattern unit_commands;                  // on ExecStart's value
  std::vector<std::string> usual_places;  // globs where hidden folders are the product's own habit
  std::string work_folder;                // default, relative to the registration's folder
  std::string version_from;               // "link:bin" (bin -> bin.2.336.0), empty: not on disk
  std::vector<std::string> secret_flags;  // "--token": the value is a credential
  std::vector<std::string> secret_environment;  // environment keys whose value is a credential
  // Sub-commands whose last argument is a credential: "create-worker".
  std::vector<std::string> secret_last_argument;
  // Field -> what it needs: "labels" -> "the platform's side".
  std::map<std::string, std::string> not_on_host;
  JobMarks job;
};

// True when a program with this base name (of a path or a script) may be such a process.
bool names_program(const ProcessPattern& pattern, std::string_view base_name);

// A shape by which a credential is recognised in any text.
struct CredentialKind {
  std::string id;
  std::string name;
  std::vector<std::string> keywords;  // one of them must occur before the pattern is tried
  Pattern pattern;  // the group that took part in a match is the secret part, else all of it
};

struct Extent {
  size_t begin = 0;
  size_t end = 0;
};
// Where the next credential of this kind stands in the text, at or after `from`.
std::optional<Extent> find_credential(const CredentialKind& kind, std::string_view text,
                                      size_t from = 0);

struct Catalog {
  std::vector<Product> products;            // sorted by id
  std::vector<CredentialKind> credentials;  // sorted by id
  const Product* find(std::string_view product_id) const;
};

// One YAML text to a product; errors name the file, line and column and what to write instead.
Result<Product> parse_product(std::string_view file_name, std::string_view yaml);
Result<std::vector<CredentialKind>> parse_credentials(std::string_view file_name,
                                                      std::string_view yaml);
// The catalog compiled into this program. An error here is a defect of the build.
Result<Catalog> builtin();
// The compiled-in files as they are: path below catalog/ and text.
const std::vector<std::pair<std::string_view, std::string_view>>& builtin_files();

}  // namespace muster::catalog
