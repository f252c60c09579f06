// fat_tree_schedules.cpp: who sends what when, for every operation.
#include "systemc/protocols/fat_tree/fat_tree_schedules.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "systemc/protocols/fat_tree/ebft_classes.h"
#include "systemc/protocols/fat_tree/schedule.h"

namespace flitwise::protocols {

// Broadcast, scatter and gather.

namespace {

Flits length_of(const std::vector<Flits>& lengths, Node leaf) { return lengths[index_of(leaf)]; }

void add_scatter(const FatTree& tree, Schedule& schedule, Node source,
                 const std::vector<Flits>& lengths, const std::vector<Node>& order) {
  Flits place = 0;
  for (const Node x : order) {
    const Flits flits = length_of(lengths, x);
    if (flits == 0) continue;
    add_back_to_back(schedule, tree.leaf_links(), source, x, 1, place, flits);
    place += flits;
  }
}

}  // namespace

Schedule fat_tree_broadcast(const FatTree& tree, Node source) {
  check_leaf(tree, source, "source");
  Schedule schedule = empty_schedule(tree);
  add_flood(schedule, source, 1);
  return schedule;
}

std::vector<Node> furthest_first_order(const FatTree& tree, Node source) {
  check_leaf(tree, source, "source");
  std::vector<Node> order;
  for (Node k = tree.leaves() - 1; k >= 1; --k)
    order.push_back(add_digits(tree.arity(), source, k));
  return order;
}

Schedule fat_tree_scatter(const FatTree& tree, Node source, const std::vector<Flits>& lengths) {
  check_leaf(tree, source, "source");
  check_lengths(tree, source, lengths);
  Schedule schedule = empty_schedule(tree);
  add_scatter(tree, schedule, source, lengths, furthest_first_order(tree, source));
  return schedule;
}

Schedule fat_tree_scatter_in_order(const FatTree& tree, Node source,
                                   const std::vector<Flits>& lengths,
                                   const std::vector<Node>& order) {
  check_leaf(tree, source, "source");
  check_lengths(tree, source, lengths);
  check_order(lengths, order);
  Schedule schedule = empty_schedule(tree);
  add_scatter(tree, schedule, source, lengths, order);
  return schedule;
}

Schedule fat_tree_concurrent_scatters(const FatTree& tree, Node first, Node second) {
  check_two_sources(tree, first, second);
  return fat_tree_concurrent_scatters_in_order(
      tree, first, second, {furthest_first_order(tree, first), furthest_first_order(tree, second)});
}

Schedule fat_tree_concurrent_scatters_in_order(const FatTree& tree, Node first, Node second,
                                               const std::array<std::vector<Node>, 2>& orders) {
  check_two_sources(tree, first, second);
  Schedule schedule = empty_schedule(tree);
  for (const std::size_t k : {0U, 1U}) {
    const Node source = k == 0 ? first : second;
    std::vector<Flits> lengths(index_of(tree.leaves()), 1);
    lengths[index_of(source)] = 0;
    check_order(lengths, orders[k]);
    add_scatter(tree, schedule, source, lengths, orders[k]);
  }
  return schedule;
}

Schedule fat_tree_gather(const FatTree& tree, Node target, const std::vector<Flits>& lengths,
                         const FatTreeLatency& latency) {
  check_leaf(tree, target, "target");
  check_lengths(tree, target, lengths);
  const Schedule scatter = fat_tree_scatter(tree, target, lengths);
  const std::vector<Dispatch>& sends = scatter[index_of(target)];
  const auto last_arrival = [&](const Dispatch& d) {
    return d.step + d.flits - 1 + latency.whole_way(tree.meeting_level(target, d.destination));
  };
  Step end = 0;
  for (const Dispatch& d : sends) end = std::max(end, last_arrival(d));
  Schedule schedule = empty_schedule(tree);
  for (const Dispatch& d : sends) {
    const Flits left = length_of(lengths, d.destination) - (d.first + d.flits - 1);
    add_data(schedule, d.destination, target, end + 1 - last_arrival(d), d.flits);
    Dispatch& reversed = schedule[index_of(d.destination)].back();
    reversed.port = d.port;
    reversed.first = 1 + left;
    reversed.has_tail = d.first == 1;
  }
  return by_step(std::move(schedule));
}

Schedule fat_tree_gather_naive(const FatTree& tree, Node target,
                               const std::vector<Flits>& lengths) {
  check_leaf(tree, target, "target");
  check_lengths(tree, target, lengths);
  Schedule schedule = empty_schedule(tree);
  for (Node x = 0; x < tree.leaves(); ++x)
    if (length_of(lengths, x) > 0)
      add_back_to_back(schedule, tree.leaf_links(), x, target, 1, 0, length_of(lengths, x));
  return schedule;
}

// Multinode broadcast: every leaf's message to all other leaves.

namespace {

// The steps in which leaves send copies for one level of the queue-free schedule.
struct Window {
  Node subtree = 1;  // b^(h-1) leaves below a child of a switch of the level
  Step first = 1;
  Step end = 1;  // first step after it
};

// From level 1 on. Arrivals of a level follow those of the one below.
std::vector<Window> windows_of(const FatTree& tree, const FatTreeLatency& latency) {
  std::vector<Window> windows;
  Step free = 1;  // first step without arrivals of lower levels
  for (int level = 1; level <= tree.levels(); ++level) {
    const Step way = latency.whole_way(level);
    const Node subtree = tree.leaves_below(level - 1);
    const Step first = std::max(1 + way, free) - way;
    const Step length = Step{tree.arity() - 1} * subtree;
    windows.push_back({subtree, first, first + length});
    free = first + way + length;
  }
  return windows;
}

// Digits of the copy that `leaf` sends in step t, 0 if none.
std::uint32_t copies_in_step(const FatTree& tree, const std::vector<Window>& windows, Node leaf,
                             Step t) {
  std::uint32_t copies = 0;
  for (int level = 1; level <= tree.levels(); ++level) {
    const Window& window = windows[index_of(level - 1)];
    if (t < window.first || t >= window.end || (t - 1 - leaf) % window.subtree != 0) continue;
    const Step r = 1 + (t - window.first) / window.subtree;
    copies = with_digit(copies, tree.arity(), level, static_cast<int>(r));
  }
  return copies;
}

}  // namespace

Schedule fat_tree_multinode_flood(const FatTree& tree) {
  Schedule schedule = empty_schedule(tree);
  for (Node s = 0; s < tree.leaves(); ++s) add_flood(schedule, s, 1);
  return schedule;
}

Schedule fat_tree_multinode_phased(const FatTree& tree, PhaseGap phase_gap,
                                   const FatTreeLatency& latency) {
  if (phase_gap) check_phase_gap(*phase_gap);
  Schedule schedule = empty_schedule(tree);
  Step first = 1;
  for (int level = tree.levels(); level >= 1; --level) {
    const Node subtree = tree.leaves_below(level - 1);
    for (Node s = 0; s < tree.leaves(); ++s)
      for (int r = 1; r < tree.arity(); ++r)
        add_copies(schedule, s, with_digit(0, tree.arity(), level, r),
                   first + (r - 1) * subtree + s % subtree);
    first += (tree.arity() - 1) * subtree + phase_gap.value_or(latency.longer_by(level));
  }
  return schedule;
}

Schedule fat_tree_multinode_queue_free(const FatTree& tree, const FatTreeLatency& latency) {
  const std::vector<Window> windows = windows_of(tree, latency);
  Step end = 1;
  for (const Window& window : windows) end = std::max(end, window.end);
  Schedule schedule = empty_schedule(tree);
  for (Node s = 0; s < tree.leaves(); ++s)
    for (Step t = 1; t < end; ++t)
      if (const std::uint32_t copies = copies_in_step(tree, windows, s, t))
        add_copies(schedule, s, copies, t);
  return schedule;
}

// Total exchange in phases, scatter by scatter, and in no order at all.

namespace {

/// One phase: all messages that meet at `level`, `group` of them a step from each subtree.
///
/// Reversed digits spread any few consecutive entries over the smaller subtrees, of the senders as
/// of the receivers, as evenly as their branches need it. A row, of as many entries as a subtree
/// has leaves, has each of them send and receive once: where the group is larger, it is made of
/// whole rows, and of single entries for the rest.
class Phase {
 public:
  Phase(const FatTree& tree, int level, int group)
      : tree_(tree), level_(level), group_(group), subtree_(tree.leaves_below(level - 1)) {
    const std::int64_t in_whole_rows = steps() * (group_ / subtree_) * subtree_;
    single_ = std::max<std::int64_t>(0, entries() - in_whole_rows);
  }

