// star_theory.cpp: closed forms of the five algorithms, the same link by link, and bounds.
#include "tb/theory/star/star_theory.h"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>

#include "tb/theory/events.h"
#include "tb/theory/star/star_slots.h"
#include "tb/theory/star/star_walk.h"

namespace flitwise::theory {
namespace {

const std::string kPaper = "Fragopoulou, Akl (1996)";
constexpr const char* kDelivery = "equals steps: the last packet on a link reaches its destination";
constexpr const char* kBuffer = "1: a packet leaves in the step after it came";
constexpr const char* kReception =
    "max over d of (ceil(m x N_d / (n-1)) - 1) F + (d-1) Phi + F + w - 1, N_d nodes at d or more: "
    "n-1 ports of a node";
constexpr const char* kAcknowledgedWalk = "the time of a walk with acknowledgements";
constexpr const char* kStreamBuffer =
    "ceil((Phi - w + 1) / F): a packet stays that long, and another one comes every F cycles";
constexpr const char* kStreamSteps =
    "slots of F cycles, up to that in which the last flit of `finish` is sent";

/// Cycle in which a head is sent on its link number `depth` (from 1) if `position` packets leave
/// before it by the same port, and nothing waits on its way.
Step unhindered(std::int64_t position, int depth, const StarPace& pace) {
  return position * pace.flits + (depth - 1) * pace.hop() + 1;
}

/// The same as StarLinkEvent has it: in lockstep, a packet step.
Step in_stream(std::int64_t position, int depth, const StarPace& pace) {
  return pace.is_spaced() ? unhindered(position, depth, pace) : position + depth;
}

/// What is sent in `slot`, or packet step, as StarLinkEvent has it.
Step in_slot(Step slot, const StarPace& pace) { return pace.is_spaced() ? pace.head(slot) : slot; }

/// Earliest cycle in which the last head is sent to a node that gets m packets from every source in
/// x copies, or from a source that has as many for every node: of those with d links to go or more,
/// one is the last at one of n-1 ports, and has d - 1 links more to go. Largest over d.
Step least_head(const StarGraph& graph, const StarTraffic& traffic, const StarPace& pace) {
  std::vector<std::int64_t> nodes(static_cast<std::size_t>(graph.diameter()), 0);
  for (Node u = 1; u < graph.size(); ++u)
    for (int d = 1; d <= graph.distance(u); ++d) ++nodes[static_cast<std::size_t>(d - 1)];
  Step least = 1;
  for (int d = 1; d <= graph.diameter(); ++d) {
    const std::int64_t copies =
        traffic.packets * traffic.copies * nodes[static_cast<std::size_t>(d - 1)];
    least = std::max(least, unhindered(ceil_of(copies, graph.degree()) - 1, d, pace));
  }
  return least;
}

/// The slot of F cycles, from 1, in which the last flit of a packet is sent.
Step slot_of_tail(Step head, const StarPace& pace) {
  return ceil_of(head + pace.flits - 1, pace.flits);
}

/// Completes figures in cycles from those in which the last head is sent and in which no schedule
/// sends its last head earlier; with spaced slots, the bound in slots, too.
void set_cycles(Step last_head, Step least, const StarPace& pace, StarPrediction& p) {
  p.finish = pace.whole(last_head);
  p.quiesce = p.finish;
  p.least_cycles = pace.whole(least);
  if (pace.is_spaced()) p.lower_bound = slot_of_tail(least, pace);
}

/// A tree takes `packets` that wait for nothing; the last one goes over `links` links.
void set_steps_of_stream(std::int64_t packets, int links, Step least, const StarPace& pace,
                         StarPrediction& p) {
  p.steps = packets + links - 1;
  const Step head = pace.is_spaced() ? unhindered(packets - 1, links, pace) : pace.head(p.steps);
  set_cycles(head, least, pace, p);
  if (pace.is_spaced()) p.steps = slot_of_tail(head, pace);
  p.last_delivery = p.steps;
}

/// Addresses at more than `depth`.
std::int64_t deeper_than(int depth, const StarSelection& selection) {
  return std::count_if(selection.depths.begin(), selection.depths.end(),
                       [&](int d) { return d > depth; });
}

/// Farthest first: of those of one depth, the last leaves when all of that depth and beyond have.
void set_steps_of_scatter(const StarSelection& selection, std::int64_t packets, Step least,
                          const StarPace& pace, StarPrediction& p) {
  p.steps = packets * selection.size();
  Step head = pace.head(p.steps);
  for (int e = 2; pace.is_spaced() && e <= selection.depths.front(); ++e)
    head = std::max(head, unhindered(packets * deeper_than(e - 1, selection) - 1, e, pace));
  set_cycles(head, least, pace, p);
  if (pace.is_spaced()) p.steps = slot_of_tail(head, pace);
  p.last_delivery = p.steps;
}

/// Says where figures with spaced slots come from in which packet steps count otherwise.
void name_spaced(const std::vector<Source>& spaced, StarPrediction& p) {
  for (Source& source : p.sources)
    for (const Source& other : spaced)
      if (source.quantity == other.quantity) source.text = other.text;
  for (Source& source : p.sources)
    if (source.quantity == "lower_bound") source.text = "slots of F cycles in `least_cycles`";
}

/// Says where figures in cycles come from: `spaced` and `least` with spaced slots and always.
void name_cycles(const char* spaced, const char* least, const StarPace& pace, StarPrediction& p) {
  const auto last = [&](const char* step) {
    return pace.is_spaced() ? std::string(spaced)
                            : "(" + std::string(step) +
                                  " - 1) max(F, Phi) + F + w - 1: packet steps of max(F, Phi) "
                                  "cycles, then a packet's way over the last link";
  };
  p.sources.push_back({"finish", last("last_delivery")});
  p.sources.push_back({"quiesce", last("steps")});
  p.sources.push_back({"least_cycles", least});
}

/// Copies of packets a period of n-1 apart leave in the same slots of a round.
Step widest_window(const StarTrees& trees, const StarTraffic& traffic, const StarPace& pace) {
  const int degree = trees.graph().degree();
  Step widest = 0;
  for (std::int64_t q = 0; q < std::min<std::int64_t>(traffic.packets, degree); ++q) {
    for (Node u = 1; u < trees.graph().size(); ++u) {
      Step first = in_stream(rounds_of(degree, traffic), trees.height(), pace);
      Step last = 0;
      for (int i = 0; i < traffic.copies; ++i) {
        const StarCopy copy = copy_of(degree, traffic, q, i);
        const Step sent = in_stream(copy.round, trees.depth(u, copy.tree), pace);
        first = std::min(first, sent);
        last = std::max(last, sent);
      }
      widest = std::max(widest, last - first);
    }
  }
  return widest;
}

/// Every tree is a pipeline that takes a packet a step.
StarPrediction predict_broadcast(const StarTrees& trees, const StarTraffic& traffic,
                                 const StarPace& pace) {
  const StarGraph& graph = trees.graph();
  const std::int64_t rounds = rounds_of(graph.degree(), traffic);
  StarPrediction p;
  p.lower_bound = rounds + graph.diameter() - 1;
  set_steps_of_stream(rounds, trees.height(), unhindered(rounds - 1, graph.diameter(), pace), pace,
                      p);
  p.transmissions = traffic.packets * traffic.copies * (graph.size() - 1);
  p.max_buffer = held_by_stream(rounds, pace);
  p.reorder_window = widest_window(trees, traffic, pace);
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
  if (pace.is_spaced())
    name_spaced({{"steps", kStreamSteps},
                 {"max_buffer", kStreamBuffer},
                 {"reorder_window",
                  "largest over packets and nodes of (latest - earliest) round F + depth Phi"}},
                p);
  name_cycles("(m' - 1) F + (H - 1) Phi + F + w - 1, m' = ceil(m x / (n-1)), exact",
              "(m' - 1) F + (D - 1) Phi + F + w - 1: the bound on steps, arc by arc", pace, p);
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

StarPrediction predict_static(const StarTrees& trees, const StarTraffic& traffic,
                              const StarPace& pace) {
  StarPrediction p = predict_walks(trees, traffic);
  const int degree = trees.graph().degree();
  const std::int64_t rounds = rounds_of(degree, traffic);
  const std::vector<StarArc> walk = depth_first_walk(trees);
  p.steps = last_walk_slot(walk, rounds, pace.lag());
  p.last_delivery = p.steps;
  set_cycles(pace.head(p.steps), least_head(trees.graph(), traffic, pace), pace, p);

  // Depth first, no round holds more than a full one, and none but the last is not full.
  const std::int64_t counted = pace.lag() == 1 ? 1 : rounds;
  p.max_buffer = held_by_walks(trees, walk, walk_slots(walk, counted, pace.lag()),
                               loads(degree, traffic), pace);

  p.sources.push_back({"steps",
                       "ceil(m x / (n-1)) (N-1), exact: an arc of every tree a step; "
                       "meets the lower bound if n-1 divides m x; any m, x"});
  p.sources.push_back(
      {"last_delivery", "equals steps: every packet is new to the node it reaches"});
  p.sources.push_back({"max_buffer",
                       "most nodes of tree 2 between their own arc and that to their "
                       "last child; only those of trees in use"});
  if (pace.is_spaced())
    name_spaced({{"steps",
                  "max over e of (e-1) k + m' N_e, exact, k = ceil(Phi / F), m' = ceil(m x / "
                  "(n-1)), N_e links of a tree to depth e or more: highest level first"},
                 {"max_buffer",
                  "most nodes of tree 2 that have received a packet and have not sent it to the "
                  "last child, slot by slot"}},
                p);
  name_cycles("slots F + w - 1, exact", kReception, pace, p);
  return p;
}

StarPrediction predict_acknowledged(const StarTrees& trees, const StarTraffic& traffic,
                                    const StarPace& pace) {
  check_lockstep(pace.latency, kAcknowledgedWalk);
  StarPrediction p = predict_walks(trees, traffic);
  const StarGraph& graph = trees.graph();
  const std::int64_t group = rounds_of(graph.degree(), traffic);
  const std::vector<std::int64_t> load = loads(graph.degree(), traffic);
  const std::vector<StarArc> walk = depth_first_walk(trees);

  p.steps = (group + 1) * (graph.size() - 1);
  p.last_delivery = p.steps - walk.back().depth;
  set_cycles(pace.head(p.last_delivery), least_head(graph, traffic, pace), pace, p);
  p.quiesce = pace.whole(pace.head(p.steps));
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
  name_cycles("", kReception, pace, p);
  return p;
}

/// A packet for each node, through the trees that serve it.
StarPrediction predict_scatter(const StarTrees& trees, const StarTraffic& traffic,
                               const StarPace& pace) {
  const StarGraph& graph = trees.graph();
  const StarSelection selection = select_addresses(trees, traffic.copies);
  const std::int64_t m = traffic.packets;
  StarPrediction p;
  p.lower_bound = ceil_of(m * traffic.copies * (graph.size() - 1), graph.degree());
  set_steps_of_scatter(selection, m, least_head(graph, traffic, pace), pace, p);
  p.transmissions = m * graph.degree() * selection.depth_sum;
  p.max_buffer = held_by_stream(m * deeper_than(1, selection), pace);
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
  if (pace.is_spaced()) name_spaced({{"steps", kStreamSteps}, {"max_buffer", kStreamBuffer}}, p);
  name_cycles(
      "max over e of N_e F + (e-1) Phi + w - 1, exact, N_e packets of a tree for depth e or more",
      kReception, pace, p);
  return p;
}

StarPrediction predict_exchange(const StarTrees& trees, const StarTraffic& traffic,
                                const StarPace& pace) {
  const StarGraph& graph = trees.graph();
  const std::int64_t m = traffic.packets;
  const std::int64_t distances = m * traffic.copies * graph.distance_sum();
  StarPrediction p;
  const StarSelection selection = select_addresses(trees, traffic.copies);
  const StarTurns turns = exchange_turns(selection, m, pace.lag());
  p.steps = turns.last;
  p.last_delivery = p.steps;
  p.transmissions = m * selection.depth_sum * graph.degree() * graph.size();
  p.max_buffer = held_by_exchange(selection, turns, pace);
  p.lower_bound = ceil_of(distances, graph.degree());
  set_cycles(pace.head(p.steps),
             std::max(unhindered(p.lower_bound - 1, 1, pace), least_head(graph, traffic, pace)),
             pace, p);
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
  if (pace.is_spaced())
    name_spaced({{"steps",
                  "the last of k classes of slots, k = ceil(Phi / F), each packet in that with "
                  "fewest links, farthest first; m E(x) if they come out even"},
                 {"max_buffer", "most packets between two of their links, k slots apart"}},
                p);
  name_cycles("slots F + w - 1, exact",
              "F cycles for each of ceil(m x sum of distances / (n-1)) packets on an arc, then w - "
              "1; not below what a node's n-1 ports need",
              pace, p);
  return p;
}

/// When the links of walks and of ways are taken, as StarLinkEvent has it: the same for all sources
/// and trees.
struct Timetable {
  std::vector<std::vector<Step>> links;  ///< of walks: by round, entry
  std::vector<Step> first;               ///< of ways: the first link, packet by packet of a tree
  Step apart = 1;                        ///< of ways: from a link to the next
};

Timetable timetable_of(StarAlgorithm algorithm, const std::vector<StarArc>& walk,
                       const StarSelection& selection, const StarTraffic& traffic, int degree,
                       const StarPace& pace) {
  const std::int64_t rounds = rounds_of(degree, traffic);
  Timetable times;
  switch (algorithm) {
    case StarAlgorithm::kTrees:
      for (std::int64_t round = 0; round < rounds; ++round) {
        times.links.emplace_back();
        for (const StarArc& arc : walk)
          times.links.back().push_back(in_stream(round, arc.depth, pace));
      }
      break;
    case StarAlgorithm::kStatic:
      times.links = walk_slots(walk, rounds, pace.lag());
      for (std::vector<Step>& round : times.links)
        for (Step& link : round) link = in_slot(link, pace);
      break;
    case StarAlgorithm::kAcknowledged:  // visit_walked_arc
      break;
    case StarAlgorithm::kFurthestFirst:
      for (std::int64_t i = 0; i < traffic.packets * selection.size(); ++i)
        times.first.push_back(in_stream(i, 1, pace));
      times.apart = pace.is_spaced() ? pace.hop() : 1;
      break;
    case StarAlgorithm::kNecklaces:
      times.first = exchange_turns(selection, traffic.packets, pace.lag()).first;
      for (Step& first : times.first) first = in_slot(first, pace);
      times.apart = pace.is_spaced() ? pace.lag() * pace.step() : 1;
      break;
  }
  return times;
}

/// Hands on what one source sends by any but a routed algorithm.
void visit_walks(StarAlgorithm algorithm, const StarGraph& graph, const StarTraffic& traffic,
                 const std::vector<StarArc>& walk, const Timetable& times, Node source,
                 const TakeStarEvent& take) {
  const int degree = graph.degree();
  for (int tree = 2; tree <= graph.order(); ++tree) {
    const std::int64_t load = tree_load(degree, traffic, tree);
    for (std::size_t entry = 0; entry < walk.size() && load > 0; ++entry) {
      const int i = static_cast<int>(entry) + 1;
      StarLinkEvent event = arc_event(graph, source, tree, walk[entry]);
      if (algorithm == StarAlgorithm::kAcknowledged) {
        visit_walked_arc(event, walk[entry], i, degree, traffic, take);
        continue;
      }
      for (std::int64_t round = 0; round < load; ++round) {
        event.step = times.links[static_cast<std::size_t>(round)][entry];
        event.packet = packet_of(degree, traffic, tree, round);
        take(event);
      }
    }
  }
}

/// Hands on what one source sends by a routed algorithm.
void visit_ways(const StarTrees& trees, const StarTraffic& traffic, const StarSelection& selection,
                const Timetable& times, Node source, const TakeStarEvent& take) {
  const StarGraph& graph = trees.graph();
  for (int tree = 2; tree <= graph.order(); ++tree) {
    auto first = times.first.begin();
    for (const Node u : selection.addresses) {
      const Node destination = node_of(graph, source, tree, u);
      for (std::int64_t packet = 0; packet < traffic.packets; ++packet) {
        Step step = *first++;
        Node from = source;
        for (const int d : trees.route(u, 2)) {
          const Node to = graph.neighbour(from, graph.rotate_dimension(d, tree - 2));
          take({step, from, to, StarPacketKind::kData, tree, source, destination, packet});
          from = to;
          step += times.apart;
        }
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
      return predict_broadcast(trees, traffic, pace);
    case StarAlgorithm::kStatic:
      return predict_static(trees, traffic, pace);
    case StarAlgorithm::kAcknowledged:
      return predict_acknowledged(trees, traffic, pace);
    case StarAlgorithm::kFurthestFirst:
      return predict_scatter(trees, traffic, pace);
    case StarAlgorithm::kNecklaces:
      break;
  }
  return predict_exchange(trees, traffic, pace);
}

std::optional<std::int64_t> disjoint_depth_sum(int order) {
  constexpr std::array<std::int64_t, 5> kSums{15, 94, 616, 4520, 37278};
  const int entry = order - StarGraph::kLeastOrder;
  if (entry < 0 || entry >= static_cast<int>(kSums.size())) return std::nullopt;
  return kSums[static_cast<std::size_t>(entry)];
}

void visit_star_events(StarAlgorithm algorithm, const StarTrees& trees, const StarTraffic& traffic,
                       Node source, const StarPace& pace, const TakeStarEvent& take) {
  check_pace(pace);
  if (algorithm == StarAlgorithm::kAcknowledged) check_lockstep(pace.latency, kAcknowledgedWalk);
  const StarGraph& graph = trees.graph();
  check_traffic(graph.degree(), traffic);
  const bool is_alone = has_one_source(algorithm);
  if (is_alone) check_node(graph, source, "the source");
  const std::vector<StarArc> walk = depth_first_walk(trees);
  const StarSelection selection = select_addresses(trees, traffic.copies);
  const Timetable times = timetable_of(algorithm, walk, selection, traffic, graph.degree(), pace);
  for (Node v = is_alone ? source : 0; v <= (is_alone ? source : graph.size() - 1); ++v) {
    if (is_routed(algorithm))
      visit_ways(trees, traffic, selection, times, v, take);
    else
      visit_walks(algorithm, graph, traffic, walk, times, v, take);
  }
}

std::vector<StarLinkEvent> star_events(StarAlgorithm algorithm, const StarTrees& trees,
                                       const StarTraffic& traffic, Node source,
                                       const StarPace& pace) {
  return sorted_events<StarLinkEvent>([&](const TakeStarEvent& take) {
    visit_star_events(algorithm, trees, traffic, source, pace, take);
  });
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
