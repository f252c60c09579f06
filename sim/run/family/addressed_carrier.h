// addressed_carrier.h: transfers of routers that know PEs by the addresses of one tree.
#ifndef FLITWISE_SIM_RUN_FAMILY_ADDRESSED_CARRIER_H_
#define FLITWISE_SIM_RUN_FAMILY_ADDRESSED_CARRIER_H_

#include <memory>
#include <optional>
#include <utility>

#include "sim/run/machine.h"

namespace flitwise {

/// A flit names its PE by the address in the tree, the transfer by its tag, and its place in that
/// by the payload. Shape: the tree outlives this.
class AddressedCarrier : public TransferCarrier {
 public:
  AddressedCarrier(const PlacedTree& tree, std::shared_ptr<protocols::CollectiveCarriage> carriage)
      : tree_(tree),
        format_(format_of_addresses(tree.tree.size())),
        carriage_(std::move(carriage)) {}

  std::shared_ptr<protocols::CollectiveCarriage> carriage() const final { return carriage_; }
  std::optional<check::TransferFlit> read(RawFlit flit) const final {
    const FlitFields f = unpack(flit, format_);
    if (f.destination >= index_of(tree_.tree.size())) return std::nullopt;
    const Node to = tree_.node(tree_.tree.node_at(static_cast<Node>(f.destination)));
    const auto transfer = carriage_->transfer_of({static_cast<Node>(f.tag), 0, to});
    if (!transfer) return std::nullopt;
    return check::TransferFlit{*transfer, static_cast<Flits>(f.payload)};
  }

 protected:
  const PlacedTree& tree() const { return tree_; }

 private:
  const PlacedTree& tree_;
  const FlitFormat format_;
  const std::shared_ptr<protocols::CollectiveCarriage> carriage_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_FAMILY_ADDRESSED_CARRIER_H_
