// How early a gather on a path can end, over all schedules of a small one.
#include <algorithm>
#include <numeric>
#include <optional>
#include <vector>

#include "sim/studies/claims/checks/claim_checks.h"
#include "systemc/topology/types.h"

namespace flitwise {
namespace {

using Steps = std::vector<Step>;

// PE i of a path 0-1-...-n is entry i - 1 of all vectors.
struct Gather {
  std::vector<std::int64_t> lengths;
  Step horizon = 0;
  std::size_t size() const { return lengths.size(); }
};

// Inequalities (5): PE 0 takes message j from step 2j + 1 on, that of the last PE from 2n on, one
// message at a time. Every order of the messages, each as early as it can.
Step best_after_tapping(const Gather& gather) {
  const auto n = static_cast<Step>(gather.size());
  std::vector<std::size_t> order(gather.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::optional<Step> best;
  do {
    Step last = 0;
    for (const std::size_t i : order) {
      if (gather.lengths[i] == 0) continue;
      const Step j = static_cast<Step>(i) + 1;
      last = std::max(last + 1, j < n ? 2 * j + 1 : 2 * n) + gather.lengths[i] - 1;
    }
    best = best ? std::min(*best, last) : last;
  } while (std::next_permutation(order.begin(), order.end()));
  return best.value_or(0);
}

// A port of a PE that is used in a step may not be used in it again.
class Ports {
 public:
  Ports(std::size_t pes, Step horizon)
      : steps_(static_cast<std::size_t>(horizon) + 1), used_(2 * (pes + 1) * steps_, false) {}

  /// Whether PE `from` can send to PE `to` in the step; then it does.
  bool cross(std::size_t from, std::size_t to, Step step) {
    return step < static_cast<Step>(steps_) && take(2 * from, step) && take(2 * to + 1, step);
  }

 private:
  bool take(std::size_t port, Step step) {
    const std::size_t place = port * steps_ + static_cast<std::size_t>(step);
    const bool is_free = !used_[place];
    used_[place] = true;
    return is_free;
  }
  std::size_t steps_;
  std::vector<bool> used_;
};

// The last step of a schedule: taps[i] is the step in which PE i + 1 is tapped, sends[i] that of
// its first flit. None where two flits want a port.
std::optional<Step> finish_of(const Gather& gather, const Steps& taps, const Steps& sends) {
  Ports ports(gather.size(), gather.horizon);
  Step finish = 0;
  for (std::size_t i = 0; i < gather.size(); ++i) {
    if (!ports.cross(i, i + 1, taps[i])) return std::nullopt;
    for (std::int64_t flit = 0; flit < gather.lengths[i]; ++flit) {
      Step step = sends[i] + flit;
      for (std::size_t pe = i + 1; pe > 0; --pe, ++step)
        if (!ports.cross(pe, pe - 1, step)) return std::nullopt;
      finish = std::max(finish, step - 1);
    }
  }
  return finish;
}

// All schedules in which a PE is tapped after the one before it and sends after its own tap.
class FreeSearch {
 public:
  explicit FreeSearch(const Gather& gather)
      : gather_(gather), taps_(gather.size()), sends_(gather.size(), 0) {}

  Step best() {
    choose(0, 0);
    return best_;
  }

 private:
  void choose(std::size_t i, Step tapped) {
    if (i == gather_.size()) {
      const std::optional<Step> finish = finish_of(gather_, taps_, sends_);
      if (finish) best_ = std::min(best_, *finish);
      return;
    }
    for (taps_[i] = tapped + 1; taps_[i] <= gather_.horizon; ++taps_[i]) {
      const bool is_null = gather_.lengths[i] == 0;
      const Step last = is_null ? taps_[i] + 1 : gather_.horizon;
      for (sends_[i] = taps_[i] + 1; sends_[i] <= last; ++sends_[i]) choose(i + 1, taps_[i]);
    }
  }

  const Gather& gather_;
  Steps taps_;
  Steps sends_;
  Step best_ = gather_.horizon;
};

}  // namespace

// Takes L, the lengths of the messages of PEs 1 to n <= 3. Gives `tapping_first`, the best finish
// of schedules that keep inequalities (5), and `free`, the best of all in which a PE sends only
// after its own tap.
Figure::Members earliest_gather(const Names& values) {
  Gather gather{numbers_of(values, "L", 0, 3), 0};
  if (gather.size() < 1 || gather.size() > 3) throw ExpressionError("needs a list L of 1 to 3");
  const Step tapping_first = best_after_tapping(gather);
  gather.horizon = std::max<Step>(tapping_first, static_cast<Step>(gather.size()));
  return {{"tapping_first", Figure(tapping_first)},
          {"free", Figure(tapping_first == 0 ? Step{0} : FreeSearch(gather).best())}};
}

}  // namespace flitwise
