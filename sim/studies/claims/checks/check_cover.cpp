// Trees that cover a mesh or torus: which nodes and links they have.
#include <algorithm>
#include <set>
#include <utility>

#include "sim/studies/claims/checks/claim_checks.h"
#include "systemc/topology/cover/cover_shapes.h"

namespace flitwise {
namespace {

using LinkEnds = std::pair<Node, Node>;

std::set<LinkEnds> links_of(const std::vector<Node>& parents) {
  std::set<LinkEnds> links;
  for (Node v = 0; v < static_cast<Node>(parents.size()); ++v) {
    const Node parent = parents[static_cast<std::size_t>(v)];
    if (parent != kNoNode) links.emplace(std::min(v, parent), std::max(v, parent));
  }
  return links;
}

std::int64_t links_of(const Grid& grid) {
  std::int64_t ends = 0;
  for (Node v = 0; v < grid.size(); ++v) ends += grid.degree(v);
  return ends / 2;
}

}  // namespace

// Takes `torus` (0: the mesh's two trees; 1: the torus's two spanning trees), a and b. Gives
// `links` of the network, `unused` by both trees, `shared` by them, and `missed`, the nodes that
// the poorer tree lacks.
Figure::Members tree_cover(const Names& values) {
  const auto a = static_cast<Node>(number_of(values, "a", 1, 64));
  const auto b = static_cast<Node>(number_of(values, "b", 1, 64));
  const bool is_torus = number_of(values, "torus", 0, 1) == 1;
  if (is_torus && std::min(a, b) < 3) throw ExpressionError("needs sides a and b of at least 3");
  const Cover cover = is_torus ? torus_cover_spanning(a, b) : mesh_cover(a, b);
  const std::set<LinkEnds> first = links_of(cover.parents(0));
  const std::set<LinkEnds> second = links_of(cover.parents(1));
  std::set<LinkEnds> all = first;
  all.insert(second.begin(), second.end());
  const auto count = [](const std::set<LinkEnds>& set) {
    return static_cast<std::int64_t>(set.size());
  };
  const std::int64_t fewest = std::min(count(first), count(second));
  return {{"links", Figure(links_of(cover.grid()))},
          {"unused", Figure(links_of(cover.grid()) - count(all))},
          {"shared", Figure(count(first) + count(second) - count(all))},
          {"missed", Figure(std::int64_t{cover.size()} - 1 - fewest)}};
}

}  // namespace flitwise
