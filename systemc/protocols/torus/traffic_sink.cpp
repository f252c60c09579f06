#include "systemc/protocols/torus/traffic_sink.h"

#include <limits>

namespace flitwise::protocols {

void TrafficSink::receive(const Arrival& arrival, Outbox&) {
  if (arrival.kind != FlitKind::kData) {
    book_.about(arrival, "a PE of this traffic expects data only");
    return;
  }
  ++flits_;
  const Flits length = arrival.is_last ? arrival.index : std::numeric_limits<Flits>::max();
  const WormIntake::Taken taken = intake_.take(arrival, length);
  if (taken.fault) book_.about(arrival, *taken.fault);
  if (taken.is_complete) ++packets_;
}

PeState TrafficSink::state() const {
  if (!intake_.open().empty()) return PeState::kCollecting;
  return packets_ == 0 ? PeState::kDormant : PeState::kDone;
}

std::vector<std::string> TrafficSink::waiting_for() const {
  std::vector<std::string> owed;
  for (const WormName& worm : intake_.open())
    owed.push_back("the rest of packet " + std::to_string(worm.second) + " from " +
                   pe_name(worm.first));
  return owed;
}

}  // namespace flitwise::protocols
