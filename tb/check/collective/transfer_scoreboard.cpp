#include "tb/check/collective/transfer_scoreboard.h"

#include <fmt/format.h>

#include <utility>

namespace flitwise::check {

TransferScoreboard::TransferScoreboard(std::vector<ExpectedTransfer> expected,
                                       TransferDecode decode, Step delay,
                                       std::vector<std::string> names)
    : expected_(std::move(expected)),
      decode_(std::move(decode)),
      delay_(delay),
      names_(std::move(names)),
      received_(expected_.size()),
      seen_(expected_.size()),
      arrivals_(expected_.size()) {
  for (std::size_t t = 0; t < expected_.size(); ++t) {
    expected_flits_ += expected_[t].flits;
    seen_[t].resize(static_cast<std::size_t>(expected_[t].flits));
  }
}

void TransferScoreboard::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  take_deliveries(step);
  if (!transfers.empty()) quiesce_ = step;
  flit_hops_ += static_cast<std::int64_t>(transfers.size());
}

void TransferScoreboard::on_edge(Step step, const Network& network, const Injector& injector) {
  for (const Violation& violation : network.violations()) {
    report(violation);
    ++violation_count_;
    if (violation_count_ <= kMostViolations) violations_.push_back(violation);
  }
  for (const InjectionConflict& conflict : injector.conflicts())
    port_violation(fmt::format("step {}: {} has two flits for its port {}", conflict.step,
                               node_name(conflict.node), conflict.port));
  deliveries_ = network.deliveries();
  if (delay_ <= 0) take_deliveries(step + delay_);
}

// In the step in which they come to their PEs: where that is a later one, it may be none of the
// run.
void TransferScoreboard::take_deliveries(Step step) {
  for (const Delivery& delivery : deliveries_) take(step, delivery);
  deliveries_.clear();
}

void TransferScoreboard::take(Step step, const Delivery& delivery) {
  const std::optional<TransferFlit> flit = decode_(delivery.flit);
  const auto wrong = [&](const std::string& what) {
    flit_error(fmt::format("step {}: {} receives {}", step, node_name(delivery.node), what));
  };
  if (!flit || flit->transfer >= expected_.size()) return wrong("a flit of no transfer");
  const ExpectedTransfer& due = expected_[flit->transfer];
  // Made for sentences alone: there are few of those, and many flits.
  const auto name = [&] { return fmt::format("transfer {} ({})", flit->transfer, due.name); };
  if (delivery.node != due.to)
    return wrong(fmt::format("a flit of {}, which is for {}", name(), node_name(due.to)));
  Flits& received = received_[flit->transfer];
  if (received == due.flits)
    return wrong(fmt::format("more than the {} flits of {}", received, name()));
  if (flit->index < 0 || flit->index > due.flits)
    return wrong(fmt::format("flit {} of {}, which has {}", flit->index, name(), due.flits));
  if (flit->index > 0) {
    auto seen = seen_[flit->transfer][static_cast<std::size_t>(flit->index - 1)];
    if (seen) return wrong(fmt::format("flit {} of {} once more", flit->index, name()));
    seen = true;
  }
  ++delivered_;
  finish_ = step;
  if (++received < due.flits) return;
  arrivals_[flit->transfer] = step;
  ++complete_;
}

void TransferScoreboard::close() {
  for (std::size_t t = 0; t < expected_.size(); ++t) {
    const Flits missing = expected_[t].flits - received_[t];
    if (missing == 0) continue;
    never_came(fmt::format("transfer {} ({}) from {} to {}: {} of {} flits never came", t,
                           expected_[t].name, node_name(expected_[t].from),
                           node_name(expected_[t].to), missing, expected_[t].flits),
               missing);
  }
}

std::string TransferScoreboard::node_name(Node node) const {
  const auto index = index_of(node);
  return index < names_.size() ? names_[index] : fmt::format("PE {}", node);
}

}  // namespace flitwise::check
