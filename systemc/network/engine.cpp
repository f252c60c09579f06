#include "systemc/network/engine.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <set>
#include <stdexcept>
#include <thread>
#include <utility>

#include "systemc/network/parts/lanes.h"
#include "systemc/network/parts/team.h"

namespace flitwise {
namespace {

using lanes::bit_of;
using lanes::load;
using lanes::set_bit;
using lanes::store;

// Routers evaluated in a step that take as long as waking a thread.
constexpr std::size_t kFewRouters = 64;
// More parts than threads, so that one that is interrupted or has much to do holds up little.
constexpr std::size_t kPartsOfThread = 4;

void require(bool holds, const char* rule) {
  if (!holds) throw std::logic_error(rule);
}

std::size_t threads_for(const Stepping& stepping) {
  const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
  if (stepping.threads == 0) return processors;
  return stepping.parts > 0 ? stepping.threads : std::min(stepping.threads, processors);
}

std::size_t parts_for(const Stepping& stepping, FlowControl flow, const RouterOwner& owner,
                      std::size_t nodes) {
  if (stepping.ranks != nullptr) {
    require(flow != FlowControl::kBackPressure, "Engine: back pressure settles within one process");
    require(owner.can_gather_prints(), "Engine: what routers of other ranks print is not gathered");
    return stepping.ranks->share_out(nodes).parts();
  }
  if (flow == FlowControl::kBackPressure || !owner.can_gather_prints()) return 1;
  if (stepping.parts > 0) return stepping.parts;
  const std::size_t threads = threads_for(stepping);
  return threads == 1 || nodes < 2 * kFewRouters ? 1 : kPartsOfThread * threads;
}

// As long as it lives, what routers print in this thread goes there.
class Gathering final {
 public:
  Gathering(RouterOwner& owner, std::string& text) : owner_(owner) { owner_.gather_prints(&text); }
  ~Gathering() { owner_.gather_prints(nullptr); }
  Gathering(const Gathering&) = delete;
  Gathering& operator=(const Gathering&) = delete;

