#include "tb/check/fat_tree/flood_queues.h"

#include <algorithm>

#include "systemc/network/flit.h"

namespace flitwise::check {

FloodQueues::FloodQueues(FatTree tree)
    : tree_(std::move(tree)),
      up_(static_cast<std::size_t>(tree_.size())),
      down_(static_cast<std::size_t>(tree_.size())) {}

// Towards the root nodes have larger numbers.
void FloodQueues::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  for (const LinkTransfer& transfer : transfers) {
    const bool goes_up = transfer.to > transfer.from;
    auto& passages = goes_up ? up_ : down_;
    passages[static_cast<std::size_t>(goes_up ? transfer.from : transfer.to)].emplace_back(
        step, static_cast<Node>(unpack(transfer.flit).tag));
  }
}

const FloodQueues::Passage& FloodQueues::passage(Node from, Node to) const {
  return to > from ? up_[static_cast<std::size_t>(from)] : down_[static_cast<std::size_t>(to)];
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
    came = left;
  }
  return last;
}

std::vector<LastPacket> FloodQueues::last_packets() const {
  std::vector<LastPacket> all;
  for (Node leaf = 0; leaf < tree_.leaves(); ++leaf) {
    const Passage& received = down_[static_cast<std::size_t>(leaf)];
    all.push_back(received.empty() ? LastPacket{} : trace(received.back().second, leaf));
  }
  return all;
}

}  // namespace flitwise::check
