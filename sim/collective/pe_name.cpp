// pe_name.cpp: names of PEs, looked up in their network.
#include "sim/collective/pe_name.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <type_traits>

#include "sim/language/scenario.h"
#include "sim/language/schema_parts.h"

namespace flitwise {
namespace {

constexpr std::size_t kMostEntries = 7;  // of a permutation

// The node at a place; empty where there is none.
struct NodeAt {
  const std::vector<int>& place;

  std::optional<Node> operator()(const TreeShape&) const { return std::nullopt; }
  std::optional<Node> operator()(const FatTree&) const { return std::nullopt; }
  template <typename Grid>
  std::optional<Node> operator()(const Grid& grid) const {
    if (place.size() != grid.sides().size()) return std::nullopt;
    for (std::size_t d = 0; d < place.size(); ++d)
      if (place[d] < 0 || place[d] >= grid.sides()[d]) return std::nullopt;
    return grid.node(place);
  }
  std::optional<Node> operator()(const StarGraph& graph) const {
    std::vector<int> sorted = place;
    std::sort(sorted.begin(), sorted.end());
    std::vector<int> first = graph.permutation(0);
    std::sort(first.begin(), first.end());
    if (sorted != first) return std::nullopt;
    return graph.node(place);
  }
};

// What a place is like, if nodes have any.
struct PlaceText {
  std::string operator()(const TreeShape&) const { return {}; }
  std::string operator()(const FatTree&) const { return {}; }
  template <typename Grid>
  std::string operator()(const Grid& grid) const {
    std::vector<int> last;
    for (const int side : grid.sides()) last.push_back(side - 1);
    return fmt::format(", or coordinates up to [{}]", fmt::join(last, ", "));
  }
  std::string operator()(const StarGraph& graph) const {
    return fmt::format(", or a permutation like [{}]", fmt::join(graph.permutation(0), ", "));
  }
};

}  // namespace

void assign(PeName& name, const language::Datum& datum) {
  name.number = static_cast<Node>(datum.number);
  name.place.clear();
  for (const language::Datum& entry : datum.items)
    name.place.push_back(static_cast<int>(entry.number));
}

namespace language {

Type pe_name() {
  const schema::Json number = schema::whole_number(0, kMostNodes - 1, "");
  const schema::Json place = schema::list(number, 1, kMostEntries, "");
  const auto read = [](const Value& value, Known&) {
    if (value.node.kind != YamlKind::kList) return Datum{to_integer(value, 0, kMostNodes - 1)};
    Datum entries;
    for (std::size_t i = 0; i < value.node.items.size(); ++i)
      entries.items.push_back({to_integer(item_of(value, i), 0, kMostNodes - 1)});
    return entries;
  };
  return own("PE", schema::any_of({number, place}, "").dump(), read);
}

}  // namespace language

Node pe_of(const PeName& name, const Value& value, const NetworkShape& shape) {
  if (value.node.kind != YamlKind::kList) {
    if (name.number < pes_of(shape)) return name.number;
    throw bad_value(value,
                    fmt::format("is no PE of the network, which are 0 to {}", pes_of(shape) - 1));
  }
  if (const std::optional<Node> node = std::visit(NodeAt{name.place}, shape)) return *node;
  throw bad_value(value, fmt::format("is no PE of the network, which are 0 to {}{}",
                                     pes_of(shape) - 1, std::visit(PlaceText(), shape)));
}

}  // namespace flitwise
