// Documents as arenas: nodes by id, children in one vector, an index for big maps.
#include "formats/document.h"

#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <numeric>
#include <unordered_map>

namespace muster::formats {
namespace {

// Maps with more entries than this are looked up by binary search.
constexpr uint32_t indexed_from = 16;
// No format we read needs longer keys. Through aliases one long key could be compared thousands
// of times, and copied into as many records of duplicates.
constexpr size_t longest_key = 4096;
constexpr size_t most_duplicates = 1000;

struct Entry {
  NodeKind kind = NodeKind::null;
  Place place;
  uint32_t first = 0;  // into the children; a map has key, value, key, value
  uint32_t count = 0;  // of children
  std::string text;
};

bool has_text(NodeKind kind) {
  return kind == NodeKind::boolean || kind == NodeKind::number || kind == NodeKind::string;
}

}  // namespace

std::string_view to_string(NodeKind kind) {
  constexpr std::string_view names[] = {"null", "boolean", "number", "string", "list", "map"};
  return names[static_cast<size_t>(kind)];
}

// The vectors do not change once the document is finished, so that views into the texts hold.
struct Node::Data {
  std::vector<Entry> nodes;
  std::vector<NodeId> children;
  // Of each big map: the numbers of its entries that can be found, sorted by key, then by place.
  std::unordered_map<NodeId, std::vector<uint32_t>> order;
  std::vector<DuplicateKey> duplicates;

  const Entry& key(const Entry& map, uint32_t i) const {
    return nodes[children[map.first + size_t{2} * i]];
  }
};

NodeKind Node::kind() const { return data_->nodes[id_].kind; }
std::string_view Node::text() const { return data_->nodes[id_].text; }
Place Node::place() const { return data_->nodes[id_].place; }

size_t Node::size() const {
  const Entry& entry = data_->nodes[id_];
  return is_map() ? entry.count / 2 : entry.count;
}

Node Node::item(size_t i) const {
  assert(is_list() && i < size());
  return {data_, data_->children[data_->nodes[id_].first + i]};
}

Node Node::key(size_t i) const {
  assert(is_map() && i < size());
  return {data_, data_->children[data_->nodes[id_].first + 2 * i]};
}

Node Node::value(size_t i) const {
  assert(is_map() && i < size());
  return {data_, data_->children[data_->nodes[id_].first + 2 * i + 1]};
}

std::optional<Node> Node::find(std::string_view name) const {
  if (!is_map()) return std::nullopt;
  if (const auto found = data_->order.find(id_); found != data_->order.end()) {
    const Entry& map = data_->nodes[id_];
    const auto text_of = [&](uint32_t i) -> std::string_view { return data_->key(map, i).text; };
    const auto at = std::ranges::lower_bound(found->second, name, {}, text_of);
    if (at == found->second.end() || text_of(*at) != name) return std::nullopt;
    return value(*at);
  }
  for (size_t i = 0; i < size(); i++)
    if (has_text(key(i).kind()) && key(i).text() == name) return value(i);
  return std::nullopt;
}

std::optional<Node> Node::find_ignoring_case(std::string_view name) const {
  if (!is_map()) return std::nullopt;
  for (size_t i = 0; i < size(); i++)
    if (has_text(key(i).kind()) && equals_ignoring_case(key(i).text(), name)) return value(i);
  return std::nullopt;
}

std::optional<Node> Node::at(std::string_view dotted_path) const {
  std::optional<Node> node = *this;
  for (const std::string_view part : split(dotted_path, '.')) {
    node = node->find(part);
    if (!node) break;
  }
  return node;
}

std::optional<uint64_t> Node::as_number() const {
  if (kind() != NodeKind::number && kind() != NodeKind::string) return std::nullopt;
  return parse_number(text());
}

std::optional<bool> Node::as_boolean() const {
  if (kind() != NodeKind::boolean && kind() != NodeKind::string) return std::nullopt;
  if (equals_ignoring_case(text(), "true")) return true;
  if (equals_ignoring_case(text(), "false")) return false;
  return std::nullopt;
}

Document::Document(std::unique_ptr<Node::Data> data) : data_(std::move(data)) {}
Document::Document(Document&&) noexcept = default;
Document& Document::operator=(Document&&) noexcept = default;
Document::~Document() = default;
Node Document::root() const { return {data_.get(), 0}; }
const std::vector<DuplicateKey>& Document::duplicates() const { return data_->duplicates; }

// Aliases make a small document big for whoever walks it: a few lines can stand for billions of
// nodes, or for a tree ten thousand levels deep. So the limits hold for the document with every
// alias written out, and a reader may walk any document without thinking of it.
struct Document::Builder::State {
  struct Cost {
    size_t nodes = 0;
    size_t text = 0;
    uint32_t height = 0;  // levels of lists and maps: 0 for a scalar
  };
  struct Open {
    NodeId id = 0;
    size_t first = 0;     // into pending
    Cost before;          // what the document cost when this began
    uint32_t height = 0;  // the highest child's
  };

  Limits limits;
  std::unique_ptr<Node::Data> data = std::make_unique<Node::Data>();
  std::vector<Open> open;
  std::vector<NodeId> pending;  // children of the lists and maps that are open
  std::vector<Cost> costs;      // by node; of a list or map once it has ended
  Cost total;                   // with aliases written out
  NodeId last = 0;
  uint32_t aliases = 0;
  std::string refusal;

