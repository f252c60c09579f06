#include "systemc/protocols/tree/certification/certificate.h"

#include <algorithm>
#include <numeric>

#include "systemc/protocols/complaint_book.h"

namespace flitwise::protocols {

std::vector<std::size_t> merge_order(const std::vector<Certificate>& children) {
  std::vector<std::size_t> order(children.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return children[a].lag < children[b].lag; });
  return order;
}

Flits stream_length(Flits own, const std::vector<Certificate>& children) {
  Flits sum = own;
  for (const Certificate& child : children) sum += child.stream;
  return sum;
}

std::vector<Flits> stream_offsets(Flits own, const std::vector<Certificate>& children,
                                  const std::vector<std::size_t>& order) {
  std::vector<Flits> offsets(children.size(), 0);
  Flits before = own;
  for (const std::size_t k : order) {
    offsets[k] = before;
    before += children[k].stream;
  }
  return offsets;
}

std::optional<std::string> fault_of_certificate(const Arrival& arrival, Node child) {
  if (arrival.message != child)
    return "tells of " + pe_name(arrival.message) + ", not of " + pe_name(child);
  if (arrival.value < 1) return "lag " + std::to_string(arrival.value) + " must be at least 1";
  if (arrival.stream < 0)
    return "stream of " + std::to_string(arrival.stream) + " flits must not be negative";
  return std::nullopt;
}

}  // namespace flitwise::protocols
