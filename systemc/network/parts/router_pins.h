// router_pins.h: what an engine knows of routers and of the links between them.
#ifndef FLITWISE_SYSTEMC_NETWORK_PARTS_ROUTER_PINS_H_
#define FLITWISE_SYSTEMC_NETWORK_PARTS_ROUTER_PINS_H_

#include <cstdint>

#include "systemc/network/network.h"

namespace flitwise {

/// The pins of one verilated router. The first `own_lanes` lanes belong to the PE, one a port.
/// Pins with a bit per lane have lane 0 in the lowest bit of the first byte.
struct RouterPins {
  void* model = nullptr;
  void (*cycle)(void* model) = nullptr;   ///< one clock cycle
  void (*settle)(void* model) = nullptr;  ///< between edges: inputs to `ready_out`
  unsigned char* in = nullptr;            ///< `in_lane_i`, 8 bytes a lane
  const unsigned char* out = nullptr;     ///< `out_lane_o`
  const std::uint8_t* busy = nullptr;
  const std::uint8_t* violation = nullptr;       ///< a bit per ViolationKind
  const unsigned char* violation_in = nullptr;   ///< a bit per lane
  const unsigned char* violation_out = nullptr;  ///< likewise
  unsigned char* ready_in = nullptr;             ///< likewise; null without ready wires
  const unsigned char* ready_out = nullptr;      ///< likewise; null without ready wires
  unsigned char* credit_in = nullptr;            ///< a byte per lane of `out`; null without credits
  const unsigned char* credit_out = nullptr;     ///< a byte per lane of `in`; null without credits
  unsigned char* stall_in = nullptr;             ///< a bit per own lane of `out`; null without
  std::uint32_t own_credits = 0;  ///< flits that the queue of one of the PE's ports has room for
  std::uint32_t lanes = 0;        ///< lanes in use, the PE's included
  std::uint32_t own_lanes = 1;
  Step latency = 1;  ///< steps from the edge that captures a flit to its first one on a link
};

/// The steps in which a link carries flits: two directions that share wires take turns.
enum class LinkTurn : std::uint8_t { kAlways, kOddSteps, kEvenSteps };

/// Whether a link carries flits in a step.
inline bool has_turn(LinkTurn turn, Step step) {
  return turn == LinkTurn::kAlways || (step % 2 == 1) == (turn == LinkTurn::kOddSteps);
}

/// One directed link: output lane of a router to input lane of another.
struct Link {
  Node from = kNoNode;
  std::uint32_t from_lane = 0;
  Node to = kNoNode;
  std::uint32_t to_lane = 0;
  LinkTurn turn = LinkTurn::kAlways;
  /// From the step in which a flit is sent to that in which it is received, both counted.
  std::uint32_t latency = 1;
  /// The same of a credit, on its way from the far end back to the near one.
  std::uint32_t credit_latency = 1;
};

/// What keeps a flit from a router that has no room for it.
enum class FlowControl : std::uint8_t {
  kNone,          ///< nothing
  kBackPressure,  ///< it stays in its output until the far end's ready wire takes it
  kCredits,       ///< routers and PEs send only what they have a credit for
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_PARTS_ROUTER_PINS_H_
