// link_tap.h: decides which flits the PE at the end of a link takes directly from that link.
#ifndef FLITWISE_SYSTEMC_NETWORK_LINK_TAP_H_
#define FLITWISE_SYSTEMC_NETWORK_LINK_TAP_H_

#include "systemc/network/network.h"

namespace flitwise {

/// For networks in which a flit alone does not say which PE it is for.
class LinkTap {
 public:
  virtual ~LinkTap() = default;
  /// Asked once for every flit, in the step in which it crosses the link.
  virtual bool takes(const LinkTransfer& transfer) = 0;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_LINK_TAP_H_
