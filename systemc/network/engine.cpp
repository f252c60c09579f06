#include "systemc/network/engine.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <utility>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace flitwise {
namespace {

constexpr std::size_t kWordBits = 64;

void require(bool holds, const char* rule) {
  if (!holds) throw std::logic_error(rule);
}

// Calls visit(node) for each set bit, in increasing order: index order keeps the models' memory
// access forward, which was measured faster than a work list.
template <class Visit>
void for_each_bit(const std::vector<std::uint64_t>& bitmap, Visit visit) {
  for (std::size_t word = 0; word < bitmap.size(); ++word) {
    for (std::uint64_t bits = bitmap[word]; bits != 0; bits &= bits - 1)
      visit(static_cast<Node>(word * kWordBits + static_cast<std::size_t>(__builtin_ctzll(bits))));
  }
}

// Of a bitmap of nodes.
void set_bit(std::uint64_t* bitmap, Node node) {
  const auto bit = static_cast<std::size_t>(node);
  bitmap[bit / kWordBits] |= std::uint64_t{1} << (bit % kWordBits);
}

RawFlit load(const unsigned char* lane) {
  RawFlit flit;
  std::memcpy(&flit, lane, sizeof flit);
  return flit;
}

void store(unsigned char* lane, RawFlit flit) { std::memcpy(lane, &flit, sizeof flit); }

// Of so many lanes those that hold a flit, as bits from the lowest one on.
template <unsigned count>
unsigned filled_lanes(const unsigned char* lanes) {
  unsigned filled = 0;
#ifdef __SSE2__
  const auto of_two = [lanes](unsigned lane) {
    double two[2];  // whose signs are the valid bits
    std::memcpy(two, lanes + lane * sizeof(RawFlit), sizeof two);
    return static_cast<unsigned>(_mm_movemask_pd(_mm_loadu_pd(two))) << lane;
  };
  if (count == 4) return of_two(0) | of_two(2);
  if (count == 8) return of_two(0) | of_two(2) | of_two(4) | of_two(6);
#endif
  for (unsigned lane = count; lane-- > 0;)
    filled |= (is_valid(load(lanes + lane * sizeof(RawFlit))) ? 1U : 0U) << lane;
  return filled;
}

// Calls visit(lane, flit) for each lane that holds a flit, in increasing order. Most hold none:
// they are passed by eights or by fours.
template <class Visit>
void for_each_flit(const unsigned char* lanes, std::uint32_t count, Visit visit) {
  std::uint32_t together = 0;
  for (std::uint32_t base = 0; base < count; base += together) {
    const unsigned char* const first = lanes + base * sizeof(RawFlit);
    unsigned filled = 0;
    if (count - base >= 8) {
      filled = filled_lanes<8>(first);
      together = 8;
    } else if (count - base >= 4) {
      filled = filled_lanes<4>(first);
      together = 4;
    } else {
      filled = filled_lanes<1>(first);
      together = 1;
    }
    for (; filled != 0; filled &= filled - 1) {
      const auto lane = static_cast<std::uint32_t>(__builtin_ctz(filled));
      visit(base + lane, load(first + lane * sizeof(RawFlit)));
    }
  }
}

// Calls visit(lane, credits) for each lane with a byte that is not 0. Most have none: they are
// passed by eights.
template <class Visit>
void for_each_credit(const unsigned char* credits, std::uint32_t count, Visit visit) {
  constexpr std::uint32_t kTogether = sizeof(std::uint64_t);
  for (std::uint32_t base = 0; base < count; base += kTogether) {
    std::uint64_t some = 0;  // a byte a lane, the first one lowest
    if (count - base >= kTogether)
      std::memcpy(&some, credits + base, sizeof some);
    else
      std::memcpy(&some, credits + base, count - base);
    while (some != 0) {
      const auto shift = static_cast<std::uint32_t>(__builtin_ctzll(some)) & ~7U;
      some &= ~(std::uint64_t{0xff} << shift);
      const std::uint32_t lane = base + shift / 8;
      visit(lane, credits[lane]);
    }
  }
}

bool bit_of(const unsigned char* bits, std::uint32_t lane) {
  return (bits[lane / 8] >> (lane % 8) & 1U) != 0;
}

void set_bit(unsigned char* bits, std::uint32_t lane, bool value) {
  const auto mask = static_cast<unsigned char>(1U << (lane % 8));
  bits[lane / 8] =
      static_cast<unsigned char>(value ? bits[lane / 8] | mask : bits[lane / 8] & ~mask);
}

std::uint32_t slowest_credit(const std::vector<Link>& links) {
  std::uint32_t slowest = 1;
  for (const Link& link : links) slowest = std::max(slowest, link.credit_latency);
  return slowest;
}

// Whether a link carries flits in a step.
bool has_turn(LinkTurn turn, Step step) {
  return turn == LinkTurn::kAlways || (step % 2 == 1) == (turn == LinkTurn::kOddSteps);
}

}  // namespace

