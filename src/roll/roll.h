// The roll: the list of runners and pools that may exist, who may register them, and where silence
// is granted. Written by people as YAML; see docs/roll.md for every key.
#pragma once
#include "base/result.h"
#include "base/time.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muster::roll {

struct Line {
  uint32_t line = 0;
  uint32_t column = 0;
};

struct Approval {
  std::string by;
  std::string ticket;
  std::optional<Time> on;
};

struct Boundary {
  std::vector<std::string> repositories;
  std::vector<std::string> environments;
  std::vector<std::string> identities;
  std::vector<std::string> egress;
};

struct Teardown {
  std::string by;      // "reimage", "delete", ...
  std::string within;  // "1h"
};

struct Entry {
  Line at;
  std::string name;
  std::string platform;
  std::string scope;
  std::string id;
  std::string uuid;
  std::string host;
  std::string path;
  std::string user;
  std::vector<std::string> labels;
  std::string owner;
  std::optional<Approval> approval;
  std::optional<Approval> reviewed;
  std::string lifetime;  // "persistent", "ephemeral" or empty
  std::optional<Time> expires;
  std::optional<Teardown> teardown;
  std::string image;
  Boundary boundary;
};

struct Pool {
  Line at;
  std::string name;
  std::string match_name;  // glob with * and ?
  std::string platform;
  std::string scope;
  std::string minted_by;
  std::string owner;
  std::optional<Approval> approval;
  std::optional<Approval> reviewed;
  std::string lifetime;
  std::string max_age;
  std::optional<uint64_t> max_members;
  std::optional<Time> expires;
  std::optional<Teardown> teardown;
  Boundary boundary;
};

struct Registrar {
  Line at;
  std::string platform;
  std::string scope;
  std::vector<std::string> actors;
};

struct Exception {
  Line at;
  std::string check;
  std::string subject;
  std::string hash;
  std::string reason;
  std::string owner;
  std::optional<Time> expires;
};

struct Roll {
  std::string file;  // as it was named; for evidence
  std::vector<std::string> owners;
  std::vector<Registrar> registrars;
  std::vector<Entry> runners;
  std::vector<Pool> pools;
  std::vector<Exception> exceptions;
};

// What is wrong in a roll, and what to write instead.
struct Problem {
  Line at;
  std::string what;    // "unknown key \"lifetme\""
  std::string advice;  // "did you mean \"lifetime\"?"
};

struct Reading {
  Roll roll;
  std::vector<Problem> problems;  // in file order; a roll with problems is never used
};

// Every problem of the text at once. Error (malformed, too_large): not YAML, or not a map at all.
Result<Reading> read(std::string_view file_name, std::string_view text);
// The roll, or one error that lists the first problems as file:line:column.
Result<Roll> parse(std::string_view file_name, std::string_view text);
// A commented starting roll: nothing is authorised by it.
std::string starter();

// Scopes in the form they are compared in: lower case, no trailing slash, no
// ".git", no default port, no user information. Text that is no URL is only trimmed.
std::string normal_scope(std::string_view scope);

}  // namespace muster::roll
