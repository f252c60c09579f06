// wire_breach.h: what is wrong on the wires of a port, in words, where a rule of them is broken.
#ifndef FLITWISE_TB_KIT_WIRE_BREACH_H_
#define FLITWISE_TB_KIT_WIRE_BREACH_H_

#include <functional>
#include <optional>

#include "tb/kit/clause.h"
#include "tb/kit/device.h"
#include "tb/kit/flits.h"

namespace flitwise::kit {

/// The wires of a port in a cycle and in the one before, and what is known of its flits.
struct WireScene {
  const own::RouterDescription* router = nullptr;
  int port = 0;
  PortInputs in{};
  PortOutputs out{};
  PortInputs in_before{};
  PortOutputs out_before{};
  /// Names the flit that bits are.
  std::function<std::string(const FlitBits&)> name_of{};
  /// The flit that left last on a lane of the port; empty before the first one.
  std::function<std::optional<KitFlit>(int lane)> last_left{};
};

/// Lane, text, expected and seen of a breach that rtl/kit/router_rules.sv has found; the rest of it
/// stays empty. Shape: of clauses quiet, whole, hold, credits.
Breach breach_on_wires(int clause, const WireScene& scene);

}  // namespace flitwise::kit

#endif  // FLITWISE_TB_KIT_WIRE_BREACH_H_