Engine::Engine(std::unique_ptr<RouterOwner> owner, std::vector<RouterPins> pins,
               const std::vector<Link>& links, std::vector<std::vector<std::string>> lane_names,
               IdleRouters idle, FlowControl flow, std::vector<std::string> node_names,
               Receivers receivers)
    : owner_(std::move(owner)),
      pins_(std::move(pins)),
      lane_names_(std::move(lane_names)),
      idle_(idle),
      flow_(flow),
      node_names_(std::move(node_names)),
      receivers_(std::move(receivers)),
      in_flight_(slowest_link(links)),
      credits_in_flight_(slowest_credit(links)),
      active_((pins_.size() + kWordBits - 1) / kWordBits),
      now_(active_.size()) {
  require(lane_names_.size() == pins_.size(), "Engine: one list of lane names per router");
  require(node_names_.empty() || node_names_.size() == pins_.size(), "Engine: one name per router");
  has_slow_links_ = slowest_link(links) > 1;
  has_slow_credits_ = slowest_credit(links) > 1;
  for (const RouterPins& pin : pins_) {
    first_edge_ = std::min(first_edge_, 1 - pin.latency);
    first_target_.push_back(targets_.size());
    targets_.resize(targets_.size() + pin.lanes);
    check_wires(pin);
    // What no link drives, and all links without back pressure, is always taken.
    for (std::uint32_t lane = 0; pin.ready_in != nullptr && lane < pin.lanes; ++lane)
      set_bit(pin.ready_in, lane, true);
  }
  if (flow_ == FlowControl::kCredits) {
    sources_.resize(targets_.size());
    own_credit_.resize(targets_.size());
    for (std::size_t node = 0; node < pins_.size(); ++node)
      std::fill_n(own_credit_.begin() + static_cast<std::ptrdiff_t>(first_target_[node]),
                  pins_[node].own_lanes, pins_[node].own_credits);
  }
  connect(links);
}

void Engine::check_wires(const RouterPins& pin) const {
  const bool has_ready = pin.ready_in != nullptr && pin.ready_out != nullptr && pin.settle;
  require(has_ready || flow_ != FlowControl::kBackPressure, "Engine: a router without ready wires");
  const bool has_credits =
      pin.credit_in != nullptr && pin.credit_out != nullptr && pin.own_credits > 0;
  require(has_credits || flow_ != FlowControl::kCredits, "Engine: a router without credits");
  require(!receivers_.may_stall() || (flow_ == FlowControl::kCredits && pin.stall_in != nullptr),
          "Engine: a router without stall pins");
  require(pin.latency >= 1 && (pin.latency == 1 || flow_ != FlowControl::kBackPressure),
          "Engine: back pressure reaches through no pipeline of a router");
}

