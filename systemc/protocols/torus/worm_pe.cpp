#include "systemc/protocols/torus/worm_pe.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace flitwise::protocols {

WormPe::WormPe(WormRole role) : role_(std::move(role)), book_(role_.self) {
  missing_.reserve(role_.copies.size());
  for (const ExpectedCopy& copy : role_.copies)
    missing_.push_back({{copy.sender, copy.packet}, copy.flits});
  std::stable_sort(missing_.begin(), missing_.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
}

WormPe::Missing::iterator WormPe::find(const WormName& worm) {
  const auto first = std::lower_bound(
      missing_.begin(), missing_.end(), worm,
      [](const auto& missing, const WormName& name) { return missing.first < name; });
  return first != missing_.end() && first->first == worm ? first : missing_.end();
}

bool WormPe::is_sender(Node node) const {
  return std::any_of(role_.copies.begin(), role_.copies.end(),
                     [&](const ExpectedCopy& copy) { return copy.sender == node; });
}

void WormPe::start(Outbox& outbox) {
  if (role_.is_source) send_all(0, nullptr, outbox);
}

void WormPe::receive(const Arrival& arrival, Outbox& outbox) {
  now_ = arrival.step;
  if (!is_expected(arrival)) return;
  const auto message = find(worm_of(arrival));
  const WormIntake::Taken taken = intake_.take(arrival, message->second);
  if (taken.fault) book_.about(arrival, *taken.fault);
  if (!taken.is_complete) return;
  missing_.erase(message);
  if (role_.is_source || informed_at_) return;
  informed_at_ = now_;
  send_all(now_ + role_.receive_overhead, &arrival, outbox);
}

// If the message is not expected, one complaint is enough: about its head.
bool WormPe::is_expected(const Arrival& arrival) {
  if (arrival.kind != FlitKind::kData) {
    book_.about(arrival, "a PE of a " + role_.operation + " expects data only");
    return false;
  }
  if (find(worm_of(arrival)) != missing_.end()) return true;
  if (arrival.index != 1) return false;
  book_.about(arrival, is_sender(arrival.message) ? "sends " + role_.cargo + " a second time"
                                                  : "the schedule has no message from there");
  return false;
}

void WormPe::send_all(Step usable, const Arrival* cause, Outbox& outbox) {
  Step begin = usable;
  for (const ActiveStep& step : role_.active) {
    const Step soonest = begin + role_.send_overhead + 1;
    Step head = step.head.value_or(soonest);
    // Given cycles may begin at once: the source has all the time before them to get ready.
    if (cause != nullptr && head < soonest) {
      book_.about(*cause, "came too late to be sent on in step " + std::to_string(head));
      head = soonest;
    }
    for (const WormSend& send : step.sends) {
      Transmission message;
      message.destination = send.destination;
      message.message = role_.self;
      message.port = send.port;
      message.route = send.route;
      message.packet = send.packet;
      message.after = head - now_;
      message.length = send.flits;
      outbox.send(message);
      last_tail_ = std::max(last_tail_, head + send.flits - 1);
    }
    // Cycles that are planned may let messages of one PE overlap: they leave by different ports.
    if (!step.head) begin = last_tail_;
  }
}

PeState WormPe::state_at(Step now) const {
  const bool has_cargo = role_.is_source || informed_at_.has_value();
  if (has_cargo && now < last_tail_) return PeState::kDispatching;
  if (missing_.empty()) return PeState::kDone;
  if (has_cargo || !intake_.open().empty()) return PeState::kCollecting;
  return PeState::kDormant;
}

std::vector<std::string> WormPe::waiting_for() const {
  std::vector<std::string> owed;
  for (const auto& [worm, flits] : missing_)
    owed.push_back(counted(flits - intake_.taken(worm), "flit") + " of " + role_.cargo + " from " +
                   pe_name(worm.first));
  return owed;
}

Protocols make_worm_pes(std::vector<WormRole> roles) {
  Protocols pes;
  for (WormRole& role : roles) pes.push_back(std::make_unique<WormPe>(std::move(role)));
  return pes;
}

}  // namespace flitwise::protocols
