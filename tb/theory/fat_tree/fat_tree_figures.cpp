// fat_tree_figures.cpp: lower bounds, tables of dispatches, and what follows from them.
#include "tb/theory/fat_tree/fat_tree_figures.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <tuple>

#include "tb/theory/fat_tree/fat_tree_conflicts.h"
#include "tb/theory/lengths.h"

namespace flitwise::theory {
namespace {

std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

constexpr const char* kWholeWayOfBroadcast =
    "1 + lam_L in place of 2L, lam_h = (2h - 1) r + 2 (w_1 - 1) + .. + 2 (w_h - 1)";

/// Leaves of class h as seen from any leaf.
std::int64_t class_size(const FatTree& tree, int h) {
  return std::int64_t{tree.arity() - 1} * tree.leaves_below(h - 1);
}

}  // namespace

Step broadcast_bound(const FatTree& tree, const FatTreeLatency& latency) {
  latency.check(tree.levels());
  return arrival_step(latency, 1, tree.levels());
}

Step one_to_all_bound(const FatTree& tree, Node root, const std::vector<Flits>& lengths,
                      const FatTreeLatency& latency) {
  latency.check(tree.levels());
  std::vector<Flits> flits(index_of(tree.levels()) + 1, 0);
  for (Node x = 0; x < tree.leaves(); ++x)
    flits[index_of(tree.meeting_level(root, x))] += lengths[index_of(x)];
  Step bound = 0;
  Flits class_and_higher = 0;
  for (int h = tree.levels(); h >= 1; --h) {
    if (flits[index_of(h)] == 0) continue;
    class_and_higher += flits[index_of(h)];
    bound =
        std::max(bound, arrival_step(latency, ceil_div(class_and_higher, tree.leaf_links()), h));
  }
  return bound;
}

Step multinode_bound(const FatTree& tree, const FatTreeLatency& latency) {
  latency.check(tree.levels());
  Step bound = 0;
  for (int h = 1; h <= tree.levels(); ++h)
    bound = std::max(
        bound,
        arrival_step(latency, ceil_div(tree.leaves() - tree.leaves_below(h - 1), tree.leaf_links()),
                     h));
  return bound;
}

Step exchange_link_bound(const FatTree& tree, const FatTreeLatency& latency) {
  latency.check(tree.levels());
  Step bound = 0;
  for (int h = 1; h <= tree.levels(); ++h) {
    const std::int64_t sent_by_leaf = tree.leaves() - tree.leaves_below(h - 1);
    for (int i = 1; i <= h; ++i) {
      const std::int64_t packets = tree.leaves_below(i - 1) * sent_by_leaf;
      bound = std::max(bound, arrival_step(latency, ceil_div(packets, tree.capacity(i)), h));
    }
  }
  return bound;
}

Step exchange_in_flight_bound(const FatTree& tree, const FatTreeLatency& latency) {
  latency.check(tree.levels());
  std::int64_t in_flight = 0;
  for (int h = 1; h <= tree.levels(); ++h) in_flight += class_size(tree, h) * latency.whole_way(h);
  const Step others = tree.leaves() - 1;
  const Step least = ceil_div(others, tree.leaf_links());
  Step finish = least;
  while (others * (finish - 2 * least + 1) + tree.leaf_links() * least * (least - 1) < in_flight)
    ++finish;
  return finish;
}

Step exchange_bound(const FatTree& tree, const FatTreeLatency& latency) {
  return std::max(exchange_link_bound(tree, latency), exchange_in_flight_bound(tree, latency));
}

Source broadcast_bound_source(const FatTreeLatency& latency) {
  return {"lower_bound", "Dimakopoulos and Dimopoulos, Table 1: 2L, the diameter; any fat tree" +
                             note(latency, kWholeWayOfBroadcast)};
}

Source one_to_all_bound_source(const FatTreeLatency& latency) {
  return {"lower_bound",
          "after Dimakopoulos and Dimopoulos, section 2.1: max over classes h with flits of "
          "(ceil(flits of class h and higher / c_1) + 2h - 1), c_1 links at the root; any "
          "lengths" +
              note(latency, kWholeWay)};
}

Source multinode_bound_source(const FatTreeLatency& latency) {
  return {"lower_bound",
          "Dimakopoulos and Dimopoulos, Table 1, for all n, b and c_1: max over h of (ceil((n - "
          "b^(h-1)) / c_1) + 2h - 1)" +
              (latency.is_unit() ? "; for c_1 = 1 n + 1 if b = 2 and n >= 4, else n"
                                 : note(latency, kWholeWay))};
}

Source exchange_bound_source(const FatTree& tree, const FatTreeLatency& latency) {
  if (exchange_link_bound(tree, latency) >= exchange_in_flight_bound(tree, latency))
    return {"lower_bound",
            "Dimakopoulos and Dimopoulos, Table 1, with the latency: max over i <= h of "
            "(ceil(b^(i-1) (n - b^(h-1)) / c_i) + 2h - 1)" +
                note(latency, kWholeWay)};
  return {"lower_bound",
          "packets in flight: the least T with (n-1) (T - 2K + 1) + c_1 K (K-1) >= sum over h of "
          "(b-1) b^(h-1) (2h-1), K = ceil((n-1) / c_1), because a leaf sends and receives at most "
          "c_1 packets a step; for c_1 = 1 n - 1 + ceil(that sum / (n-1))" +
              note(latency, kWholeWay)};
}

namespace {

/// Branch j starts at outputs towards the parent on level j - 1 and towards a child on level j.
std::vector<OutputMaxima> maxima_of(const FatTree& tree, const std::vector<Flits>& up,
                                    const std::vector<Flits>& down) {
  std::vector<OutputMaxima> maxima(index_of(tree.levels()) + 1);
  for (int j = 1; j <= tree.levels(); ++j) {
    maxima[index_of(j - 1)].up = up[index_of(j - 1)];
    maxima[index_of(j)].down = down[index_of(j - 1)];
  }
  return maxima;
}

/// The r-th subtree after the source's own below its ancestor of level `level`, modulo b.
Descent sibling(const FatTree& tree, Node source, int level, int r) {
  const Node below = tree.leaves_below(level - 1);
  const Node own = source / below % tree.arity();
  const Node first = source - source % (below * tree.arity());
  return {level, first + (own + r) % tree.arity() * below, below};
}

void check_copies(const FatTree& tree, const FatTreeDispatch& d, const std::string& who) {
  if (d.copies == 0) throw std::invalid_argument(who + " copies to no level");
  std::uint32_t rest = d.copies;
  for (int h = 1; h <= tree.levels(); ++h) {
    const int digit = copy_digit_at(tree.arity(), d.copies, h);
    if (digit >= tree.arity())
      throw std::invalid_argument(who + ": the digit of level " + std::to_string(h) +
                                  " must be below " + std::to_string(tree.arity()) + ", got " +
                                  std::to_string(digit));
    rest -= copy_digit(tree.arity(), h, digit);
  }
  if (rest != 0) throw std::invalid_argument(who + " copies above the root");
}

/// Sorted arrival steps by leaf of a table in which nothing waits.
std::vector<std::vector<Step>> table_arrivals(const FatTree& tree, const FatTreeLatency& latency,
                                              const FatTreeTable& table) {
  std::vector<std::vector<Step>> arrivals(index_of(tree.leaves()));
  for (const FatTreeDispatch& d : table) {
    for (const Descent& way : descents_of(tree, d)) {
      for (Node x = way.first; x < way.first + way.leaves; ++x) {
        for (Flits k = 0; k < d.flits; ++k)
          arrivals[index_of(x)].push_back(arrival_step(latency, d.step + k, way.level));
      }
    }
  }
  for (auto& steps : arrivals) std::sort(steps.begin(), steps.end());
  return arrivals;
}

}  // namespace

CapacityPattern pattern_of(const FatTree& tree) {
  if (tree.capacities() == constant_capacities(tree.levels())) return CapacityPattern::kConstant;
  if (tree.capacities() == exponential_capacities(tree.levels(), tree.arity()))
    return CapacityPattern::kExponential;
  return CapacityPattern::kOther;
}

void check_leaf_lengths(const FatTree& tree, Node root, const std::vector<Flits>& lengths) {
  if (lengths.size() != index_of(tree.leaves()))
    throw std::invalid_argument(
        "lengths must have one entry per leaf: " + std::to_string(tree.leaves()) + ", got " +
        std::to_string(lengths.size()));
  for (Node x = 0; x < tree.leaves(); ++x) {
    const Flits length = lengths[index_of(x)];
    if (length < 0)
      throw std::invalid_argument("lengths[" + std::to_string(x) + "] must be at least 0, got " +
                                  std::to_string(length));
  }
  if (lengths[index_of(root)] != 0)
    throw std::invalid_argument("lengths[" + std::to_string(root) + "] must be 0, because leaf " +
                                std::to_string(root) + " has no message, got " +
                                std::to_string(lengths[index_of(root)]));
}

void check_phase_gap(PhaseGap gap) {
  if (gap.value_or(0) < 0)
    throw std::invalid_argument("the gap between phases must be at least 0, got " +
                                std::to_string(*gap));
}

Node add_digits(const FatTree& tree, Node leaf, Node offset) {
  Node sum = 0;
  for (Node place = 1; place < tree.leaves(); place *= tree.arity())
    sum += (leaf / place + offset / place) % tree.arity() * place;
  return sum;
}

void append_message(const FatTree& tree, Node source, Node destination, Flits flits, Step begin,
                    Flits place, FatTreeTable& table) {
  if (tree.leaf_links() == 1 && flits > 0) {
    table.push_back({begin + place, source, FlitKind::kData, destination, 0, flits});
    return;
  }
  for (Flits k = 0; k < flits; ++k)
    table.push_back({begin + (place + k) / tree.leaf_links(), source, FlitKind::kData, destination,
                     0, 1, k + 1});
}

void sort_table(FatTreeTable& table) {
  std::stable_sort(table.begin(), table.end(),
                   [](const FatTreeDispatch& a, const FatTreeDispatch& b) {
                     return std::tie(a.step, a.source) < std::tie(b.step, b.source);
                   });
}

FatTreePrediction predict_table(const FatTree& tree, const FatTreeLatency& latency,
                                FatTreeTable table, Step finish, const std::string& finish_source,
                                const std::string& dispatch_source, const LowerBound& bound) {
  FatTreePrediction p;
  p.dispatch = std::move(table);
  sort_table(p.dispatch);
  p.lower_bound = bound.step;
  const ScheduleCheck check = check_schedule(tree, p.dispatch, latency, 1);
  p.queue_free = check.conflict_free();
  if (*p.queue_free) p.sources.push_back({"finish", finish_source});
  p.sources.push_back({"dispatch", dispatch_source});
  p.sources.push_back(bound.source);
  p.sources.push_back(
      {"queue_free",
       "at most c_j packets that leave (enter) a subtree of b^(j-1) leaves share a dispatch "
       "(arrival) step, for all j; any schedule"});
  if (!*p.queue_free) return p;
  p.finish = finish;
  p.arrivals = table_arrivals(tree, latency, p.dispatch);
  const std::vector<Flits> none(index_of(tree.levels()), 0);
  p.max_wait = maxima_of(tree, none, none);
  p.max_stored = maxima_of(tree, check.most_up, check.most_down);
  p.sources.push_back({"arrivals", "dispatch + 2h - 1, h the level where the packet turns" +
                                       note(latency, kWholeWay)});
  p.sources.push_back({"max_wait", "0, because no two packets want one link in one step"});
  p.sources.push_back(
      {"max_stored",
       "most packets that cross the branch in one step: each was registered one step before"});
  return p;
}

Step steps_to_branch(const FatTreeLatency& latency, int branch) {
  Step steps = (branch - 1) * latency.router;
  for (int below = 1; below < branch; ++below) steps += latency.link_of(below) - 1;
  return steps;
}

Step steps_from_branch(const FatTreeLatency& latency, int branch) {
  return steps_to_branch(latency, branch) + latency.link_of(branch) - 1;
}

std::vector<Descent> descents_of(const FatTree& tree, const FatTreeDispatch& dispatch) {
  if (dispatch.kind == FlitKind::kData)
    return {{tree.meeting_level(dispatch.source, dispatch.destination), dispatch.destination, 1}};
  std::vector<Descent> descents;
  for (int h = 1; h <= tree.levels(); ++h) {
    if (dispatch.kind == FlitKind::kFlood) {
      for (int r = 1; r < tree.arity(); ++r)
        descents.push_back(sibling(tree, dispatch.source, h, r));
    } else if (const int r = copy_digit_at(tree.arity(), dispatch.copies, h); r > 0) {
      descents.push_back(sibling(tree, dispatch.source, h, r));
    }
  }
  return descents;
}

void check_leaf(const FatTree& tree, Node leaf, const char* role) {
  if (leaf < 0 || leaf >= tree.leaves())
    throw std::invalid_argument(std::string(role) + " must be a leaf from 0 to " +
                                std::to_string(tree.leaves() - 1) + ", got " +
                                std::to_string(leaf));
}

void check_dispatch(const FatTree& tree, const FatTreeDispatch& d) {
  check_leaf(tree, d.source, "source");
  const std::string who = "leaf " + std::to_string(d.source) + " in step " + std::to_string(d.step);
  if (d.step < 1) throw std::invalid_argument(who + ": steps count from 1");
  if (d.flits < 1)
    throw std::invalid_argument(who + " sends " + std::to_string(d.flits) + " flits");
  if (d.kind == FlitKind::kCopies) return check_copies(tree, d, who);
  if (d.kind == FlitKind::kFlood) return;
  if (d.kind != FlitKind::kData)
    throw std::invalid_argument(
        who + " sends a flit that is neither data, flood nor copies: " + name_of(d.kind));
  check_leaf(tree, d.destination, "destination");
  if (d.destination == d.source) throw std::invalid_argument(who + " sends to itself");
}

}  // namespace flitwise::theory
