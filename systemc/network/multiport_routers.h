// multiport_routers.h: networks whose PEs use all their links at once, as a Network.
#ifndef FLITWISE_SYSTEMC_NETWORK_MULTIPORT_ROUTERS_H_
#define FLITWISE_SYSTEMC_NETWORK_MULTIPORT_ROUTERS_H_

#include <cstdint>
#include <memory>
#include <vector>

#include "systemc/network/address_book.h"
#include "systemc/network/models/model_owner.h"
#include "systemc/network/network.h"

namespace flitwise {

/// Addresses [low, high) that a link leads down to; empty for a link that leads to no child.
struct AddressRange {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
};

/// A node's place, its seat, in one tree.
struct TreeSeat {
  static constexpr std::uint32_t kNoAddress = AddressBook::kNoAddress;
  static constexpr std::uint32_t kNoLink = 0xFF;
  std::uint32_t address = kNoAddress;  ///< own address, kNoAddress when not in the tree
  std::uint32_t up_link = kNoLink;     ///< link to the parent, kNoLink at the root
};

/// One node of the network and what its router must know.
/// Shape: `down` has one entry per link, each with `intervals` ranges; `neighbours[k]` is the node
///        at the other end of link k, kNoNode for a link that is not there; `seats` has one entry
///        per tree.
struct MultiportSite {
  std::vector<Node> neighbours;
  std::vector<std::vector<AddressRange>> down;
  std::vector<TreeSeat> seats;
  std::size_t intervals = 1;            ///< a link: 1 when trees share no link, else one per tree
  Step latency = 1;                     ///< of the router
  std::vector<Step> link_latency = {};  ///< of the way out over each link; empty: 1
};

/// One verilated multiport router per node, each the smallest model with enough links.
///
/// Shape:  every site has the same number of trees, up to 16, of which no two go down, or up, by
///         one link; or with an interval per tree up to 4 with at most 4 links. `tree_first[t]` is
///         the first address of tree t.
/// Errors: throws TopologyError beyond kMaxTreePes or the links of the largest model.
std::unique_ptr<Network> assemble_multiport(const std::vector<MultiportSite>& sites,
                                            const std::vector<std::uint32_t>& tree_first,
                                            const NetworkConfig& config);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_MULTIPORT_ROUTERS_H_
