// run_observers.h: what watches a run for its user: progress and waves.
#ifndef FLITWISE_SIM_RUN_RUN_OBSERVERS_H_
#define FLITWISE_SIM_RUN_RUN_OBSERVERS_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "systemc/network/network_module.h"
#include "systemc/network/wave_recorder.h"
#include "systemc/pe/processing_element.h"

namespace flitwise {

/// Reports to the caller from time to time how far the run is.
class ProgressTap final : public NetworkObserver {
 public:
  ProgressTap(std::function<void(Step now, Step expected)> tell, Step expected)
      : tell_(std::move(tell)), expected_(expected) {}
  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override;
  void on_edge(Step, const Network&, const Injector&) override {}

 private:
  std::function<void(Step, Step)> tell_;
  Step expected_;
  std::uint64_t calls_ = 0;
};

/// Shows every PE in the wave at every clock edge that is done.
class WaveTap final : public NetworkObserver {
 public:
  /// Both outlive the tap; `pes` may still be empty.
  WaveTap(WaveRecorder& waves, const std::vector<std::unique_ptr<ProcessingElement>>& pes)
      : waves_(waves), pes_(pes) {}
  void on_transfers(Step, const std::vector<LinkTransfer>&) override {}
  void on_edge(Step step, const Network& network, const Injector& injector) override;

 private:
  WaveRecorder& waves_;
  const std::vector<std::unique_ptr<ProcessingElement>>& pes_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_RUN_OBSERVERS_H_
