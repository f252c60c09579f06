// verilated_table.h: makes the table of a verilated class. For generated sources only.
#ifndef FLITWISE_SYSTEMC_NETWORK_MODELS_VERILATED_TABLE_H_
#define FLITWISE_SYSTEMC_NETWORK_MODELS_VERILATED_TABLE_H_

#include <verilated.h>
#include <verilated_fst_c.h>

#include <cstddef>
#include <type_traits>
#include <utility>

#include "systemc/network/models/model_table.h"

namespace flitwise {

/// The functions of the table of `Model`, whose clock input `Clock::of(model)` is.
template <class Model, class Clock>
struct VerilatedFunctions {
  static void* create(void* context, const char* name) {
    return new Model(static_cast<VerilatedContext*>(context), name);
  }
  static void destroy(void* model) { delete static_cast<Model*>(model); }
  static void settle(void* model) { static_cast<Model*>(model)->eval(); }
  static void cycle(void* model) {
    auto& m = *static_cast<Model*>(model);
    Clock::of(m) = 1;
    m.eval();
    Clock::of(m) = 0;
    m.eval();
  }
};

/// Whether a class was verilated with tracing.
template <class Model, class = void>
inline constexpr bool kIsTraced = false;
template <class Model>
inline constexpr bool
    kIsTraced<Model, std::void_t<decltype(std::declval<Model&>().trace(nullptr, 0))>> = true;

template <class Model>
constexpr auto trace_function() -> void (*)(void*, void*) {
  constexpr int kAllLevels = 99;  // Verilator ignores it, the interface wants it
  if constexpr (kIsTraced<Model>)
    return [](void* model, void* fst) {
      static_cast<Model*>(model)->trace(static_cast<VerilatedFstC*>(fst), kAllLevels);
    };
  return nullptr;
}

template <class Model, class Clock, std::size_t count>
constexpr ModelTable verilated_table(const ModelPin (&pins)[count]) {
  using Functions = VerilatedFunctions<Model, Clock>;
  return {&Functions::create,
          &Functions::destroy,
          &Functions::settle,
          &Functions::cycle,
          trace_function<Model>(),
          pins,
          count};
}

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_MODELS_VERILATED_TABLE_H_