void Engine::connect(const std::vector<Link>& links) {
  std::vector<bool> entered(targets_.size());
  for (const Link& link : links) {
    const auto from = static_cast<std::size_t>(link.from);
    const auto to = static_cast<std::size_t>(link.to);
    require(from < pins_.size() && to < pins_.size(), "Engine: link between unknown routers");
    require(link.from_lane < pins_[from].lanes && link.to_lane < pins_[to].lanes,
            "Engine: link at an unknown lane");
    Target& target = targets_[first_target_[from] + link.from_lane];
    require(target.node == kNoNode, "Engine: two links leave one lane");
    require(!entered[first_target_[to] + link.to_lane], "Engine: two links enter one lane");
    require(link.turn == LinkTurn::kAlways || flow_ == FlowControl::kBackPressure,
            "Engine: links that take turns need back pressure");
    require(link.latency >= 1 && link.latency <= kMostLinkLatency,
            "Engine: a link takes 1 to 16 steps");
    require(link.latency == 1 || flow_ != FlowControl::kBackPressure,
            "Engine: back pressure crosses links in no time");
    require(link.credit_latency >= 1 && link.credit_latency <= kMostLinkLatency,
            "Engine: a credit takes 1 to 16 steps");
    entered[first_target_[to] + link.to_lane] = true;
    target = {pins_[to].in + link.to_lane * sizeof(RawFlit), link.to, link.to_lane, link.turn,
              static_cast<std::uint8_t>(link.latency)};
    if (flow_ == FlowControl::kCredits)
      sources_[first_target_[to] + link.to_lane] = {pins_[from].credit_in + link.from_lane,
                                                    link.from,
                                                    static_cast<std::uint8_t>(link.credit_latency)};
  }
}

void Engine::activate(Node node) {
  set_bit(active_.data(), node);
  has_active_ = true;
}

void Engine::inject(Node node, std::uint32_t port, RawFlit flit) {
  require(port < pins(node).own_lanes, "Engine: no such port of the PE");
  if (flow_ == FlowControl::kBackPressure) {
    require(accepts(node, port), "Engine: the port still holds a flit");
    offers_.push_back({node, port, flit});
  } else if (flow_ == FlowControl::kCredits) {
    require(accepts(node, port), "Engine: the port has no credit");
    --own_credit_[index(node, port)];
    ++inside_;
    receivers_.note_injection();
  }
  unsigned char* lane = pins(node).in + port * sizeof(RawFlit);
  store(lane, flit);
  if (flow_ != FlowControl::kBackPressure) lit_.push_back(lane);
  activate(node);
}

bool Engine::accepts(Node node, std::uint32_t port) const {
  require(port < pins(node).own_lanes, "Engine: no such port of the PE");
  if (flow_ == FlowControl::kNone) return true;
  if (is_valid(load(pins(node).in + port * sizeof(RawFlit)))) return false;
  return flow_ == FlowControl::kBackPressure || own_credit_[index(node, port)] > 0;
}

void Engine::clock(Step step) {
  transfers_.clear();
  deliveries_.clear();
  violations_.clear();
  if (idle_ == IdleRouters::kEvaluate) {
    for (std::size_t node = 0; node < pins_.size(); ++node) activate(static_cast<Node>(node));
  }
  owner_->set_step(step);
  if (!offers_.empty()) settle_offers();
  now_.swap(active_);
  std::fill(active_.begin(), active_.end(), 0);
  has_active_ = false;
  switch (flow_) {
    case FlowControl::kNone:
      pass_edge<FlowControl::kNone>(step);
      break;
    case FlowControl::kBackPressure:
      pass_edge<FlowControl::kBackPressure>(step);
      restore_held_offers();
      settle_links(step);
      break;
    case FlowControl::kCredits:
      pass_edge<FlowControl::kCredits>(step);
      receivers_.note_edge(step, has_moved());
      break;
  }
}