  Step steps() const { return (entries() + group_ - 1) / group_; }

  void add_to(Schedule& schedule, Step first) const {
    for (std::int64_t q = 0; q < entries(); ++q) add_entry(schedule, q, first + step_of(q));
  }

 private:
  std::int64_t entries() const { return std::int64_t{tree_.arity() - 1} * subtree_ * subtree_; }

  Step step_of(std::int64_t q) const {
    if (q < single_) return q / (group_ % subtree_);
    return (q - single_) / (group_ / subtree_ * subtree_);
  }

  Node reversed(std::int64_t x) const {
    return reverse_digits(tree_.arity(), static_cast<Node>(x), level_ - 1);
  }

  void add_entry(Schedule& schedule, std::int64_t q, Step step) const {
    const std::int64_t m = subtree_;
    const auto r = static_cast<Node>(1 + q / (m * m));
    const std::int64_t shift = q % (m * m) / m;
    const Node from = reversed(q % m);
    const Node to = reversed((q % m + shift) % m);
    const Node arity = tree_.arity();
    for (Node base = 0; base < tree_.leaves(); base += arity * subtree_)
      for (Node j = 0; j < arity; ++j)
        add_data(schedule, base + j * subtree_ + from, base + (j + r) % arity * subtree_ + to,
                 step);
  }

