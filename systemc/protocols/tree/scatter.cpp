#include "systemc/protocols/tree/scatter.h"

#include <algorithm>
#include <utility>

namespace flitwise::protocols {

std::vector<Node> farthest_first_order(const std::vector<Step>& distances,
                                       const std::vector<Flits>& lengths) {
  std::vector<Node> order;
  for (std::size_t v = 0; v < lengths.size(); ++v)
    if (lengths[v] > 0) order.push_back(static_cast<Node>(v));
  const auto distance = [&](Node v) { return distances[index_of(v)]; };
  std::stable_sort(order.begin(), order.end(),
                   [&](Node a, Node b) { return distance(a) > distance(b); });
  return order;
}

ScatterRoot::ScatterRoot(std::vector<Flits> lengths, std::vector<ScatterStream> streams, Node self,
                         Pace pace)
    : lengths_(std::move(lengths)), streams_(std::move(streams)), pace_(pace), book_(self) {
  for (ScatterStream& stream : streams_) {
    const bool is_timed = !stream.starts.empty();
    Step next = 1;
    for (std::size_t i = 0; i < stream.order.size(); ++i) {
      if (is_timed)
        next = stream.starts[i];
      else
        stream.starts.push_back(next);
      next += pace_.of_message(lengths_[static_cast<std::size_t>(stream.order[i])]);
    }
    longest_ = std::max(longest_, next - 1);
  }
}

void ScatterRoot::start(Outbox& outbox) {
  for (const ScatterStream& stream : streams_) {
    for (std::size_t i = 0; i < stream.order.size(); ++i) {
      const Node v = stream.order[i];
      Transmission message;
      message.destination = v;
      message.via = stream.via;
      message.message = v;
      message.length = lengths_[index_of(v)];
      message.after = stream.starts[i] + pace_.setup + pace_.to_first_flit();
      message.every = pace_.flit_time;
      outbox.send(message);
    }
  }
}

void ScatterRoot::receive(const Arrival& arrival, Outbox&) {
  book_.about(arrival, "the root of a scatter expects nothing");
}

PeState ScatterRoot::state_at(Step now) const {
  return now < longest_ ? PeState::kDispatching : PeState::kDone;
}

ScatterReceiver::ScatterReceiver(const LocalFacts& facts) : facts_(facts), book_(facts.self) {}

void ScatterReceiver::receive(const Arrival& arrival, Outbox&) {
  if (arrival.kind != FlitKind::kData)
    book_.about(arrival, "a PE of a scatter expects data only");
  else
    check(arrival);
}

void ScatterReceiver::check(const Arrival& arrival) {
  if (arrival.message != facts_.self) {
    book_.about(arrival, "meant for another PE");
    return;
  }
  if (arrival.from != facts_.parent) book_.about(arrival, "did not come from the parent");
  if (intake_.flits() == facts_.length) {
    book_.about(arrival, "expected " + counted(facts_.length, "flit") + " in all");
    return;
  }
  const std::optional<std::string> fault = intake_.take(arrival);
  if (fault) book_.about(arrival, *fault);
  if (const auto mark = fault_of_last_mark(arrival, facts_.length)) book_.about(arrival, *mark);
}

PeState ScatterReceiver::state() const {
  if (intake_.flits() == facts_.length) return PeState::kDone;
  return intake_.flits() == 0 ? PeState::kDormant : PeState::kCollecting;
}

std::vector<std::string> ScatterReceiver::waiting_for() const {
  const Flits missing = facts_.length - intake_.flits();
  if (missing == 0) return {};
  return {flits_owed(missing, facts_.self)};
}

}  // namespace flitwise::protocols