// All routers read their inputs before any new output is copied to an input.
template <FlowControl flow>
void Engine::pass_edge(Step step) {
  evaluate<flow>(step);
  for (unsigned char* lane : lit_) store(lane, 0);
  lit_.clear();
  for (unsigned char* credit : credited_) *credit = 0;
  credited_.clear();
  collect<flow>(step);
  if (has_slow_links_) land_flits();
  if (has_slow_credits_) land_credits();
}

template <FlowControl flow>
void Engine::evaluate(Step step) {
  const bool may_stall = flow == FlowControl::kCredits && receivers_.may_stall();
  std::int64_t evaluated = 0;
  for_each_bit(now_, [&](Node node) {
    const RouterPins& pin = pins(node);
    ++evaluated;
    if (may_stall) receivers_.drive(node, step, pin.stall_in, 0);
    pin.cycle(pin.model);
    if (flow == FlowControl::kBackPressure) std::memset(pin.in, 0, pin.lanes * sizeof(RawFlit));
  });
  router_cycles_ += evaluated;
}

// All routers in one function: this is where the engine spends its time. Inputs are written through
// pointers to bytes, behind which a compiler must expect any member; so what counts is local.
template <FlowControl flow>
void Engine::collect(Step step) {
  const RouterPins* const all_pins = pins_.data();
  const std::size_t* const first_target = first_target_.data();
  const Target* const all_targets = targets_.data();
  std::uint64_t* const active = active_.data();
  bool is_any_busy = false;
  for_each_bit(now_, [&](Node node) {
    const auto number = static_cast<std::size_t>(node);
    const RouterPins& pin = all_pins[number];
    if (*pin.busy == 0) return;  // busy is low only when all outputs are zero
    is_any_busy = true;
    set_bit(active, node);
    const std::uint32_t own_lanes = pin.own_lanes;
    const Target* const targets = all_targets + first_target[number];
    const std::uint32_t lanes = pin.lanes;
    for_each_flit(pin.out, lanes, [&](std::uint32_t lane, RawFlit flit) {
      if (lane < own_lanes) {
        deliveries_.push_back({node, flit, lane});
        if (flow == FlowControl::kCredits) --inside_;
        return;
      }
      const Target& target = targets[lane];
      if (target.node == kNoNode) return report_unlinked(node, lane, step);
      // A flit of a link whose turn it is not stays in its output and is not seen at the far end.
      if (flow == FlowControl::kBackPressure && !has_turn(target.turn, step + 1)) return;
      if (flow != FlowControl::kBackPressure) transfers_.push_back({node, target.node, flit, lane});
      if (has_slow_links_) {
        in_flight_.hold({transfers_.back(), target.lane}, target.latency);
        return;
      }
      unsigned char* const in = target.in;
      set_bit(active, target.node);
      if (flow != FlowControl::kBackPressure) lit_.push_back(in);
      store(in, flit);
    });
    if (flow == FlowControl::kCredits) {
      for_each_credit(pin.credit_out, lanes, [&](std::uint32_t lane, unsigned char credits) {
        const std::size_t place = first_target[number] + lane;
        if (lane < own_lanes) {
          own_credit_[place] += credits;  // of one queue: 1
          return;
        }
        const Source& source = sources_[place];
        if (source.node == kNoNode) return;
        if (has_slow_credits_) {
          credits_in_flight_.hold({source, credits}, source.latency);
          return;
        }
        set_bit(active, source.node);
        credited_.push_back(source.credit);
        *source.credit = credits;
      });
    }
    if (*pin.violation != 0) report(node, step);
  });
  has_active_ = has_active_ || is_any_busy;
}

// Puts what has its last step on a link before it where the far end's next edge captures it.
void Engine::land_flits() {
  arrivals_.clear();
  for (const FlitInFlight& flit : in_flight_.take_arrivals()) {
    arrivals_.push_back(flit.transfer);
    unsigned char* lane = pins(flit.transfer.to).in + flit.lane * sizeof(RawFlit);
    store(lane, flit.transfer.flit);
    lit_.push_back(lane);
    activate(flit.transfer.to);
  }
}

