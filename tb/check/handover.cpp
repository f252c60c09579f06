#include "tb/check/handover.h"

#include <algorithm>

namespace flitwise::check {

std::vector<Handover::Difference> Handover::differences(const std::vector<Delivery>& deliveries) {
  std::vector<Difference> differences;
  for (const Delivery& delivery : deliveries) {
    const auto found =
        std::find(arriving_.begin(), arriving_.end(), std::pair(delivery.node, delivery.flit));
    if (found != arriving_.end())
      arriving_.erase(found);
    else
      differences.push_back({delivery.node, delivery.flit, true});
  }
  for (const auto& [node, flit] : arriving_) differences.push_back({node, flit, false});
  arriving_.clear();
  return differences;
}

}  // namespace flitwise::check
