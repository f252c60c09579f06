// star_slots.cpp: list schedules of arcs, classes of slots, and what waits at ports meanwhile.
#include "tb/theory/star/star_slots.h"

#include <algorithm>
#include <deque>
#include <queue>
#include <tuple>
#include <utility>

namespace flitwise::theory {
namespace {

using Rounds = std::vector<std::vector<Step>>;

/// Of every arc: links on the longest way down from its child.
std::vector<int> levels(const std::vector<StarArc>& walk) {
  std::vector<int> levels(walk.size(), 0);
  for (std::size_t entry = walk.size(); entry-- > 0;) {
    if (walk[entry].above < 0) continue;
    int& above = levels[static_cast<std::size_t>(walk[entry].above)];
    above = std::max(above, levels[entry] + 1);
  }
  return levels;
}

Rounds depth_first(const std::vector<StarArc>& walk, std::int64_t rounds) {
  Rounds slots(static_cast<std::size_t>(rounds), numbers(walk));
  for (std::size_t round = 0; round < slots.size(); ++round)
    for (Step& slot : slots[round]) slot += static_cast<Step>(round * walk.size());
  return slots;
}

/// Walks an arc a slot.
class HighestLevelFirst {
 public:
  HighestLevelFirst(const std::vector<StarArc>& walk, std::int64_t rounds, Step lag)
      : lag_(lag),
        levels_(levels(walk)),
        below_(walk.size()),
        slots_(static_cast<std::size_t>(rounds), std::vector<Step>(walk.size(), 0)) {
    for (std::size_t entry = 0; entry < walk.size(); ++entry) {
      if (walk[entry].above >= 0)
        below_[static_cast<std::size_t>(walk[entry].above)].push_back(entry);
      else
        for (std::size_t round = 0; round < slots_.size(); ++round) make_ready(round, entry);
    }
  }

  Rounds slots() {
    for (Step slot = 1; !ready_.empty() || !waiting_.empty(); ++slot) {
      for (; !waiting_.empty() && waiting_.front().from <= slot; waiting_.pop_front())
        for (const std::size_t child : below_[waiting_.front().entry])
          make_ready(waiting_.front().round, child);
      if (!ready_.empty()) walk_best(slot);
    }
    return std::move(slots_);
  }

 private:
  // Level, then earlier round, then earlier entry: the greatest is walked.
  using Rank = std::tuple<int, std::int64_t, std::int64_t>;
  struct Parent {
    Step from;  // the first slot of its children
    std::size_t round;
    std::size_t entry;
  };

  void make_ready(std::size_t round, std::size_t entry) {
    ready_.push(
        {levels_[entry], -static_cast<std::int64_t>(round), -static_cast<std::int64_t>(entry)});
  }

  void walk_best(Step slot) {
    const auto round = static_cast<std::size_t>(-std::get<1>(ready_.top()));
    const auto entry = static_cast<std::size_t>(-std::get<2>(ready_.top()));
    ready_.pop();
    slots_[round][entry] = slot;
    if (!below_[entry].empty()) waiting_.push_back({slot + lag_, round, entry});
  }

  Step lag_;
  std::vector<int> levels_;
  std::vector<std::vector<std::size_t>> below_;  // by entry: the arcs to its child's children
  Rounds slots_;
  std::priority_queue<Rank> ready_;
  std::deque<Parent> waiting_;  // by slot
};

/// Adds a packet whose head is sent to a node in cycle `came` and for the last time from it in
/// cycle `left`.
void add_stay(Step came, Step left, const StarPace& pace, HeldPackets& held) {
  held.add(came + pace.latency.link - 2, left - 1, 1);
}

}  // namespace

Rounds walk_slots(const std::vector<StarArc>& walk, std::int64_t rounds, Step lag) {
  return lag == 1 ? depth_first(walk, rounds) : HighestLevelFirst(walk, rounds, lag).slots();
}

Step last_walk_slot(const std::vector<StarArc>& walk, std::int64_t rounds, Step lag) {
  std::vector<std::int64_t> at_least;  // by depth - 1: arcs
  for (const StarArc& arc : walk) {
    at_least.resize(std::max(at_least.size(), static_cast<std::size_t>(arc.depth)));
    for (int e = 0; e < arc.depth; ++e) ++at_least[static_cast<std::size_t>(e)];
  }
  Step last = 0;
  for (std::size_t e = 0; e < at_least.size(); ++e)
    last = std::max(last, static_cast<Step>(e) * lag + rounds * at_least[e]);
  return last;
}

std::int64_t held_by_walks(const StarTrees& trees, const std::vector<StarArc>& walk,
                           const Rounds& slots, const std::vector<std::int64_t>& load,
                           const StarPace& pace) {
  const StarGraph& graph = trees.graph();
  std::vector<std::vector<Step>> left(slots.size(), std::vector<Step>(walk.size(), 0));
  for (std::size_t round = 0; round < slots.size(); ++round)
    for (std::size_t entry = 0; entry < walk.size(); ++entry)
      if (walk[entry].above >= 0) {
        Step& last = left[round][static_cast<std::size_t>(walk[entry].above)];
        last = std::max(last, slots[round][entry]);
      }
  std::int64_t most = 0;
  for (int port = 2; port <= graph.order(); ++port) {
    HeldPackets held;
    for (std::size_t entry = 0; entry < walk.size(); ++entry) {
      if (walk[entry].last_child == 0) continue;
      const int tree = graph.rotate_dimension(2, port - walk[entry].dimension);
      const auto rounds = static_cast<std::size_t>(load[static_cast<std::size_t>(tree - 2)]);
      for (std::size_t round = 0; round < std::min(rounds, slots.size()); ++round)
        add_stay(pace.head(slots[round][entry]), pace.head(left[round][entry]), pace, held);
    }
    most = std::max(most, held.most());
  }
  return most;
}

StarTurns exchange_turns(const StarSelection& selection, std::int64_t packets, Step lag) {
  StarTurns turns;
  std::vector<Step> taken(static_cast<std::size_t>(lag), 0);  // by class
  for (const int depth : selection.depths) {
    for (std::int64_t packet = 0; packet < packets; ++packet) {
      const auto least = std::min_element(taken.begin(), taken.end());
      turns.first.push_back(*least * lag + (least - taken.begin()) + 1);
      turns.last = std::max(turns.last, turns.first.back() + (depth - 1) * lag);
      *least += depth;
    }
  }
  return turns;
}

std::int64_t held_by_exchange(const StarSelection& selection, const StarTurns& turns,
                              const StarPace& pace) {
  // Every port of every node takes a packet in every step or slot in which a link is not a way's
  // last.
  const std::size_t packets = turns.first.size() / selection.addresses.size();
  HeldPackets held;
  for (std::size_t i = 0; i < turns.first.size(); ++i)
    for (int e = 1; e < selection.depths[i / packets]; ++e) {
      const Step came = turns.first[i] + (e - 1) * pace.lag();
      add_stay(pace.head(came), pace.head(came + pace.lag()), pace, held);
    }
  return held.most();
}

std::int64_t held_by_stream(std::int64_t packets, const StarPace& pace) {
  const Step passed_on = pace.is_spaced() ? pace.hop() : pace.step();
  return std::min(packets, ceil_of(passed_on - pace.latency.link + 1, pace.step()));
}

}  // namespace flitwise::theory
