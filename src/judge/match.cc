// Who is who. Everything that is compared is interned to a number first and entries are found by
// hashed keys, so that ten thousand runners against thousands of entries stay near linear.
#include "judge/match.h"

#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>

namespace muster::judge {
namespace {

using facts::Runner;
using roll::Entry;
using roll::Pool;

// 0 for the empty text, which means "not written" in an entry and "not known" of a runner.
class Interner {
 public:
  uint32_t operator()(std::string text) {
    if (text.empty()) return 0;
    return numbers_.emplace(std::move(text), static_cast<uint32_t>(numbers_.size() + 1))
        .first->second;
  }

 private:
  std::unordered_map<std::string, uint32_t> numbers_;
};

// What an entry says, or what was seen of a runner, as interned numbers.
struct Traits {
  uint32_t platform = 0;
  uint32_t scope = 0;
  uint32_t id = 0;
  uint32_t uuid = 0;
  uint32_t name = 0;
  uint32_t path = 0;
  uint32_t user = 0;
  bool here = true;        // of an entry: it may be on this host
  bool says_here = false;  // of an entry: it names this host
};

template <class EntryOrRunner>
Traits traits_of(const EntryOrRunner& of, std::string id, Interner& number) {
  return {.platform = number(of.platform),
          .scope = number(roll::normal_scope(of.scope)),
          .id = number(std::move(id)),
          .uuid = number(lower(of.uuid)),
          .name = number(of.name),
          .path = of.path.empty() ? 0 : number(normal_path(of.path)),
          .user = number(of.user)};
}

bool both_differ(uint32_t a, uint32_t b) { return a != 0 && b != 0 && a != b; }
bool both_agree(uint32_t a, uint32_t b) { return a != 0 && a == b; }

// In how many fields an entry and a runner agree.
uint32_t agreement(const Traits& entry, const Traits& runner) {
  return both_agree(entry.scope, runner.scope) + both_agree(entry.id, runner.id) +
         both_agree(entry.uuid, runner.uuid) + both_agree(entry.name, runner.name) +
         both_agree(entry.path, runner.path) + both_agree(entry.user, runner.user) +
         entry.says_here;
}

// Whether a runner is where an entry says. What the host does not know is not compared, but an
// empty path is knowledge: nothing is on disk. A different id is a different registration.
bool fits_place(const Traits& entry, const Traits& runner) {
  if (entry.platform != runner.platform || !entry.here) return false;
  if (both_differ(entry.id, runner.id) || both_differ(entry.uuid, runner.uuid)) return false;
  if (both_differ(entry.scope, runner.scope) || both_differ(entry.name, runner.name)) return false;
  if (entry.path != 0 && entry.path != runner.path) return false;
  if (both_differ(entry.user, runner.user)) return false;
  return both_agree(entry.name, runner.name) || both_agree(entry.path, runner.path);
}

// Full or short names; a short one is every host with that first label.
bool is_same_host(std::string_view a, std::string_view b) {
  if (equals_ignoring_case(a, b)) return true;
  const size_t dot_a = a.find('.'), dot_b = b.find('.');
  if ((dot_a == a.npos) == (dot_b == b.npos)) return false;
  return equals_ignoring_case(a.substr(0, dot_a), b.substr(0, dot_b));
}

enum class By : uint32_t {
  id,
  uuid,
  name_and_path,
  path,
  name,
  path_of_named,
  near_id,
  near_name,
  near_path
};

// Entries by what they can be found by, in file order.
class Index {
 public:
  void add(By by, uint32_t platform, uint32_t a, uint32_t b, uint32_t entry) {
    entries_[{static_cast<uint32_t>(by), platform, a, b}].push_back(entry);
  }
  const std::vector<uint32_t>& find(By by, uint32_t platform, uint32_t a, uint32_t b = 0) const {
    static const std::vector<uint32_t> none;
    const auto found = entries_.find({static_cast<uint32_t>(by), platform, a, b});
    return found == entries_.end() ? none : found->second;
  }

