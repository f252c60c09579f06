#include "sim/run/family/node_places.h"

#include <algorithm>
#include <cstddef>

namespace flitwise {
namespace {

// Places a node and all below it; without recursion, since a path is as deep as it is long.
class TreeLayout {
 public:
  explicit TreeLayout(const std::vector<Node>& parents)
      : children_(parents.size()), places_(parents.size()) {
    for (std::size_t v = 0; v < parents.size(); ++v) {
      if (parents[v] == kNoNode)
        open_.push_back({static_cast<Node>(v), 0});
      else
        children_[index_of(parents[v])].push_back(static_cast<Node>(v));
    }
  }

  std::vector<NodePlace> places() {
    while (!open_.empty()) {
      const auto [v, next] = open_.back();
      const std::vector<Node>& below = children_[index_of(v)];
      if (next < below.size()) {
        ++open_.back().next;
        places_[index_of(below[next])].y = places_[index_of(v)].y + 1;
        open_.push_back({below[next], 0});
        continue;
      }
      const bool is_leaf = below.empty();
      places_[index_of(v)].x = is_leaf ? next_leaf_++ : middle_of(below.front(), below.back());
      open_.pop_back();
    }
    return places_;
  }

 private:
  struct Visit {
    Node v;
    std::size_t next;  // child to visit
  };

  double middle_of(Node first, Node last) const {
    return (places_[index_of(first)].x + places_[index_of(last)].x) / 2;
  }

  std::vector<std::vector<Node>> children_;
  std::vector<NodePlace> places_;
  std::vector<Visit> open_;
  double next_leaf_ = 0;
};

}  // namespace

std::vector<NodePlace> tree_places(const std::vector<Node>& parents) {
  return TreeLayout(parents).places();
}

std::vector<NodePlace> grid_places(const std::vector<int>& sides) {
  std::size_t nodes = 1;
  for (const int side : sides) nodes *= static_cast<std::size_t>(side);
  std::vector<NodePlace> places(nodes);
  for (std::size_t v = 0; v < nodes; ++v) {
    std::size_t rest = v;
    double unit[2] = {1, 1};  // of the dimensions that run right, and down
    double at[2] = {0, 0};
    for (std::size_t d = 0; d < sides.size(); ++d) {
      const auto side = static_cast<std::size_t>(sides[d]);
      at[d % 2] += unit[d % 2] * static_cast<double>(rest % side);
      unit[d % 2] *= static_cast<double>(side) + 1;  // a gap between blocks
      rest /= side;
    }
    places[v] = {at[0], at[1]};
  }
  return places;
}

}  // namespace flitwise
