// traffic_sink.h: a PE that takes in whatever comes, whole packets only.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TRAFFIC_SINK_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TRAFFIC_SINK_H_

#include <cstdint>
#include <string>
#include <vector>

#include "systemc/protocols/complaint_book.h"
#include "systemc/protocols/torus/worm_intake.h"

namespace flitwise::protocols {

/// Counts packets and checks that the flits of each come once and in order. It cannot know what
/// should have come.
class TrafficSink final : public PeProtocol {
 public:
  explicit TrafficSink(Node self) : book_(self) {}

  void start(Outbox&) override {}
  void receive(const Arrival& arrival, Outbox& outbox) override;
  PeState state() const override;
  std::vector<std::string> waiting_for() const override;
  std::vector<std::string> complaints() const override { return book_.all(); }

  std::int64_t packets() const { return packets_; }
  Flits flits() const { return flits_; }

 private:
  WormIntake intake_;
  ComplaintBook book_;
  std::int64_t packets_ = 0;
  Flits flits_ = 0;
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TORUS_TRAFFIC_SINK_H_