 private:
  std::map<std::array<uint32_t, 4>, std::vector<uint32_t>> entries_;
};

struct Candidate {
  uint32_t agreement = 0;
  uint32_t runner = 0;
  uint32_t entry = 0;
};

class Matcher {
 public:
  Matcher(const facts::Host& host, const roll::Roll& roll, const catalog::Catalog& catalog)
      : host_(host),
        roll_(roll),
        catalog_(catalog),
        matches_(host.runners.size()),
        taken_by_(roll.runners.size()),
        lost_(host.runners.size()) {
    read_entries();
    for (const Runner& runner : host.runners)
      runners_.push_back(traits_of(runner, runner.platform_id, number_));
    for (const Pool& pool : roll.pools)
      pools_[number_(pool.platform)].push_back({&pool, number_(roll::normal_scope(pool.scope))});
  }

  std::vector<Match> run() {
    match_by_keys();
    match_by_place();
    for (uint32_t i = 0; i < matches_.size(); i++) {
      if (!matches_[i].entry) match_pool(i);
      if (!matches_[i].listed()) matches_[i].almost = almost(i);
    }
    return std::move(matches_);
  }

 private:
  struct ScopedPool {
    const Pool* pool;
    uint32_t scope;
  };

  void read_entries();
  std::vector<std::string_view> keys_of(const Runner& runner) const;
  void match_by_keys();
  void match_by_place();
  void assign(std::vector<Candidate> candidates, std::string_view by);
  void match_pool(uint32_t i);
  std::string almost(uint32_t i) const;
  std::optional<uint32_t> nearest_entry(uint32_t i) const;
  std::string differences(uint32_t entry, uint32_t i) const;
  std::string pool_of_another_scope(uint32_t i) const;
  std::string title(const Entry& entry) const;

