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

QueueMaxima constant_maxima(const FatTree& tree, const FatTreeLatency& latency) {
  const Flits b = tree.arity();
  const int levels = tree.levels();
  QueueMaxima q = empty_maxima(levels);
  for (int i = 1; i <= levels; ++i) {
    const Flits power = tree.leaves_below(i - 1);
    const Flits from_parent =
        i == levels ? 0 : std::max<Flits>(0, power - latency.longer_by(i + 1));
    q.wait[index_of(i)].down = (b - 2) * power + from_parent;
    if (i < levels) q.wait[index_of(i)].up = (b - 1) * power;
    q.stored[index_of(i)].down = *q.wait[index_of(i)].down + 1;
    if (i < levels) q.stored[index_of(i)].up = *q.wait[index_of(i)].up + 1;
  }
  return q;
}

/// b = 2 and links that all take the same. What leaves in a step is stored besides what waits.
QueueMaxima exponential_maxima(const FatTree& tree, const FatTreeLatency& latency) {
  const Flits n = tree.leaves();
  const int levels = tree.levels();
  const Step hop = latency.router + latency.link_of(1) - 1;
  QueueMaxima q = empty_maxima(levels);
  for (int i = 1; i <= levels; ++i) {
    OutputMaxima& wait = q.wait[index_of(i)];
    OutputMaxima& stored = q.stored[index_of(i)];
    const Flits power = tree.leaves_below(i);
    if (i < levels) wait.up = 0;
    if (i < levels) stored.up = power;
    wait.down = i == levels ? 0 : std::max(n / 4, n / 2 - hop * power);
    stored.down = *wait.down + power / 2;
  }
  return q;
}

/// A flood from all leaves, counted at one node of each level.
class FloodCounts {
 public:
  FloodCounts(const FatTree& tree, const FatTreeLatency& latency)
      : tree_(tree),
        latency_(latency),
        up_(index_of(tree.levels()) + 2),
        down_(up_),
        rising_(up_.size()),
        falling_(up_.size()),
        maxima_(empty_maxima(tree.levels())) {
    up_[0] = 1;
    while (static_cast<Node>(arrivals_.size()) < tree.leaves() - 1) step();
  }

  const std::vector<Step>& arrivals() const { return arrivals_; }
  const QueueMaxima& maxima() const { return maxima_; }

 private:
  /// What the links of a branch carried, by step from 1 on, at step - 1.
  using Carried = std::vector<Flits>;

  static void raise(std::optional<Flits>& most, Flits packets) {
    most = std::max(most.value_or(0), packets);
  }

  /// Takes what the links of branch `level` carry off a queue.
  void depart(Flits& queue, int level, std::optional<Flits>& wait, Carried& carried) const {
    const Flits leaving = std::min<Flits>(queue, tree_.capacity(level));
    queue -= leaving;
    raise(wait, queue);
    carried.push_back(leaving);
  }

  /// What was sent over a branch so that it gets, in this step, through the link and `stages` more.
  Flits coming(const std::vector<Carried>& carried, int level, Step stages) const {
    if (level > tree_.levels()) return 0;
    const Step sent = now_ - (latency_.link_of(level) - 1) - stages;
    return sent < 1 ? 0 : carried[index_of(level)][static_cast<std::size_t>(sent - 1)];
  }

  void step() {
    ++now_;
    const int levels = tree_.levels();
    const Step stages = latency_.router - 1;
    for (int i = 1; i <= levels; ++i) {
      const auto branch = index_of(i);
      depart(up_[branch - 1], i, maxima_.wait[branch - 1].up, rising_[branch]);
      depart(down_[branch], i, maxima_.wait[branch].down, falling_[branch]);
    }
    for (int i = 1; i <= levels; ++i) {
      const Flits from_child = coming(rising_, i, stages);
      down_[index_of(i)] += (tree_.arity() - 1) * from_child + coming(falling_, i + 1, stages);
      raise(maxima_.stored[index_of(i)].down, down_[index_of(i)]);
      if (i == levels) continue;
      up_[index_of(i)] += tree_.arity() * from_child;
      raise(maxima_.stored[index_of(i)].up, up_[index_of(i)]);
    }
    arrivals_.insert(arrivals_.end(), static_cast<std::size_t>(coming(falling_, 1, 0)), now_);
  }

