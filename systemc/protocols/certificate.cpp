#include "systemc/protocols/certificate.h"

#include <algorithm>
#include <numeric>

namespace flitwise::protocols {
namespace {

using Children = std::vector<Certificate>;

// First step in which the PE can send data: its orders have gone out by then.
std::int64_t own_limit(const Children& children) {
  return static_cast<std::int64_t>(children.size()) + 1;
}

std::int64_t paper_lag(Flits own, const Children& children) {
  std::int64_t lag = own_limit(children);
  std::int64_t covered = own;  // how far the segments so far reach beyond the last child's lag
  std::int64_t previous = 0;
  for (const std::size_t k : merge_order(children)) {
    lag += std::max<std::int64_t>(0, children[k].lag - previous - covered);
    previous = children[k].lag;
    covered = children[k].stream;
  }
  return lag;
}

// Lays the segments from the last to the first: each starts where it may, or later if it would
// otherwise end before the next one begins.
std::int64_t tight_lag(Flits own, const Children& children) {
  const std::vector<std::size_t> order = merge_order(children);
  std::int64_t start = own_limit(children);
  for (auto k = order.rbegin(); k != order.rend(); ++k)
    start = std::max(own_limit(children) + children[*k].lag, start - children[*k].stream);
  return std::max(own_limit(children), start - own);
}

}  // namespace

std::vector<std::size_t> merge_order(const Children& children) {
  std::vector<std::size_t> order(children.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return children[a].lag < children[b].lag; });
  return order;
}

Flits stream_length(Flits own, const Children& children) {
  Flits sum = own;
  for (const Certificate& child : children) sum += child.stream;
  return sum;
}

std::int64_t certified_lag(LagRule rule, Flits own, const Children& children) {
  return rule == LagRule::kPaper ? paper_lag(own, children) : tight_lag(own, children);
}

Certificate certify(LagRule rule, Flits own, const Children& children) {
  return {certified_lag(rule, own, children), stream_length(own, children)};
}

std::vector<Flits> stream_offsets(Flits own, const Children& children) {
  std::vector<Flits> offsets(children.size());
  Flits before = own;
  for (const std::size_t k : merge_order(children)) {
    offsets[k] = before;
    before += children[k].stream;
  }
  return offsets;
}

std::vector<Step> dispatch_positions(std::size_t children) {
  std::vector<Step> positions(children);
  std::iota(positions.begin(), positions.end(), Step{1});
  return positions;
}

std::vector<std::int64_t> order_values(std::int64_t s, const std::vector<Flits>& offsets,
                                       const std::vector<Step>& positions) {
  std::vector<std::int64_t> values;
  for (std::size_t j = 0; j < offsets.size(); ++j)
    values.push_back(s + offsets[j] - (positions[j] + 1));
  return values;
}

}  // namespace flitwise::protocols