  const facts::Host& host_;
  const roll::Roll& roll_;
  const catalog::Catalog& catalog_;
  Interner number_;
  std::vector<Traits> entries_;
  std::vector<Traits> runners_;
  std::map<uint32_t, std::vector<ScopedPool>> pools_;  // by platform
  Index index_;
  std::vector<Match> matches_;                     // one a runner
  std::vector<std::optional<uint32_t>> taken_by_;  // entry -> runner
  std::vector<std::optional<uint32_t>> lost_;      // runner -> the entry another one got
};

void Matcher::read_entries() {
  for (uint32_t e = 0; e < roll_.runners.size(); e++) {
    const Entry& entry = roll_.runners[e];
    Traits t = traits_of(entry, entry.id, number_);
    t.says_here = !entry.host.empty() && is_same_host(entry.host, host_.hostname);
    t.here = entry.host.empty() || host_.hostname.empty() || t.says_here;
    entries_.push_back(t);
    if (t.id != 0) index_.add(By::id, t.platform, t.scope, t.id, e);
    if (t.uuid != 0) index_.add(By::uuid, t.platform, t.scope, t.uuid, e);
    if (!t.here) continue;
    if (t.path != 0 && t.name != 0) {
      index_.add(By::name_and_path, t.platform, t.name, t.path, e);
      index_.add(By::path_of_named, t.platform, t.path, 0, e);
    } else if (t.path != 0) {
      index_.add(By::path, t.platform, t.path, 0, e);
    } else if (t.name != 0) {
      index_.add(By::name, t.platform, t.name, 0, e);
    }
  }
  for (const bool here : {true, false}) {  // the nearest miss is most likely one of this host
    for (uint32_t e = 0; e < entries_.size(); e++) {
      const Traits& t = entries_[e];
      if (t.here != here) continue;
      if (t.id != 0) index_.add(By::near_id, t.platform, t.id, 0, e);
      if (t.name != 0) index_.add(By::near_name, t.platform, t.name, 0, e);
      if (t.path != 0) index_.add(By::near_path, t.platform, t.path, 0, e);
    }
  }
}

// The keys a runner is matched by, strongest first.
std::vector<std::string_view> Matcher::keys_of(const Runner& runner) const {
  const catalog::Product* product = catalog_.find(runner.product);
  if (product == nullptr || product->identity.empty()) return {"scope+id", "scope+uuid", "place"};
  return {product->identity.begin(), product->identity.end()};
}

void Matcher::match_by_keys() {
  std::vector<std::vector<std::string_view>> keys;
  size_t rounds = 0;
  for (const Runner& runner : host_.runners) {
    keys.push_back(keys_of(runner));
    std::erase(keys.back(), "place");
    rounds = std::max(rounds, keys.back().size());
  }
  for (size_t round = 0; round < rounds; round++) {
    std::map<std::string_view, std::vector<Candidate>> candidates;
    for (uint32_t i = 0; i < runners_.size(); i++) {
      if (matches_[i].entry || round >= keys[i].size()) continue;
      const std::string_view key = keys[i][round];
      const Traits& runner = runners_[i];
      const uint32_t value = key == "scope+id" ? runner.id : key == "scope+uuid" ? runner.uuid : 0;
      if (value == 0 || runner.scope == 0) continue;
      const By by = key == "scope+id" ? By::id : By::uuid;
      for (const uint32_t e : index_.find(by, runner.platform, runner.scope, value))
        candidates[key].push_back({agreement(entries_[e], runner), i, e});
    }
    for (auto& [key, found] : candidates) assign(std::move(found), key);
  }
}

void Matcher::match_by_place() {
  // So many runners of one name in one folder are nobody's fleet; without a bound they would cost
  // runners times entries.
  constexpr size_t most_rivals = 64;
  std::vector<Candidate> candidates;
  for (uint32_t i = 0; i < runners_.size(); i++) {
    const auto keys =
        matches_[i].entry ? std::vector<std::string_view>() : keys_of(host_.runners[i]);
    if (std::ranges::find(keys, "place") == keys.end()) continue;
    const Traits& r = runners_[i];
    const size_t before = candidates.size();
    const auto collect = [&](const std::vector<uint32_t>& found) {
      for (const uint32_t e : found) {
        if (candidates.size() - before >= most_rivals) return;
        if (fits_place(entries_[e], r)) candidates.push_back({agreement(entries_[e], r), i, e});
      }
    };
    if (r.path != 0 && r.name != 0)
      collect(index_.find(By::name_and_path, r.platform, r.name, r.path));
    if (r.path != 0 && r.name == 0) collect(index_.find(By::path_of_named, r.platform, r.path));
    if (r.path != 0) collect(index_.find(By::path, r.platform, r.path));
    if (r.name != 0) collect(index_.find(By::name, r.platform, r.name));
  }
  assign(std::move(candidates), "place");
}

// Hands out entries: where two compete, the pair that agrees in more goes first.
void Matcher::assign(std::vector<Candidate> candidates, std::string_view by) {
  std::ranges::sort(candidates, [](const Candidate& a, const Candidate& b) {
    return std::tie(b.agreement, a.runner, a.entry) < std::tie(a.agreement, b.runner, b.entry);
  });
  for (const Candidate& candidate : candidates) {
    Match& match = matches_[candidate.runner];
    if (match.entry) continue;
    if (taken_by_[candidate.entry]) {
      if (!lost_[candidate.runner]) lost_[candidate.runner] = candidate.entry;
      continue;
    }
    taken_by_[candidate.entry] = candidate.runner;
    match.entry = &roll_.runners[candidate.entry];
    match.by = by;
    match.proven = true;
  }
}

// Only a name pattern speaks for it: anybody can choose a name, so it stays unproven.
void Matcher::match_pool(uint32_t i) {
  const auto pools = pools_.find(runners_[i].platform);
  if (pools == pools_.end() || runners_[i].name == 0) return;
  for (const auto& [pool, scope] : pools->second) {
    if (both_differ(scope, runners_[i].scope)) continue;
    if (!glob_matches(pool->match_name, host_.runners[i].name)) continue;
    matches_[i].pool = pool;
    matches_[i].by = "pool name";
    return;
  }
}

std::string Matcher::title(const Entry& entry) const {
  const std::string& name = !entry.name.empty()   ? entry.name
                            : !entry.path.empty() ? entry.path
                            : !entry.id.empty()   ? entry.id
                                                  : entry.uuid;
  return fmt::format("entry {} ({}:{})", name, roll_.file, entry.at.line);
}

std::string Matcher::almost(uint32_t i) const {
  if (const auto lost = lost_[i]) {
    const uint32_t winner = taken_by_[*lost].value_or(i);
    const Traits& entry = entries_[*lost];
    return fmt::format("{} went to {}, which agrees in {} fields, this one in {}",
                       title(roll_.runners[*lost]), subject_of(host_.runners[winner]),
                       agreement(entry, runners_[winner]), agreement(entry, runners_[i]));
  }
  const auto nearest = nearest_entry(i);
  return nearest ? differences(*nearest, i) : pool_of_another_scope(i);
}

// The entry that agrees in most fields, of those with the same id, name or path.
std::optional<uint32_t> Matcher::nearest_entry(uint32_t i) const {
  constexpr size_t most_looked_at = 16;
  const Traits& r = runners_[i];
  std::optional<uint32_t> best;
  const auto look = [&](By by, uint32_t value) {
    if (value == 0) return;
    const auto& found = index_.find(by, r.platform, value);
    for (size_t k = 0; k < std::min(found.size(), most_looked_at); k++)
      if (!best || agreement(entries_[found[k]], r) > agreement(entries_[*best], r))
        best = found[k];
  };
  look(By::near_id, r.id);
  look(By::near_name, r.name);
  look(By::near_path, r.path);
  return best;
}

std::string Matcher::differences(uint32_t e, uint32_t i) const {
  const Entry& entry = roll_.runners[e];
  const Runner& runner = host_.runners[i];
  const Traits &et = entries_[e], &rt = runners_[i];
  std::vector<std::string> found;
  const auto differ = [&](bool so, std::string_view field, std::string_view written,
                          std::string_view seen) {
    if (so) found.push_back(fmt::format("names {} {}, this one {}", field, written, seen));
  };
  differ(both_differ(et.id, rt.id), "id", entry.id, "has " + runner.platform_id);
  differ(both_differ(et.uuid, rt.uuid), "uuid", entry.uuid, "has " + runner.uuid);
  differ(both_differ(et.scope, rt.scope), "scope", roll::normal_scope(entry.scope),
         "is registered to " + roll::normal_scope(runner.scope));
  differ(!et.here, "host", entry.host, "is on " + host_.hostname);
  differ(both_differ(et.name, rt.name), "the runner", entry.name, "is called " + runner.name);
  differ(et.path != 0 && et.path != rt.path, "path", entry.path,
         runner.path.empty() ? std::string("has nothing on disk") : "is in " + runner.path);
  differ(both_differ(et.user, rt.user), "user", entry.user, "runs as " + runner.user);
  if (found.empty()) found.emplace_back("agrees, but its place is no proof for this product");
  return fmt::format("{} {}", title(entry), join(found, "; "));
}

std::string Matcher::pool_of_another_scope(uint32_t i) const {
  const auto pools = pools_.find(runners_[i].platform);
  if (pools == pools_.end() || runners_[i].name == 0) return {};
  for (const auto& [pool, scope] : pools->second)
    if (both_differ(scope, runners_[i].scope) &&
        glob_matches(pool->match_name, host_.runners[i].name))
      return fmt::format("pool {} ({}:{}) is for scope {}, this one is registered to {}",
                         pool->name, roll_.file, pool->at.line, roll::normal_scope(pool->scope),
                         roll::normal_scope(host_.runners[i].scope));
  return {};
}

// Where the character at i ends, so that ? and * step over whole UTF-8 characters.
size_t after_character(std::string_view text, size_t i) {
  for (i++; i < text.size() && (static_cast<uint8_t>(text[i]) & 0xC0) == 0x80;) i++;
  return i;
}

}  // namespace

std::string subject_of(const Runner& runner) {
  const std::string scope = roll::normal_scope(runner.scope);
  std::string_view known = "?";
  for (const std::string_view name :
       {std::string_view(runner.name), std::string_view(runner.uuid),
        std::string_view(runner.platform_id), std::string_view(scope)}) {
    if (name.empty()) continue;
    known = name;
    break;
  }
  // An @ inside the name would let one runner's subject read as another's.
  std::string name;
  for (const char c : known) name += c == '@' ? std::string("%40") : std::string(1, c);
  return fmt::format("runner:{}/{}@{}", runner.product, name,
                     runner.path.empty() ? "process" : runner.path);
}

std::vector<Match> match(const facts::Host& host, const roll::Roll& roll,
                         const catalog::Catalog& catalog) {
  return Matcher(host, roll, catalog).run();
}

bool glob_matches(std::string_view glob, std::string_view text) {
  // Two pointers: only the last * is ever tried again, so nothing explodes.
  size_t g = 0, t = 0, star = glob.npos, resume = 0;
  while (t < text.size()) {
    if (g < glob.size() && glob[g] == '*') {
      star = g++;
      resume = t;
    } else if (g < glob.size() && glob[g] == '?') {
      g++;
      t = after_character(text, t);
    } else if (g < glob.size() && glob[g] == text[t]) {
      g++;
      t++;
    } else if (star != glob.npos) {
      g = star + 1;
      t = resume = after_character(text, resume);
    } else {
      return false;
    }
  }
  return glob.find_first_not_of('*', g) == glob.npos;
}

}  // namespace muster::judge