  bool refuse(std::string which) {
    if (refusal.empty()) refusal = std::move(which);
    return false;
  }
  NodeId add(NodeKind kind, std::string text, Place place);
  bool attach(NodeId id);
  void index(NodeId map);
  void record_duplicate(const Entry& first, const Entry& second);
};

NodeId Document::Builder::State::add(NodeKind kind, std::string text, Place place) {
  costs.push_back({1, text.size(), 0});
  data->nodes.push_back({kind, place, 0, 0, std::move(text)});
  return last = static_cast<NodeId>(data->nodes.size() - 1);
}

bool Document::Builder::State::attach(NodeId id) {
  const Cost& cost = costs[id];
  total.nodes += cost.nodes;
  total.text += cost.text;
  if (total.nodes > limits.nodes) return refuse(fmt::format("more than {} nodes", limits.nodes));
  // Twice, because an escape may be shorter than what it stands for.
  if (total.text > 2 * limits.bytes) return refuse("aliases repeat too much text");
  if (open.size() + cost.height > limits.depth)
    return refuse(fmt::format("nested deeper than {} levels", limits.depth));
  if (open.empty()) return true;
  Open& parent = open.back();
  const bool is_key =
      data->nodes[parent.id].kind == NodeKind::map && (pending.size() - parent.first) % 2 == 0;
  if (is_key && data->nodes[id].text.size() > longest_key)
    return refuse(fmt::format("a key of more than {} bytes", longest_key));
  parent.height = std::max(parent.height, cost.height);
  pending.push_back(id);
  return true;
}

void Document::Builder::State::record_duplicate(const Entry& first, const Entry& second) {
  if (data->duplicates.size() >= most_duplicates) return;
  data->duplicates.push_back({first.text, first.place, second.place});
}

// Sorts the keys of a map: finds duplicates and serves look-ups. Sorting, because a hash table's
// order can be attacked with keys chosen to collide.
void Document::Builder::State::index(NodeId id) {
  const Entry& map = data->nodes[id];
  std::vector<uint32_t> order(map.count / 2);
  std::iota(order.begin(), order.end(), 0U);
  std::erase_if(order, [&](uint32_t i) { return !has_text(data->key(map, i).kind); });
  std::ranges::sort(order, [&](uint32_t a, uint32_t b) {
    const int compared = data->key(map, a).text.compare(data->key(map, b).text);
    return compared != 0 ? compared < 0 : a < b;
  });
  std::vector<std::pair<uint32_t, uint32_t>> repeated;  // the later, the first
  for (size_t i = 1, first = 0; i < order.size(); i++) {
    if (data->key(map, order[i]).text == data->key(map, order[first]).text)
      repeated.emplace_back(order[i], order[first]);
    else
      first = i;
  }
  std::ranges::sort(repeated);
  for (const auto& [later, first] : repeated)
    record_duplicate(data->key(map, first), data->key(map, later));
  if (map.count / 2 > indexed_from) data->order.emplace(id, std::move(order));
}

Document::Builder::Builder(const Limits& limits) : state_(std::make_unique<State>()) {
  state_->limits = limits;
}

Document::Builder::~Builder() = default;

bool Document::Builder::scalar(NodeKind kind, std::string text, Place place) {
  if (!state_->refusal.empty()) return false;
  return state_->attach(state_->add(kind, std::move(text), place));
}

bool Document::Builder::begin(NodeKind kind, Place place) {
  if (!state_->refusal.empty()) return false;
  if (state_->open.size() >= state_->limits.depth)
    return state_->refuse(fmt::format("nested deeper than {} levels", state_->limits.depth));
  const NodeId id = state_->add(kind, {}, place);
  const State::Cost before = state_->total;
  if (!state_->attach(id)) return false;
  state_->open.push_back({id, state_->pending.size(), before, 0});
  return true;
}

void Document::Builder::end() {
  if (!state_->refusal.empty()) return;
  State& state = *state_;
  assert(!state.open.empty());
  const State::Open ended = state.open.back();
  state.open.pop_back();
  Entry& entry = state.data->nodes[ended.id];
  const auto first = state.pending.begin() + static_cast<ptrdiff_t>(ended.first);
  entry.first = static_cast<uint32_t>(state.data->children.size());
  entry.count = static_cast<uint32_t>(state.pending.end() - first);
  assert(entry.kind != NodeKind::map || entry.count % 2 == 0);
  state.data->children.insert(state.data->children.end(), first, state.pending.end());
  state.pending.resize(ended.first);
  const State::Cost cost = {state.total.nodes - ended.before.nodes,
                            state.total.text - ended.before.text, ended.height + 1};
  state.costs[ended.id] = cost;
  if (!state.open.empty())
    state.open.back().height = std::max(state.open.back().height, cost.height);
  if (entry.kind == NodeKind::map) state.index(ended.id);
}

bool Document::Builder::again(NodeId id) {
  if (!state_->refusal.empty()) return false;
  assert(id < state_->data->nodes.size() && !is_open(id));
  if (++state_->aliases > state_->limits.aliases)
    return state_->refuse(fmt::format("more than {} aliases", state_->limits.aliases));
  return state_->attach(id);
}

NodeId Document::Builder::last() const { return state_->last; }

bool Document::Builder::is_open(NodeId id) const {
  return std::ranges::find(state_->open, id, &State::Open::id) != state_->open.end();
}

std::string_view Document::Builder::refusal() const { return state_->refusal; }

Document Document::Builder::finish() && {
  State& state = *state_;
  assert(state.open.empty());
  if (state.data->nodes.empty()) state.add(NodeKind::null, {}, {});
  return Document(std::move(state.data));
}

}  // namespace muster::formats