  const FatTree& tree_;
  int level_;
  int group_;
  Node subtree_;
  std::int64_t single_ = 0;  // entries that go one by one, the first ones
};

// `gap_after(level)`: idle dispatch steps after the phase of that level.
template <typename Gap>
Schedule phases(const FatTree& tree, const Gap& gap_after) {
  const std::vector<int> groups = effective_capacities(tree);
  Schedule schedule = empty_schedule(tree);
  Step first = 1;
  for (int level = tree.levels(); level >= 1; --level) {
    const Phase phase(tree, level, groups[static_cast<std::size_t>(level - 1)]);
    phase.add_to(schedule, first);
    first += phase.steps() + gap_after(level);
  }
  return over_ports(by_step(std::move(schedule)));
}

// Adds the furthest-first scatter of leaf `source` whose first flit leaves in step `first`.
// Returns the step in which its last flit arrives.
Step add_scatter_of(const FatTree& tree, Node source, Step first, const FatTreeLatency& latency,
                    Schedule& schedule) {
  const int links = tree.leaf_links();
  Flits place = 0;
  Step last = 0;
  for (const Node x : furthest_first_order(tree, source)) {
    const Step step = first + place / links;
    add_back_to_back(schedule, links, source, x, first, place++);
    last = std::max(last, step + latency.whole_way(tree.meeting_level(source, x)));
  }
  return last;
}

// The leaf whose furthest-first scatter keeps clear of leaf 0's, XOR s for leaf s.
Node partner_offset(Node leaves) {
  if (leaves == 4) return 3;
  if (leaves == 8) return 5;
  return leaves / 2;
}

}  // namespace

std::vector<int> effective_capacities(const FatTree& tree) {
  std::vector<int> effective = {tree.leaf_links()};
  for (int level = 2; level <= tree.levels(); ++level)
    effective.push_back(std::min(tree.capacity(level), tree.arity() * effective.back()));
  return effective;
}

Schedule fat_tree_exchange_phased_serial(const FatTree& tree, const FatTreeLatency& latency) {
  return phases(tree, [&](int level) { return latency.whole_way(level); });
}

Schedule fat_tree_exchange_phased(const FatTree& tree, PhaseGap phase_gap,
                                  const FatTreeLatency& latency) {
  if (phase_gap) check_phase_gap(*phase_gap);
  return phases(tree, [&](int level) { return phase_gap.value_or(latency.longer_by(level)); });
}

Schedule fat_tree_exchange_scatters(const FatTree& tree, const FatTreeLatency& latency) {
  Schedule schedule = empty_schedule(tree);
  Step end = 0;
  for (Node s = 0; s < tree.leaves(); ++s)
    end = add_scatter_of(tree, s, end + 1, latency, schedule);
  return schedule;
}

Schedule fat_tree_exchange_scatter_pairs(const FatTree& tree, const FatTreeLatency& latency) {
  require(tree.arity() == 2,
          "scatters in pairs are for binary fat trees, got arity " + std::to_string(tree.arity()));
  const Node offset = partner_offset(tree.leaves());
  Schedule schedule = empty_schedule(tree);
  Step end = 0;
  for (Node s = 0; s < tree.leaves(); ++s) {
    const Node partner = s ^ offset;
    if (partner < s) continue;  // has had its turn
    const Step first = end + 1;
    end = std::max(add_scatter_of(tree, s, first, latency, schedule),
                   add_scatter_of(tree, partner, first, latency, schedule));
  }
  return schedule;
}

Schedule fat_tree_exchange_far_first(const FatTree& tree) {
  Schedule schedule = empty_schedule(tree);
  for (Node s = 0; s < tree.leaves(); ++s) {
    Flits place = 0;
    for (const Node x : furthest_first_order(tree, s))
      add_back_to_back(schedule, tree.leaf_links(), s, x, 1, place++);
  }
  return schedule;
}

// Total exchange on binary fat trees in as few steps as any schedule needs.

namespace {

void check_binary(const FatTree& tree, const std::string& algorithm) {
  require(tree.arity() == 2,
          algorithm + " is for binary fat trees, got arity " + std::to_string(tree.arity()));
}

/// All leaves send to s XOR k at once, k running through the class of level h upwards from 2^(h-1).
class ClassSequence {
 public:
  explicit ClassSequence(const FatTree& tree)
      : tree_(tree), schedule_(empty_schedule(tree)), next_(unsigned(tree.levels()) + 1) {
    for (int level = 1; level <= tree.levels(); ++level)
      next_[std::size_t(level)] = tree.leaves_below(level - 1);
  }

