// router_wires.h: a user's router as a verilated wrapper, wire by wire.
//
// The wrapper's ports, flat, port i of the router at [i*W +: W], lane v of port i at bit i*V + v:
// clk_i, rst_ni, in_flit_i, in_valid_i, in_ready_o, in_credit_o, out_flit_o, out_valid_o,
// out_ready_i, out_credit_i; with `coordinates: inputs` x_i and y_i. On tori as many coordinates as
// dimensions, and of each the side, side_x_i.
#ifndef FLITWISE_SYSTEMC_NETWORK_OWN_ROUTER_WIRES_H_
#define FLITWISE_SYSTEMC_NETWORK_OWN_ROUTER_WIRES_H_

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "systemc/network/models/model_instance.h"
#include "systemc/network/models/model_library.h"
#include "systemc/network/models/model_request.h"
#include "systemc/network/own/flit_layout.h"
#include "systemc/network/own/router_description.h"

namespace flitwise::own {

/// Names of the wires, or the parameters, that tell a router where it is.
inline constexpr std::array<const char*, kMostOwnDimensions> kPlacePins{"x_i", "y_i", "z_i"};
inline constexpr std::array<const char*, kMostOwnDimensions> kSidePins{"side_x_i", "side_y_i",
                                                                       "side_z_i"};
inline constexpr std::array<const char*, kMostOwnDimensions> kPlaceParameters{"X", "Y", "Z"};
inline constexpr std::array<const char*, kMostOwnDimensions> kSideParameters{"SideX", "SideY",
                                                                             "SideZ"};

/// A column and a row of a mesh, or a place of a torus and its sides.
struct MeshPlace {
  int x = 0;
  int y = 0;
  int z = 0;
  std::array<int, kMostOwnDimensions> sides{};  ///< of tori

  std::array<int, kMostOwnDimensions> coordinates() const { return {x, y, z}; }
};

/// What a model has beside the wrapper.
struct RequestMore {
  std::string top{};                   ///< another top, which holds the wrapper; empty: the wrapper
  std::vector<std::string> sources{};  ///< behind the router's own
  std::vector<std::string> parameters{};  ///< of the other top: "A=1"
  bool draws_unknowns = false;  ///< unknown values are drawn, see ModelOwner::draw_unknowns
};

/// The model of the wrapper at a place. With coordinates as inputs all places have the same one.
/// Another top has the same ports; with coordinates as parameters it has X and Y, too.
/// Errors: throws ModelError when a file cannot be read.
ModelRequest request_for(const RouterDescription& router, ModelFlavour flavour,
                         const MeshPlace& place = {}, const RequestMore& more = {});

/// Compiles it on first use and compares its ports with the description.
/// Errors: throws ModelError with Verilator's first message, what may help, and how ports differ.
const ModelTable& wrapper_table(ModelLibrary& models, const RouterDescription& router,
                                const ModelRequest& request);

/// The wires of one router. Inputs are set between edges and stay until they are set again; outputs
/// are those after the last edge or settle(). Does not own the model.
///
/// Shape: ports 0 PE, 1 +x, 2 -x, 3 +y, 4 -y, on tori as RouterDescription counts them; lanes from
///        0; a set of lanes has a bit each.
class RouterWires {
 public:
  /// Shape: the model is of wrapper_table().
  RouterWires(const ModelInstance& model, const RouterDescription& router);

  /// A flit on the wires of an input, or none: then valid is low and the flit all 0.
  void set_flit(std::uint32_t port, std::uint32_t lane, const FlitBits& flit);
  void set_no_flit(std::uint32_t port);
  /// The valid wires alone, of no or several lanes, too: for who tries what is not allowed.
  void set_valid(std::uint32_t port, std::uint64_t lanes);
  /// What the far end of an output says: it takes a flit of this lane in this cycle.
  void set_ready(std::uint32_t port, std::uint32_t lane, bool is_ready);
  void set_ready(std::uint32_t port, std::uint64_t lanes);
  /// Credits that come back to an output in this cycle, in whatever encoding.
  /// Errors: throws std::logic_error for several lanes at once where they are told by number.
  void set_credit(std::uint32_t port, std::uint64_t lanes);
  /// Nothing where coordinates are parameters.
  /// Errors: throws ModelError for a place that the ports are too narrow for.
  void set_place(const MeshPlace& place);

