// ports.h: how many links a PE can use at once.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TREE_PORTS_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TREE_PORTS_H_

#include <cstdint>

#include "systemc/topology/types.h"

namespace flitwise::protocols {

/// What a PE may send and receive in one step.
enum class Ports : std::uint8_t {
  kSingle,  ///< one flit out and one flit in, over any links
  kMulti,   ///< one flit out and one flit in on every link
};

/// Transmission::via of what goes to `neighbour`: a multiport PE names the link.
constexpr Node link_to(Ports ports, Node neighbour) {
  return ports == Ports::kMulti ? neighbour : kNoNode;
}

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TREE_PORTS_H_
