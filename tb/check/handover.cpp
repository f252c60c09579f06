#include "tb/check/handover.h"

#include <algorithm>

namespace flitwise::check {

std::vector<Handover::Difference> Handover::differences(const std::vector<Delivery>& deliveries,
                                                        Step delay) {
  const auto end_of_due = [&] {
    return std::find_if(arriving_.begin(), arriving_.end(),
                        [&](const Arriving& one) { return one.step + delay > now_; });
  };
  std::vector<Difference> differences;
  for (const Delivery& delivery : deliveries) {
    const auto due = end_of_due();
    const auto found = std::find_if(arriving_.begin(), due, [&](const Arriving& one) {
      return one.node == delivery.node && one.flit == delivery.flit;
    });
    if (found != due)
      arriving_.erase(found);
    else
      differences.push_back({delivery.node, delivery.flit, true});
  }
  const auto due = end_of_due();
  for (auto one = arriving_.begin(); one != due; ++one)
    differences.push_back({one->node, one->flit, false});
  arriving_.erase(arriving_.begin(), due);
  return differences;
}

}  // namespace flitwise::check
