// wave_names.h: names of models in a wave. For sources that see Verilator's headers only.
#ifndef FLITWISE_SYSTEMC_NETWORK_MODELS_WAVE_NAMES_H_
#define FLITWISE_SYSTEMC_NETWORK_MODELS_WAVE_NAMES_H_

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

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_MODELS_WAVE_NAMES_H_