  void send(int level, Step step) {
    const Node k = next_[index_of(level)]++;
    for (Node s = 0; s < tree_.leaves(); ++s) add_data(schedule_, s, s ^ k, step);
  }

  Schedule take() { return std::move(schedule_); }

 private:
  const FatTree& tree_;
  Schedule schedule_;
  std::vector<Node> next_;  // entry h: k of the next message of that class
};

/// The three parts of the optimal exchange on the constant fat tree. Steps of a part are counted
/// by q = step - 1; every half of the leaves does the same.
class ConstantExchange {
 public:
  ConstantExchange(const FatTree& tree, const FatTreeLatency& latency)
      : latency_(latency),
        levels_(tree.levels()),
        leaves_(tree.leaves()),
        schedule_(empty_schedule(tree)),
        half_(leaves_ / 2),
        quarter_(leaves_ / 4) {}

  Schedule build() {
    between_halves();
    if (levels_ >= 2) between_quarters();
    inside_quarters();
    return by_step(std::move(schedule_));
  }

 private:
  Node reversed(Node x) const { return reverse_digits(2, x, levels_ - 1); }

  // Receivers lie in the first quarters while q < n^2/8 is even, in the second ones while it is
  // odd, and the other way round after that: what leaves room for the other two parts.
  void between_halves() {
    for (Node round = 0; round < half_; ++round) {
      const Node shift = 2 * round < half_ ? 2 * round : 2 * (round - half_ / 2) + 1;
      for (Node u = 0; u < half_; ++u) {
        const Step step = Step{round} * half_ + u + 1;
        const Node from = reversed(u);
        const Node to = reversed((u + shift) % half_);
        add_data(schedule_, from, half_ + to, step);
        add_data(schedule_, half_ + from, to, step);
      }
    }
  }

  // Any order of the pairs will do; this one is pair p = 0, 1, ... of leaf p mod w of the first
  // quarter and leaf p div w of the second, w = n/4, in two steps, one for each direction.
  void between_quarters() {
    const Step all = Step{half_} * half_;
    const Step later = latency_.longer_by(levels_);
    for (Step q = all / 2 + later; q < all + later; ++q) {
      const auto pair = static_cast<Node>((q - all / 2 - later) / 2);
      const Node in_first = pair % quarter_;
      const Node in_second = quarter_ + pair / quarter_;
      for (Node base = 0; base < leaves_; base += half_) {
        if (q % 2 == 1)
          add_data(schedule_, base + in_first, base + in_second, q + 1);
        else
          add_data(schedule_, base + in_second, base + in_first, q + 1);
      }
    }
  }

