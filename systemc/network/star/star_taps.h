// star_taps.h: which packets of a star graph a PE takes from its links.
#ifndef FLITWISE_SYSTEMC_NETWORK_STAR_STAR_TAPS_H_
#define FLITWISE_SYSTEMC_NETWORK_STAR_STAR_TAPS_H_

#include <cstdint>
#include <vector>

#include "systemc/network/link_tap.h"
#include "systemc/topology/star/star_trees.h"

namespace flitwise {

/// Takes what the router delivers to the PE later: all broadcast packets that have come from the
/// parent in their tree, and routed ones whose route ends here. A packet of several flits is taken
/// as it comes; a flit in error is handed over, for PEs to see that the packet is lost
/// (star_flit.h: is_intact), unless it is the first.
class StarTaps final : public LinkTap {
 public:
  StarTaps(const StarGraph& graph, StarRule rule, std::uint32_t flits);

  bool takes(const LinkTransfer& transfer) override;

 private:
  bool is_for_pe(const LinkTransfer& transfer, int dimension) const;

  const StarTrees trees_;
  const std::uint32_t flits_;
  struct Port {
    std::uint32_t left = 0;  // flits of the packet that comes in
    bool is_taken = false;   // by the PE
  };
  std::vector<Port> ports_;  // by node, port
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_STAR_STAR_TAPS_H_