// A credit wakes the router that may now send.
void Engine::land_credits() {
  for (const Credit& credit : credits_in_flight_.take_arrivals()) {
    *credit.source.credit = credit.lanes;
    credited_.push_back(credit.source.credit);
    activate(credit.source.node);
  }
}

// Keeps the offers that are not taken at the coming edge.
void Engine::settle_offers() {
  std::vector<Offer> held;
  for (const Offer& offer : offers_) {
    const RouterPins& pin = pins(offer.node);
    std::vector<bool> before;
    for (std::uint32_t lane = 0; lane < pin.lanes; ++lane)
      before.push_back(bit_of(pin.ready_out, lane));
    pin.settle(pin.model);
    for (std::uint32_t lane = pin.own_lanes; lane < pin.lanes; ++lane) {
      const bool is_used = is_valid(load(pin.in + lane * sizeof(RawFlit)));
      require(!is_used || before[lane] == bit_of(pin.ready_out, lane),
              "Engine: the ready wire of a link depends on what the PE injects");
    }
    if (!bit_of(pin.ready_out, offer.port)) held.push_back(offer);
  }
  offers_.swap(held);
}

void Engine::restore_held_offers() {
  for (const Offer& offer : offers_) {
    store(pins(offer.node).in + offer.port * sizeof(RawFlit), offer.flit);
    activate(offer.node);
  }
}

// Only routers with flits at their inputs or outputs matter, and those are active.
void Engine::settle_links(Step step) {
  for_each_bit(active_, [this](Node node) { pins(node).settle(pins(node).model); });
  for_each_bit(active_, [this, step](Node node) { pass_ready_back(node, step); });
}

void Engine::pass_ready_back(Node node, Step step) {
  const RouterPins& pin = pins(node);
  const Target* targets = &targets_[first_target_[static_cast<std::size_t>(node)]];
  for (std::uint32_t lane = pin.own_lanes; lane < pin.lanes; ++lane) {
    const RawFlit flit = load(pin.out + lane * sizeof(RawFlit));
    const Target& target = targets[lane];
    if (!is_valid(flit) || target.node == kNoNode) continue;
    const bool is_taken =
        has_turn(target.turn, step + 1) && bit_of(pins(target.node).ready_out, target.lane);
    set_bit(pin.ready_in, lane, is_taken);
    if (is_taken) transfers_.push_back({node, target.node, flit, lane});
  }
}

std::string Engine::name_of_node(Node node) const {
  return node_names_.empty() ? std::string() : node_names_[static_cast<std::size_t>(node)];
}

void Engine::report_unlinked(Node node, std::uint32_t lane, Step step) {
  violations_.push_back({step,
                         node,
                         ViolationKind::kNoRoute,
                         {},
                         {lane_names_[static_cast<std::size_t>(node)][lane]},
                         name_of_node(node)});
}

void Engine::report(Node node, Step step) {
  const RouterPins& pin = pins(node);
  const auto& names = lane_names_[static_cast<std::size_t>(node)];
  const auto named = [&](const unsigned char* bits) {
    std::vector<std::string> lanes;
    for (std::uint32_t lane = 0; lane < pin.lanes; ++lane) {
      if (bit_of(bits, lane)) lanes.push_back(names[lane]);
    }
    return lanes;
  };
  std::vector<std::uint32_t> inputs;
  for (std::uint32_t lane = 0; lane < pin.lanes; ++lane)
    if (bit_of(pin.violation_in, lane)) inputs.push_back(lane);
  for (int kind = 0; kind <= static_cast<int>(ViolationKind::kMismatch); ++kind) {
    if ((*pin.violation >> kind & 1) != 0)
      violations_.push_back({step, node, static_cast<ViolationKind>(kind), named(pin.violation_in),
                             named(pin.violation_out), name_of_node(node), pin.latency, inputs});
  }
}

}  // namespace flitwise
