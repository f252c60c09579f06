#include "tb/theory/fat_tree/fat_tree_queues.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "tb/theory/fat_tree/fat_tree_figures.h"
#include "tb/theory/lengths.h"

namespace flitwise::theory {
namespace {

struct QueueMaxima {
  std::vector<OutputMaxima> wait;
  std::vector<OutputMaxima> stored;
};

QueueMaxima empty_maxima(int levels) {
  const std::vector<OutputMaxima> none(index_of(levels) + 1);
  QueueMaxima q{none, none};
  q.wait[0].up = 0;
  q.stored[0].up = 1;
  return q;
}

QueueMaxima constant_maxima(const FatTree& tree) {
  const Flits b = tree.arity();
  const int levels = tree.levels();
  QueueMaxima q = empty_maxima(levels);
  for (int i = 1; i <= levels; ++i) {
    const Flits power = tree.leaves_below(i - 1);
    const Flits from_parent = i == levels ? 0 : std::max<Flits>(0, power - 2);
    q.wait[index_of(i)].down = (b - 2) * power + from_parent;
    if (i < levels) q.wait[index_of(i)].up = (b - 1) * power;
    q.stored[index_of(i)].down = *q.wait[index_of(i)].down + 1;
    if (i < levels) q.stored[index_of(i)].up = *q.wait[index_of(i)].up + 1;
  }
  return q;
}

/// b = 2.
QueueMaxima exponential_maxima(const FatTree& tree) {
  const Flits n = tree.leaves();
  const int levels = tree.levels();
  QueueMaxima q = empty_maxima(levels);
  for (int i = 1; i <= levels; ++i) {
    OutputMaxima& wait = q.wait[index_of(i)];
    OutputMaxima& stored = q.stored[index_of(i)];
    const Flits power = tree.leaves_below(i);
    if (i < levels) wait.up = 0;
    if (i < levels) stored.up = power;
    if (i == levels) wait.down = 0;
    if (i == levels - 1) wait.down = n / 4;
    if (i <= levels - 2) wait.down = n / 2 - power;
    stored.down = i >= levels - 1 ? n / 2 : n / 2 - power / 2;
  }
  return q;
}

/// A flood from all leaves, counted at one node of each level.
class FloodCounts {
 public:
  explicit FloodCounts(const FatTree& tree)
      : tree_(tree),
        up_(index_of(tree.levels()) + 2),
        down_(up_),
        maxima_(empty_maxima(tree.levels())) {
    up_[0] = 1;
    while (static_cast<Node>(arrivals_.size()) < tree.leaves() - 1) step();
  }

  const std::vector<Step>& arrivals() const { return arrivals_; }
  const QueueMaxima& maxima() const { return maxima_; }

 private:
  static void raise(std::optional<Flits>& most, Flits packets) {
    most = std::max(most.value_or(0), packets);
  }

  /// Takes what the links of branch `level` carry off a queue.
  Flits depart(Flits& queue, int level, std::optional<Flits>& wait) const {
    const Flits leaving = std::min<Flits>(queue, tree_.capacity(level));
    queue -= leaving;
    raise(wait, queue);
    return leaving;
  }

  void step() {
    ++now_;
    const int levels = tree_.levels();
    std::vector<Flits> rising(index_of(levels) + 2, 0);  // by branch
    std::vector<Flits> falling(index_of(levels) + 2, 0);
    for (int i = 1; i <= levels; ++i) {
      rising[index_of(i)] = depart(up_[index_of(i - 1)], i, maxima_.wait[index_of(i - 1)].up);
      falling[index_of(i)] = depart(down_[index_of(i)], i, maxima_.wait[index_of(i)].down);
    }
    for (int i = 1; i <= levels; ++i) {
      down_[index_of(i)] += (tree_.arity() - 1) * rising[index_of(i)] + falling[index_of(i + 1)];
      raise(maxima_.stored[index_of(i)].down, down_[index_of(i)]);
      if (i == levels) continue;
      up_[index_of(i)] += tree_.arity() * rising[index_of(i)];
      raise(maxima_.stored[index_of(i)].up, up_[index_of(i)]);
    }
    arrivals_.insert(arrivals_.end(), index_of(static_cast<int>(falling[1])), now_);
  }

