// star_timed_walk.cpp: arcs of all walks in the steps that they have if nothing is dead.
#include "tb/theory/star/star_timed_walk.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

#include "tb/theory/events.h"

namespace flitwise::theory {
namespace {

// Steps of a wait in which an acknowledgement comes too late.
constexpr Step kNotice = 2;

// Beyond, a table of all ports' packets step by step is too large, and no run measures it.
constexpr int kLargestOrderCounted = 6;

enum class Fate : std::uint8_t { kOutOfReach, kBlocked, kCrossed };

/// Which arcs of one source's walks are crossed.
class Walks {
 public:
  Walks(const StarTrees& trees, const StarTraffic& traffic, const StarFaults& faults)
      : graph_(trees.graph()),
        traffic_(traffic),
        walk_(depth_first_walk(trees)),
        map_(graph_, faults),
        breaks_(trees, walk_, numbers(walk_)) {
    check_traffic(graph_.degree(), traffic);
    check_from_the_start(faults);
  }

  const StarGraph& graph() const { return graph_; }
  const std::vector<StarArc>& walk() const { return walk_; }
  std::int64_t group() const { return rounds_of(graph_.degree(), traffic_); }
  std::int64_t load(int tree) const { return tree_load(graph_.degree(), traffic_, tree); }

  /// Calls `see(source, tree, entry, fate)` for every arc of the trees in use of live sources.
  template <typename See>
  void for_each_arc(See see) {
    for (Node source = 0; source < graph_.size(); ++source) {
      if (map_.is_dead(source)) continue;
      breaks_.look(map_, source);
      for (int tree = 2; tree <= graph_.order() && load(tree) > 0; ++tree)
        for (std::size_t entry = 0; entry < walk_.size(); ++entry)
          see(source, tree, entry, fate_of(tree, entry));
    }
  }

 private:
  Fate fate_of(int tree, std::size_t entry) const {
    const auto breaks_before = [&](int arc) {
      const Node u = walk_[static_cast<std::size_t>(arc)].node;
      return breaks_.last(graph_.rotate(u, tree - 2), tree) != 0;
    };
    const int above = walk_[entry].above;
    if (above >= 0 && breaks_before(above)) return Fate::kOutOfReach;
    return breaks_before(static_cast<int>(entry)) ? Fate::kBlocked : Fate::kCrossed;
  }

