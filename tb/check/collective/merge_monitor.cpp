#include "tb/check/collective/merge_monitor.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "systemc/network/flit.h"

namespace flitwise::check {

MergeMonitor::MergeMonitor(Node leaves, Flits results)
    : results_due_(results), sums_(index_of(leaves)), results_(sums_.size()) {}

void MergeMonitor::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  flit_hops_ += static_cast<std::int64_t>(transfers.size());
  if (!transfers.empty()) quiesce_ = step;
  for (const LinkTransfer& transfer : transfers) {
    const bool is_operand = unpack(transfer.flit).kind == FlitKind::kMerge;
    if (index_of(transfer.from) < sums_.size() && is_operand) ++sent_;
    if (index_of(transfer.to) >= sums_.size()) continue;
    finish_ = step;
    ++(is_operand ? sums_ : results_)[index_of(transfer.to)];
  }
}

void MergeMonitor::on_edge(Step, const Network& network, const Injector& injector) {
  report_ports(network, injector);
}

void MergeMonitor::close() {
  for (std::size_t leaf = 0; leaf < sums_.size(); ++leaf) {
    if (sums_[leaf] == 0) never_came(fmt::format("no operand ever came to leaf {}", leaf));
    if (results_[leaf] < results_due_)
      never_came(fmt::format("{} of {} results never came to leaf {}",
                             results_due_ - results_[leaf], results_due_, leaf),
                 results_due_ - results_[leaf]);
  }
}

Flits MergeMonitor::delivered() const {
  Flits delivered = 0;
  for (std::size_t leaf = 0; leaf < sums_.size(); ++leaf)
    delivered += (sums_[leaf] > 0 ? 1 : 0) + std::min(results_[leaf], results_due_);
  return delivered;
}

Flits MergeMonitor::merges() const {
  return sent_ - std::accumulate(sums_.begin(), sums_.end(), Flits{0});
}

}  // namespace flitwise::check
