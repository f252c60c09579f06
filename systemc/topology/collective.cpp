#include "systemc/topology/collective.h"

#include <algorithm>

namespace flitwise {

CollectiveOrder::CollectiveOrder(const Collective& collective)
    : collective_(&collective), send_start_(collective.transfers.size()) {
  std::vector<RankEvent> all;
  for (Node rank = 0; rank < collective.ranks(); ++rank) {
    first_.push_back(all.size());
    const auto& program = collective.programs[static_cast<std::size_t>(rank)];
    for (std::size_t op = 0; op < program.size(); ++op) {
      all.push_back({rank, op, false});
      all.push_back({rank, op, true});
      if (program[op].kind == RankOpKind::kSend)
        send_start_[program[op].transfer] = {rank, op, false};
    }
  }
  std::vector<std::size_t> waits(all.size());
  std::vector<std::vector<std::size_t>> behind(all.size());
  for (const RankEvent& event : all)
    for (const RankEvent& earlier : before(event)) {
      ++waits[index(event)];
      behind[index(earlier)].push_back(index(event));
    }
  is_ordered_.resize(all.size());
  for (const RankEvent& event : all)
    if (waits[index(event)] == 0) events_.push_back(event);
  for (std::size_t next = 0; next < events_.size(); ++next) {
    is_ordered_[index(events_[next])] = true;
    for (const std::size_t later : behind[index(events_[next])])
      if (--waits[later] == 0) events_.push_back(all[later]);
  }
}

std::size_t CollectiveOrder::index(const RankEvent& event) const {
  return first_[static_cast<std::size_t>(event.rank)] + 2 * event.op + (event.is_end ? 1 : 0);
}

std::vector<RankEvent> CollectiveOrder::before(const RankEvent& event) const {
  const RankOp& op = collective_->programs[static_cast<std::size_t>(event.rank)][event.op];
  std::vector<RankEvent> earlier;
  if (!event.is_end) {
    for (const RankDependency& dependency : op.after)
      earlier.push_back({event.rank, dependency.op, !dependency.on_start});
    return earlier;
  }
  earlier.push_back({event.rank, event.op, false});
  if (op.kind == RankOpKind::kReceive) earlier.push_back(send_start_[op.transfer]);
  return earlier;
}

// An event that is missing in the order waits for another one that is missing.
std::vector<RankEvent> CollectiveOrder::circle() const {
  const auto lies = std::find(is_ordered_.begin(), is_ordered_.end(), false);
  if (lies == is_ordered_.end()) return {};
  const auto number = static_cast<std::size_t>(lies - is_ordered_.begin());
  const auto rank = std::upper_bound(first_.begin(), first_.end(), number) - first_.begin() - 1;
  const std::size_t local = number - first_[static_cast<std::size_t>(rank)];
  std::vector<RankEvent> way{{static_cast<Node>(rank), local / 2, local % 2 == 1}};
  for (;;) {
    const std::vector<RankEvent> earlier = before(way.back());
    const RankEvent next = *std::find_if(
        earlier.begin(), earlier.end(), [&](const RankEvent& e) { return !is_ordered_[index(e)]; });
    const auto seen = std::find(way.begin(), way.end(), next);
    if (seen != way.end()) return {seen, way.end()};
    way.push_back(next);
  }
}

}  // namespace flitwise
