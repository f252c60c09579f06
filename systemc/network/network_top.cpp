#include "systemc/network/network_top.h"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace flitwise {
namespace {

RawFlit lane_at(const unsigned char* lanes, std::size_t lane) {
  RawFlit flit = 0;
  std::memcpy(&flit, lanes + lane * sizeof flit, sizeof flit);
  return flit;
}

void put_at(unsigned char* lanes, std::size_t lane, RawFlit flit) {
  std::memcpy(lanes + lane * sizeof flit, &flit, sizeof flit);
}

// The pin of a top that says which PEs have a place again.
std::optional<Pin> own_credits_of(const ModelInstance& top, FlowControl flow) {
  if (flow != FlowControl::kCredits) return std::nullopt;
  for (const char* name : {"inject_credit_o", "own_credit_o"})
    if (top.has(name)) return top.pin(name);
  return top.pin("own_ready_o");  // where those of ready wires stand, in fat trees
}

}  // namespace

NetworkTop::NetworkTop(std::unique_ptr<RouterOwner> owner, const ModelInstance& top,
                       std::vector<TopNode> nodes, const std::vector<Link>& links, FlowControl flow,
                       std::vector<std::size_t> numbers, std::uint32_t own_credits,
                       Receivers receivers)
    : owner_(std::move(owner)),
      top_(top),
      nodes_(std::move(nodes)),
      flow_(flow),
      places_(nodes_.size()),
      in_flight_(slowest_link(links)),
      receivers_(std::move(receivers)),
      has_ports_(top.has("inject_i")),
      own_credits_(own_credits_of(top, flow)),
      own_(top.pin(has_ports_ ? "inject_i" : "own_lane_i").bytes()),
      out_(top.pin("out_lane_o").bytes()),
      busy_(top.pin("busy_o").bytes()),
      violation_(top.pin("violation_o")),
      violation_in_(top.pin("violation_in_o")),
      violation_out_(top.pin("violation_out_o")) {
  std::vector<std::size_t> by_number(nodes_.size());
  std::iota(by_number.begin(), by_number.end(), std::size_t{0});
  for (std::size_t v = 0; v < numbers.size(); ++v) by_number[numbers[v]] = v;
  Place next{};
  for (const std::size_t v : by_number) {
    places_[v] = next;
    next = {next.number + 1, next.own + nodes_[v].own_lanes,
            next.lane + nodes_[v].lane_names.size()};
  }
  credit_.resize(next.own, own_credits);
  targets_.resize(next.lane);
  const auto lane_of = [&](Node v, std::uint32_t lane) { return places_[index_of(v)].lane + lane; };
  for (const Link& link : links)
    targets_[lane_of(link.from, link.from_lane)] = {link.to, lane_of(link.to, link.to_lane),
                                                    link.latency};
  lists_arrivals_ = slowest_link(links) > 1;
  for (const TopNode& node : nodes_) first_edge_ = std::min(first_edge_, 1 - node.latency);
}

std::size_t NetworkTop::port_at(Node node, std::uint32_t port) const {
  if (port >= nodes_[index_of(node)].own_lanes)
    throw std::logic_error("NetworkTop: no such port of the PE");
  return places_[index_of(node)].own + port;
}

bool NetworkTop::accepts(Node node, std::uint32_t port) const {
  const std::size_t at = port_at(node, port);
  if (flow_ == FlowControl::kNone) return true;
  return !is_valid(lane_at(own_, at)) && (flow_ == FlowControl::kBackPressure || credit_[at] > 0);
}

void NetworkTop::inject(Node node, std::uint32_t port, RawFlit flit) {
  if (!accepts(node, port)) throw std::logic_error("NetworkTop: the port takes no flit");
  const std::size_t at = port_at(node, port);
  put_at(own_, at, flit);
  has_offers_ = true;
  if (flow_ != FlowControl::kCredits) return;
  --credit_[at];
  ++inside_;
  receivers_.note_injection();
}

