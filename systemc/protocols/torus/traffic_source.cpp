#include "systemc/protocols/torus/traffic_source.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "systemc/protocols/torus/torus_route.h"

namespace flitwise::protocols {
namespace {

// Far beyond any run, and far from the largest step.
constexpr double kLongestGap = 1e15;

// Steps to the next success of a Bernoulli process: 1 with probability `p`.
Step draw_gap(double p, TrafficRandom& random) {
  if (p >= 1) return 1;
  const double failures = std::floor(std::log1p(-random.fraction()) / std::log1p(-p));
  return 1 + static_cast<Step>(std::min(failures, kLongestGap));
}

}  // namespace

TrafficSource::TrafficSource(const TorusTraffic& traffic, Node node)
    : traffic_(&traffic), node_(node), random_(traffic.plan().seed, node) {
  traffic.torus().check_node(node);
  if (traffic.plan().rate == 0 || !traffic.sends(node)) return;
  next_ = 0;
  advance();
}

void TrafficSource::advance() { *next_ += draw_gap(traffic_->packet_rate(), random_); }

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

Transmission transmission_of(const TrafficPacket& packet, const DimensionOrder& order, Step now) {
  Transmission message;
  message.destination = packet.to;
  message.message = packet.from;
  message.port = port_of(packet.hops, order);
  message.route = route_of(packet.hops, order);
  message.packet = static_cast<std::uint32_t>(packet.number % kPacketNumbers);
  message.after = packet.born - now;
  message.length = packet.flits;
  return message;
}

}  // namespace flitwise::protocols
