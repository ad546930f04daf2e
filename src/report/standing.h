// How each runner stands: what was observed of it, joined with what the roll says about it.
#pragma once
#include "report/report.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace muster::report {

enum class Status : uint8_t {
  listed,        // an entry or pool of the roll is this runner
  unproven,      // a pool fits its name, and nothing else speaks for it
  unlisted,      // on nobody's roll
  not_assessed,  // there was no roll
};
std::string_view to_string(Status status);  // "not assessed": the words of the JSON report

// A value that is known, or what it would take to know it.
struct Known {
  std::string value;
  std::string needs;       // only when value is empty: "the platform's side"
  std::string brief = {};  // the value in a word or two, for a table; empty: the value itself
};

struct Standing {
  const facts::Runner& runner;
  const judge::Match* match = nullptr;
  Status status = Status::not_assessed;
  bool approved = false;  // the roll states who approved it
  bool lapsed = false;    // listed by an entry or pool whose date has passed
  std::string subject;
  std::string product;  // the name people know, else the id
  Known name;
  Known scope;
  Known version;
  Known owner;
  Known registered_in;  // the file, or "pid 4711 --url"
  Known state;          // "running", "stopped, starts at boot"
  Known lifetime;       // "persistent", "ephemeral"
  Known rotation;       // what becomes of its token
  Known teardown;       // "reimage within 1h"
};

// One a runner, in the order of host.runners.
std::vector<Standing> standings(const Report& report);

// The numbers that the sentence, the text and the JSON summary all give.
struct Counts {
  size_t runners = 0;
  size_t listed = 0;
  size_t unproven = 0;
  size_t unlisted = 0;
  size_t not_assessed = 0;
  size_t lapsed = 0;                 // of the listed
  size_t approved = 0;               // of the listed
  std::array<size_t, 5> findings{};  // by severity, without the excepted ones
  size_t excepted = 0;
  size_t attention = 0;  // findings at or above fail_on, without the excepted ones
  size_t gaps = 0;
  size_t hiding_gaps = 0;  // gaps where a runner could stand
};
Counts count(const Report& report);

// Sight was partial where a runner could stand: more may be there than the report says.
bool incomplete(const Counts& counts);

}  // namespace muster::report
