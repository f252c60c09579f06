#include "tb/check/collective/wait_watch.h"

#include <algorithm>

namespace flitwise::check {

WaitWatch::WaitWatch(Step hop, Step rest,
                     std::function<std::optional<std::size_t>(RawFlit)> transfer_of,
                     std::function<bool(RawFlit)> is_routed)
    : hop_(hop),
      rest_(rest),
      transfer_of_(std::move(transfer_of)),
      is_routed_(std::move(is_routed)) {}

void WaitWatch::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  for (const LinkTransfer& transfer : transfers) {
    const std::optional<std::size_t> whose = transfer_of_(transfer.flit);
    if (!whose) continue;
    if (is_routed_(transfer.flit)) {
      leave(step, transfer, *whose);
      inside_[{transfer.to, *whose}].push_back(step);
    }
    last(transfer) = {step, *whose};
    if (rest_ == 0) continue;
    const auto sender = sender_.find(*whose);
    if (sender != sender_.end() && sender->second == transfer.from)
      own_[transfer.from] = {step, *whose};
  }
}

WaitWatch::Crossing& WaitWatch::last(const LinkTransfer& transfer) {
  const std::size_t node = index_of(transfer.from);
  if (node >= last_.size()) last_.resize(node + 1);
  std::vector<Crossing>& lanes = last_[node];
  if (transfer.lane >= lanes.size()) lanes.resize(transfer.lane + 1);
  return lanes[transfer.lane];
}

void WaitWatch::leave(Step step, const LinkTransfer& transfer, std::size_t whose) {
  const auto inside = inside_.find({transfer.from, whose});
  if (inside == inside_.end()) return;
  Step could = inside->second.front() + hop_;
  const auto own = own_.find(transfer.from);
  if (rest_ > 0 && own != own_.end() && sender_[whose] == transfer.from)
    could = std::max(could, own->second.step + 1 + rest_);
  inside->second.pop_front();
  if (inside->second.empty()) inside_.erase(inside);
  if (step <= could) return;
  Wait wait{could, step - could, transfer.from, transfer.to, whose, std::nullopt};
  // A link that nothing has crossed yet counts as crossed in step 0, before anything waits.
  const Crossing before = last(transfer);
  if (before.step == step - 1) wait.behind = before.transfer;
  if (wait.behind == whose) return;
  waits_.push_back(wait);
  waited_ += wait.steps;
}

void WaitWatch::on_edge(Step step, const Network&, const Injector& injector) {
  for (const Injection& injection : injector.injections()) {
    const std::optional<std::size_t> whose = transfer_of_(injection.flit);
    if (!whose || !is_routed_(injection.flit)) continue;
    inside_[{injection.node, *whose}].push_back(step);
    if (rest_ > 0) sender_[*whose] = injection.node;
  }
}

}  // namespace flitwise::check