  const FatTree& tree_;
  const FatTreeLatency& latency_;
  Step now_ = 0;
  std::vector<Flits> up_;         // of a node of each level, towards its parent
  std::vector<Flits> down_;       // likewise, towards one of its children
  std::vector<Carried> rising_;   // by branch
  std::vector<Carried> falling_;  // by branch
  std::vector<Step> arrivals_;
  QueueMaxima maxima_;
};

bool has_formula(const FatTree& tree) {
  const CapacityPattern pattern = pattern_of(tree);
  return tree.leaf_links() > 1 || pattern == CapacityPattern::kConstant ||
         (pattern == CapacityPattern::kExponential && tree.arity() == 2);
}

/// Neither c_i = 1 nor all links the same: no closed form, for trees that have a formula.
bool is_counted(const FatTree& tree, const FatTreeLatency& latency) {
  if (tree.leaf_links() > 1) return true;
  return pattern_of(tree) != CapacityPattern::kConstant && !has_equal_links(tree, latency);
}

QueueMaxima queue_maxima(const FatTree& tree, const FatTreeLatency& latency) {
  if (is_counted(tree, latency)) return FloodCounts(tree, latency).maxima();
  return pattern_of(tree) == CapacityPattern::kConstant ? constant_maxima(tree, latency)
                                                        : exponential_maxima(tree, latency);
}

std::string counted_source(const FatTreeLatency& latency) {
  return "counted at one node a level, all of which are alike: a step moves up to c_i packets over "
         "each branch, of which the switches make their copies; any policy" +
         note(latency, "they come w_i - 1 steps later, and r - 1 more into queues");
}

std::string maxima_source(const FatTree& tree, const FatTreeLatency& latency) {
  if (is_counted(tree, latency)) return counted_source(latency);
  if (pattern_of(tree) == CapacityPattern::kConstant)
    return "Dimakopoulos and Dimopoulos, section 4.1, for all outputs: waiting up (b-1) b^(i-1), "
           "down (b-2) b^(i-1) + max(0, b^(i-1) - 2), at the root (b-2) b^(L-1); stored 1 more; "
           "c_i = 1, any policy" +
           note(latency, "D_(i+1) = 2 (r + w_(i+1) - 1) in place of 2");
  if (!latency.is_unit())
    return "waiting up 0, down max(n/4, n/2 - p 2^i), p = r + w - 1, 0 at the root; stored the "
           "links of the branch more; b = 2, c_i = 2^(i-1), links of equal latencies, any policy";
  return "waiting up 0, down n/2 - 2^i, n/4 at level L-1, 0 at the root; stored up 2^i, down n/2 - "
         "2^(i-1), n/2 from level L-1 on; b = 2, c_i = 2^(i-1), any policy";
}

}  // namespace

bool has_equal_links(const FatTree& tree, const FatTreeLatency& latency) {
  for (int i = 2; i <= tree.levels(); ++i)
    if (latency.link_of(i) != latency.link_of(1)) return false;
  return true;
}

std::vector<Step> class_arrivals(const FatTree& tree, const FatTreeLatency& latency) {
  std::vector<Step> first{arrival_step(latency, 1, 1)};
  for (int h = 2; h <= tree.levels(); ++h)
    first.push_back(std::max(arrival_step(latency, 1, h),
                             first.back() + Step{tree.arity() - 1} * tree.leaves_below(h - 2)));
  return first;
}

std::vector<Step> flooded_arrivals(const FatTree& tree, const FatTreeLatency& latency) {
  if (tree.leaf_links() > 1) return FloodCounts(tree, latency).arrivals();
  std::vector<Step> steps;
  const std::vector<Step> first = class_arrivals(tree, latency);
  for (int h = 1; h <= tree.levels(); ++h) {
    for (Step k = 0; k < (tree.arity() - 1) * tree.leaves_below(h - 1); ++k)
      steps.push_back(first[index_of(h - 1)] + k);
  }
  return steps;
}

