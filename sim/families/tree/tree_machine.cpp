// tree_machine.cpp: its routers and PEs, and messages from any PE to any other.
#include "sim/families/tree/tree_machine.h"

#include <utility>

#include "systemc/network/tree/tree_routers.h"
#include "systemc/pe/codecs/address_codec.h"
#include "tb/theory/collective/collective_bound.h"

namespace flitwise {
namespace {

class TreeCarrier final : public TransferCarrier {
 public:
  TreeCarrier(const PlacedTree& tree, protocols::Ports ports, protocols::PlacedTransfers transfers)
      : tree_(tree), ports_(ports), transfers_(std::move(transfers)) {}

  std::shared_ptr<const protocols::CollectiveCarriage> carriage() const override {
    return make_tree_carriage(tree_, ports_, transfers_);
  }
  std::optional<check::TransferFlit> read(RawFlit flit) const override {
    const FlitFields f = unpack(flit);
    return check::TransferFlit{f.tag, static_cast<Flits>(f.payload)};
  }
  Step latency(const protocols::PlacedTransfer& transfer) const override {
    return theory::pipelined_latency(distance(transfer), transfer.flits);
  }
  Flits ports(Node pe) const override {
    if (ports_ == protocols::Ports::kSingle) return 1;
    return static_cast<Flits>(tree_.children(pe).size()) + (tree_.parent(pe) == kNoNode ? 0 : 1);
  }
  std::string bound_source() const override {
    return "the longest chain of dependent operations, a transfer alone taking hops + flits - 1 "
           "steps, and the load of the busiest PE over its ports";
  }

 private:
  int distance(const protocols::PlacedTransfer& transfer) const {
    Node a = transfer.from;
    Node b = transfer.to;
    int links = 0;
    for (; a != b; ++links) {
      Node& deeper = tree_.depth(a) >= tree_.depth(b) ? a : b;
      deeper = tree_.parent(deeper);
    }
    return links;
  }

  const PlacedTree& tree_;
  const protocols::Ports ports_;
  const protocols::PlacedTransfers transfers_;
};

}  // namespace

std::vector<std::uint32_t> addresses_of(const PlacedTree& placed) {
  std::vector<std::uint32_t> addresses;
  for (const Node pe : placed.pe_of)
    addresses.push_back(static_cast<std::uint32_t>(placed.tree.address(pe)));
  return addresses;
}

TreeMachine::TreeMachine(const PlacedTree& tree, protocols::Ports ports)
    : tree_(tree),
      sites_(ports == protocols::Ports::kMulti ? multiport_sites(tree)
                                               : std::vector<MultiportSite>()),
      addresses_(addresses_of(tree)) {}

std::unique_ptr<FlitCodec> TreeMachine::codec(Node pe) const {
  std::vector<Node> neighbours;
  if (!sites_.empty()) neighbours = sites_[static_cast<std::size_t>(pe)].neighbours;
  return std::make_unique<AddressCodec>(PeLinks(pe, std::move(neighbours)), addresses_);
}

std::unique_ptr<Network> TreeMachine::build(const Options& options, WaveRecorder* waves) {
  TreeNetworkConfig config;
  set_common(options, waves, config);
  if (!sites_.empty()) return assemble_multiport(sites_, {0}, config);
  if (options.build == Build::kElaborated) return elaborate_tree(tree_, config);
  return assemble_tree(tree_, config);
}

std::unique_ptr<TransferCarrier> TreeMachine::carry(
    const protocols::PlacedTransfers& transfers) const {
  return std::make_unique<TreeCarrier>(
      tree_, sites_.empty() ? protocols::Ports::kSingle : protocols::Ports::kMulti, transfers);
}

}  // namespace flitwise
