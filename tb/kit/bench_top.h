// bench_top.h: the module that a check verilates: the user's wrapper with the monitor of its wires.
#ifndef FLITWISE_TB_KIT_BENCH_TOP_H_
#define FLITWISE_TB_KIT_BENCH_TOP_H_

#include <string>

#include "systemc/network/own/router_description.h"
#include "tb/kit/place.h"

namespace flitwise::kit {

/// The module's name.
inline constexpr const char* kBenchTop = "router_bench";

/// SystemVerilog of module router_bench: the ports of the wrapper, and those of router_rules. With
/// coordinates as parameters it has the parameters X and Y.
std::string bench_top(const own::RouterDescription& router, const Mesh& mesh);

}  // namespace flitwise::kit

#endif  // FLITWISE_TB_KIT_BENCH_TOP_H_