  const StarGraph& graph_;
  StarTraffic traffic_;
  std::vector<StarArc> walk_;
  StarFaultMap map_;
  StarBreaks breaks_;
};

Step traversal(const StarArc& arc, std::size_t entry, std::int64_t group) {
  return (group + 1) * (arc.end - static_cast<Step>(entry)) - group;
}

Step begin_of(const StarArc& arc, std::size_t entry, std::int64_t group) {
  return data_begin(arc, static_cast<int>(entry) + 1, group);
}

}  // namespace

StarTimedWalk predict_multinode_timed(const StarTrees& trees, const StarTraffic& traffic,
                                      const StarFaults& faults, const StarWait& wait,
                                      const StarPace& pace) {
  if (wait.steps && *wait.steps < 1)
    throw std::invalid_argument("a wait must be 1 step or more, got " +
                                std::to_string(*wait.steps));
  StarTimedWalk timed;
  timed.figures = predict_star(StarAlgorithm::kAcknowledged, trees, traffic, pace);
  StarPrediction& p = timed.figures;
  p.steps = p.last_delivery = p.finish = p.quiesce = 0;
  p.transmissions = p.acknowledgements = 0;

  Walks walks(trees, traffic, faults);
  const std::vector<StarArc>& walk = walks.walk();
  const std::int64_t group = walks.group();
  // Without faults all nodes are alike, and the prediction without them has counted for one.
  const bool counts_held = !faults.is_empty() && walks.graph().order() <= kLargestOrderCounted;
  // Packets that came in by a port and are still to be sent to a child that takes them.
  const int degree = walks.graph().degree();
  std::vector<HeldPackets> held(static_cast<std::size_t>(walks.graph().size() * degree));
  std::vector<Step> departure(walk.size());  // to the last child that takes the group
  walks.for_each_arc([&](Node source, int tree, std::size_t entry, Fate fate) {
    const StarArc& arc = walk[entry];
    if (fate != Fate::kOutOfReach) {
      const Step needed = traversal(arc, entry, group);
      const Step given = wait.steps.value_or(needed);
      const bool is_crossed = fate == Fate::kCrossed;
      if (given != needed && !(is_crossed && needed <= given - kNotice))
        timed.keeps_lockstep = false;
      if (!is_crossed || (wait.steps && given == needed)) ++timed.time_outs;
    }
    departure[entry] = 0;
    if (fate == Fate::kCrossed) {
      const std::int64_t load = walks.load(tree);
      p.transmissions += load;
      ++p.acknowledgements;
      p.steps = std::max(p.steps, acknowledgement_step(arc, group));
      p.last_delivery = std::max(p.last_delivery, begin_of(arc, entry, group) + load);
      if (arc.above >= 0)
        departure[static_cast<std::size_t>(arc.above)] = begin_of(arc, entry, group);
    }
    if (!counts_held || entry + 1 < walk.size()) return;
    for (std::size_t i = 0; i < walk.size(); ++i) {
      if (departure[i] == 0) continue;
      const Node node = node_of(walks.graph(), source, tree, walk[i].node);
      const int port = walks.graph().rotate_dimension(walk[i].dimension, tree - 2) - 2;
      held[static_cast<std::size_t>(node * degree + port)].add(begin_of(walk[i], i, group),
                                                               departure[i], walks.load(tree));
    }
  });
  if (p.steps > 0) {
    p.finish = pace.whole(pace.head(p.last_delivery));
    p.quiesce = pace.whole(pace.head(p.steps));
  }
  if (counts_held) p.max_buffer = 0;
  for (const HeldPackets& port : held)
    if (counts_held) p.max_buffer = std::max(p.max_buffer, port.most());

  const std::string word = "a dead child is passed over when its subtree would be done";
  for (Source& source : p.sources) {
    if (source.quantity == "steps")
      source.text = "(g+1) (N-1), g = ceil(m x / (n-1)): " + word + "; any m, x, faults";
    if (source.quantity == "last_delivery" || source.quantity == "acknowledgements" ||
        source.quantity == "transmissions" || source.quantity == "max_buffer")
      source.text = "of the links that a walk crosses in spite of the faults: " + word;
  }
  p.sources.push_back({"time_outs", "links into what is dead that a walk comes to"});
  return timed;
}

void visit_multinode_timed_events(const StarTrees& trees, const StarTraffic& traffic,
                                  const StarFaults& faults, const TakeStarEvent& take) {
  Walks walks(trees, traffic, faults);
  walks.for_each_arc([&](Node source, int tree, std::size_t entry, Fate fate) {
    if (fate != Fate::kCrossed) return;
    const StarArc& arc = walks.walk()[entry];
    visit_walked_arc(arc_event(walks.graph(), source, tree, arc), arc, static_cast<int>(entry) + 1,
                     trees.graph().degree(), traffic, take);
  });
}

std::vector<StarLinkEvent> multinode_timed_events(const StarTrees& trees,
                                                  const StarTraffic& traffic,
                                                  const StarFaults& faults) {
  return sorted_events<StarLinkEvent>([&](const TakeStarEvent& take) {
    visit_multinode_timed_events(trees, traffic, faults, take);
  });
}

Step longest_traversal(const StarTrees& trees, const StarTraffic& traffic) {
  const std::int64_t group = rounds_of(trees.graph().degree(), traffic);
  return (group + 1) * (trees.graph().size() - 1) - group;
}

}  // namespace flitwise::theory
