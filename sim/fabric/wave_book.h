// wave_book.h: what a fabric's wave shows, and when it is written.
#ifndef FLITWISE_SIM_FABRIC_WAVE_BOOK_H_
#define FLITWISE_SIM_FABRIC_WAVE_BOOK_H_

#include <flitwise/fabric_waves.h>

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <systemc>
#include <vector>

#include "sim/language/scenario.h"
#include "sim/run/fst_file.h"
#include "systemc/network/network_observer.h"
#include "systemc/network/wave_recorder.h"
#include "systemc/protocols/pe_protocol.h"

namespace flitwise {

/// Signals, the routers' recorder, and the steps at which both are written.
class FabricWaves::Book final : public NetworkObserver {
 public:
  using Words = std::vector<std::uint32_t>;
  /// Writes a signal's value into its words.
  using Sample = std::function<void(Words&)>;

  /// Errors: throws OutputError for a file that cannot be written.
  explicit Book(const std::string& file) : name_(file), file_(file) {}

  // Of the network, which is an observer's.
  /// Errors: throws std::invalid_argument when it has a network already.
  WaveRecorder& begin(const Scenario& scenario, Node pes, const sc_core::sc_time& step);
  /// What the wave shows of a PE's state; without it, that it is dormant.
  void show_states(std::function<protocols::PeState(Node, Step)> state_of) {
    state_of_ = std::move(state_of);
  }
  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override;
  void on_edge(Step step, const Network& network, const Injector& injector) override;

  // Of the trace file.
  void add(const std::string& name, unsigned bits, bool is_real, Sample sample);
  /// The end of a time at which something happened.
  void end_of_time();
  /// Errors: throws OutputError when the file cannot be written to its end.
  void close();
  /// For destructors.
  void close_or_warn();

 private:
  struct Signal {
    Words words;
    Sample sample;
  };

  void write_views() const;
  bool sample_all();
  void dump(Step step);

  const std::string name_;
  FstFile file_;
  std::deque<Signal> signals_;     // words stay where they are
  std::vector<WaveSignal> shown_;  // their names and words
  std::set<std::string> names_;
  std::unique_ptr<WaveRecorder> recorder_;  // once there is a network
  std::optional<Scenario> scenario_;
  Node pes_ = 0;
  sc_core::sc_time step_;
  std::function<protocols::PeState(Node, Step)> state_of_;
  bool is_open_ = false;
  bool is_closed_ = false;
  Step last_ = -1;           // the last one written
  std::optional<Step> due_;  // what has been sampled and not written is written there
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_FABRIC_WAVE_BOOK_H_
