#include "systemc/topology/tree/tree_shapes.h"

#include <algorithm>
#include <random>
#include <string>

#include "systemc/topology/tree/tree.h"

namespace flitwise {
namespace {

void require(bool holds, const char* rule, Node value) {
  if (!holds) throw TopologyError(std::string(rule) + ", got " + std::to_string(value));
}

// std::uniform_int_distribution may differ between libraries; this does not. The bias of the
// remainder is below 2^-50 for trees of any size that fits.
Node draw_below(std::mt19937_64& random, std::size_t bound) {
  return static_cast<Node>(random() % bound);
}

// A complete tree beyond this would not fit any router's address anyway.
constexpr std::int64_t kMostPes = std::int64_t{1} << 20;

}  // namespace

std::vector<Node> path_parents(Node pes) {
  require(pes >= 1, "a path needs at least 1 PE", pes);
  std::vector<Node> parents;
  for (Node v = 0; v < pes; ++v) parents.push_back(v - 1);
  return parents;
}

std::vector<Node> complete_parents(Node arity, Node height) {
  require(arity >= 1, "arity must be at least 1", arity);
  require(height >= 0, "height must be at least 0", height);
  std::int64_t pes = 1;
  std::int64_t level = 1;
  for (Node h = 0; h < height; ++h) {
    level *= arity;
    pes += level;
    require(pes <= kMostPes, "a complete tree must have at most 2^20 PEs: height", height);
  }
  std::vector<Node> parents{kNoNode};
  for (Node v = 1; v < pes; ++v) parents.push_back((v - 1) / arity);
  return parents;
}

std::vector<Node> star_parents(Node leaves) {
  require(leaves >= 0, "leaves must be at least 0", leaves);
  std::vector<Node> parents(static_cast<std::size_t>(leaves) + 1, 0);
  parents[0] = kNoNode;
  return parents;
}

std::vector<Node> caterpillar_parents(Node spine, Node legs) {
  require(spine >= 1, "spine must be at least 1", spine);
  require(legs >= 0, "legs must be at least 0", legs);
  require(std::int64_t{spine} * (std::int64_t{legs} + 1) <= kMostPes,
          "a caterpillar must have at most 2^20 PEs: legs", legs);
  std::vector<Node> parents = path_parents(spine);
  for (Node s = 0; s < spine; ++s) parents.insert(parents.end(), static_cast<std::size_t>(legs), s);
  return parents;
}

std::vector<Node> random_parents(Node pes, RandomShape shape, Node max_children,
                                 std::uint64_t seed) {
  require(pes >= 1, "a random tree needs at least 1 PE", pes);
  require(max_children >= 1, "max_children must be at least 1", max_children);
  std::mt19937_64 random(seed);
  std::vector<Node> parents{kNoNode};
  std::vector<Node> child_count{0};
  std::vector<Node> open{0};  // PEs that can take one more child
  for (Node v = 1; v < pes; ++v) {
    const auto earlier = static_cast<std::size_t>(v);
    Node pick = 0;
    switch (shape) {
      case RandomShape::kUniform:
        pick = draw_below(random, earlier);
        break;
      case RandomShape::kDeep:
        pick = v - 1 - draw_below(random, std::min<std::size_t>(earlier, 3));
        break;
      case RandomShape::kWide:
        pick = draw_below(random, (earlier + 7) / 8);
        break;
    }
    if (child_count[static_cast<std::size_t>(pick)] >= max_children)
      pick = open[static_cast<std::size_t>(draw_below(random, open.size()))];
    if (++child_count[static_cast<std::size_t>(pick)] == max_children)
      open.erase(std::find(open.begin(), open.end(), pick));
    parents.push_back(pick);
    child_count.push_back(0);
    open.push_back(v);
  }
  return parents;
}

}  // namespace flitwise
