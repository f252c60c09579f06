// fat_tree_meter.cpp: counted link by link.
#include "tb/check/fat_tree/fat_tree_meter.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "systemc/network/flit.h"

namespace flitwise::check {

FatTreeMeter::FatTreeMeter(FatTree tree, bool half_duplex)
    : tree_(std::move(tree)),
      arrivals_(index_of(tree_.leaves())),
      up_(index_of(tree_.size())),
      down_(up_.size()) {
  for (Node v = 0; v < tree_.root(); ++v) capacity_.push_back(tree_.capacity(tree_.level(v) + 1));
  for (Node v = 0; half_duplex && v < tree_.root(); ++v)
    links_.emplace_back(static_cast<std::size_t>(capacity_[index_of(v)]));
}

void FatTreeMeter::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  flit_hops_ += static_cast<std::int64_t>(transfers.size());
  for (const LinkTransfer& transfer : transfers) {
    count_branch(step, transfer);
    if (!links_.empty()) count_directions(step, transfer);
  }
}

void FatTreeMeter::on_arrivals(Step step, const std::vector<LinkTransfer>& arrivals) {
  if (!arrivals.empty()) quiesce_ = step;
}

// A leaf's first lanes are its PE's; a switch has its lanes up first, then those of child 0, ...
void FatTreeMeter::count_directions(Step step, const LinkTransfer& transfer) {
  const bool goes_up = transfer.to > transfer.from;
  const Node below = goes_up ? transfer.from : transfer.to;
  const Node above = goes_up ? transfer.to : transfer.from;
  auto& links = links_[index_of(below)];
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
  Use& use = (goes_up ? up_ : down_)[index_of(below)];
  if (use.step != step) use = {step, 0};
  const int links = capacity_[index_of(below)];
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
    arrivals_[index_of(delivery.node)].push_back(step);
  }
}

FloodQueues::FloodQueues(FatTree tree, FatTreeLatency latency)
    : tree_(std::move(tree)),
      format_(flit_format_of(tree_)),
      latency_(std::move(latency)),
      up_(index_of(tree_.size())),
      down_(index_of(tree_.size())) {}

// Towards the root nodes have larger numbers.
void FloodQueues::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  for (const LinkTransfer& transfer : transfers) {
    const bool goes_up = transfer.to > transfer.from;
    auto& passages = goes_up ? up_ : down_;
    passages[static_cast<std::size_t>(goes_up ? transfer.from : transfer.to)].emplace_back(
        step, static_cast<Node>(unpack(transfer.flit, format_).tag));
  }
}

const FloodQueues::Passage& FloodQueues::passage(Node from, Node to) const {
  return to > from ? up_[index_of(from)] : down_[index_of(to)];
}

// All nodes from the source to the leaf, both included.
std::vector<Node> FloodQueues::way(Node source, Node leaf) const {
  std::vector<Node> up{source};
  std::vector<Node> down{leaf};
  while (up.back() != down.back()) {
    up.push_back(tree_.parent(up.back()));
    down.push_back(tree_.parent(down.back()));
  }
  up.insert(up.end(), down.rbegin() + 1, down.rend());
  return up;
}

LastPacket FloodQueues::trace(Node source, Node leaf) const {
  LastPacket last{source, tree_.meeting_level(source, leaf), 0, 0};
  const std::vector<Node> nodes = way(source, leaf);
  Step came = 0;  // into the node's queue: at the end of this step, the first one's before step 1
  for (std::size_t k = 0; k + 1 < nodes.size(); ++k) {
    const Passage& packets = passage(nodes[k], nodes[k + 1]);
    const auto own = std::find_if(packets.begin(), packets.end(),
                                  [&](const auto& packet) { return packet.second == source; });
    if (own == packets.end())
      return last;  // it was lost and made again: a fault, reported elsewhere
    const Step left = own->first;
    last.delay += left - came - 1;
    last.queued += std::count_if(packets.begin(), packets.end(), [&](const auto& packet) {
      return packet.first > came && packet.first < left;
    });
    const int branch = std::max(tree_.level(nodes[k]), tree_.level(nodes[k + 1]));
    came = left + latency_.link_of(branch) - 1 + latency_.router - 1;
  }
  return last;
}

std::vector<LastPacket> FloodQueues::last_packets() const {
  std::vector<LastPacket> all;
  for (Node leaf = 0; leaf < tree_.leaves(); ++leaf) {
    const Passage& received = down_[index_of(leaf)];
    all.push_back(received.empty() ? LastPacket{} : trace(received.back().second, leaf));
  }
  return all;
}

}  // namespace flitwise::check
