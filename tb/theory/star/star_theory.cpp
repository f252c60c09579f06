// star_theory.cpp: closed forms of the five algorithms, the same link by link, and bounds.
#include "tb/theory/star/star_theory.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "tb/theory/star/star_walk.h"

namespace flitwise::theory {
namespace {

using Events = std::vector<StarLinkEvent>;

const std::string kPaper = "Fragopoulou, Akl (1996)";
constexpr const char* kDelivery = "equals steps: the last packet on a link reaches its destination";
constexpr const char* kBuffer = "1: a packet leaves in the step after it came";

/// Copies of packets a period of n-1 apart leave in the same slots of a round.
Step widest_window(const StarTrees& trees, const StarTraffic& traffic) {
  const int degree = trees.graph().degree();
  Step widest = 0;
  for (std::int64_t q = 0; q < std::min<std::int64_t>(traffic.packets, degree); ++q) {
    for (Node u = 1; u < trees.graph().size(); ++u) {
      Step first = trees.height() + rounds_of(degree, traffic);
      Step last = 0;
      for (int i = 0; i < traffic.copies; ++i) {
        const StarCopy copy = copy_of(degree, traffic, q, i);
        first = std::min<Step>(first, copy.round + trees.depth(u, copy.tree));
        last = std::max<Step>(last, copy.round + trees.depth(u, copy.tree));
      }
      widest = std::max(widest, last - first);
    }
  }
  return widest;
}

/// Every tree is a pipeline that takes a packet a step.
StarPrediction predict_broadcast(const StarTrees& trees, const StarTraffic& traffic) {
  const StarGraph& graph = trees.graph();
  const std::int64_t rounds = rounds_of(graph.degree(), traffic);
  StarPrediction p;
  p.steps = rounds + trees.height() - 1;
  p.last_delivery = p.steps;
  p.transmissions = traffic.packets * traffic.copies * (graph.size() - 1);
  p.max_buffer = 1;
  p.reorder_window = widest_window(trees, traffic);
  p.lower_bound = rounds + graph.diameter() - 1;
  p.transmissions_at_least = p.transmissions;
  p.sources = {
      {"steps", kPaper + ", broadcast: ceil(m x / (n-1)) + H - 1, exact; any m, x, source"},
      {"last_delivery", "equals steps: every packet on a link is new to the node it reaches"},
      {"transmissions", "m x (N-1): every copy crosses each of its tree's arcs once"},
      {"max_buffer", "1: a port belongs to one tree, and a packet leaves in the next step"},
      {"reorder_window", "largest over packets and nodes of (latest - earliest) round + depth"},
      {"lower_bound",
       "ceil(m x / (n-1)) + D - 1: the source's n-1 ports, then the way of the last copy"},
      {"transmissions_at_least", "m x (N-1): N-1 nodes get x copies of m packets"},
  };
  return p;
}

std::vector<std::int64_t> loads(int degree, const StarTraffic& traffic) {
  std::vector<std::int64_t> loads;
  for (int tree = 2; tree < 2 + degree; ++tree) loads.push_back(tree_load(degree, traffic, tree));
  return loads;
}

/// All sources walk through their trees in lockstep.
StarPrediction predict_walks(const StarTrees& trees, const StarTraffic& traffic) {
  const StarGraph& graph = trees.graph();
  const std::int64_t copies = traffic.packets * traffic.copies * (graph.size() - 1);
  StarPrediction p;
  p.transmissions = copies * graph.size();
  p.transmissions_at_least = p.transmissions;
  p.lower_bound = ceil_of(copies, graph.degree());
  p.sources = {
      {"transmissions", "m x N (N-1): every copy crosses each of its tree's arcs once"},
      {"transmissions_at_least", "m x N (N-1): N-1 nodes get x copies of m packets of N sources"},
      {"lower_bound", "ceil(m x (N-1) / (n-1)): what each node must receive on its n-1 ports"},
  };
  return p;
}

StarPrediction predict_static(const StarTrees& trees, const StarTraffic& traffic) {
  StarPrediction p = predict_walks(trees, traffic);
  const int degree = trees.graph().degree();
  p.steps = rounds_of(degree, traffic) * (trees.graph().size() - 1);
  p.last_delivery = p.steps;

  // No round holds more than a full one, and none but the last is not full.
  std::vector<std::int64_t> round = loads(degree, traffic);
  for (std::int64_t& packets : round) packets = std::min<std::int64_t>(packets, 1);
  const std::vector<StarArc> walk = depth_first_walk(trees);
  p.max_buffer = held_at_a_port(trees, walk, numbers(walk), round);

  p.sources.push_back({"steps",
                       "ceil(m x / (n-1)) (N-1), exact: an arc of every tree a step; "
                       "meets the lower bound if n-1 divides m x; any m, x"});
  p.sources.push_back(
      {"last_delivery", "equals steps: every packet is new to the node it reaches"});
  p.sources.push_back({"max_buffer",
                       "most nodes of tree 2 between their own arc and that to their "
                       "last child; only those of trees in use"});
  return p;
}

StarPrediction predict_acknowledged(const StarTrees& trees, const StarTraffic& traffic) {
  StarPrediction p = predict_walks(trees, traffic);
  const StarGraph& graph = trees.graph();
  const std::int64_t group = rounds_of(graph.degree(), traffic);
  const std::vector<std::int64_t> load = loads(graph.degree(), traffic);
  const std::vector<StarArc> walk = depth_first_walk(trees);

  p.steps = (group + 1) * (graph.size() - 1);
  p.last_delivery = p.steps - walk.back().depth;
  const auto used = std::count_if(load.begin(), load.end(), [](std::int64_t g) { return g > 0; });
  p.acknowledgements = used * std::int64_t{graph.size()} * (graph.size() - 1);
  std::vector<Step> begin;
  for (std::size_t entry = 0; entry < walk.size(); ++entry)
    begin.push_back(data_begin(walk[entry], static_cast<int>(entry) + 1, group));
  p.max_buffer = held_at_a_port(trees, walk, begin, load);

  p.sources.push_back({"steps", kPaper +
                                    ", multinode broadcast: (g+1) (N-1) with g = ceil(m x / (n-1)) "
                                    "packets moved together and one step for the acknowledgement; "
                                    "any m, x"});
  p.sources.push_back({"last_delivery", "steps - depth of the last node in the walk"});
  p.sources.push_back({"acknowledgements", "N (N-1) in each of the min(m x, n-1) trees in use"});
  p.sources.push_back({"max_buffer",
                       "most packets between arrival and sending to the last child; "
                       "g times that of the static walk if n-1 divides m x"});
  return p;
}

/// A packet for each node, through the trees that serve it.
StarPrediction predict_scatter(const StarTrees& trees, const StarTraffic& traffic) {
  const StarGraph& graph = trees.graph();
  const StarSelection selection = select_addresses(trees, traffic.copies);
  const std::int64_t m = traffic.packets;
  StarPrediction p;
  p.steps = m * selection.size();
  p.last_delivery = p.steps;
  p.transmissions = m * graph.degree() * selection.depth_sum;
  p.max_buffer = 1;
  p.lower_bound = ceil_of(m * traffic.copies * (graph.size() - 1), graph.degree());
  p.transmissions_at_least = m * traffic.copies * graph.distance_sum();
  p.sources = {
      {"steps", kPaper + ", scatter: m S(x), exact, farthest first: a packet of depth e leaves at "
                         "least e - 1 steps before the last; any m, x, source"},
      {"last_delivery", kDelivery},
      {"transmissions", "m (n-1) E(x): E(x) is the sum of the selected addresses' depths"},
      {"max_buffer", kBuffer},
      {"lower_bound", "ceil(m x (N-1) / (n-1)): the source's n-1 ports"},
      {"transmissions_at_least", "m x sum of distances"},
  };
  return p;
}

StarPrediction predict_exchange(const StarTrees& trees, const StarTraffic& traffic) {
  const StarGraph& graph = trees.graph();
  const std::int64_t m = traffic.packets;
  const std::int64_t distances = m * traffic.copies * graph.distance_sum();
  StarPrediction p;
  p.steps = m * select_addresses(trees, traffic.copies).depth_sum;
  p.last_delivery = p.steps;
  p.transmissions = p.steps * graph.degree() * graph.size();
  p.max_buffer = 1;
  p.lower_bound = ceil_of(distances, graph.degree());
  p.transmissions_at_least = distances * graph.size();
  p.sources = {
      {"steps", kPaper + ", total exchange: m E(x), exact: the sum of the selected addresses' "
                         "depths; every arc is busy in every step; any m, x"},
      {"last_delivery", kDelivery},
      {"transmissions", "m (n-1) N E(x): every arc in every step"},
      {"max_buffer", kBuffer},
      {"lower_bound", "ceil(m x sum of distances / (n-1)): N (n-1) arcs for all packets' ways"},
      {"transmissions_at_least", "m N x sum of distances"},
  };
  const std::optional<std::int64_t> disjoint = disjoint_depth_sum(graph.order());
  if (traffic.copies == graph.degree() && disjoint) {
    p.disjoint_lower_bound = m * *disjoint;
    p.sources.push_back({"disjoint_lower_bound",
                         "m times the least total length of n-1 disjoint paths to every node, over "
                         "n-1 (minimum cost flow); x = n-1, n = 3..7"});
  }
  return p;
}

/// Adds what one source sends by any but a routed algorithm.
void add_walks(StarAlgorithm algorithm, const StarGraph& graph, const StarTraffic& traffic,
               const std::vector<StarArc>& walk, Node source, Events& events) {
  const int degree = graph.degree();
  for (int tree = 2; tree <= graph.order(); ++tree) {
    const std::int64_t load = tree_load(degree, traffic, tree);
    for (std::size_t entry = 0; entry < walk.size() && load > 0; ++entry) {
      const int i = static_cast<int>(entry) + 1;
      StarLinkEvent event = arc_event(graph, source, tree, walk[entry]);
      if (algorithm == StarAlgorithm::kAcknowledged) {
        add_walked_arc(event, walk[entry], i, degree, traffic, events);
        continue;
      }
      for (std::int64_t round = 0; round < load; ++round) {
        event.step = algorithm == StarAlgorithm::kTrees
                         ? round + walk[entry].depth
                         : round * static_cast<Step>(walk.size()) + i;
        event.packet = packet_of(degree, traffic, tree, round);
        events.push_back(event);
      }
    }
  }
}

/// Adds what one source sends by a routed algorithm: no packet waits on its way.
void add_ways(StarAlgorithm algorithm, const StarTrees& trees, const StarTraffic& traffic,
              const StarSelection& selection, Node source, Events& events) {
  const StarGraph& graph = trees.graph();
  for (int tree = 2; tree <= graph.order(); ++tree) {
    Step begin = 0;
    for (std::size_t a = 0; a < selection.addresses.size(); ++a) {
      const Node u = selection.addresses[a];
      const Node destination = node_of(graph, source, tree, u);
      for (std::int64_t packet = 0; packet < traffic.packets; ++packet) {
        Step step = begin;
        Node from = source;
        for (const int d : trees.route(u, 2)) {
          const Node to = graph.neighbour(from, graph.rotate_dimension(d, tree - 2));
          events.push_back(
              {++step, from, to, StarPacketKind::kData, tree, source, destination, packet});
          from = to;
        }
        begin += algorithm == StarAlgorithm::kFurthestFirst ? 1 : selection.depths[a];
      }
    }
  }
}

/// Completes bounds whose nodes, degree, diameter and sum of distances are known.
NetworkBounds with_times(NetworkBounds network, const StarTraffic& traffic) {
  check_traffic(network.degree, traffic);
  const std::int64_t copies = traffic.packets * traffic.copies;
  network.links = network.nodes * network.degree / 2;
  network.broadcast = ceil_of(copies, network.degree) + network.diameter - 1;
  network.multinode = ceil_of(copies * (network.nodes - 1), network.degree);
  network.exchange = ceil_of(copies * network.distance_sum, network.degree);
  return network;
}

}  // namespace

bool has_one_source(StarAlgorithm algorithm) {
  return algorithm == StarAlgorithm::kTrees || algorithm == StarAlgorithm::kFurthestFirst;
}

bool is_routed(StarAlgorithm algorithm) {
  return algorithm == StarAlgorithm::kFurthestFirst || algorithm == StarAlgorithm::kNecklaces;
}

StarPrediction predict_star(StarAlgorithm algorithm, const StarTrees& trees,
                            const StarTraffic& traffic, const StarPace& pace) {
  check_traffic(trees.graph().degree(), traffic);
  check_pace(pace);
  switch (algorithm) {
    case StarAlgorithm::kTrees:
      return predict_broadcast(trees, traffic);
    case StarAlgorithm::kStatic:
      return predict_static(trees, traffic);
    case StarAlgorithm::kAcknowledged:
      return predict_acknowledged(trees, traffic);
    case StarAlgorithm::kFurthestFirst:
      return predict_scatter(trees, traffic);
    case StarAlgorithm::kNecklaces:
      break;
  }
  return predict_exchange(trees, traffic);
}

std::optional<std::int64_t> disjoint_depth_sum(int order) {
  constexpr std::array<std::int64_t, 5> kSums{15, 94, 616, 4520, 37278};
  const int entry = order - StarGraph::kLeastOrder;
  if (entry < 0 || entry >= static_cast<int>(kSums.size())) return std::nullopt;
  return kSums[static_cast<std::size_t>(entry)];
}

std::vector<StarLinkEvent> star_events(StarAlgorithm algorithm, const StarTrees& trees,
                                       const StarTraffic& traffic, Node source,
                                       const StarPace& pace) {
  check_pace(pace);
  const StarGraph& graph = trees.graph();
  check_traffic(graph.degree(), traffic);
  const bool is_alone = has_one_source(algorithm);
  if (is_alone) check_node(graph, source, "the source");
  Events events;
  const std::vector<StarArc> walk = depth_first_walk(trees);
  const StarSelection selection = select_addresses(trees, traffic.copies);
  for (Node v = is_alone ? source : 0; v <= (is_alone ? source : graph.size() - 1); ++v) {
    if (is_routed(algorithm))
      add_ways(algorithm, trees, traffic, selection, v, events);
    else
      add_walks(algorithm, graph, traffic, walk, v, events);
  }
  std::sort(events.begin(), events.end());
  return events;
}

NetworkBounds star_graph_bounds(int order, const StarTraffic& traffic) {
  const StarGraph graph(order);
  NetworkBounds network;
  network.nodes = graph.size();
  network.degree = graph.degree();
  network.diameter = graph.diameter();
  network.distance_sum = graph.distance_sum();
  return with_times(network, traffic);
}

NetworkBounds hypercube_bounds(int dimensions, const StarTraffic& traffic) {
  if (dimensions < 1 || dimensions > 20)
    throw std::invalid_argument("a hypercube's dimensions must be 1 to 20, got " +
                                std::to_string(dimensions));
  NetworkBounds network;
  network.nodes = std::int64_t{1} << dimensions;
  network.degree = dimensions;
  network.diameter = dimensions;
  network.distance_sum = dimensions * network.nodes / 2;
  return with_times(network, traffic);
}

}  // namespace flitwise::theory
