// link_tap.h: which of the flits that cross a link the PE behind it takes from there.
#ifndef FLITWISE_SYSTEMC_NETWORK_LINK_TAP_H_
#define FLITWISE_SYSTEMC_NETWORK_LINK_TAP_H_

#include "systemc/network/network.h"

namespace flitwise {

/// For networks whose flits do not name their PE each for itself.
class LinkTap {
 public:
  virtual ~LinkTap() = default;
  /// Asked once for every flit, in the step in which it crosses the link.
  virtual bool takes(const LinkTransfer& transfer) = 0;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_LINK_TAP_H_
