#include "systemc/protocols/sequential_polling.h"

#include <utility>

#include "systemc/protocols/complaint_book.h"

namespace flitwise::protocols {

SequentialPolling::SequentialPolling(std::vector<Node> children) : children_(std::move(children)) {}

void SequentialPolling::begin(Outbox& outbox) {
  has_begun_ = true;
  if (!is_complete()) ask(outbox);
}

void SequentialPolling::ask(Outbox& outbox) const {
  Transmission token;
  token.kind = FlitKind::kToken;
  token.destination = next();
  token.message = next();
  outbox.send(token);
}

std::optional<std::string> SequentialPolling::take(const Arrival& arrival, Outbox& outbox) {
  if (asked() == kNoNode) return "no child was asked for one";
  if (arrival.from != asked()) return pe_name(asked()) + " was asked";
  if (arrival.message != asked())
    return "tells of " + pe_name(arrival.message) + ", not of " + pe_name(asked());
  if (arrival.value < 1) return "lag " + std::to_string(arrival.value) + " must be at least 1";
  if (arrival.stream < 0)
    return "stream of " + std::to_string(arrival.stream) + " flits must not be negative";
  certificates_.push_back({arrival.value, arrival.stream});
  if (!is_complete()) ask(outbox);
  return std::nullopt;
}

}  // namespace flitwise::protocols
