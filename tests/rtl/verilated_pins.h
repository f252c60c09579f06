// verilated_pins.h: raw access to the ports of verilated models.
#ifndef FLITWISE_TESTS_RTL_VERILATED_PINS_H_
#define FLITWISE_TESTS_RTL_VERILATED_PINS_H_

#include <verilated.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "systemc/network/models/verilated_context.h"

namespace flitwise {

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
