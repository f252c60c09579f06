#include "tests/protocols/tree/ideal_network.h"

#include <algorithm>
#include <set>
#include <utility>

namespace flitwise::protocols::test {
namespace {

bool is_data(const LinkEvent& event) {
  return event.kind == FlitKind::kData || event.kind == FlitKind::kEnd;
}

void append(std::string& text, const std::string& title, const std::vector<std::string>& lines) {
  for (const std::string& line : lines) text += title + ": " + line + "\n";
}

std::string at(const LinkEvent& event) {
  return "step " + std::to_string(event.step) + ", link " + std::to_string(event.from) + "-" +
         std::to_string(event.to);
}

}  // namespace

std::string Record::faults() const {
  std::string text;
  append(text, "collision", collisions);
  append(text, "port", port_faults);
  append(text, "complaint", complaints);
  append(text, "waiting", waiting);
  append(text, "refused", refused);
  return text;
}

std::optional<Step> Record::dispatch(Node message) const {
  for (const LinkEvent& event : events)
    if (is_data(event) && event.message == message) return event.step;
  return std::nullopt;
}

std::vector<std::int64_t> Record::values(FlitKind kind) const {
  std::vector<std::int64_t> values;
  for (const LinkEvent& event : events)
    if (event.kind == kind) values.push_back(event.value);
  return values;
}

std::vector<LinkEvent> Record::data_on(Node from, Node to) const {
  std::vector<LinkEvent> found;
  for (const LinkEvent& event : events)
    if (is_data(event) && event.from == from && event.to == to) found.push_back(event);
  return found;
}

/// Hands what PE `self` sends to the network.
class IdealNetwork::Port final : public Outbox {
 public:
  Port(IdealNetwork& network, Node self) : network_(network), self_(self) {}
  void send(const Transmission& transmission) override { network_.accept(self_, transmission); }

 private:
  IdealNetwork& network_;
  Node self_;
};

IdealNetwork::IdealNetwork(const Tree& tree, Protocols& protocols, Ports ports, TreeLatency latency)
    : tree_(tree), protocols_(protocols), ports_(ports), latency_(std::move(latency)) {}

Record IdealNetwork::run(Step limit) {
  for (Node v = 0; v < tree_.size(); ++v) {
    Port port(*this, v);
    protocols_[static_cast<std::size_t>(v)]->start(port);
  }
  while (now_ < limit && !(calendar_.empty() && arriving_.empty())) {
    now_ = std::min(calendar_.empty() ? limit : calendar_.begin()->first,
                    arriving_.empty() ? limit : arriving_.begin()->first);
    if (auto due = calendar_.extract(now_)) send(std::move(due.mapped()));
    if (auto due = arriving_.extract(now_)) receive(std::move(due.mapped()));
  }
  run_.quiesce = now_;
  for (const auto& protocol : protocols_) {
    for (const std::string& complaint : protocol->complaints())
      run_.complaints.push_back(complaint);
    for (const std::string& need : protocol->waiting_for()) run_.waiting.push_back(need);
  }
  return std::move(run_);
}

bool IdealNetwork::is_possible(Node from, const Transmission& transmission) const {
  // Routers need their time; what is sent at the start has been handed over before.
  const Step least = now_ == 0 ? 1 : latency_.router_of(from);
  return transmission.after >= least && transmission.length >= 1 &&
         transmission.destination != from &&
         transmission.via == link_to(ports_, route(from, transmission.destination).front());
}

void IdealNetwork::accept(Node from, const Transmission& transmission) {
  if (!is_possible(from, transmission)) {
    run_.refused.push_back(
        "PE " + std::to_string(from) + " after " + std::to_string(transmission.after) + " length " +
        std::to_string(transmission.length) +
        (transmission.via == kNoNode ? "" : " via " + std::to_string(transmission.via)));
    return;
  }
  for (Flits k = 1; k <= transmission.length; ++k) {
    Flit flit;
    const bool is_end = k == transmission.length;
    flit.is_last = is_end && transmission.has_tail;
    flit.path = route(from, transmission.destination);
    flit.event.step = now_ + transmission.after + (k - 1) * transmission.every;
    flit.event.from = from;
    flit.event.kind = is_end && transmission.end_mark ? FlitKind::kEnd : transmission.kind;
    flit.event.message = transmission.message;
    flit.event.index = transmission.first + k - 1;
    flit.event.value = transmission.value;
    flit.event.stream = transmission.stream;
    calendar_[flit.event.step].push_back(std::move(flit));
  }
}

std::vector<Node> IdealNetwork::route(Node from, Node to) const {
  const auto is_below = [&](Node v, Node top) {
    return tree_.address(top) <= tree_.address(v) && tree_.address(v) < tree_.subtree_end(top);
  };
  std::vector<Node> path;
  Node meeting = from;
  while (!is_below(to, meeting)) path.push_back(meeting = tree_.parent(meeting));
  std::vector<Node> down = tree_.path_up(to, meeting);
  path.insert(path.end(), down.rbegin() + 1, down.rend());
  return path;
}

Step IdealNetwork::latency_of(const LinkEvent& event) const {
  return event.from == tree_.parent(event.to) ? latency_.down_to(event.to)
                                              : latency_.up_from(event.from);
}

void IdealNetwork::send(std::vector<Flit> flits) {
  for (Flit& flit : flits) {
    flit.event.to = flit.path.front();
    run_.events.push_back(flit.event);
  }
  check_links(flits);
  for (Flit& flit : flits) arriving_[now_ + latency_of(flit.event) - 1].push_back(std::move(flit));
}

void IdealNetwork::receive(std::vector<Flit> flits) {
  std::set<Node> receivers;
  for (const Flit& flit : flits)
    if (ports_ == Ports::kSingle && !receivers.insert(flit.event.to).second)
      run_.port_faults.push_back(at(flit.event) + ": second receive");
  for (Flit& flit : flits) {
    flit.path.erase(flit.path.begin());
    if (flit.path.empty()) {
      deliver(flit);
      continue;
    }
    flit.event.from = flit.event.to;
    flit.event.step = now_ + latency_.router_of(flit.event.from);
    calendar_[flit.event.step].push_back(std::move(flit));
  }
}

void IdealNetwork::check_links(const std::vector<Flit>& flits) {
  std::set<std::pair<Node, Node>> links;
  std::set<Node> senders;
  for (const Flit& flit : flits) {
    const LinkEvent& event = flit.event;
    if (!links.insert({event.from, event.to}).second) run_.collisions.push_back(at(event));
    if (ports_ == Ports::kSingle && !senders.insert(event.from).second)
      run_.port_faults.push_back(at(event) + ": second send");
  }
}

void IdealNetwork::deliver(const Flit& flit) {
  const LinkEvent& event = flit.event;
  if (is_data(event)) run_.finish = now_;
  const Arrival arrival{now_,          event.kind,   event.from,
                        event.message, event.index,  flit.is_last,
                        event.value,   event.stream, 0};
  Port port(*this, event.to);
  protocols_[static_cast<std::size_t>(event.to)]->receive(arrival, port);
}

Record run_on(const Tree& tree, Protocols protocols, Ports ports, const TreeLatency& latency) {
  return IdealNetwork(tree, protocols, ports, latency).run();
}

}  // namespace flitwise::protocols::test
