// verilated_table.h: makes the table of a verilated class. For generated sources only.
#ifndef FLITWISE_SYSTEMC_NETWORK_MODELS_VERILATED_TABLE_H_
#define FLITWISE_SYSTEMC_NETWORK_MODELS_VERILATED_TABLE_H_

#include <verilated.h>
#include <verilated_fst_c.h>

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

#include "systemc/network/models/model_table.h"

namespace flitwise {

/// Whether `Clock` knows how to do what follows the rising edge of a `Model` without the search for
/// what has changed, which costs as much as a router with nothing to do.
template <class Model, class Clock, class = void>
inline constexpr bool kHasEdge = false;
template <class Model, class Clock>
inline constexpr bool
    kHasEdge<Model, Clock, std::void_t<decltype(Clock::edge(std::declval<Model&>()))>> = true;

/// Says that trigger 0 has fired; Verilator has changed how this is written.
template <class Triggers>
auto fire(Triggers& triggers, int) -> decltype(triggers.set(0U, true)) {
  return triggers.set(0U, true);
}
template <class Triggers>
void fire(Triggers& triggers, long) {
  triggers.at(0U) = true;
}

/// The functions of the table of `Model`, whose clock input `Clock::of(model)` is.
template <class Model, class Clock>
struct VerilatedFunctions {
  static void* create(void* context, const char* name) {
    auto model = std::make_unique<Model>(static_cast<VerilatedContext*>(context), name);
    if constexpr (kHasEdge<Model, Clock>) model->eval();  // initial values: an edge alone sets none
    return model.release();
  }
  static void destroy(void* model) { delete static_cast<Model*>(model); }
  static void settle(void* model) { static_cast<Model*>(model)->eval(); }
  static void cycle(void* model) {
    auto& m = *static_cast<Model*>(model);
    if constexpr (kHasEdge<Model, Clock>) {
      Clock::edge(m);
    } else {
      Clock::of(m) = 1;
      m.eval();
      Clock::of(m) = 0;
      m.eval();
    }
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
