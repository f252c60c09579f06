#include "systemc/protocols/tree/dispatch_order.h"

#include <algorithm>

namespace flitwise::protocols {

std::vector<std::size_t> dispatch_order(LagRule rule, Flits own,
                                        const std::vector<Certificate>& children, Pace pace) {
  std::vector<std::size_t> order;
  for (std::size_t j = 0; j < children.size(); ++j)
    if (orders_null_streams(rule) || children[j].stream > 0) order.push_back(j);
  if (rule != LagRule::kPos) return order;
  const std::vector<Flits> offsets = stream_offsets(own, children, merge_order(children));
  const auto slack = [&](std::size_t j) { return pace.of_flits(offsets[j]) - children[j].lag; };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return slack(a) < slack(b); });
  return order;
}

}  // namespace flitwise::protocols
