#include "tb/check/fat_tree/fat_tree_meter.h"

#include <fmt/format.h>

#include <utility>

namespace flitwise::check {

FatTreeMeter::FatTreeMeter(FatTree tree, bool half_duplex)
    : tree_(std::move(tree)),
      arrivals_(static_cast<std::size_t>(tree_.leaves())),
      up_(static_cast<std::size_t>(tree_.size())),
      down_(up_.size()) {
  for (Node v = 0; half_duplex && v < tree_.root(); ++v)
    links_.emplace_back(static_cast<std::size_t>(tree_.capacity(tree_.level(v) + 1)));
}

void FatTreeMeter::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  if (transfers.empty()) return;
  quiesce_ = step;
  flit_hops_ += static_cast<std::int64_t>(transfers.size());
  for (const LinkTransfer& transfer : transfers) {
    count_branch(step, transfer);
    if (!links_.empty()) count_directions(step, transfer);
  }
}

// A leaf's first lanes are its PE's; a switch has its lanes up first, then those of child 0, ...
void FatTreeMeter::count_directions(Step step, const LinkTransfer& transfer) {
  const bool goes_up = transfer.to > transfer.from;
  const Node below = goes_up ? transfer.from : transfer.to;
  const Node above = goes_up ? transfer.to : transfer.from;
  auto& links = links_[static_cast<std::size_t>(below)];
  std::uint32_t lane = transfer.lane;
  if (goes_up) {
    lane -= static_cast<std::uint32_t>(tree_.is_leaf(below) ? tree_.leaf_links() : 0);
  } else {
    const int level = tree_.level(above);
    lane -= static_cast<std::uint32_t>(above == tree_.root() ? 0 : tree_.capacity(level + 1));
    lane %= static_cast<std::uint32_t>(links.size());
  }
  LinkUse& use = links[lane];
  (goes_up ? use.up : use.down) = step;
  if (use.up != use.down) return;
  ++two_way_;
  if (problems_.size() < kMaxProblems)
    problems_.push_back(fmt::format("step {}: link {} between nodes {} and {} carries both ways",
                                    step, lane, below, above));
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
