#include "tb/kit/receiver.h"

namespace flitwise::kit {

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
