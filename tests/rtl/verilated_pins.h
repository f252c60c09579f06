// verilated_pins.h: raw access to the ports of verilated models.
#ifndef FLITWISE_TESTS_RTL_VERILATED_PINS_H_
#define FLITWISE_TESTS_RTL_VERILATED_PINS_H_

#include <verilated.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "systemc/network/models/verilated_context.h"

namespace flitwise {

/// Models made in it have registers and memories of any content at first, the same in every run:
/// a reset must set all that counts. Their inputs are of any content, too: `clear_inputs`.
class AnyStart final : public VerilatedContext {
 public:
  AnyStart() {
    randReset(2);
    randSeed(20);
  }
};

/// A port as bytes, least significant first: verilated ports of any width are contiguous.
template <class Port>
unsigned char* bytes_of(Port& port) {
  return reinterpret_cast<unsigned char*>(&port);
}

/// Writes 16-bit entry `k` of a port that is a flat table of such entries.
template <class Port>
void set_entry16(Port& port, std::size_t k, std::uint16_t value) {
  std::memcpy(bytes_of(port) + 2 * k, &value, sizeof value);
}

/// Bits [first, first + count) of a port, count <= 64.
template <class Port>
std::uint64_t bits_of(const Port& port, std::size_t first, std::size_t count) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(&port);
  std::uint64_t value = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t bit = first + k;
    value |= std::uint64_t{(bytes[bit / 8] >> (bit % 8) & 1U) != 0} << k;
  }
  return value;
}

/// One clock cycle: the registers take their new values at the rising edge.
template <class Model>
void clock_cycle(void* model) {
  auto& m = *static_cast<Model*>(model);
  m.clk_i = 1;
  m.eval();
  m.clk_i = 0;
  m.eval();
}

/// Clears those of these inputs that a model has. Others are configuration, and the test's to set.
template <class Model>
void clear_inputs(Model& model) {
  const auto clear = [&](auto port_of) {
    if constexpr (std::is_invocable_v<decltype(port_of), Model&>) {
      auto& port = port_of(model);
      std::memset(bytes_of(port), 0, sizeof port);
    }
  };
  clear([](auto& m) -> decltype((m.in_lane_i)) { return m.in_lane_i; });
  clear([](auto& m) -> decltype((m.own_lane_i)) { return m.own_lane_i; });
  clear([](auto& m) -> decltype((m.inject_i)) { return m.inject_i; });
  clear([](auto& m) -> decltype((m.ready_i)) { return m.ready_i; });
  clear([](auto& m) -> decltype((m.credit_i)) { return m.credit_i; });
  clear([](auto& m) -> decltype((m.stall_i)) { return m.stall_i; });
  clear([](auto& m) -> decltype((m.error_i)) { return m.error_i; });
  clear([](auto& m) -> decltype((m.dead_i)) { return m.dead_i; });
  clear([](auto& m) -> decltype((m.dead_link_i)) { return m.dead_link_i; });
}

/// Brings a model out of its synchronous reset.
template <class Model>
void reset(Model& model) {
  model.rst_ni = 0;
  model.clk_i = 0;
  model.eval();
  clock_cycle<Model>(&model);
  model.rst_ni = 1;
  model.eval();
}

}  // namespace flitwise

#endif  // FLITWISE_TESTS_RTL_VERILATED_PINS_H_
