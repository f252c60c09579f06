#include "tb/theory/collective/collective_ways.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "tb/theory/torus/router_passage.h"

namespace flitwise::theory {
namespace {

TransferWay way_for(const WayEnds& ends) {
  TransferWay way;
  way.flits = ends.flits;
  return way;
}

Place link(Node from, Node to, int channel = 0) { return {PlaceKind::kLink, from, to, channel}; }
Place port(PlaceKind kind, Node node, int channel = 0) { return {kind, node, node, channel}; }

// Nodes from one to the other: up to where their ways to the root meet, then down.
std::vector<Node> nodes_between(const PlacedTree& tree, Node from, Node to) {
  std::vector<Node> up{from}, down{to};
  while (up.back() != down.back()) {
    std::vector<Node>& deeper = tree.depth(up.back()) >= tree.depth(down.back()) ? up : down;
    deeper.push_back(tree.parent(deeper.back()));
  }
  up.insert(up.end(), down.rbegin() + 1, down.rend());
  return up;
}

}  // namespace

TransferWay tree_way(const PlacedTree& tree, const TreeRules& rules, const WayEnds& ends) {
  TransferWay way = way_for(ends);
  const std::vector<Node> nodes = nodes_between(tree, ends.from, ends.to);
  if (rules.is_multiport) way.port = static_cast<std::uint32_t>(nodes[1]);
  Step step = 0;
  for (std::size_t i = 0; i + 1 < nodes.size(); ++i) {
    const Node from = nodes[i];
    const Node to = nodes[i + 1];
    step += rules.latency.router_of(tree.pe(from));
    way.passages.push_back({link(from, to), step});
    if (!rules.is_multiport) way.passages.push_back({port(PlaceKind::kSendPort, from), step});
    step += (tree.parent(from) == to ? rules.latency.up_from(tree.pe(from))
                                     : rules.latency.down_to(tree.pe(to))) -
            1;
    if (!rules.is_multiport) way.passages.push_back({port(PlaceKind::kReceivePort, to), step});
  }
  way.delivery = step;
  return way;
}

TransferWay graph_way(const Graph& graph, const PlacedTree& tree, const WayEnds& ends) {
  const std::vector<Node>& near = graph.neighbours(ends.from);
  if (std::find(near.begin(), near.end(), ends.to) == near.end())
    return tree_way(tree, {true}, ends);
  TransferWay way = way_for(ends);
  way.port = static_cast<std::uint32_t>(ends.to);
  way.passages.push_back({link(ends.from, ends.to), 1});
  way.delivery = 1;
  return way;
}

namespace {

constexpr int kAnyNumber = 1 << 20;

PlaceLimits links_of(int links) {
  PlaceLimits limits;
  limits.flits = links;
  return limits;
}

// Of a node's output. A packet that leaves at an edge has no longer a place there, but where
// switches hold back that is known at the next one only.
PlaceLimits output_limits(const FatTreeRules& rules, int level) {
  PlaceLimits limits = links_of(kAnyNumber);
  limits.window = rules.has_back_pressure ? 2 : 1;
  limits.slots = rules.depth[static_cast<std::size_t>(level)];
  return limits;
}

}  // namespace

TransferWay fat_tree_way(const FatTree& tree, const FatTreeRules& rules, const WayEnds& ends) {
  TransferWay way = way_for(ends);
  const int top = tree.meeting_level(ends.from, ends.to);
  std::vector<Node> up{ends.from}, down{ends.to};
  for (int level = 0; level < top; ++level) {
    up.push_back(tree.parent(up.back()));
    down.push_back(tree.parent(down.back()));
  }
  Step step = 1;
  const auto pass = [&](Node from, Node to, int branch) {
    const int links = tree.capacity(branch);
    // What comes into a node has its place from the edge before it can leave.
    if (!rules.depth.empty())
      way.passages.push_back(
          {{PlaceKind::kQueue, from, to, 0}, step - 1, output_limits(rules, tree.level(from))});
    way.passages.push_back({link(from, to), step, links_of(links)});
    step += rules.latency.link_of(branch) - 1;
    way.delivery = step;
    step += rules.latency.router;
  };
  for (std::size_t i = 0; i + 1 < up.size(); ++i) pass(up[i], up[i + 1], static_cast<int>(i) + 1);
  for (std::size_t i = down.size() - 1; i > 0; --i) pass(down[i], down[i - 1], static_cast<int>(i));
  return way;
}

namespace {

PlaceLimits queue_limits(const WormRules& rules, Step loop) {
  PlaceLimits limits;
  if (!rules.depth || *rules.depth >= loop) return limits;
  limits.window = loop;
  limits.slots = *rules.depth;
  return limits;
}

// The longest loop that a flit's slot is in use for, of the dimensions that have links.
Step longest_loop(const std::vector<int>& sides, const TorusLatency& latency) {
  Step longest = 0;
  for (std::size_t d = 0; d < sides.size(); ++d)
    if (sides[d] > 1) longest = std::max(longest, latency.head_loop(static_cast<int>(d)));
  return longest;
}

// What is alike on tori and meshes; `injection` is the PE's port.
TransferWay worm_way(const WormRules& rules, const std::vector<int>& sides, const WayEnds& ends,
                     const std::vector<TorusLink>& path, int injection) {
  const TorusPipeline& pipeline = rules.latency.pipeline;
  TransferWay way = way_for(ends);
  way.port = static_cast<std::uint32_t>(injection);
  way.port_rest = pipeline.head_wait(RouterPassage::kInject);
  Step step = rules.latency.router(RouterPassage::kInject);
  // What happens inside declared routers is not known: their ports are as slow as links at worst. A
  // PE knows of a slot of a router of ours two steps after a flit has left it, a head's waits
  // aside.
  const Step loop = pipeline.declared ? longest_loop(sides, rules.latency) : 2;
  PlaceLimits in = queue_limits(rules, loop);
  if (in.window > 0 && !pipeline.declared) in.window += pipeline.head_wait();
  way.passages.push_back({port(PlaceKind::kInjection, ends.from, injection), step, in});
  for (std::size_t i = 0; i < path.size(); ++i) {
    const int d = Torus::dimension_of(path[i].channel);
    const Node to = i + 1 < path.size() ? path[i + 1].from : ends.to;
    const RouterPassage next = passage_behind(path, i);
    PlaceLimits limits = queue_limits(rules, rules.latency.head_loop(d));
    limits.gap = pipeline.head_wait(next);
    way.passages.push_back({link(path[i].from, to, path[i].channel), step, limits});
    step += rules.latency.link_of(d) - 1 + rules.latency.router(next);
  }
  way.delivery = step;
  PlaceLimits out;
  if (pipeline.declared) out = queue_limits(rules, loop);
  way.passages.push_back({port(PlaceKind::kEjection, ends.to), step, out});
  return way;
}

Hops shorter_hops(const Torus& torus, Node from, Node to) {
  Hops hops;
  for (int d = 0; d < torus.dimensions(); ++d) {
    const int side = torus.side(d);
    const int up = (torus.coordinate(to, d) - torus.coordinate(from, d) + side) % side;
    hops.push_back(2 * up <= side ? up : up - side);
  }
  return hops;
}

}  // namespace

TransferWay torus_way(const Torus& torus, const WormRules& rules, const WayEnds& ends,
                      const Hops& hops) {
  const Hops way = hops.empty() ? shorter_hops(torus, ends.from, ends.to) : hops;
  const DimensionOrder order = rules.order.empty() ? torus.ascending_order() : rules.order;
  const std::vector<TorusLink> path = torus.path(ends.from, way, order);
  TransferWay worm = worm_way(rules, torus.sides(), ends, path, path.front().channel);
  // Every channel has a way out of its own, which only what has come over it takes.
  worm.passages.back().place.channel = path.back().channel;
  return worm;
}

TransferWay mesh_way(const XyMesh& mesh, const WormRules& rules, const WayEnds& ends) {
  return worm_way(rules, mesh.sides(), ends, mesh.path(ends.from, ends.to), 0);
}

namespace {

int next_dimension(const StarGraph& graph, Node at, Node to) {
  const int far = graph.distance(at, to);
  int d = 2;
  while (graph.distance(graph.neighbour(at, d), to) >= far) ++d;
  return d;
}

}  // namespace

TransferWay star_way(const StarGraph& graph, const StarRules& rules, const WayEnds& ends) {
  TransferWay way = way_for(ends);
  way.flits = (ends.flits + rules.packet - 1) / rules.packet * rules.packet;
  Step step = rules.latency.router + (rules.latency.cut_through ? 0 : rules.packet - 1);
  for (Node at = ends.from; at != ends.to;) {
    const int d = next_dimension(graph, at, ends.to);
    const Node to = graph.neighbour(at, d);
    if (at == ends.from) way.port = static_cast<std::uint32_t>(d);
    way.passages.push_back({link(at, to), step});
    way.delivery = step + rules.latency.link - 1;
    step += rules.latency.packet_hop(rules.packet);
    at = to;
  }
  return way;
}

namespace {

struct WayOn {
  const Collective& collective;
  std::size_t transfer;

  WayEnds ends() const {
    const CollectiveTransfer& t = collective.transfers[transfer];
    return {t.from, t.to, t.flits};
  }
  TransferWay operator()(const TreeShape& shape) const {
    return tree_way(shape.tree, {shape.is_multiport}, ends());
  }
  TransferWay operator()(const FatTree& tree) const { return fat_tree_way(tree, {}, ends()); }
  TransferWay operator()(const Torus& torus) const {
    return torus_way(torus, {}, ends(), collective.transfers[transfer].hops);
  }
  TransferWay operator()(const XyMesh& mesh) const { return mesh_way(mesh, {}, ends()); }
  TransferWay operator()(const StarGraph& graph) const { return star_way(graph, {}, ends()); }
};

}  // namespace

WayOf ways_on(const NetworkShape& shape, const Collective& collective) {
  return [&shape, &collective](std::size_t transfer) {
    return std::visit(WayOn{collective, transfer}, shape);
  };
}

}  // namespace flitwise::theory
