#include "systemc/protocols/tree/certification/sequential_polling.h"

#include <utility>

#include "systemc/protocols/complaint_book.h"

namespace flitwise::protocols {

SequentialPolling::SequentialPolling(std::vector<Node> children) : children_(std::move(children)) {}

std::optional<std::string> SequentialPolling::begin(std::int64_t, Outbox& outbox) {
  has_begun_ = true;
  if (!is_complete()) ask(outbox);
  return std::nullopt;
}

void SequentialPolling::ask(Outbox& outbox) const {
  Transmission token;
  token.kind = FlitKind::kToken;
  token.destination = next();
  token.message = next();
  outbox.send(token);
}

std::optional<std::string> SequentialPolling::take(const Arrival& arrival, Outbox& outbox) {
  if (!is_waiting()) return "no child was asked for one";
  if (arrival.from != next()) return pe_name(next()) + " was asked";
  std::optional<std::string> fault = fault_of_certificate(arrival, next());
  if (fault) return fault;
  certificates_.push_back({arrival.value, arrival.stream});
  if (!is_complete()) ask(outbox);
  return std::nullopt;
}

std::vector<Node> SequentialPolling::asked() const {
  if (!is_waiting()) return {};
  return {next()};
}

}  // namespace flitwise::protocols
