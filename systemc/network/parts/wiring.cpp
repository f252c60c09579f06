#include "systemc/network/parts/wiring.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "systemc/network/flits_in_flight.h"
#include "systemc/network/parts/lanes.h"

namespace flitwise {
namespace {

void require_of_wiring(bool holds, const char* rule) {
  if (!holds) throw std::logic_error(rule);
}

std::uint32_t slowest_credit_of(const std::vector<Link>& links) {
  std::uint32_t slowest = 1;
  for (const Link& link : links) slowest = std::max(slowest, link.credit_latency);
  return slowest;
}

}  // namespace

Wiring::Wiring(std::vector<RouterPins> pins, const std::vector<Link>& links,
               std::vector<std::vector<std::string>> lane_names,
               std::vector<std::string> node_names, FlowControl flow, const NodeParts& node_parts)
    : pins_(std::move(pins)),
      lane_names_(std::move(lane_names)),
      node_names_(std::move(node_names)),
      flow_(flow),
      slowest_link_(flitwise::slowest_link(links)),
      slowest_credit_(slowest_credit_of(links)) {
  require_of_wiring(lane_names_.size() == pins_.size() || lane_names_.size() == 1,
                    "Engine: one list of lane names per router, or one for all");
  require_of_wiring(node_names_.empty() || node_names_.size() == pins_.size(),
                    "Engine: one name per router");
  for (const RouterPins& pin : pins_) {
    first_lane_.push_back(targets_.size());
    targets_.resize(targets_.size() + pin.lanes);
    check_pins(pin);
    // What no link drives, and all links without back pressure, is always taken.
    for (std::uint32_t lane = 0; pin.ready_in != nullptr && lane < pin.lanes; ++lane)
      lanes::set_bit(pin.ready_in, lane, true);
  }
  if (flow_ == FlowControl::kCredits) credit_targets_.resize(targets_.size());
  std::vector<bool> entered(targets_.size());
  for (const Link& link : links) {
    check_link(link);
    const std::size_t far = index(link.to, link.to_lane);
    require_of_wiring(!entered[far], "Engine: two links enter one lane");
    entered[far] = true;
    connect(link, node_parts);
  }
}

void Wiring::check_pins(const RouterPins& pin) const {
  const bool has_ready = pin.ready_in != nullptr && pin.ready_out != nullptr && pin.settle;
  require_of_wiring(has_ready || flow_ != FlowControl::kBackPressure,
                    "Engine: a router without ready wires");
  const bool has_credits =
      pin.credit_in != nullptr && pin.credit_out != nullptr && pin.own_credits > 0;
  require_of_wiring(has_credits || flow_ != FlowControl::kCredits,
                    "Engine: a router without credits");
  require_of_wiring(pin.latency >= 1 && (pin.latency == 1 || flow_ != FlowControl::kBackPressure),
                    "Engine: back pressure reaches through no pipeline of a router");
}

void Wiring::check_link(const Link& link) const {
  const auto from = static_cast<std::size_t>(link.from);
  const auto to = static_cast<std::size_t>(link.to);
  require_of_wiring(from < pins_.size() && to < pins_.size(),
                    "Engine: link between unknown routers");
  require_of_wiring(link.from_lane < pins_[from].lanes && link.to_lane < pins_[to].lanes,
                    "Engine: link at an unknown lane");
  require_of_wiring(targets_[index(link.from, link.from_lane)].node == kNoNode,
                    "Engine: two links leave one lane");
  require_of_wiring(link.turn == LinkTurn::kAlways || flow_ == FlowControl::kBackPressure,
                    "Engine: links that take turns need back pressure");
  require_of_wiring(link.latency >= 1 && link.latency <= kMostLinkLatency,
                    "Engine: a link takes 1 to 16 steps");
  require_of_wiring(link.latency == 1 || flow_ != FlowControl::kBackPressure,
                    "Engine: back pressure crosses links in no time");
  require_of_wiring(link.credit_latency >= 1 && link.credit_latency <= kMostLinkLatency,
                    "Engine: a credit takes 1 to 16 steps");
}

void Wiring::connect(const Link& link, const NodeParts& node_parts) {
  const bool is_cut = node_parts.part_of(link.from) != node_parts.part_of(link.to);
  targets_[index(link.from, link.from_lane)] = {
      pins(link.to).in + link.to_lane * sizeof(RawFlit), link.to, link.to_lane, link.turn,
      static_cast<std::uint8_t>(link.latency),           is_cut};
  if (flow_ == FlowControl::kCredits)
    credit_targets_[index(link.to, link.to_lane)] = {
        pins(link.from).credit_in + link.from_lane, link.from,
        static_cast<std::uint8_t>(link.credit_latency), is_cut};
}

}  // namespace flitwise
