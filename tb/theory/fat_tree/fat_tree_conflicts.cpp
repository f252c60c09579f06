#include "tb/theory/fat_tree/fat_tree_conflicts.h"

#include <algorithm>
#include <tuple>

#include "tb/theory/fat_tree/fat_tree_figures.h"
#include "tb/theory/lengths.h"

namespace flitwise::theory {
namespace {

/// One packet that crosses all branches up to `level` which have a leaf of [first, first + leaves)
/// below them. `step` is that of its dispatch (up) or arrival (down).
struct Crossing {
  Step step = 0;
  int level = 0;
  Node first = kNoNode;
  Node leaves = 0;
};

using Crossings = std::vector<Crossing>;

/// Counts the crossings of one direction, step by step.
class Counter {
 public:
  Counter(const FatTree& tree, const FatTreeLatency& latency, bool up, std::vector<Flits>& most,
          std::vector<Conflict>& conflicts)
      : tree_(tree),
        latency_(latency),
        up_(up),
        most_(most),
        conflicts_(conflicts),
        packets_(index_of(tree.leaves())) {
    most_.assign(index_of(tree.levels()), 0);
  }

  void count_all(Crossings& crossings) {
    std::sort(crossings.begin(), crossings.end(),
              [](const Crossing& a, const Crossing& b) { return a.step < b.step; });
    auto begin = crossings.cbegin();
    while (begin != crossings.cend()) {
      const auto end = std::find_if(begin, crossings.cend(),
                                    [&](const Crossing& c) { return c.step != begin->step; });
      for (int j = 1; j <= tree_.levels(); ++j) count_branch(j, begin, end);
      begin = end;
    }
  }

 private:
  using Iterator = Crossings::const_iterator;

  void count_branch(int j, Iterator begin, Iterator end) {
    const Node below = tree_.leaves_below(j - 1);
    for (auto c = begin; c != end; ++c) {
      if (c->level < j) continue;
      for (Node v = c->first / below; v <= (c->first + c->leaves - 1) / below; ++v) {
        if (packets_[index_of(v)]++ == 0) crossed_.push_back(v);
      }
    }
    for (const Node v : crossed_) {
      Flits& packets = packets_[index_of(v)];
      most_[index_of(j - 1)] = std::max(most_[index_of(j - 1)], packets);
      if (packets > tree_.capacity(j)) add_conflict(j, v, packets, begin->step);
      packets = 0;
    }
    crossed_.clear();
  }

  void add_conflict(int j, Node subtree, Flits packets, Step step) {
    conflicts_.push_back({crossed_in(j, step), up_, j, subtree, packets, tree_.capacity(j)});
  }

  Step crossed_in(int j, Step step) const {
    if (up_) return step + steps_to_branch(latency_, j);
    return j == 1 ? step : step - steps_from_branch(latency_, j);
  }

  const FatTree& tree_;
  const FatTreeLatency& latency_;
  bool up_;
  std::vector<Flits>& most_;
  std::vector<Conflict>& conflicts_;
  std::vector<Flits> packets_;  // by subtree
  std::vector<Node> crossed_;   // subtrees with a packet
};

void append_crossings(const FatTree& tree, const FatTreeLatency& latency, const FatTreeDispatch& d,
                      Crossings& up, Crossings& down) {
  check_dispatch(tree, d);
  const std::vector<Descent> descents = descents_of(tree, d);
  const int top = descents.back().level;
  for (Step step = d.step; step < d.step + d.flits; ++step) {
    up.push_back({step, top, d.source, 1});
    for (const Descent& way : descents)
      down.push_back({arrival_step(latency, step, way.level), way.level, way.first, way.leaves});
  }
}

}  // namespace

ScheduleCheck check_schedule(const FatTree& tree, const FatTreeTable& schedule,
                             const FatTreeLatency& latency, std::size_t most_conflicts) {
  latency.check(tree.levels());
  Crossings up;
  Crossings down;
  for (const FatTreeDispatch& dispatch : schedule)
    append_crossings(tree, latency, dispatch, up, down);

  ScheduleCheck check;
  Counter(tree, latency, true, check.most_up, check.conflicts).count_all(up);
  Counter(tree, latency, false, check.most_down, check.conflicts).count_all(down);
  check.total = check.conflicts.size();
  std::sort(check.conflicts.begin(), check.conflicts.end(),
            [](const Conflict& a, const Conflict& b) {
              return std::tie(a.step, b.up, a.level, a.subtree) <
                     std::tie(b.step, a.up, b.level, b.subtree);
            });
  if (check.total > most_conflicts) check.conflicts.resize(most_conflicts);
  return check;
}

std::string to_string(const FatTree& tree, const Conflict& c) {
  const Node below = tree.leaves_below(c.level - 1);
  const Node first = c.subtree * below;
  const std::string step = "step " + std::to_string(c.step) + ": ";
  if (c.level == 1)
    return step + "leaf " + std::to_string(first) + (c.up ? " sends " : " receives ") +
           std::to_string(c.packets) + " packets";
  return step + std::to_string(c.packets) + " packets want to " + (c.up ? "leave" : "enter") +
         " the subtree of leaves " + std::to_string(first) + " to " +
         std::to_string(first + below - 1) + " by branch " + std::to_string(c.level) +
         ", which has " + std::to_string(c.links) + (c.links == 1 ? " link" : " links");
}

}  // namespace flitwise::theory
