#include "systemc/protocols/tree/broadcast_polling.h"

#include <algorithm>
#include <utility>

#include "systemc/protocols/complaint_book.h"

namespace flitwise::protocols {

BroadcastPolling::BroadcastPolling(std::vector<Node> children, std::vector<Node> token_order,
                                   Ports ports, TokenValue says)
    : children_(std::move(children)),
      token_order_(std::move(token_order)),
      ports_(ports),
      says_(says) {}

std::optional<std::string> BroadcastPolling::begin(std::int64_t value, Outbox& outbox) {
  const auto d = static_cast<Step>(token_order_.size());
  if (says_ == TokenValue::kStepsLeft && value < d)
    return "x = " + std::to_string(value) + " leaves too few steps for the tokens of " +
           std::to_string(d) + " children";
  has_begun_ = true;
  Step position = 0;
  for (const Node child : token_order_) {
    ++position;
    Transmission token;
    token.kind = FlitKind::kToken;
    token.destination = child;
    token.via = link_to(ports_, child);
    token.message = child;
    token.after = ports_ == Ports::kMulti ? 1 : position;
    token.value = says_ == TokenValue::kStepsLeft ? value - position : 0;
    outbox.send(token);
  }
  return std::nullopt;
}

std::optional<std::string> BroadcastPolling::take(const Arrival& arrival, Outbox&) {
  if (!has_begun_) return "no child was asked for one";
  if (std::find(children_.begin(), children_.end(), arrival.from) == children_.end())
    return pe_name(arrival.from) + " is no child";
  std::optional<std::string> fault = fault_of_certificate(arrival, arrival.from);
  if (fault) return fault;
  if (certificates_.count(arrival.from) != 0) return pe_name(arrival.from) + " certified before";
  certificates_[arrival.from] = {arrival.value, arrival.stream};
  return std::nullopt;
}

std::vector<Node> BroadcastPolling::asked() const {
  std::vector<Node> silent;
  for (const Node child : children_)
    if (has_begun_ && certificates_.count(child) == 0) silent.push_back(child);
  return silent;
}

std::vector<Certificate> BroadcastPolling::certificates() const {
  std::vector<Certificate> all;
  for (const auto& [child, certificate] : certificates_) all.push_back(certificate);
  return all;
}

}  // namespace flitwise::protocols
