// device.h: a router as the bench sees it: wires that it drives and reads, and a clock.
#ifndef FLITWISE_TB_KIT_DEVICE_H_
#define FLITWISE_TB_KIT_DEVICE_H_

#include <array>
#include <cstdint>

#include "systemc/network/own/flit_layout.h"
#include "tb/kit/place.h"

namespace flitwise::kit {

using own::FlitBits;

/// One bit a lane.
using LaneSet = std::uint32_t;

/// Ports of a router at most: those of a tree's router of four children.
inline constexpr int kMostPorts = 6;

/// What the bench drives at a port: a flit that comes in, and answers to what goes out.
struct PortInputs {
  FlitBits flit{};
  LaneSet valid = 0;
  LaneSet ready = 0;   ///< of the receiver
  LaneSet credit = 0;  ///< that it returns
};

/// What the router drives at a port: a flit that goes out, and answers to what comes in.
struct PortOutputs {
  FlitBits flit{};
  LaneSet valid = 0;
  LaneSet ready = 0;
  LaneSet credit = 0;
  bool has_dropped = false;  ///< of trees: a flit that came in here was thrown away
};

using Inputs = std::array<PortInputs, kMostPorts>;
using Outputs = std::array<PortOutputs, kMostPorts>;

/// What the monitor of the wires (rtl/kit/router_rules.sv) says of a cycle; bit k - 1: clause k.
struct RuleReport {
  std::uint32_t breaches = 0;
  std::uint32_t premises = 0;
  std::array<std::uint8_t, 16> ports{};  ///< of each breach
  bool is_legal = true;                  ///< the bench kept the rules of the link
};

/// Inputs are set between edges; outputs are those of the inputs that were set last.
class Device {
 public:
  virtual ~Device() = default;
  /// Holds the reset for 16 cycles, without any input.
  virtual void reset() = 0;
  virtual void drive(const Inputs& inputs) = 0;
  /// Lets the logic behind the inputs settle, without an edge.
  virtual Outputs settle() = 0;
  /// Those of the last edge or settle().
  virtual Outputs outputs() const = 0;
  virtual RuleReport rules() = 0;
  /// One clock cycle.
  virtual void cycle() = 0;
};

}  // namespace flitwise::kit

#endif  // FLITWISE_TB_KIT_DEVICE_H_
