// star_faults.cpp: copies through broken trees, by the steps in which they would cross what is
// dead.
#include "tb/theory/star/star_faults.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace flitwise::theory {
namespace {

/// A copy of packet q: it crosses the arc of its path with mark k in step `base` + q `stride` + k.
struct TimedCopy {
  int tree = 0;
  Step base = 0;
  Step stride = 0;
};
/// By packet (the same for all nodes) or, of routed ones, by relative address.
using TimedCopies = std::vector<std::vector<TimedCopy>>;

TimedCopies by_packet(int degree, const StarTraffic& traffic, Step steps_of_a_round) {
  TimedCopies copies(static_cast<std::size_t>(traffic.packets));
  for (std::size_t q = 0; q < copies.size(); ++q) {
    for (int i = 0; i < traffic.copies; ++i) {
      const StarCopy copy = copy_of(degree, traffic, static_cast<std::int64_t>(q), i);
      copies[q].push_back({copy.tree, copy.round * steps_of_a_round, 0});
    }
  }
  return copies;
}

TimedCopies by_address(StarAlgorithm algorithm, const StarTrees& trees,
                       const StarTraffic& traffic) {
  const StarGraph& graph = trees.graph();
  TimedCopies copies(static_cast<std::size_t>(graph.size()));
  const StarSelection selection = select_addresses(trees, traffic.copies);
  Step base = 0;
  for (std::size_t a = 0; a < selection.addresses.size(); ++a) {
    const Step stride = algorithm == StarAlgorithm::kFurthestFirst ? 1 : selection.depths[a];
    for (int tree = 2; tree <= graph.order(); ++tree) {
      const Node u = graph.rotate(selection.addresses[a], tree - 2);
      copies[static_cast<std::size_t>(u)].push_back({tree, base, stride});
    }
    base += traffic.packets * stride;
  }
  return copies;
}

/// Adds up the copies of one operation, packet by packet.
class CopyCounter {
 public:
  CopyCounter(StarAlgorithm algorithm, const StarTrees& trees, const StarTraffic& traffic,
              const StarFaults& faults)
      : graph_(trees.graph()),
        algorithm_(algorithm),
        packets_(traffic.packets),
        from_step_(faults.from_step),
        map_(graph_, faults),
        walk_(depth_first_walk(trees)),
        breaks_(trees, walk_, walks() ? numbers(walk_) : depths(walk_)),
        timed_(is_routed(algorithm)
                   ? by_address(algorithm, trees, traffic)
                   : by_packet(graph_.degree(), traffic, walks() ? graph_.size() - 1 : 1)) {
    copies_.least.resize(static_cast<std::size_t>(graph_.size()));
    copies_.received.resize(static_cast<std::size_t>(graph_.size()));
    copies_.histogram.resize(static_cast<std::size_t>(graph_.order()));
    copies_.guarantee = std::max(0, traffic.copies - map_.count());
    if (algorithm == StarAlgorithm::kAcknowledged && map_.count() > 0) copies_.guarantee.reset();
  }

  StarCopies count_one(Node source) {
    count(source);
    if (map_.is_dead(source)) copies_.guarantee.reset();
    return copies_;
  }

  StarCopies count_all() {
    for (Node source = 0; source < graph_.size(); ++source) count(source);
    return copies_;
  }

 private:
  bool walks() const {
    return algorithm_ == StarAlgorithm::kStatic || algorithm_ == StarAlgorithm::kAcknowledged;
  }

  void count(Node source) {
    breaks_.look(map_, source);
    for (Node u = 1; u < graph_.size(); ++u) {
      const Node v = graph_.absolute(u, source);
      for (std::int64_t q = 0; q < packets_; ++q) {
        int arrived = 0;
        const auto entry = static_cast<std::size_t>(is_routed(algorithm_) ? u : q);
        for (const TimedCopy& copy : timed_[entry]) arrived += arrives(copy, u, q) ? 1 : 0;
        add(source, v, arrived);
      }
    }
  }

  bool arrives(const TimedCopy& copy, Node u, std::int64_t packet) const {
    if (algorithm_ == StarAlgorithm::kAcknowledged) {
      const Step first = breaks_.first_of_tree(copy.tree);
      return first == 0 || breaks_.mark(u, copy.tree) < first;
    }
    const Step last = breaks_.last(u, copy.tree);
    return last == 0 || copy.base + packet * copy.stride + last < from_step_;
  }

  /// `arrived` copies of a packet from `source` reach `v`.
  void add(Node source, Node v, int arrived) {
    const auto entry = static_cast<std::size_t>(v);
    copies_.received[entry] += arrived;
    if (map_.is_dead(v) || map_.is_dead(source)) return;
    ++copies_.histogram[static_cast<std::size_t>(arrived)];
    std::optional<int>& least = copies_.least[entry];
    least = std::min(least.value_or(arrived), arrived);
  }