void NetworkTop::clock(Step step) {
  transfers_.clear();
  deliveries_.clear();
  violations_.clear();
  owner_->set_step(step);
  const auto size = static_cast<Node>(nodes_.size());
  for (Node v = 0; receivers_.may_stall() && v < size; ++v)
    receivers_.drive(v, step, top_.pin("stall_i").bytes(), places_[index_of(v)].own);
  take_offers();
  if (flow_ == FlowControl::kCredits) take_credits();
  router_cycles_ += size;
  for (Node v = 0; v < size; ++v) {
    collect(v, step);
    report(v, step);
  }
  if (lists_arrivals_) land_flits();
  receivers_.note_edge(step, has_moved());
}

void NetworkTop::land_flits() {
  arrivals_.clear();
  for (const FlitInFlight& flit : in_flight_.take_arrivals()) arrivals_.push_back(flit.transfer);
}

// The edge itself. With back pressure, what the routers do not take stays where it is.
void NetworkTop::take_offers() {
  const bool has_ready = flow_ == FlowControl::kBackPressure;
  std::vector<bool> held(credit_.size(), false);
  if (has_ready) {
    top_.table().settle(top_.model());
    const Pin ready = top_.pin("own_ready_o");
    for (std::size_t at = 0; at < held.size(); ++at) held[at] = ready.read(at, 1) == 0;
  }
  top_.table().cycle(top_.model());
  has_offers_ = false;
  for (std::size_t at = 0; at < held.size(); ++at) {
    if (!held[at]) put_at(own_, at, 0);
    has_offers_ = has_offers_ || is_valid(lane_at(own_, at));
  }
  if (has_ready) top_.table().settle(top_.model());
}

void NetworkTop::take_credits() {
  for (std::size_t at = 0; at < credit_.size(); ++at)
    credit_[at] += static_cast<std::uint32_t>(own_credits_->read(at, 1));
}

void NetworkTop::collect(Node node, Step step) {
  const TopNode& at = nodes_[index_of(node)];
  const std::size_t first = places_[index_of(node)].lane;
  for (std::uint32_t lane = 0; lane < at.lane_names.size(); ++lane) {
    const RawFlit flit = lane_at(out_, first + lane);
    if (!is_valid(flit)) continue;
    const Target& target = targets_[first + lane];
    if (lane < at.own_lanes) {
      deliveries_.push_back({node, flit, lane});
      if (flow_ == FlowControl::kCredits) --inside_;
    } else if (target.node == kNoNode) {
      violations_.push_back(
          {step, node, ViolationKind::kNoRoute, {}, {at.lane_names[lane]}, at.name});
    } else if (flow_ != FlowControl::kBackPressure ||
               top_.pin("ready_o").read(target.lane, 1) != 0) {
      transfers_.push_back({node, target.node, flit, lane});
      if (lists_arrivals_) in_flight_.hold({transfers_.back(), target.lane}, target.latency);
    }
  }
}

void NetworkTop::report(Node node, Step step) {
  constexpr std::size_t kKinds = 8;
  const TopNode& at = nodes_[index_of(node)];
  const auto [number, own, first] = places_[index_of(node)];
  const std::uint64_t kinds = violation_.read(number * kKinds, kKinds);
  if (kinds == 0) return;
  const auto marked = [&, first = first](const Pin& marks) {
    std::vector<std::string> names;
    for (std::size_t lane = 0; lane < at.lane_names.size(); ++lane)
      if (marks.read(first + lane, 1) != 0) names.push_back(at.lane_names[lane]);
    return names;
  };
  std::vector<std::uint32_t> inputs;
  for (std::uint32_t lane = 0; lane < at.lane_names.size(); ++lane)
    if (violation_in_.read(first + lane, 1) != 0) inputs.push_back(lane);
  for (std::size_t kind = 0; kind < kKinds; ++kind)
    if ((kinds >> kind & 1) != 0)
      violations_.push_back({step, node, static_cast<ViolationKind>(kind), marked(violation_in_),
                             marked(violation_out_), at.name, at.latency, inputs});
}

}  // namespace flitwise
