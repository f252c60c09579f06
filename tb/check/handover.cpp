#include "tb/check/handover.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <tuple>

namespace flitwise::check {
namespace {

auto name_of(Node node, RawFlit flit) { return std::make_tuple(node, flit); }

}  // namespace

// Flits are handed over in the order in which they have come, or nearly so. Those that are not are
// looked for by name: a whole network may be handed a flit in one step.
std::vector<Handover::Difference> Handover::differences(const std::vector<Delivery>& deliveries,
                                                        Step delay) {
  const auto end = std::find_if(arriving_.begin(), arriving_.end(),
                                [&](const Arriving& one) { return one.step + delay > now_; });
  const auto due = static_cast<std::size_t>(end - arriving_.begin());
  const auto name = [&](std::size_t k) { return name_of(arriving_[k].node, arriving_[k].flit); };
  std::vector<Difference> differences;
  std::vector<std::size_t> by_name;
  is_handed_over_.assign(due, 0);
  std::size_t next = 0;
  for (const Delivery& delivery : deliveries) {
    const auto wanted = name_of(delivery.node, delivery.flit);
    while (next < due && is_handed_over_[next] != 0) ++next;
    std::size_t found = next;
    if (next == due || name(next) != wanted) {
      if (by_name.empty()) {
        by_name.resize(due);
        std::iota(by_name.begin(), by_name.end(), std::size_t{0});
        std::stable_sort(by_name.begin(), by_name.end(),
                         [&](std::size_t a, std::size_t b) { return name(a) < name(b); });
      }
      auto one =
          std::lower_bound(by_name.begin(), by_name.end(), wanted,
                           [&](std::size_t k, const auto& other) { return name(k) < other; });
      while (one != by_name.end() && name(*one) == wanted && is_handed_over_[*one] != 0) ++one;
      found = one != by_name.end() && name(*one) == wanted ? *one : due;
    }
    if (found == due)
      differences.push_back({delivery.node, delivery.flit, true});
    else
      is_handed_over_[found] = 1;
  }
  for (std::size_t k = 0; k < due; ++k)
    if (is_handed_over_[k] == 0)
      differences.push_back({arriving_[k].node, arriving_[k].flit, false});
  arriving_.erase(arriving_.begin(), end);
  return differences;
}

}  // namespace flitwise::check
