// stage_tree.cpp: trees, their centres, and what stages are told of them.
#include "tests/rtl/collective/stage_tree.h"

#include <deque>

namespace flitwise::rtl_test {
namespace {

struct Walk {
  std::vector<std::optional<std::size_t>> parent;
  std::vector<std::size_t> depth;
  std::size_t last = 0;  // one of the farthest
};

Walk walk_from(const std::vector<std::vector<std::size_t>>& neighbours, std::size_t root) {
  Walk walk{std::vector<std::optional<std::size_t>>(neighbours.size()),
            std::vector<std::size_t>(neighbours.size()), root};
  std::deque<std::size_t> next{root};
  while (!next.empty()) {
    const std::size_t v = next.front();
    next.pop_front();
    walk.last = v;
    for (const std::size_t u : neighbours[v]) {
      if (walk.parent[v] == u) continue;
      walk.parent[u] = v;
      walk.depth[u] = walk.depth[v] + 1;
      next.push_back(u);
    }
  }
  return walk;
}

}  // namespace

RootedTree rooted_tree(const std::vector<std::size_t>& parents, RootKind kind) {
  RootedTree tree;
  tree.neighbours.resize(parents.size() + 1);
  for (std::size_t v = 1; v <= parents.size(); ++v) {
    tree.neighbours[v].push_back(parents[v - 1]);
    tree.neighbours[parents[v - 1]].push_back(v);
  }
  if (kind == RootKind::kFirstNode) return tree;
  const Walk across = walk_from(tree.neighbours, walk_from(tree.neighbours, 0).last);
  const std::size_t diameter = across.depth[across.last];
  tree.root = across.last;
  for (std::size_t up = 0; up < diameter / 2; ++up) tree.root = *across.parent[tree.root];
  if (diameter % 2 == 1) tree.other = across.parent[tree.root];
  return tree;
}

TreePlaces places_in(const RootedTree& tree) {
  Walk walk = walk_from(tree.neighbours, tree.root);
  if (tree.other) {
    const Walk beyond = walk_from(tree.neighbours, *tree.other);
    for (std::size_t v = 0; v < tree.size(); ++v) {
      if (beyond.depth[v] >= walk.depth[v]) continue;
      walk.depth[v] = beyond.depth[v];
      walk.parent[v] = beyond.parent[v];
    }
    walk.parent[*tree.other] = tree.root;
    walk.parent[tree.root] = tree.other;
  }
  return {walk.parent, walk.depth, *std::max_element(walk.depth.begin(), walk.depth.end())};
}

std::vector<CombineSeat> seats_of(const RootedTree& tree, WantedBy wanted) {
  const TreePlaces places = places_in(tree);
  std::vector<CombineSeat> seats;
  for (std::size_t v = 0; v < tree.size(); ++v) {
    CombineSeat seat;
    seat.operand = true;
    seat.own_result = wanted == WantedBy::kAll || v == tree.root;
    seat.is_edge = tree.other && (v == tree.root || v == *tree.other);
    for (std::size_t k = 0; k < tree.neighbours[v].size(); ++k) {
      if (places.parent[v] == tree.neighbours[v][k]) {
        seat.parent = k;
      } else {
        seat.children.insert(k);
        if (wanted == WantedBy::kAll) seat.results.insert(k);
      }
    }
    seats.push_back(seat);
  }
  return seats;
}

std::uint32_t test_operand(std::size_t pe, std::size_t word, int width) {
  auto x = static_cast<std::uint32_t>(pe * 0x9E3779B1U + word * 0x85EBCA6BU + 0x27D4EB2FU);
  x ^= x >> 15U;
  x *= 0x2C1B3C6DU;
  x ^= x >> 12U;
  return x & static_cast<std::uint32_t>((std::uint64_t{1} << width) - 1);
}

}  // namespace flitwise::rtl_test
