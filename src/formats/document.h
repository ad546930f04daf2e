// A parsed document as a tree of nodes, each with its place in the source. One shape for YAML,
// JSON, TOML and the simpler formats, so that the catalog can name fields without caring which.
#pragma once
#include "base/result.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace muster::formats {

enum class NodeKind : uint8_t { null, boolean, number, string, list, map };
std::string_view to_string(NodeKind kind);

struct Place {
  uint32_t line = 0;    // 1-based; 0: the format's parser keeps no places
  uint32_t column = 0;  // 1-based, in bytes
  bool operator==(const Place&) const = default;
};

// Bounds on what one document may cost; every parser holds them. They answer nesting bombs,
// alias bombs and files of a gigabyte.
struct Limits {
  size_t bytes = size_t{4} << 20;
  size_t nodes = 200'000;
  uint32_t depth = 64;
  uint32_t aliases = 10'000;
};

using NodeId = uint32_t;
class Document;

// A cursor into a Document: cheap to copy, valid while the document lives (moving it is fine).
class Node {
 public:
  NodeKind kind() const;
  // A scalar's text: the value of a string, "12", "true", "" for null and for lists and maps.
  std::string_view text() const;
  Place place() const;  // where the value begins
  bool is_map() const { return kind() == NodeKind::map; }
  bool is_list() const { return kind() == NodeKind::list; }
  bool is_scalar() const { return !is_map() && !is_list(); }

  size_t size() const;         // items of a list, entries of a map, else 0
  Node item(size_t i) const;   // of a list
  Node key(size_t i) const;    // of a map, in source order
  Node value(size_t i) const;  // of a map
  std::optional<Node> find(std::string_view key) const;  // exact; the first of duplicates
  std::optional<Node> find_ignoring_case(std::string_view key) const;  // ASCII
  // Follows map keys separated by dots: "server.connections". Nothing when a part is missing.
  std::optional<Node> at(std::string_view dotted_path) const;
  // Readings of a scalar that also accept the string form ("12", "True").
  std::optional<uint64_t> as_number() const;
  std::optional<bool> as_boolean() const;

 private:
  friend class Document;
  struct Data;
  Node(const Data* data, NodeId id) : data_(data), id_(id) {}
  const Data* data_;
  NodeId id_;
};

struct DuplicateKey {
  std::string key;
  Place first;
  Place second;
};

class Document {
 public:
  Document(Document&&) noexcept;
  Document& operator=(Document&&) noexcept;
  ~Document();
  Node root() const;  // a null node for an empty document
  const std::vector<DuplicateKey>& duplicates() const;

  // Builds a document front to back. Every call answers whether the limits still hold.
  class Builder {
   public:
    explicit Builder(const Limits& limits = {});
    ~Builder();
    [[nodiscard]] bool scalar(NodeKind kind, std::string text, Place place);
    [[nodiscard]] bool begin(NodeKind list_or_map, Place place);
    void end();
    // Attaches a node that is already complete once more (a YAML alias).
    [[nodiscard]] bool again(NodeId id);
    NodeId last() const;               // the id of the node added last by scalar() or begin()
    bool is_open(NodeId id) const;     // true while the list or map has not ended
    std::string_view refusal() const;  // which limit was passed: "nested deeper than 64 levels"
    Document finish() &&;

   private:
    struct State;
    std::unique_ptr<State> state_;
  };

 private:
  explicit Document(std::unique_ptr<Node::Data> data);
  std::unique_ptr<Node::Data> data_;
};

}  // namespace muster::formats
