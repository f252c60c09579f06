#include "tb/check/collective/merge_monitor.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "systemc/network/collective/combine_flit.h"

namespace flitwise::check {

MergeMonitor::MergeMonitor(Node leaves, Flits results)
    : results_due_(results),
      has_sent_(index_of(leaves), std::vector<bool>(index_of(leaves))),
      twice_(index_of(leaves), kNoNode),
      sums_(index_of(leaves)),
      results_(sums_.size()) {}

void MergeMonitor::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  flit_hops_ += static_cast<std::int64_t>(transfers.size());
  if (!transfers.empty()) quiesce_ = step;
  for (const LinkTransfer& transfer : transfers) {
    const bool is_operand = unpack(transfer.flit).kind == FlitKind::kMerge;
    if (index_of(transfer.from) < sums_.size() && is_operand)
      count_operand(step, transfer.from, static_cast<Node>(merge_flit(transfer.flit).leaf));
    if (index_of(transfer.to) >= sums_.size()) continue;
    finish_ = step;
    ++(is_operand ? sums_ : results_)[index_of(transfer.to)];
  }
}

// Switches add what comes, however often.
void MergeMonitor::count_operand(Step step, Node from, Node to) {
  ++sent_;
  if (index_of(to) >= sums_.size()) return;
  if (has_sent_[index_of(from)][index_of(to)]) {
    if (twice_[index_of(to)] == kNoNode) twice_[index_of(to)] = from;
    flit_error(
        fmt::format("step {}: leaf {} sends its operand for leaf {} once more", step, from, to));
  }
  has_sent_[index_of(from)][index_of(to)] = true;
}

void MergeMonitor::on_edge(Step, const Network& network, const Injector& injector) {
  report_ports(network, injector);
}

Node MergeMonitor::never_sent(Node leaf) const {
  for (std::size_t from = 0; from < has_sent_.size(); ++from)
    if (from != index_of(leaf) && !has_sent_[from][index_of(leaf)]) return static_cast<Node>(from);
  return kNoNode;
}

void MergeMonitor::close() {
  const auto others = static_cast<Flits>(sums_.size()) - 1;
  for (std::size_t leaf = 0; leaf < sums_.size(); ++leaf) {
    const Flits sent = std::count(has_sent_[leaf].begin(), has_sent_[leaf].end(), true);
    if (sent < others)
      never_came(
          fmt::format("{} of {} operands of leaf {} never left it", others - sent, others, leaf),
          others - sent);
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
