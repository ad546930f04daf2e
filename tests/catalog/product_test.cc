// Strict reading of product files: every mistake is refused with its place and a way out.
#include "catalog/product.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace muster::catalog {
namespace {

const std::string head =
    "id: acme-runner\n"
    "name: Acme runner\n"
    "vendor: Acme\n"
    "platform: acme\n"
    "kind: runner\n"
    "checked: 2026-08-17\n"
    "sources: [acme 1.0]\n"
    "identity: [place]\n";
const std::string body =
    "files:\n"
    "  - name: .acme\n"
    "    format: json\n"
    "    needs: [id]\n";

Result<Product> parse(const std::string& yaml) {
  return parse_product("products/acme-runner.yaml", yaml);
}

std::string problem(const std::string& yaml) {
  const auto parsed = parse(yaml);
  if (parsed) return "(accepted)";
  EXPECT_EQ(parsed.error().code, Errc::malformed);
  EXPECT_FALSE(parsed.error().advice.empty()) << parsed.error().what;
  return parsed.error().what;
}

TEST(ProductFile, reads_a_minimal_product) {
  const auto parsed = parse(head + body);
  ASSERT_TRUE(parsed) << parsed.error().what;
  EXPECT_EQ(parsed->id, "acme-runner");
  EXPECT_EQ(parsed->checked, "2026-08-17");
  ASSERT_EQ(parsed->files.size(), 1U);
  EXPECT_EQ(parsed->files[0].name, ".acme");
  EXPECT_FALSE(parsed->files[0].any_case);
  EXPECT_FALSE(parsed->shared_token);
}

TEST(ProductFile, reads_every_key) {
  const auto parsed = parse(head +
                            "shared_token: true\n"
                            "files:\n"
                            "  - name: .acme\n"
                            "    better: [.acme2]\n"
                            "    distinctive: true\n"
                            "    format: yaml\n"
                            "    any_case: true\n"
                            "    each: a.b\n"
                            "    needs: [id, x|y]\n"
                            "    forbids: [z]\n"
                            "    equals: { id: '^[0-9]+$' }\n"
                            "    fields: { id: id, name: '@key' }\n"
                            "    defaults: { ephemeral: 'false' }\n"
                            "    unknown_when: { name: '%' }\n"
                            "    never_when: { token_expires: ^0001 }\n"
                            "    digest_when: { uuid: ^3 }\n"
                            "    scope_template: pb://{host}:{port}\n"
                            "    near: [bin]\n"
                            "    fallback: true\n"
                            "processes:\n"
                            "  - role: listener\n"
                            "    programs: [acme*]\n"
                            "    arguments: ^run\n"
                            "    registration: ['exe:../.acme', 'argument:--config']\n"
                            "    flags: { name: [--name, -n] }\n"
                            "    environment: { scope: [ACME_URL] }\n"
                            "    unknown_when: { name: '%' }\n"
                            "    digest_when: { uuid: ^3 }\n"
                            "    decode: github-jitconfig\n"
                            "    registers_without_files: true\n"
                            "unit_names: [^acme]\n"
                            "unit_commands: acme\n"
                            "usual_places: [~/.acme]\n"
                            "work_folder: _work\n"
                            "version_from: link:bin\n"
                            "secret_flags: [--token]\n"
                            "secret_environment: [ACME_TOKEN]\n"
                            "secret_last_argument: [create]\n"
                            "not_on_host: { labels: the platform's side }\n"
                            "job:\n"
                            "  own: [ACME_JOB]\n"
                            "  shared: [CI]\n"
                            "  tracking: ACME_JOB\n"
                            "  tracking_valid: ^[0-9]+$\n"
                            "  id: ACME_JOB\n"
                            "  kills_leftovers: true\n");
  ASSERT_TRUE(parsed) << parsed.error().what;
  const RegistrationFile& file = parsed->files.at(0);
  EXPECT_EQ(file.needs, (std::vector<std::string>{"id", "x|y"}));
  EXPECT_TRUE(matches(file.equals.at("id"), "12"));
  EXPECT_FALSE(matches(file.equals.at("id"), "1a"));
  EXPECT_EQ(file.fields.at("name"), "@key");
  EXPECT_TRUE(file.fallback && file.distinctive && file.any_case);
  const ProcessPattern& process = parsed->processes.at(0);
  EXPECT_TRUE(names_program(process, "acme-1.2"));
  EXPECT_TRUE(names_program(process, "acme"));
  EXPECT_FALSE(names_program(process, "notacme"));
  EXPECT_EQ(process.flags.at("name"), (std::vector<std::string>{"--name", "-n"}));
  EXPECT_TRUE(parsed->job.kills_leftovers);
  EXPECT_EQ(parsed->secret_last_argument, std::vector<std::string>{"create"});
}

TEST(ProductFile, refuses_unknown_keys_with_their_place) {
  EXPECT_EQ(problem(head + body + "nmae: x\n"),
            "products/acme-runner.yaml:13:1: a product has no key \"nmae\"");
  EXPECT_EQ(problem(head + "files:\n  - name: .a\n    fromat: json\n"),
            "products/acme-runner.yaml:11:5: a file has no key \"fromat\"");
  EXPECT_NE(problem(head + body + "job:\n  onw: [A]\n").find("14:3: job has no key"),
            std::string::npos);
}

TEST(ProductFile, refuses_duplicate_keys) {
  EXPECT_NE(problem(head + body + "vendor: other\n").find("13:1: the key \"vendor\""),
            std::string::npos);
}

TEST(ProductFile, refuses_what_is_missing_or_misspelt) {
  EXPECT_NE(problem("id: acme-runner\n").find("\"name\" is missing"), std::string::npos);
  EXPECT_NE(problem(head).find("neither files nor processes"), std::string::npos);
  EXPECT_NE(problem(head + "files:\n  - name: .a\n    format: xml\n    needs: [a]\n")
                .find("format cannot be \"xml\""),
            std::string::npos);
  EXPECT_NE(problem(head + "files:\n  - name: .a\n    format: json\n").find("nothing is needed"),
            std::string::npos);
  EXPECT_NE(
      problem(head + "files:\n  - name: a/b\n    format: json\n    needs: [a]\n").find("base name"),
      std::string::npos);
  EXPECT_NE(problem(head + body + "    fields: { labls: x }\n").find("no field \"labls\""),
            std::string::npos);
  EXPECT_NE(problem(head + body + "    scope_template: pb://{host\n").find("template is broken"),
            std::string::npos);
  EXPECT_NE(problem(head + body + "    any_case: maybe\n").find("must be true or false"),
            std::string::npos);
  EXPECT_NE(problem(head + body + "version_from: bin\n").find("version_from"), std::string::npos);
  EXPECT_NE(problem(head + body + "secret_flags: [token]\n").find("no flag"), std::string::npos);
  EXPECT_NE(problem(head + body + "job: { tracking: A }\n").find("go together"), std::string::npos);
  EXPECT_NE(problem(head + "processes:\n  - role: boss\n    programs: [a]\n").find("\"boss\""),
            std::string::npos);
  EXPECT_NE(problem(head + "processes:\n  - role: job\n    programs: [a]\n"
                           "    registration: [somewhere]\n")
                .find("no place of a registration"),
            std::string::npos);
}

TEST(ProductFile, refuses_broken_and_unsupported_patterns) {
  EXPECT_NE(problem(head + body + "unit_commands: '(a'\n").find("13:16: not a regular expression"),
            std::string::npos);
  EXPECT_NE(problem(head + body + "unit_commands: '(?!a)b'\n").find("not a regular expression"),
            std::string::npos);
  EXPECT_NE(problem(head + body + "unit_commands: 'a{1000}{1000}'\n").find("not a regular"),
            std::string::npos);
}

TEST(ProductFile, refuses_a_date_that_is_none_and_a_foreign_file_name) {
  std::string undated = head + body;
  undated.replace(undated.find("2026-08-17"), 10, "last week ");
  EXPECT_NE(problem(undated).find("checked must be a date"), std::string::npos);
  const auto parsed = parse_product("products/other.yaml", head + body);
  ASSERT_FALSE(parsed);
  EXPECT_EQ(parsed.error().advice, "call it acme-runner.yaml");
}

TEST(ProductFile, refuses_what_is_no_map) {
  for (const std::string_view yaml : {"", "- a", "text", "[", "a: [", "\x01"})
    EXPECT_FALSE(parse_product("products/acme-runner.yaml", yaml)) << yaml;
}

}  // namespace
}  // namespace muster::catalog
