#include "tb/theory/fat_tree/fat_tree_figures.h"

#include <algorithm>
#include <stdexcept>
#include <tuple>

#include "tb/theory/fat_tree/fat_tree_conflicts.h"
#include "tb/theory/fat_tree/fat_tree_routes.h"
#include "tb/theory/lengths.h"

namespace flitwise::theory {
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

void check_phase_gap(Step gap) {
  if (gap < 0)
    throw std::invalid_argument("the gap between phases must be at least 0, got " +
                                std::to_string(gap));
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

std::vector<std::vector<Step>> table_arrivals(const FatTree& tree, const FatTreeTable& table) {
  std::vector<std::vector<Step>> arrivals(index_of(tree.leaves()));
  for (const FatTreeDispatch& d : table) {
    for (const Descent& way : descents_of(tree, d)) {
      for (Node x = way.first; x < way.first + way.leaves; ++x) {
        for (Flits k = 0; k < d.flits; ++k)
          arrivals[index_of(x)].push_back(arrival_step(d.step + k, way.level));
      }
    }
  }
  for (auto& steps : arrivals) std::sort(steps.begin(), steps.end());
  return arrivals;
}

void complete_from_table(const FatTree& tree, FatTreePrediction& p) {
  const ScheduleCheck check = check_schedule(tree, p.dispatch, 1);
  p.queue_free = check.conflict_free();
  p.sources.push_back(
      {"queue_free",
       "at most c_j packets that leave (enter) a subtree of b^(j-1) leaves share a dispatch "
       "(arrival) step, for all j; any schedule"});
  if (!*p.queue_free) {
    p.finish.reset();
    p.sources.erase(std::remove_if(p.sources.begin(), p.sources.end(),
                                   [](const Source& s) { return s.quantity == "finish"; }),
                    p.sources.end());
    return;
  }
  const std::vector<Flits> none(index_of(tree.levels()), 0);
  p.arrivals = table_arrivals(tree, p.dispatch);
  p.max_wait = maxima_of(tree, none, none);
  p.max_stored = maxima_of(tree, check.most_up, check.most_down);
  p.sources.push_back({"arrivals", "dispatch + 2h - 1, h the level where the packet turns"});
  p.sources.push_back({"max_wait", "0, because no two packets want one link in one step"});
  p.sources.push_back(
      {"max_stored",
       "most packets that cross the branch in one step: each was registered one step before"});
}

}  // namespace flitwise::theory