  std::uint64_t valid_out(std::uint32_t port) const;  ///< a bit a lane: one or none, if all is well
  /// The lane of the flit on an output; -1: none, or more than one.
  int lane_out(std::uint32_t port) const;
  FlitBits flit_out(std::uint32_t port) const;
  bool ready_out(std::uint32_t port, std::uint32_t lane) const {
    return (ready_out(port) >> lane & 1U) != 0;
  }
  std::uint64_t ready_out(std::uint32_t port) const;   ///< what an input takes, a bit a lane
  std::uint64_t ready_in(std::uint32_t port) const;    ///< what set_ready() has set
  std::uint64_t credit_out(std::uint32_t port) const;  ///< what an input returns, a bit a lane

  /// Wires of an output as they are to those of an input of another router: valid and flit; or of
  /// an input back to an output: ready and credits.
  void pass_flit_to(std::uint32_t port, RouterWires& far, std::uint32_t far_port) const;
  void pass_back_to(std::uint32_t port, RouterWires& near, std::uint32_t near_port) const;
  /// The same over a dateline, which swaps the lower half of the lanes and the upper one.
  void pass_flit_swapped_to(std::uint32_t port, RouterWires& far, std::uint32_t far_port) const;
  void pass_back_swapped_to(std::uint32_t port, RouterWires& near, std::uint32_t near_port) const;

  /// Combinational logic behind inputs that have changed.
  void settle();
  /// Settles, then one clock edge.
  void cycle();
  /// Sixteen cycles in reset with all inputs low, then out of it.
  void reset();

  /// Of a top with `router_rules`; 0 without: a bit a clause, from clause 1 on, that is broken in
  /// this cycle (settled), that is put to the test; four bits a clause, the port; legal inputs.
  std::uint64_t breaches() const { return value_of(breach_); }
  std::uint64_t premises() const { return value_of(premise_); }
  std::uint64_t breach_ports() const { return value_of(breach_port_); }
  bool has_rules() const { return breach_.has_value(); }
  bool is_legal() const { return !legal_ || legal_->read(0, 1) != 0; }

  const RouterDescription& description() const { return *router_; }

 private:
  static std::uint64_t value_of(const std::optional<Pin>& pin) {
    return pin ? pin->read(0, pin->bits()) : 0;
  }
  std::optional<Pin> pin_if_there(const ModelInstance& model, const char* name) const;
  std::uint64_t lanes_of(const Pin& pin, std::uint32_t port) const;
  void set_lanes(const Pin& pin, std::uint32_t port, std::uint64_t lanes);
  void drive_flit(std::uint32_t port, const FlitBits& flit);

  const RouterDescription* router_;
  const ModelTable* table_;
  void* model_;
  Pin in_flit_, in_valid_, in_ready_, in_credit_;
  Pin out_flit_, out_valid_, out_ready_, out_credit_;
  Pin reset_;
  std::array<std::optional<Pin>, kMostOwnDimensions> place_, sides_;
  std::optional<Pin> breach_, premise_, breach_port_, legal_;
};

/// Lanes of the lower half as those of the upper one, and the other way round.
inline std::uint64_t swapped_classes(std::uint64_t lanes, std::uint32_t count) {
  const std::uint32_t half = count / 2;
  const std::uint64_t low = (std::uint64_t{1} << half) - 1;
  return (lanes & low) << half | (lanes >> half & low);
}

}  // namespace flitwise::own

#endif  // FLITWISE_SYSTEMC_NETWORK_OWN_ROUTER_WIRES_H_
