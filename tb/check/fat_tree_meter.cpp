#include "tb/check/fat_tree_meter.h"

#include <fmt/format.h>

#include <utility>

namespace flitwise::check {

FatTreeMeter::FatTreeMeter(FatTree tree)
    : tree_(std::move(tree)),
      arrivals_(static_cast<std::size_t>(tree_.leaves())),
      up_(static_cast<std::size_t>(tree_.size())),
      down_(up_.size()) {}

void FatTreeMeter::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  if (transfers.empty()) return;
  quiesce_ = step;
  flit_hops_ += static_cast<std::int64_t>(transfers.size());
  for (const LinkTransfer& transfer : transfers) count_branch(step, transfer);
}

// Towards the root nodes have larger numbers.
void FatTreeMeter::count_branch(Step step, const LinkTransfer& transfer) {
  const bool goes_up = transfer.to > transfer.from;
  const Node below = goes_up ? transfer.from : transfer.to;
  Use& use = (goes_up ? up_ : down_)[static_cast<std::size_t>(below)];
  if (use.step != step) use = {step, 0};
  const int links = tree_.capacity(tree_.level(below) + 1);
  if (++use.packets != links + 1) return;
  ++overfull_;
  if (problems_.size() < kMaxProblems)
    problems_.push_back(fmt::format("step {}: more than {} packets go {} between nodes {} and {}",
                                    step, links, goes_up ? "up" : "down", below,
                                    tree_.parent(below)));
}

void FatTreeMeter::on_edge(Step step, const Network& network, const Injector&) {
  for (const Delivery& delivery : network.deliveries()) {
    finish_ = step;
    arrivals_[static_cast<std::size_t>(delivery.node)].push_back(step);
  }
}

}  // namespace flitwise::check