 private:
  RouterOwner& owner_;
};

// Leaves `from` empty.
template <class Item>
void append(std::vector<Item>& to, std::vector<Item>& from) {
  if (from.empty()) return;
  if (to.empty()) return to.swap(from);
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  from.clear();
}

}  // namespace

Engine::Engine(std::unique_ptr<RouterOwner> owner, std::vector<RouterPins> pins,
               const std::vector<Link>& links, std::vector<std::vector<std::string>> lane_names,
               Stepping stepping, FlowControl flow, std::vector<std::string> node_names,
               Receivers receivers)
    : owner_(std::move(owner)),
      stepping_(stepping),
      node_parts_(pins.size(), parts_for(stepping, flow, *owner_, pins.size())),
      wiring_(with_far_pins(std::move(pins)), links, std::move(lane_names), std::move(node_names),
              flow, node_parts_),
      receivers_(std::move(receivers)),
      in_flight_(wiring_.slowest_link()),
      credits_in_flight_(wiring_.slowest_credit()),
      lives_apart_(stepping_.ranks != nullptr && stepping_.ranks->lives_apart()) {
  require(!lives_apart_ || !(wiring_.has_slow_links() || wiring_.has_slow_credits()),
          "Engine: of links of several steps all ranks must know");
  if (lives_apart_) find_near(links);
  lists_arrivals_ = wiring_.has_slow_links() || lives_apart_;
  if (flow == FlowControl::kCredits) own_credit_.resize(wiring_.lanes());
  for (std::size_t node = 0; node < wiring_.all_pins().size(); ++node) {
    const RouterPins& pin = wiring_.all_pins()[node];
    require(!receivers_.may_stall() || (flow == FlowControl::kCredits && pin.stall_in != nullptr),
            "Engine: a router without stall pins");
    first_edge_ = std::min(first_edge_, 1 - pin.latency);
    for (std::uint32_t port = 0; flow == FlowControl::kCredits && port < pin.own_lanes; ++port)
      own_credit_[wiring_.index(static_cast<Node>(node), port)] = pin.own_credits;
  }
  parts_.reserve(node_parts_.parts());  // where they stay: threads know them
  for (std::size_t part = 0; part < node_parts_.parts(); ++part)
    parts_.emplace_back(wiring_, receivers_, own_credit_, node_parts_.first(part),
                        node_parts_.first(part + 1));
  if (stepping_.ranks != nullptr)
    parts_[stepping_.ranks->own()].show_returned();
  else
    take_threads(std::min(threads_for(stepping), parts_.size()));
}

Engine::~Engine() = default;

void Engine::find_near(const std::vector<Link>& links) {
  const std::size_t own = stepping_.ranks->own();
  std::set<std::size_t> near;
  for (const Link& link : links) {
    const std::size_t from = node_parts_.part_of(link.from);
    const std::size_t to = node_parts_.part_of(link.to);
    if (from != to && from == own) near.insert(to);
    if (from != to && to == own) near.insert(from);
  }
  stepping_.ranks->set_near({near.begin(), near.end()});
  border_to_.resize(node_parts_.parts());
}

// What is put into routers of other ranks goes where only its coming is seen.
std::vector<RouterPins> Engine::with_far_pins(std::vector<RouterPins> pins) {
  if (stepping_.ranks == nullptr) return pins;
  const auto is_far = [this](std::size_t node) {
    return node_parts_.part_of(static_cast<Node>(node)) != stepping_.ranks->own();
  };
  constexpr std::size_t kLaneBytes = sizeof(RawFlit) + 1;  // a flit and the byte of its credits
  std::size_t bytes = 0;
  for (std::size_t node = 0; node < pins.size(); ++node)
    if (is_far(node)) bytes += pins[node].lanes * kLaneBytes;
  far_pins_.resize(bytes);
  unsigned char* next = far_pins_.data();
  for (std::size_t node = 0; node < pins.size(); ++node) {
    RouterPins& pin = pins[node];
    if (!is_far(node)) continue;
    pin.in = next;
    if (pin.credit_in != nullptr) pin.credit_in = next + pin.lanes * sizeof(RawFlit);
    next += pin.lanes * kLaneBytes;
  }
  return pins;
}

void Engine::take_threads(std::size_t threads) {
  if (threads <= 1) return;
  wanted_.resize(parts_.size());
  team_ = std::make_unique<Team>(
      threads, parts_.size(), [this](std::size_t part) { step_gathering(parts_[part], step_); },
      [this] { owner_->enter_thread(); });
}

void Engine::activate(Node node) {
  part_of(node).activate(node);
  has_active_ = true;
}

void Engine::inject(Node node, std::uint32_t port, RawFlit flit) {
  require(port < pins(node).own_lanes, "Engine: no such port of the PE");
  if (flow() == FlowControl::kBackPressure) {
    require(accepts(node, port), "Engine: the port still holds a flit");
    offers_.push_back({node, port, flit});
  } else if (flow() == FlowControl::kCredits) {
    require(accepts(node, port), "Engine: the port has no credit");
    --own_credit_[wiring_.index(node, port)];
    ++inside_;
    has_injected_ = true;
    receivers_.note_injection();
  }
  part_of(node).put(pins(node).in + port * sizeof(RawFlit), node, flit);
  has_active_ = true;
}

bool Engine::accepts(Node node, std::uint32_t port) const {
  require(port < pins(node).own_lanes, "Engine: no such port of the PE");
  if (flow() == FlowControl::kNone) return true;
  if (is_valid(load(pins(node).in + port * sizeof(RawFlit)))) return false;
  return flow() == FlowControl::kBackPressure || own_credit_[wiring_.index(node, port)] > 0;
}

void Engine::clock(Step step) {
  transfers_.clear();
  deliveries_.clear();
  violations_.clear();
  if (stepping_.idle == IdleRouters::kEvaluate)
    for (Part& part : parts_) part.activate_all();
  owner_->set_step(step);
  if (!offers_.empty()) settle_offers();
  step_parts(step);
  gather();
  if (flow() == FlowControl::kBackPressure) {
    restore_held_offers();
    settle_links(step);
  } else if (flow() == FlowControl::kCredits) {
    receivers_.note_edge(step, has_moved());
  }
}

void Engine::step_parts(Step step) {
  if (stepping_.ranks != nullptr) return step_own_part(step);
  if (parts_.size() == 1) return parts_[0].step(step);
  if (team_ != nullptr && is_worth_threads()) return step_in_threads(step);
  for (Part& part : parts_)
    if (part.has_active()) step_gathering(part, step);
}

void Engine::step_own_part(Step step) {
  const std::size_t own = stepping_.ranks->own();
  for (std::size_t part = 0; part < parts_.size(); ++part)
    if (part != own) parts_[part].pass_over();
  if (parts_[own].has_active()) step_gathering(parts_[own], step);
  if (lives_apart_)
    pass_border(step);
  else
    exchange_shown(step);
}

// Then every rank has what one process would have, in the same order.
void Engine::exchange_shown(Step step) {
  const Part& own = parts_[stepping_.ranks->own()];
  write_shown(own, owner_->assertion_failures(), said_);
  const std::vector<std::string_view>& said = stepping_.ranks->exchange(step, said_);
  failures_of_others_ = 0;
  for (std::size_t part = 0; part < parts_.size(); ++part) {
    if (&parts_[part] == &own) continue;
    failures_of_others_ += read_shown(said[part], wiring_, own, parts_[part]);
    for (const ReturnedCredits& port : parts_[part].shown.returned)
      own_credit_[port.place] += port.credits;
  }
}

// Then every rank has what is there of its own nodes, and knows of all whether anything goes on.
void Engine::pass_border(Step step) {
  Ranks& ranks = *stepping_.ranks;
  const Part& own = parts_[ranks.own()];
  const Part::Shown& shown = own.shown;
  const bool has_moved =
      !(shown.transfers.empty() && shown.deliveries.empty() && shown.violations.empty());
  const RankTally ours{{inside_ - static_cast<std::int64_t>(shown.deliveries.size()),
                        owner_->assertion_failures(), shown.evaluated},
                       {own.has_active() ? 1 : 0, has_moved ? 1 : 0, has_injected_ ? 1 : 0}};
  has_injected_ = false;
  write_border(own, wiring_, node_parts_, border_to_);
  to_near_.resize(ranks.near().size());
  for (std::size_t i = 0; i < to_near_.size(); ++i)
    write_border(border_to_[ranks.near()[i]], to_near_[i]);
  RankTally all = ours;
  const Ranks::Heard& heard = ranks.pass(step, all, to_near_, shown.prints);
  for (std::size_t i = 0; i < to_near_.size(); ++i)
    read_border(heard.from_near[i], wiring_, own, parts_[ranks.near()[i]]);
  for (std::size_t rank = 0; rank < heard.from_all.size(); ++rank)
    if (rank != ranks.own()) parts_[rank].shown.prints = heard.from_all[rank];
  inside_others_ = all.sums[0] - ours.sums[0];
  failures_of_others_ = static_cast<int>(all.sums[1] - ours.sums[1]);
  router_cycles_ += all.sums[2] - ours.sums[2];
  is_any_active_ = all.largest[0] != 0;
  has_any_moved_ = all.largest[1] != 0;
  if (all.largest[2] != 0) receivers_.note_injection();
}

void Engine::gather_shown() {
  if (!lives_apart_) return;
  std::string ours;
  bytes::put_all(ours, transfers_);
  bytes::put_all(ours, deliveries_);
  transfers_.clear();
  deliveries_.clear();
  for (const std::string_view said : stepping_.ranks->gather(0, ours)) {
    bytes::Reader reader(said);
    for (const LinkTransfer& transfer : reader.take_all<LinkTransfer>())
      transfers_.push_back(transfer);
    for (const Delivery& delivery : reader.take_all<Delivery>()) deliveries_.push_back(delivery);
  }
  arrivals_ = transfers_;
}

bool Engine::is_worth_threads() {
  if (stepping_.parts > 0) return true;
  std::size_t active = 0;
  for (const Part& part : parts_) active += part.active_routers();
  return active >= kFewRouters;
}

void Engine::step_in_threads(Step step) {
  for (std::size_t part = 0; part < parts_.size(); ++part)
    wanted_[part] = parts_[part].has_active();
  step_ = step;
  team_->run(wanted_);
}

void Engine::step_gathering(Part& part, Step step) {
  const Gathering prints(*owner_, part.shown.prints);
  part.step(step);
}

// In the order of parts, which is that of nodes.
void Engine::gather() {
  if (lives_apart_) take_own_arrivals();
  for (Part& part : parts_) gather_from(part);
  if (parts_.size() > 1 || wiring_.has_slow_credits())
    for (Part& part : parts_) hand_out_mail(part);
  if (flow() == FlowControl::kCredits) inside_ -= static_cast<std::int64_t>(deliveries_.size());
  if (wiring_.has_slow_links()) land_flits();
  if (wiring_.has_slow_credits()) land_credits();
  has_active_ = is_any_active_;
  for (const Part& part : parts_) has_active_ = has_active_ || part.has_active();
}

// In the order of what would be all transfers. What others have sent crosses to the own nodes, and
// is no more than that.
void Engine::take_own_arrivals() {
  const Part& own = parts_[stepping_.ranks->own()];
  arrivals_.clear();
  for (Part& part : parts_) {
    for (const LinkTransfer& transfer : part.shown.transfers)
      if (own.holds(transfer.to)) arrivals_.push_back(transfer);
    if (&part != &own) part.shown.transfers.clear();
  }
}

void Engine::gather_from(Part& part) {
  Part::Shown& shown = part.shown;
  append(transfers_, shown.transfers);
  append(deliveries_, shown.deliveries);
  append(violations_, shown.violations);
  shown.returned.clear();
  router_cycles_ += std::exchange(shown.evaluated, 0);
  if (shown.prints.empty()) return;
  std::fwrite(shown.prints.data(), 1, shown.prints.size(), stdout);
  shown.prints.clear();
}

void Engine::hand_out_mail(Part& part) {
  for (const FlitMail& mail : part.shown.flits)
    part_of(mail.node).put(mail.in, mail.node, mail.flit);
  for (const CreditMail& mail : part.shown.credits) {
    if (wiring_.has_slow_credits())
      credits_in_flight_.hold(mail, mail.target.latency);
    else
      part_of(mail.target.node).put(mail.target, mail.credits);
  }
  part.shown.flits.clear();
  part.shown.credits.clear();
}

// Puts what has its last step on a link before it where the far end's next edge captures it.
void Engine::land_flits() {
  for (const LinkTransfer& transfer : transfers_) {
    const LinkTarget& target = wiring_.targets(transfer.from)[transfer.lane];
    in_flight_.hold({transfer, target.lane}, target.latency);
  }
  arrivals_.clear();
  for (const FlitInFlight& flit : in_flight_.take_arrivals()) {
    arrivals_.push_back(flit.transfer);
    part_of(flit.transfer.to)
        .put(pins(flit.transfer.to).in + flit.lane * sizeof(RawFlit), flit.transfer.to,
             flit.transfer.flit);
  }
}

// A credit wakes the router that may now send.
void Engine::land_credits() {
  for (const CreditMail& mail : credits_in_flight_.take_arrivals())
    part_of(mail.target.node).put(mail.target, mail.credits);
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
  parts_[0].for_each_active([this](Node node) { pins(node).settle(pins(node).model); });
  parts_[0].for_each_active([this, step](Node node) { pass_ready_back(node, step); });
}

void Engine::pass_ready_back(Node node, Step step) {
  const RouterPins& pin = pins(node);
  const LinkTarget* const targets = wiring_.targets(node);
  for (std::uint32_t lane = pin.own_lanes; lane < pin.lanes; ++lane) {
    const RawFlit flit = load(pin.out + lane * sizeof(RawFlit));
    const LinkTarget& target = targets[lane];
    if (!is_valid(flit) || target.node == kNoNode) continue;
    const bool is_taken =
        has_turn(target.turn, step + 1) && bit_of(pins(target.node).ready_out, target.lane);
    set_bit(pin.ready_in, lane, is_taken);
    if (is_taken) transfers_.push_back({node, target.node, flit, lane});
  }
}

}  // namespace flitwise
