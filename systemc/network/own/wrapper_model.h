// wrapper_model.h: how any wrapper is verilated and held against its contract, for adapters only.
#ifndef FLITWISE_SYSTEMC_NETWORK_OWN_WRAPPER_MODEL_H_
#define FLITWISE_SYSTEMC_NETWORK_OWN_WRAPPER_MODEL_H_

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "systemc/network/models/model_library.h"
#include "systemc/network/models/model_owner.h"
#include "systemc/network/models/model_request.h"
#include "systemc/network/models/model_table.h"
#include "systemc/network/own/router_description.h"

namespace flitwise::own {

/// The module that stands for a wrapper with a cut (rtl/kit/cut_router.sv), and its parameters but
/// for X and Y: "Lanes=1".
extern const std::string kCutRouter;
std::vector<std::string> cut_parameters(const RouterDescription& router);

/// Compiles it on first use.
/// Errors: throws ModelError with Verilator's first message and what may help.
const ModelTable& compile_wrapper(ModelLibrary& models, const RouterDescription& router,
                                  const ModelRequest& request);

/// A router's wrapper whose unknown values are drawn by a seed.
const ModelInstance& make_drawn(ModelOwner& owner, const ModelTable& table, std::uint64_t seed);

/// A router has called $finish or $fatal, which none may: networks go on for as long as they like.
class RouterEnded : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Errors: throws RouterEnded if one of these models has. Verilator has printed file and line.
void expect_running(const ModelOwner& owner, const RouterDescription& router);

/// A port that a wrapper must have.
struct DuePort {
  const char* name;
  PinDirection direction;
  std::uint32_t bits;
};

bool has_pin(const ModelTable& table, const char* name);
/// Errors: throws ModelError unless module `top` has the port; `why` says where its width is from.
void expect_pin(const ModelTable& table, const RouterDescription& router, const std::string& top,
                const DuePort& due, const std::string& why);

}  // namespace flitwise::own

#endif  // FLITWISE_SYSTEMC_NETWORK_OWN_WRAPPER_MODEL_H_
