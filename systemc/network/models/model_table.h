// model_table.h: a verilated model as data: how to make, clock and trace it, and its pins by name.
//
// Every class that Verilator writes has a type of its own; a table hides it, so that models made by
// the build and models compiled on first use look the same. Compiled objects include this header.
#ifndef FLITWISE_SYSTEMC_NETWORK_MODELS_MODEL_TABLE_H_
#define FLITWISE_SYSTEMC_NETWORK_MODELS_MODEL_TABLE_H_

#include <cstddef>
#include <cstdint>

namespace flitwise {

enum class PinDirection : std::uint8_t { kIn, kOut, kInOut };

/// A port of a module, as wide as `bits`, in memory least significant byte first.
struct ModelPin {
  const char* name;
  PinDirection direction;
  std::uint32_t bits;
  void* (*address)(void* model);
};

/// One verilated class. A model is made in a VerilatedContext and named for waves and messages.
struct ModelTable {
  void* (*create)(void* context, const char* name);
  void (*destroy)(void* model);
  void (*settle)(void* model);            ///< evaluates without a clock edge
  void (*cycle)(void* model);             ///< one clock cycle: rising edge, then falling
  void (*trace)(void* model, void* fst);  ///< enters a VerilatedFstC; null for an untraced model
  const ModelPin* pins;
  std::size_t pin_count;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_MODELS_MODEL_TABLE_H_
