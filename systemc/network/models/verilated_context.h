// verilated_context.h: what the models of a context are called in a wave, and what happens when
// their assertions fail. For sources that see Verilator's headers only.
#ifndef FLITWISE_SYSTEMC_NETWORK_MODELS_VERILATED_CONTEXT_H_
#define FLITWISE_SYSTEMC_NETWORK_MODELS_VERILATED_CONTEXT_H_

#include <verilated.h>
#include <verilated_fst_c.h>

#include <algorithm>
#include <string>
#include <type_traits>

namespace flitwise {

/// Whether a model opens one scope, named by the last word of its name, as in Verilator 5.020 and
/// 5.032; in 5.006 each word of the name opens one.
template <class Fst, class = void>
inline constexpr bool kOpensOneScope = false;
template <class Fst>
inline constexpr bool kOpensOneScope<Fst, std::void_t<decltype(&Fst::pushPrefix)>> = true;

/// The name that a model needs so that viewers show its signals under the words of `name`: they
/// take scopes apart at dots.
inline std::string name_in_wave(std::string name) {
  if (kOpensOneScope<VerilatedFst>) std::replace(name.begin(), name.end(), ' ', '.');
  return name;
}

/// Makes failing assertions count instead of ending the program.
inline void count_assertion_failures(VerilatedContext& context) {
  context.fatalOnError(false);
  context.errorLimit(1'000'000'000);
}

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_MODELS_VERILATED_CONTEXT_H_
