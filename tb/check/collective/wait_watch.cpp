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
    last_[{transfer.from, transfer.lane}] = {step, *whose};
    const auto sender = sender_.find(*whose);
    if (sender != sender_.end() && sender->second == transfer.from)
      own_[transfer.from] = {step, *whose};
  }
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
  const Crossing last = last_[{transfer.from, transfer.lane}];
  if (last.step == step - 1) wait.behind = last.transfer;
  if (wait.behind == whose) return;
  waits_.push_back(wait);
  waited_ += wait.steps;
}

void WaitWatch::on_edge(Step step, const Network&, const Injector& injector) {
  for (const Injection& injection : injector.injections()) {
    const std::optional<std::size_t> whose = transfer_of_(injection.flit);
    if (!whose || !is_routed_(injection.flit)) continue;
    inside_[{injection.node, *whose}].push_back(step);
    sender_[*whose] = injection.node;
  }
}

}  // namespace flitwise::check
