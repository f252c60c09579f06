// The figures of star_theory.h unrolled link by link.
#include <algorithm>
#include <utility>

#include "tb/theory/star/star_arithmetic.h"
#include "tb/theory/star/star_selection.h"
#include "tb/theory/star/star_theory.h"
#include "tb/theory/star/star_walk.h"

namespace flitwise::theory {
namespace {

using Events = std::vector<StarLinkEvent>;

/// Tree 2's address `u` in tree `tree` of `source`, as a node's number.
Node node_of(const StarGraph& graph, Node source, Node u, int tree) {
  return graph.absolute(graph.rotate(u, tree - 2), source);
}

StarLinkEvent data_event(const StarGraph& graph, Node source, const StarArc& arc, int tree) {
  StarLinkEvent event;
  event.from = node_of(graph, source, arc.parent, tree);
  event.to = node_of(graph, source, arc.node, tree);
  event.tree = tree;
  event.source = source;
  return event;
}

/// Calls `add(event, arc, i)` for the i-th arc of each tree of each source, i from 1; the event has
/// neither step nor packet.
template <typename Add>
void for_each_arc(const StarTrees& trees, const std::vector<StarArc>& walk, Add add) {
  for (Node source = 0; source < trees.graph().size(); ++source) {
    for (int tree = 2; tree <= trees.graph().order(); ++tree) {
      int i = 0;
      for (const StarArc& arc : walk) add(data_event(trees.graph(), source, arc, tree), arc, ++i);
    }
  }
}

/// Adds the way of one packet to tree 2's address `u`, without waiting from step `begin` + 1 on.
void add_way(const StarTrees& trees, Node source, int tree, Node u, std::int64_t packet, Step begin,
             Events& events) {
  const Node destination = node_of(trees.graph(), source, u, tree);
  Node from = source;
  for (const int d : trees.route(u, 2)) {
    const Node to = trees.graph().neighbour(from, trees.graph().rotate_dimension(d, tree - 2));
    events.push_back({++begin, from, to, StarPacketKind::kData, tree, source, destination, packet});
    from = to;
  }
}

Events sorted(Events events) {
  std::sort(events.begin(), events.end());
  return events;
}

}  // namespace

Events broadcast_events(const StarTrees& trees, const StarTraffic& traffic, Node source) {
  const StarGraph& graph = trees.graph();
  check_traffic(graph.degree(), traffic);
  check_node(graph, source, "the source");
  Events events;
  const std::vector<StarArc> walk = depth_first_walk(trees);
  for (int tree = 2; tree <= graph.order(); ++tree) {
    for (const StarArc& arc : walk) {
      StarLinkEvent event = data_event(graph, source, arc, tree);
      for (std::int64_t round = 0; round < tree_load(graph.degree(), traffic, tree); ++round) {
        event.step = round + arc.depth;
        event.packet = packet_of(graph.degree(), traffic, tree, round);
        events.push_back(event);
      }
    }
  }
  return sorted(std::move(events));
}

Events multinode_events(const StarTrees& trees, const StarTraffic& traffic) {
  const int degree = trees.graph().degree();
  check_traffic(degree, traffic);
  Events events;
  const std::vector<StarArc> walk = depth_first_walk(trees);
  for_each_arc(trees, walk, [&](StarLinkEvent event, const StarArc&, int i) {
    for (std::int64_t round = 0; round < tree_load(degree, traffic, event.tree); ++round) {
      event.step = round * static_cast<Step>(walk.size()) + i;
      event.packet = packet_of(degree, traffic, event.tree, round);
      events.push_back(event);
    }
  });
  return sorted(std::move(events));
}

Events multinode_acknowledged_events(const StarTrees& trees, const StarTraffic& traffic) {
  const int degree = trees.graph().degree();
  check_traffic(degree, traffic);
  Events events;
  const std::vector<StarArc> walk = depth_first_walk(trees);
  for_each_arc(trees, walk, [&](StarLinkEvent event, const StarArc& arc, int i) {
    if (tree_load(degree, traffic, event.tree) > 0)
      add_walked_arc(event, arc, i, degree, traffic, events);
  });
  return sorted(std::move(events));
}

Events scatter_events(const StarTrees& trees, const StarTraffic& traffic, Node source) {
  const StarGraph& graph = trees.graph();
  check_traffic(graph.degree(), traffic);
  check_node(graph, source, "the source");
  Events events;
  const StarSelection selection = select_addresses(trees, traffic.copies);
  for (int tree = 2; tree <= graph.order(); ++tree) {
    Step slot = 0;
    for (const Node u : selection.addresses)
      for (std::int64_t packet = 0; packet < traffic.packets; ++packet)
        add_way(trees, source, tree, u, packet, slot++, events);
  }
  return sorted(std::move(events));
}

Events exchange_events(const StarTrees& trees, const StarTraffic& traffic) {
  const StarGraph& graph = trees.graph();
  check_traffic(graph.degree(), traffic);
  Events events;
  const StarSelection selection = select_addresses(trees, traffic.copies);
  for (Node source = 0; source < graph.size(); ++source) {
    for (int tree = 2; tree <= graph.order(); ++tree) {
      Step begin = 0;
      for (std::size_t a = 0; a < selection.addresses.size(); ++a) {
        for (std::int64_t packet = 0; packet < traffic.packets; ++packet) {
          add_way(trees, source, tree, selection.addresses[a], packet, begin, events);
          begin += selection.depths[a];
        }
      }
    }
  }
  return sorted(std::move(events));
}

}  // namespace flitwise::theory