std::string flooded_arrivals_source(const FatTree& tree, const FatTreeLatency& latency) {
  if (tree.leaf_links() > 1) return counted_source(latency);
  if (!latency.is_unit())
    return "n - 1 packets class after class, the (b-1) b^(h-1) of class h a step each from A_h on: "
           "A_1 = 1 + lam_1, A_h = max(1 + lam_h, A_(h-1) + (b-1) b^(h-2)), lam_h = (2h - 1) r + "
           "2 (w_1 - 1) + .. + 2 (w_h - 1); one flit from each leaf";
  return "n - 1 packets in the steps up to the finish, the class-1 ones first: 2, 4, 5, ... for "
         "b = 2, 2, 3, ... else; one flit from each leaf";
}

void add_flooded_maxima(const FatTree& tree, const FatTreeLatency& latency, FatTreePrediction& p) {
  if (!has_formula(tree)) return;
  QueueMaxima q = queue_maxima(tree, latency);
  p.max_wait = std::move(q.wait);
  p.max_stored = std::move(q.stored);
  p.queue_free = std::all_of(p.max_wait.begin(), p.max_wait.end(), [](const OutputMaxima& m) {
    return m.up.value_or(0) == 0 && m.down.value_or(0) == 0;
  });
  for (const char* quantity : {"max_wait", "max_stored", "queue_free"})
    p.sources.push_back({quantity, maxima_source(tree, latency)});
}

bool deep_enough_for_flood(const FatTree& tree, Flits depth, const FatTreeLatency& latency) {
  if (!has_formula(tree)) return false;
  const QueueMaxima q = queue_maxima(tree, latency);
  const Flits unknown = credit_loop(tree, latency) - 1;  // steps whose departures are not known yet
  for (int i = 1; i <= tree.levels(); ++i) {
    const OutputMaxima& stored = q.stored[index_of(i)];
    if (stored.up && *stored.up + unknown * tree.capacity(i + 1) > depth) return false;
    if (*stored.down + unknown * tree.capacity(i) > depth) return false;
  }
  return true;
}

Step credit_loop(const FatTree& tree, const FatTreeLatency& latency) {
  Step link = 1;
  for (int i = 1; i <= tree.levels(); ++i) link = std::max(link, latency.link_of(i));
  return latency.router + link - 1 + latency.credit;
}

void add_credit_bound(const FatTree& tree, Flits depth, const FatTreeLatency& latency,
                      FatTreePrediction& p) {
  if (latency.is_unit()) return;  // its switches have ready wires, and formulas of their own
  Step bound = 0;
  for (int i = 1; i <= tree.levels(); ++i) {
    const Step round = (i == 1 ? 1 : latency.router) + latency.link_of(i) - 1 + latency.credit;
    if (depth >= round) continue;
    const Flits links = tree.capacity(i);
    const Flits before = (tree.leaves() - tree.leaves_below(i - 1) + links - 1) / links - 1;
    bound = std::max(bound, arrival_step(latency, 1, i) + before / depth * round + before % depth);
  }
  if (bound <= p.lower_bound) return;
  p.lower_bound = bound;
  for (Source& source : p.sources)
    if (source.quantity == "lower_bound")
      source.text =
          "1 + lam_i + floor(k / depth) (r + w_i - 1 + w_c) + k mod depth, k = ceil((n - b^(i-1)) "
          "/ c_i) - 1: a link of branch i carries depth packets in a round of its credits (a "
          "leaf's round has no r - 1)";
}

void check_depth(const FatTreeBuffers& buffers) {
  if (buffers.depth && *buffers.depth < 1)
    throw std::invalid_argument("the depth of an output must be at least 1, got " +
                                std::to_string(*buffers.depth));
}

}  // namespace flitwise::theory
