// star_walk.cpp: the walk, its times, and what waits at ports meanwhile.
#include "tb/theory/star/star_walk.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace flitwise::theory {
namespace {

constexpr int kTree = 2;

void walk_below(const StarTrees& trees, Node node, int entry, std::vector<StarArc>& walk) {
  const int depth = entry < 0 ? 0 : walk[static_cast<std::size_t>(entry)].depth;
  for (const int d : trees.child_dimensions(node, kTree)) {
    const Node child = trees.graph().neighbour(node, d);
    walk.push_back({child, node, d, depth + 1, entry, 0, 0});
    const auto i = static_cast<int>(walk.size());
    if (entry >= 0) walk[static_cast<std::size_t>(entry)].last_child = i;
    walk_below(trees, child, i - 1, walk);
    walk[static_cast<std::size_t>(i - 1)].end = static_cast<int>(walk.size());
  }
}

}  // namespace

std::vector<StarArc> depth_first_walk(const StarTrees& trees) {
  std::vector<StarArc> walk;
  walk.reserve(static_cast<std::size_t>(trees.graph().size() - 1));
  walk_below(trees, 0, -1, walk);
  return walk;
}

std::vector<Step> depths(const std::vector<StarArc>& walk) {
  std::vector<Step> depths;
  for (const StarArc& arc : walk) depths.push_back(arc.depth);
  return depths;
}

std::vector<Step> numbers(const std::vector<StarArc>& walk) {
  std::vector<Step> numbers(walk.size());
  std::iota(numbers.begin(), numbers.end(), Step{1});
  return numbers;
}

Step data_begin(const StarArc& arc, int i, std::int64_t group) {
  // i - 1 arcs before, of which all but those above have been acknowledged.
  return group * (i - 1) + (i - arc.depth);
}

Step acknowledgement_step(const StarArc& arc, std::int64_t group) {
  return group * arc.end + (arc.end - arc.depth + 1);
}

void HeldPackets::add(Step arrival, Step departure, std::int64_t packets) {
  ++change_of_rate_[arrival];
  --change_of_rate_[arrival + packets];
  --change_of_rate_[departure];
  ++change_of_rate_[departure + packets];
}

std::int64_t HeldPackets::most() const {
  std::int64_t most = 0;
  std::int64_t held = 0;
  std::int64_t rate = 0;
  Step since = 0;
  for (const auto& [step, change] : change_of_rate_) {
    held += rate * (step - since);
    most = std::max(most, held);
    rate += change;
    since = step;
  }
  return most;
}

Node node_of(const StarGraph& graph, Node source, int tree, Node u) {
  return graph.absolute(graph.rotate(u, tree - 2), source);
}

StarLinkEvent arc_event(const StarGraph& graph, Node source, int tree, const StarArc& arc) {
  StarLinkEvent event;
  event.from = node_of(graph, source, tree, arc.parent);
  event.to = node_of(graph, source, tree, arc.node);
  event.tree = tree;
  event.source = source;
  return event;
}

void visit_walked_arc(StarLinkEvent down, const StarArc& arc, int i, int degree,
                      const StarTraffic& traffic, const TakeStarEvent& take) {
  const std::int64_t group = rounds_of(degree, traffic);
  for (std::int64_t round = 0; round < tree_load(degree, traffic, down.tree); ++round) {
    down.step = data_begin(arc, i, group) + round + 1;
    down.packet = packet_of(degree, traffic, down.tree, round);
    take(down);
  }
  StarLinkEvent back = down;
  std::swap(back.from, back.to);
  back.kind = StarPacketKind::kAcknowledgement;
  back.step = acknowledgement_step(arc, group);
  back.packet = 0;
  take(back);
}

std::int64_t held_at_a_port(const StarTrees& trees, const std::vector<StarArc>& walk,
                            const std::vector<Step>& begin, const std::vector<std::int64_t>& load) {
  const StarGraph& graph = trees.graph();
  std::int64_t most = 0;
  for (int port = 2; port <= graph.order(); ++port) {
    HeldPackets held;
    for (std::size_t entry = 0; entry < walk.size(); ++entry) {
      const StarArc& arc = walk[entry];
      if (arc.last_child == 0) continue;
      const int tree = graph.rotate_dimension(2, port - arc.dimension);
      const std::int64_t packets = load[static_cast<std::size_t>(tree - 2)];
      held.add(begin[entry], begin[static_cast<std::size_t>(arc.last_child - 1)], packets);
    }
    most = std::max(most, held.most());
  }
  return most;
}

}  // namespace flitwise::theory
