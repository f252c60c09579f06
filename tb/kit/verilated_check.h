// verilated_check.h: compiles a router with what stands around it, and checks it.
#ifndef FLITWISE_TB_KIT_VERILATED_CHECK_H_
#define FLITWISE_TB_KIT_VERILATED_CHECK_H_

#include "systemc/network/models/model_library.h"
#include "tb/kit/kit.h"

namespace flitwise::kit {

/// Of any family.
/// Errors: throws ModelError with Verilator's first message and what may help, and
///         std::runtime_error when no temporary file can be written.
KitReport check_verilated(const own::RouterDescription& router, const ModelLibrary::Config& config,
                          const KitOptions& options);

}  // namespace flitwise::kit

#endif  // FLITWISE_TB_KIT_VERILATED_CHECK_H_
