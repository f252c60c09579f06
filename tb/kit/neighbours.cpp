#include "tb/kit/neighbours.h"

#include <algorithm>

namespace flitwise::kit {

Driver::Driver(const own::RouterDescription& router, int port, FlitBook& book,
               std::uint64_t& packets)
    : router_(&router), port_(port), book_(&book), packets_(&packets), lanes_(router.lanes) {
  reset();
}

void Driver::reset() {
  lanes_.assign(router_->lanes, Lane());
  for (Lane& lane : lanes_) lane.credits = router_->queue;
  offered_.reset();
  source_ = nullptr;
  rate_ = 1;
  last_ = 0;
}

bool Driver::is_done() const {
  return !offered_ && std::all_of(lanes_.begin(), lanes_.end(), [](const Lane& lane) {
    return !lane.current && lane.waiting.empty();
  });
}

LaneSet Driver::has_waiting() const {
  LaneSet set = 0;
  for (std::size_t v = 0; v < lanes_.size(); ++v)
    if (lanes_[v].current || !lanes_[v].waiting.empty()) set |= 1U << v;
  return set;
}

bool Driver::has_flit(Lane& lane, std::uint64_t now, int number) {
  if (!lane.current && lane.waiting.empty() && source_) {
    if (const std::optional<Packet> packet = source_(number)) lane.waiting.push_back(*packet);
  }
  return (lane.current || !lane.waiting.empty()) && now >= lane.not_before;
}

int Driver::choose(std::uint64_t now, LaneSet ready, Dice& dice) {
  if (rate_ < 1 && !dice.chance(rate_)) return -1;
  int unready = -1;
  for (std::size_t k = 1; k <= lanes_.size(); ++k) {
    const std::size_t v = (last_ + k) % lanes_.size();
    Lane& lane = lanes_[v];
    if (!has_flit(lane, now, static_cast<int>(v))) continue;
    const auto number = static_cast<int>(v);
    if (router_->link == own::LinkProtocol::kCredit) {
      if (lane.credits > 0) return number;
    } else if ((ready >> v & 1U) != 0) {
      return number;
    } else if (unready < 0) {
      unready = number;
    }
  }
  // An offer that is not taken keeps the wires from other lanes; but ready may wait for an offer.
  return lanes_.size() == 1 || router_->ready_is_combinational ? unready : -1;
}

void Driver::offer(std::uint64_t now, LaneSet ready, Dice& dice, PortInputs& wires) {
  if (!offered_) {
    const int number = choose(now, ready, dice);
    wires.valid = 0;
    if (number < 0) return;
    Lane& lane = lanes_[static_cast<std::size_t>(number)];
    if (!lane.current) {
      lane.current = lane.waiting.front();
      lane.waiting.pop_front();
      lane.number = ++*packets_;
      lane.next = 0;
    }
    offered_ = book_->make(*lane.current, lane.number, lane.next);
    offered_->in_port = port_;
    offered_->in_lane = number;
  }
  wires.valid = 1U << offered_->in_lane;
  wires.flit = offered_->bits;
}

std::optional<KitFlit> Driver::move(std::uint64_t now, const PortOutputs& answer) {
  std::optional<KitFlit> moved;
  const bool is_credit = router_->link == own::LinkProtocol::kCredit;
  if (offered_ && (is_credit || (answer.ready >> offered_->in_lane & 1U) != 0)) {
    moved = offered_;
    offered_.reset();
    moved->taken = now;
    const auto v = static_cast<std::size_t>(moved->in_lane);
    Lane& lane = lanes_[v];
    last_ = v;
    if (is_credit) --lane.credits;
    if (lane.next == 0 && lane.current->pause > 0) lane.not_before = now + 1 + lane.current->pause;
    if (++lane.next == lane.current->length) lane.current.reset();
  }
  if (is_credit)
    for (std::size_t v = 0; v < lanes_.size(); ++v)
      if ((answer.credit >> v & 1U) != 0)
        lanes_[v].credits = std::min(lanes_[v].credits + 1, router_->queue);
  return moved;
}

Receiver::Receiver(const own::RouterDescription& router) : router_(&router) { reset(); }

void Receiver::reset() {
  lanes_.assign(router_->lanes, Lane());
  last_ = 0;
}

void Receiver::set_all(const Reception& reception) {
  for (Lane& lane : lanes_) lane.reception = reception;
}

void Receiver::set(int lane, const Reception& reception) {
  lanes_[static_cast<std::size_t>(lane)].reception = reception;
}

void Receiver::open() {
  set_all({});
  for (Lane& lane : lanes_) {
    for (; lane.kept > 0; --lane.kept) lane.due.push_front(0);
  }
}

void Receiver::answer(std::uint64_t now, Dice& dice, PortInputs& wires) {
  wires.ready = 0;
  wires.credit = 0;
  if (router_->link != own::LinkProtocol::kCredit) {
    for (std::size_t v = 0; v < lanes_.size(); ++v) {
      const Reception& reception = lanes_[v].reception;
      const bool waits = reception.is_blocked || now % reception.period != 0 ||
                         (reception.stall > 0 && dice.chance(reception.stall));
      if (!waits) wires.ready |= 1U << v;
    }
    return;
  }
  // One credit a port and cycle: no flits come faster, and some encodings have room for one only.
  for (std::size_t k = 1; k <= lanes_.size(); ++k) {
    const std::size_t v = (last_ + k) % lanes_.size();
    Lane& lane = lanes_[v];
    if (lane.due.empty() || lane.due.front() > now || lane.reception.is_blocked) continue;
    if (lane.reception.stall > 0 && dice.chance(lane.reception.stall)) continue;
    lane.due.pop_front();
    wires.credit = 1U << v;
    last_ = v;
    return;
  }
}

bool Receiver::takes(const PortInputs& wires, int lane) const {
  return router_->link == own::LinkProtocol::kCredit || (wires.ready >> lane & 1U) != 0;
}

void Receiver::took(std::uint64_t now, int number) {
  if (router_->link != own::LinkProtocol::kCredit) return;
  Lane& lane = lanes_[static_cast<std::size_t>(number)];
  if (lane.kept < lane.reception.withheld)
    ++lane.kept;
  else
    lane.due.push_back(now + lane.reception.delay);
}

}  // namespace flitwise::kit
