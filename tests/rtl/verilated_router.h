// verilated_router.h: one verilated router of any family and flavour, driven lane by lane.
#ifndef FLITWISE_TESTS_RTL_VERILATED_ROUTER_H_
#define FLITWISE_TESTS_RTL_VERILATED_ROUTER_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include "tests/rtl/pe/reference_router.h"
#include "tests/rtl/verilated_pins.h"

namespace flitwise::rtl_test {

/// How a model was made: netlists have no assertions, checked models have the checkers bound.
enum class Flavour : std::uint8_t { kRtl, kChecked, kNetlist };

/// Specialised for every model that is not plain RTL.
template <class Model>
inline constexpr Flavour kFlavour = Flavour::kRtl;

template <class Model>
inline constexpr bool kHasAssertions = kFlavour<Model> != Flavour::kNetlist;

/// AddressWidth of a model; specialised for every one whose addresses are wider.
template <class Model>
inline constexpr int kAddressWidth = FlitFormat::kLeastAddress;
template <class Model>
inline constexpr std::uint32_t kAddresses = 1U << kAddressWidth<Model>;
constexpr FlitFormat with_addresses_of(int bits) {
  FlitFormat format;
  format.tag = format.address = bits;
  return format;
}
template <class Model>
constexpr FlitFormat format_of() {
  return with_addresses_of(kAddressWidth<Model>);
}

/// Writes entry `k` of a model's table of addresses; of wide ones entries have 32 bits.
template <class Model>
inline constexpr std::size_t kEntryBytes = kAddressWidth<Model> < 16 ? 2 : 4;
template <class Model, class Port>
void set_address(Port& port, std::size_t k, std::uint32_t address) {
  std::memcpy(bytes_of(port) + kEntryBytes<Model> * k, &address, kEntryBytes<Model>);
}

/// What names of tests say of a model's parameters beside its size.
template <class Model>
inline constexpr const char* kVariant = "";

template <class Model>
std::string flavour_name() {
  if constexpr (kFlavour<Model> == Flavour::kNetlist) return "Netlist";
  if constexpr (kFlavour<Model> == Flavour::kChecked) return "Checked";
  return "Rtl";
}

/// A router out of reset. Failing assertions are counted by the context.
template <class Model>
class VerilatedRouter {
 public:
  // Verilator 5.006 takes a dying model's scopes out of the thread's current context, which may be
  // another router's that is gone already.
  ~VerilatedRouter() { Verilated::threadContextp(&context_); }
  VerilatedRouter(const VerilatedRouter&) = delete;
  VerilatedRouter& operator=(const VerilatedRouter&) = delete;

  static constexpr std::size_t lane_count() { return sizeof(Model::out_lane_o) / sizeof(RawFlit); }

  void put(std::size_t lane, RawFlit flit) {
    std::memcpy(bytes_of(model_.in_lane_i) + lane * sizeof flit, &flit, sizeof flit);
  }

  /// One clock edge with the flits that were put; the inputs are empty after it.
  void clock() {
    clock_cycle<Model>(&model_);
    std::memset(bytes_of(model_.in_lane_i), 0, sizeof(model_.in_lane_i));
  }

  RouterOutputs outputs() {
    RouterOutputs outputs(lane_count());
    std::memcpy(outputs.lanes.data(), bytes_of(model_.out_lane_o), sizeof(model_.out_lane_o));
    outputs.busy = model_.busy_o != 0;
    outputs.violation = model_.violation_o;
    for (std::size_t lane = 0; lane < lane_count(); ++lane) {
      if (bits_of(model_.violation_in_o, lane, 1) != 0) outputs.involved_in.insert(lane);
      if (bits_of(model_.violation_out_o, lane, 1) != 0) outputs.involved_out.insert(lane);
    }
    return outputs;
  }

  RouterOutputs clock_and_read() {
    clock();
    return outputs();
  }

  void reset_again() { reset(model_); }
  int assertion_failures() const { return context_.errorCount(); }
  void mute_assertions() { context_.assertOn(false); }

 protected:
  /// `configure(model)` sets the configuration pins, before the reset.
  template <class Configure>
  explicit VerilatedRouter(const Configure& configure) {
    count_assertion_failures(context_);
    clear_inputs(model_);
    configure(model_);
    reset(model_);
  }

  Model& model() { return model_; }
  const Model& model() const { return model_; }

 private:
  AnyStart context_;
  Model model_{&context_};
};

inline RawFlit head_to(std::uint32_t destination, std::uint32_t payload = 1) {
  return pack({FlitKind::kData, true, false, destination, 17, payload});
}
inline RawFlit single_to(std::uint32_t destination, std::uint32_t payload = 1) {
  return pack({FlitKind::kTap, true, true, destination, 17, payload});
}
inline RawFlit body(std::uint32_t payload, std::uint32_t destination = 0) {
  return pack({FlitKind::kData, false, false, destination, 17, payload});
}
inline RawFlit tail(std::uint32_t payload, std::uint32_t destination = 0) {
  return pack({FlitKind::kEnd, false, true, destination, 17, payload});
}

}  // namespace flitwise::rtl_test

#endif  // FLITWISE_TESTS_RTL_VERILATED_ROUTER_H_
