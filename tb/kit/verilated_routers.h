// verilated_routers.h: the user's router, verilated with the monitor of its wires.
#ifndef FLITWISE_TB_KIT_VERILATED_ROUTERS_H_
#define FLITWISE_TB_KIT_VERILATED_ROUTERS_H_

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "systemc/network/models/model_library.h"
#include "systemc/network/own/router_description.h"
#include "systemc/network/own/router_wires.h"
#include "tb/kit/device.h"
#include "tb/kit/kit.h"
#include "tb/kit/place.h"

namespace flitwise::kit {

/// Makes routers of one description. It outlives them.
class VerilatedRouters {
 public:
  VerilatedRouters(const own::RouterDescription& router, const Mesh& mesh,
                   ModelLibrary::Config config);
  VerilatedRouters(const VerilatedRouters&) = delete;
  VerilatedRouters& operator=(const VerilatedRouters&) = delete;

  /// Compiles the models of these places, several at a time.
  /// Errors: throws ModelError with Verilator's first message and what may help, and
  ///         std::runtime_error when no temporary file can be written.
  void prepare(const std::vector<Place>& places);
  /// Errors: as prepare().
  std::unique_ptr<Device> make(Place at, std::uint64_t seed);

 private:
  own::MeshPlace wires_of(Place at) const;
  ModelRequest request(Place at, const std::string& top) const;
  /// Places of one model are one place where coordinates are inputs.
  Place model_place(Place at) const;
  const ModelTable& table(Place at);

  const own::RouterDescription* router_;
  Mesh mesh_;
  ModelLibrary::Config config_;
  std::string top_;  // SystemVerilog of the bench's top
  std::map<Place, const ModelTable*> tables_;
};

/// Of any family.
/// Errors: throws ModelError with Verilator's first message and what may help, and
///         std::runtime_error when no temporary file can be written.
KitReport check_verilated(const own::RouterDescription& router, const ModelLibrary::Config& config,
                          const KitOptions& options);

}  // namespace flitwise::kit

#endif  // FLITWISE_TB_KIT_VERILATED_ROUTERS_H_