  // Pair p is leaf p mod m of a left subtree and leaf p div m of the right one, both directions in
  // one step. First quarters send in the steps in which they neither send nor receive otherwise,
  // second ones in those between.
  void inside_quarters() {
    Step slot = 0;
    for (int level = levels_ - 2; level >= 1; slot += latency_.longer_by(level--) / 2) {
      const Node m = Node{1} << (level - 1);
      for (Node pair = 0; pair < m * m; ++pair, ++slot)
        for (Node base = 0; base < leaves_; base += 2 * m) {
          const bool is_first_quarter = base / quarter_ % 2 == 0;
          const Step step = 2 * slot + (is_first_quarter ? 1 : 0) + 1;
          const Node left = base + pair % m;
          const Node right = base + m + pair / m;
          add_data(schedule_, left, right, step);
          add_data(schedule_, right, left, step);
        }
    }
  }

  const FatTreeLatency& latency_;
  int levels_;
  Node leaves_;
  Schedule schedule_;
  Node half_;
  Node quarter_;
};

void check_exponential(const FatTree& tree) {
  for (int level = 1; level <= tree.levels(); ++level)
    require(tree.capacity(level) >= 1 << (level - 1),
            "optimal-ebft needs exponential capacities: c_" + std::to_string(level) +
                " must be at least " + std::to_string(1 << (level - 1)) + ", got " +
                std::to_string(tree.capacity(level)));
}

void check_constant(const FatTree& tree) {
  for (int level = 1; level <= tree.levels(); ++level)
    require(tree.capacity(level) == 1, "optimal-cbft needs constant capacities: c_" +
                                           std::to_string(level) + " must be 1, got " +
                                           std::to_string(tree.capacity(level)));
}

}  // namespace

bool fits_optimal_cbft(int levels, const FatTreeLatency& latency) {
  Step slots = 0;
  for (int level = levels - 2; level >= 1; --level)
    slots += (Step{1} << (2 * level - 2)) + (level > 1 ? latency.longer_by(level) / 2 : 0);
  return levels < 3 || 2 * slots <= (Step{1} << (2 * levels - 3)) + latency.longer_by(levels);
}

Schedule fat_tree_exchange_optimal_ebft(const FatTree& tree, const FatTreeLatency& latency) {
  check_binary(tree, "optimal-ebft");
  check_exponential(tree);
  const int levels = tree.levels();
  bool is_by_twos = true;  // what the pattern below takes for granted
  for (int level = 2; level <= levels; ++level)
    is_by_twos = is_by_twos && latency.longer_by(level) == 2;
  if (!is_by_twos) {
    const std::vector<int> classes = ebft_classes(levels, latency);
    if (classes.empty()) return fat_tree_exchange_phased(tree, {}, latency);
    ClassSequence sequence(tree);
    for (std::size_t i = 0; i < classes.size(); ++i)
      if (classes[i] != kNoClass) sequence.send(classes[i], static_cast<Step>(i) + 1);
    return sequence.take();
  }
  // Up to 4 leaves the phases are as fast as any schedule.
  if (levels < 3) return fat_tree_exchange_phased(tree, {}, latency);

  ClassSequence sequence(tree);
  const Step blocks = tree.leaves() / 8;
  Step step = 0;
  for (Step block = 0; block < blocks; ++block)
    for (const int level : {levels, levels - 1, levels, levels, levels, levels - 2})
      sequence.send(level, ++step);
  ++step;  // idle
  for (Step rest = 0; rest < blocks; ++rest) sequence.send(levels - 1, ++step);
  // From here on arrivals follow each other without a gap.
  Step arrival = step + 2 * (levels - 1) - 1;
  for (int level = levels - 3; level >= 1; --level)
    for (Node left = tree.leaves_below(level - 1); left > 0; --left)
      sequence.send(level, ++arrival - 2 * level + 1);
  return by_step(sequence.take());
}

Schedule fat_tree_exchange_optimal_cbft(const FatTree& tree, const FatTreeLatency& latency) {
  check_binary(tree, "optimal-cbft");
  check_constant(tree);
  require(fits_optimal_cbft(tree.levels(), latency),
          "optimal-cbft needs links that are not much slower below than above: messages inside "
          "quarters would meet those between them");
  return ConstantExchange(tree, latency).build();
}

}  // namespace flitwise::protocols
