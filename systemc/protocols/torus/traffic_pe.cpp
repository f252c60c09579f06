#include "systemc/protocols/torus/traffic_pe.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "systemc/protocols/torus/torus_route.h"

namespace flitwise::protocols {
namespace {

// Far beyond any run, and far from the largest step.
constexpr double kLongestGap = 1e15;

// Steps to the next success of a Bernoulli process that fails with a chance of this logarithm.
Step draw_gap(double log_of_failure, TrafficRandom& random) {
  if (std::isinf(log_of_failure)) return 1;
  const double failures = std::floor(std::log1p(-random.fraction()) / log_of_failure);
  return 1 + static_cast<Step>(std::min(failures, kLongestGap));
}

// Packets are handed over for so many steps at once: waking a PE costs more than a packet.
constexpr Step kHorizon = 64;
// A PE that wakes does not know whether the step's clock edge is still to come.
constexpr Step kNotice = 2;

}  // namespace

TrafficSource::TrafficSource(const TorusTraffic& traffic, Node node)
    : traffic_(&traffic),
      node_(node),
      log_of_none_(std::log1p(-std::min(traffic.packet_rate(), 1.0))),
      random_(traffic.plan().seed, node) {
  traffic.torus().check_node(node);
  if (traffic.plan().rate == 0 || !traffic.sends(node)) return;
  next_ = 0;
  advance();
}

void TrafficSource::advance() { *next_ += draw_gap(log_of_none_, random_); }

TrafficPacket TrafficSource::take() {
  if (!next_) throw std::logic_error("TrafficSource: a packet of a node that does not send");
  TrafficPacket packet;
  packet.number = taken_++;
  packet.from = node_;
  packet.to = traffic_->draw_destination(node_, random_);
  packet.born = *next_;
  packet.flits = traffic_->draw_length(random_);
  packet.hops = traffic_->draw_hops(node_, packet.to, random_);
  advance();
  return packet;
}

Transmission transmission_of(const TrafficPacket& packet, const DimensionOrder& order, Step now,
                             PePorts ports, FlitFormat format) {
  Transmission message;
  message.destination = packet.to;
  message.message = packet.from;
  message.port = port_of(packet.hops, order, ports);
  message.route = route_of(packet.hops, order, format);
  message.packet = static_cast<std::uint32_t>(packet.number % kPacketNumbers);
  message.after = packet.born - now;
  message.length = packet.flits;
  return message;
}

void TrafficSink::receive(const Arrival& arrival, Outbox&) {
  if (arrival.kind != FlitKind::kData)
    return book_.about(arrival, "a PE of this traffic expects data only");
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

TrafficPe::TrafficPe(std::shared_ptr<const TorusTraffic> traffic, Node self, DimensionOrder order,
                     Step last)
    : traffic_(std::move(traffic)),
      source_(*traffic_, self),
      sink_(self),
      order_(std::move(order)),
      last_(last) {}

std::optional<Step> TrafficPe::next_wake() const {
  if (!has_more()) return std::nullopt;
  return *source_.next_step() - kNotice;
}

void TrafficPe::hand_over(Step now, Outbox& outbox) {
  while (has_more() && *source_.next_step() <= now + kHorizon) {
    const TrafficPacket packet = source_.take();
    if (packet.is_local()) continue;
    outbox.send(
        transmission_of(packet, order_, now, traffic_->ports(), traffic_->torus().format()));
  }
}

PeState TrafficPe::state() const { return has_more() ? PeState::kDispatching : sink_.state(); }

Protocols make_traffic(const std::shared_ptr<const TorusTraffic>& traffic,
                       const DimensionOrder& order, Step last) {
  Protocols pes;
  for (Node v = 0; v < traffic->torus().size(); ++v)
    pes.push_back(std::make_unique<TrafficPe>(traffic, v, order, last));
  return pes;
}

}  // namespace flitwise::protocols
