// wave_recorder.h: one FST file with every router, every PE's state and the step number.
#ifndef FLITWISE_SYSTEMC_NETWORK_WAVE_RECORDER_H_
#define FLITWISE_SYSTEMC_NETWORK_WAVE_RECORDER_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "systemc/network/flit.h"
#include "systemc/topology/types.h"

namespace flitwise {

/// What a wave shows of a PE.
struct PeView {
  std::uint8_t state = 0;  ///< `noc_pkg::pe_state_e`
  RawFlit injected = 0;    ///< flit that the PE hands to its router at this edge, 0 for none
};

/// The part of a run that its wave shows.
struct WaveWindow {
  Step first = 0;             ///< from the end of this step on
  std::optional<Step> last;   ///< to the end of this one; empty: to the end of the run
  std::vector<Node> nodes{};  ///< sorted PEs, shown with their routers; empty: all

  bool shows(Step step) const { return step >= first && (!last || step <= *last); }
  bool shows_pe(Node pe) const;
  /// Whether a router is shown. Those of PEs are called "pe5 router" or "leaf 5"; routers without a
  /// PE always are.
  bool shows_router(const std::string& name) const;
};

/// A value that is no router's and no PE's, and is to stand in the wave, too.
struct WaveSignal {
  std::string name;   ///< scopes and the signal's own, joined by dots: "cpu0.pc"
  unsigned bits = 1;  ///< of a real number, 64
  bool is_real = false;
  /// The value to be shown at each dump, the least significant 32 bits first; of a real number a
  /// double. Shape: (bits + 31) / 32 words, which stay where they are until the wave is closed.
  const std::uint32_t* words = nullptr;
};

/// Writes the wave of one run.
///
/// Time: the values after the clock edge that ends step t stand from time t to time t + 1, in ns:
///       the cursor of the viewer reads the step.
/// Errors: `open` throws std::runtime_error when the file cannot be written.
class WaveRecorder {
 public:
  explicit WaveRecorder(Node pes, WaveWindow window = {});
  ~WaveRecorder();
  WaveRecorder(const WaveRecorder&) = delete;
  WaveRecorder& operator=(const WaveRecorder&) = delete;

  /// Context in which every traced model must be made (a VerilatedContext).
  void* context() const;
  /// Registers a traced model; only adapters call this, before `open`.
  void add_model(void (*trace)(void* model, void* fst), void* model);
  /// Likewise before `open`. Shape: no other signal or scope has the name.
  void add_signal(const WaveSignal& signal);
  const WaveWindow& window() const { return window_; }

  void open(const std::string& path);
  void show(Node pe, const PeView& view);
  void dump(Step step);
  void close();

 private:
  struct Impl;
  const WaveWindow window_;
  std::unique_ptr<Impl> impl_;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_WAVE_RECORDER_H_
