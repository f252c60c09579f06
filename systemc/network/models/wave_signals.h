// wave_signals.h: values of others beside the models of a wave. For sources that see Verilator's
// headers only.
#ifndef FLITWISE_SYSTEMC_NETWORK_MODELS_WAVE_SIGNALS_H_
#define FLITWISE_SYSTEMC_NETWORK_MODELS_WAVE_SIGNALS_H_

#include <verilated_fst_c.h>

#include <cstdint>
#include <vector>

#include "systemc/network/wave_recorder.h"

namespace flitwise {

/// Writes signals into a wave as verilated models do. It outlives the wave.
class WaveSignals final {
 public:
  void add(const WaveSignal& signal) { signals_.push_back(signal); }
  /// Puts them into the wave; to be called once, before it is opened.
  void trace(VerilatedFstC& fst);

 private:
  using Buffer = VerilatedFst::Buffer;
  static void declare(void* self, VerilatedFst* fst, std::uint32_t first_code);
  static void write_all(void* self, Buffer* buffer);
  static void write_changed(void* self, Buffer* buffer);

  std::vector<WaveSignal> signals_;
  std::uint32_t first_code_ = 0;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_MODELS_WAVE_SIGNALS_H_