  const StarGraph& graph_;
  StarAlgorithm algorithm_;
  std::int64_t packets_;
  Step from_step_;
  StarFaultMap map_;
  std::vector<StarArc> walk_;
  StarBreaks breaks_;
  TimedCopies timed_;
  StarCopies copies_;
};

}  // namespace

StarFaultMap::StarFaultMap(const StarGraph& graph, const StarFaults& faults)
    : graph_(graph),
      dead_(static_cast<std::size_t>(graph.size()), false),
      blocked_(static_cast<std::size_t>(graph.size() * graph.degree()), false) {
  if (faults.from_step < 1)
    throw std::invalid_argument("faults must begin in step 1 or later, got " +
                                std::to_string(faults.from_step));
  for (const StarLink& link : faults.links) {
    check_node(graph, link.node, "the end of a dead link");
    if (link.dimension < 2 || link.dimension > graph.order())
      throw std::invalid_argument("a dead link's dimension must be 2 to " +
                                  std::to_string(graph.order()) + ", got " +
                                  std::to_string(link.dimension));
    if (!is_blocked(link.node, link.dimension)) ++count_;
    block(link.node, link.dimension);
  }
  for (const Node v : faults.nodes) {
    check_node(graph, v, "a dead node");
    if (is_dead(v)) continue;
    dead_[static_cast<std::size_t>(v)] = true;
    ++count_;
    for (int d = 2; d <= graph.order(); ++d) block(v, d);
  }
}

void StarFaultMap::block(Node v, int dimension) {
  for (const Node end : {v, graph_.neighbour(v, dimension)})
    blocked_[static_cast<std::size_t>(end * graph_.degree() + dimension - 2)] = true;
}

void check_from_the_start(const StarFaults& faults) {
  if (faults.from_step != 1)
    throw std::invalid_argument("the walk with acknowledgements takes faults from step 1 only");
}

StarBreaks::StarBreaks(const StarTrees& trees, const std::vector<StarArc>& walk,
                       std::vector<Step> marks)
    : graph_(trees.graph()),
      walk_(walk),
      marks_(std::move(marks)),
      addresses_(static_cast<std::size_t>(graph_.degree())),
      mark_at_(static_cast<std::size_t>(graph_.size() * graph_.degree())),
      last_(static_cast<std::size_t>(graph_.size() * graph_.degree())),
      first_(static_cast<std::size_t>(graph_.degree())) {
  for (int tree = 2; tree <= graph_.order(); ++tree) {
    for (std::size_t i = 0; i < walk.size(); ++i) {
      const Node u = graph_.rotate(walk[i].node, tree - 2);
      addresses_[static_cast<std::size_t>(tree - 2)].push_back(u);
      mark_at_[entry(u, tree)] = marks_[i];
    }
  }
}

void StarBreaks::look(const StarFaultMap& faults, Node source) {
  for (int tree = 2; tree <= graph_.order(); ++tree) look_at_tree(faults, source, tree);
}

void StarBreaks::look_at_tree(const StarFaultMap& faults, Node source, int tree) {
  const std::vector<Node>& addresses = addresses_[static_cast<std::size_t>(tree - 2)];
  Step& first = first_[static_cast<std::size_t>(tree - 2)];
  first = 0;
  for (std::size_t i = 0; i < walk_.size(); ++i) {
    const Node v = graph_.absolute(addresses[i], source);
    Step& last = last_[entry(addresses[i], tree)];
    if (faults.is_blocked(v, graph_.rotate_dimension(walk_[i].dimension, tree - 2))) {
      last = marks_[i];
      if (first == 0 || last < first) first = last;
    } else {
      const int above = walk_[i].above;
      last = above < 0 ? 0 : last_[entry(addresses[static_cast<std::size_t>(above)], tree)];
    }
  }
}

StarCopies star_copies(StarAlgorithm algorithm, const StarTrees& trees, const StarTraffic& traffic,
                       Node source, const StarFaults& faults, const StarLatency& latency) {
  check_traffic(trees.graph().degree(), traffic);
  if (has_one_source(algorithm)) check_node(trees.graph(), source, "the source");
  if (algorithm == StarAlgorithm::kAcknowledged) {
    check_from_the_start(faults);
    check_lockstep(latency, "what a walk with acknowledgements brings");
  }
  if (faults.from_step != 1) check_lockstep(latency, "what faults from a later step on cost");
  CopyCounter counter(algorithm, trees, traffic, faults);
  return has_one_source(algorithm) ? counter.count_one(source) : counter.count_all();
}

std::string copies_source() {
  return "a copy is lost if and only if the last dead link or node of its path is dead in the step "
         "in which it would pass there; any faults, n, m, x";
}

std::string guarantee_source() {
  return "Fragopoulou, Akl (1996), fault tolerance: x - f, since the paths of a node meet only at "
         "its ends; nodes alive, source alive, any n, m, x";
}

}  // namespace flitwise::theory
