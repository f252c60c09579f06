// recorder.h: keeps what happened on the links, as events.
#ifndef FLITWISE_TB_CHECK_RECORDER_H_
#define FLITWISE_TB_CHECK_RECORDER_H_

#include <cstdint>
#include <vector>

#include "systemc/network/network_module.h"

namespace flitwise::check {

/// Every link transfer of a run, by step, router and port.
class Recorder final : public NetworkObserver {
 public:
  /// What LinkEvent::value says of data: nothing, or in a fat tree the destination leaf.
  enum class DataValue : std::uint8_t { kNone, kDestination };

  explicit Recorder(DataValue data_value = DataValue::kNone) : data_value_(data_value) {}

  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override;
  void on_edge(Step, const Network&, const Injector&) override {}

  const std::vector<LinkEvent>& events() const { return events_; }

 private:
  const DataValue data_value_;
  std::vector<LinkEvent> events_;
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_RECORDER_H_
