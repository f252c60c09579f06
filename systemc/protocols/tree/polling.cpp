// polling.cpp: tokens to one child after the other, or to all; what is wrong with a certificate.
#include "systemc/protocols/tree/polling.h"

#include <algorithm>

#include "systemc/protocols/complaint_book.h"

namespace flitwise::protocols {

Polling::Polling(const LocalFacts& facts, const CertificationVariant& variant,
                 const SyncConstants& constants)
    : children_(facts.children),
      token_order_(constants.token_order),
      latency_(facts.latency),
      ports_(variant.ports),
      one_by_one_(ports_ == Ports::kSingle && variant.sync == Sync::kSeq),
      counts_down_(ports_ == Ports::kSingle && variant.sync == Sync::kMirror) {}

std::size_t Polling::place_of(Node child) const {
  return static_cast<std::size_t>(std::find(children_.begin(), children_.end(), child) -
                                  children_.begin());
}

// From the PE's own token to that of a child, by its position in the token order.
Step Polling::steps_to(std::size_t position) const {
  const LocalLatency::Child child = latency_.child(place_of(token_order_[position]));
  return latency_.reaction + static_cast<Step>(position) + child.down - 1;
}

std::optional<std::string> Polling::begin(std::int64_t value, Step first, Outbox& outbox) {
  const std::size_t d = token_order_.size();
  for (std::size_t k = 0; counts_down_ && k < d; ++k)
    if (value < steps_to(k))
      return "x = " + std::to_string(value) + " leaves too few steps for the tokens of " +
             std::to_string(d) + " children";
  has_begun_ = true;
  if (one_by_one_) {
    if (!is_complete()) outbox.send(control_flit(FlitKind::kToken, ports_, next(), first, 0));
    return std::nullopt;
  }
  for (std::size_t k = 0; k < d; ++k)
    outbox.send(control_flit(FlitKind::kToken, ports_, token_order_[k],
                             first + (ports_ == Ports::kMulti ? 0 : static_cast<Step>(k)),
                             counts_down_ ? value - steps_to(k) : 0));
  return std::nullopt;
}

std::optional<std::string> Polling::fault_of(const Arrival& arrival) const {
  if (!has_begun_ || (one_by_one_ && is_complete())) return "no child was asked for one";
  if (one_by_one_ && arrival.from != next()) return pe_name(next()) + " was asked";
  if (std::find(children_.begin(), children_.end(), arrival.from) == children_.end())
    return pe_name(arrival.from) + " is no child";
  std::optional<std::string> fault = fault_of_certificate(arrival, arrival.from);
  if (!fault && certificates_.count(arrival.from) != 0)
    return pe_name(arrival.from) + " certified before";
  return fault;
}

std::optional<std::string> Polling::take(const Arrival& arrival, Outbox& outbox) {
  std::optional<std::string> fault = fault_of(arrival);
  if (fault) return fault;
  certificates_[arrival.from] = {arrival.value, arrival.stream};
  if (one_by_one_ && !is_complete())
    outbox.send(control_flit(FlitKind::kToken, ports_, next(), latency_.reaction, 0));
  return std::nullopt;
}

bool Polling::is_asked(Node child) const {
  if (!has_begun_ || certificates_.count(child) != 0) return false;
  return !one_by_one_ || child == next();
}

std::vector<Certificate> Polling::certificates() const {
  std::vector<Certificate> all;
  for (const auto& [child, certificate] : certificates_) all.push_back(certificate);
  return all;
}

std::vector<std::string> Polling::owed() const {
  std::vector<std::string> owed;
  for (const Node child : children_)
    if (is_asked(child)) owed.push_back("certificate of " + pe_name(child));
  return owed;
}

}  // namespace flitwise::protocols
