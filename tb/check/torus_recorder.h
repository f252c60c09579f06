// torus_recorder.h: keeps what happened on the links of a torus, as events.
#ifndef FLITWISE_TB_CHECK_TORUS_RECORDER_H_
#define FLITWISE_TB_CHECK_TORUS_RECORDER_H_

#include <vector>

#include "systemc/network/network_observer.h"

namespace flitwise::check {

/// Every transfer between routers, by step, router and port. Data flits have the source as message,
/// the message's number there (modulo 1024) as value, and index 1 if they are heads, whose payload
/// is their way.
class TorusRecorder final : public NetworkObserver {
 public:
  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override;
  void on_edge(Step, const Network&, const Injector&) override {}

  const std::vector<LinkEvent>& events() const { return events_; }

 private:
  std::vector<LinkEvent> events_;
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_TORUS_RECORDER_H_