  const FatTree& tree_;
  Step now_ = 0;
  std::vector<Flits> up_;    // of a node of each level, towards its parent
  std::vector<Flits> down_;  // likewise, towards one of its children
  std::vector<Step> arrivals_;
  QueueMaxima maxima_;
};

bool has_formula(const FatTree& tree) {
  const CapacityPattern pattern = pattern_of(tree);
  return tree.leaf_links() > 1 || pattern == CapacityPattern::kConstant ||
         (pattern == CapacityPattern::kExponential && tree.arity() == 2);
}

QueueMaxima queue_maxima(const FatTree& tree) {
  if (tree.leaf_links() > 1) return FloodCounts(tree).maxima();
  return pattern_of(tree) == CapacityPattern::kConstant ? constant_maxima(tree)
                                                        : exponential_maxima(tree);
}

constexpr const char* kCounted =
    "counted at one node a level, all of which are alike: a step moves up to c_i packets over each "
    "branch, of which the switches make their copies; any policy";

std::string maxima_source(const FatTree& tree) {
  if (tree.leaf_links() > 1) return kCounted;
  if (pattern_of(tree) == CapacityPattern::kConstant)
    return "Dimakopoulos and Dimopoulos, section 4.1, for all outputs: waiting up (b-1) b^(i-1), "
           "down (b-2) b^(i-1) + max(0, b^(i-1) - 2), at the root (b-2) b^(L-1); stored 1 more; "
           "c_i = 1, any policy";
  return "waiting up 0, down n/2 - 2^i, n/4 at level L-1, 0 at the root; stored up 2^i, down n/2 - "
         "2^(i-1), n/2 from level L-1 on; b = 2, c_i = 2^(i-1), any policy";
}

}  // namespace

std::vector<Step> flooded_arrivals(const FatTree& tree) {
  if (tree.leaf_links() > 1) return FloodCounts(tree).arrivals();
  std::vector<Step> steps{2};
  for (Step t = tree.arity() == 2 ? 4 : 3; static_cast<Node>(steps.size()) < tree.leaves() - 1; ++t)
    steps.push_back(t);
  return steps;
}

std::string flooded_arrivals_source(const FatTree& tree) {
  if (tree.leaf_links() > 1) return kCounted;
  return "n - 1 packets in the steps up to the finish, the class-1 ones first: 2, 4, 5, ... for "
         "b = 2, 2, 3, ... else; one flit from each leaf";
}

void add_flooded_maxima(const FatTree& tree, FatTreePrediction& p) {
  if (!has_formula(tree)) return;
  QueueMaxima q = queue_maxima(tree);
  p.max_wait = std::move(q.wait);
  p.max_stored = std::move(q.stored);
  p.queue_free = std::all_of(p.max_wait.begin(), p.max_wait.end(), [](const OutputMaxima& m) {
    return m.up.value_or(0) == 0 && m.down.value_or(0) == 0;
  });
  for (const char* quantity : {"max_wait", "max_stored", "queue_free"})
    p.sources.push_back({quantity, maxima_source(tree)});
}

bool deep_enough_for_flood(const FatTree& tree, Flits depth) {
  if (!has_formula(tree)) return false;
  const QueueMaxima q = queue_maxima(tree);
  for (int i = 1; i <= tree.levels(); ++i) {
    const OutputMaxima& stored = q.stored[index_of(i)];
    if (stored.up && *stored.up + tree.capacity(i + 1) > depth) return false;
    if (*stored.down + tree.capacity(i) > depth) return false;
  }
  return true;
}

void check_depth(const FatTreeBuffers& buffers) {
  if (buffers.depth && *buffers.depth < 1)
    throw std::invalid_argument("the depth of an output must be at least 1, got " +
                                std::to_string(*buffers.depth));
}

}  // namespace flitwise::theory
