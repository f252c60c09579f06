// star_acknowledged.cpp: walks that come to a PE, and when it goes on with them.
#include "systemc/protocols/star/star_acknowledged.h"

#include <stdexcept>

namespace flitwise::protocols {
namespace {

// A PE that wakes does not know whether the cycle's clock edge is still to come, and packets enter
// the router in the step before their first link.
constexpr Step kStepsToGiveUp = 2;

}  // namespace

void StarAcknowledged::send_own(Outbox& outbox) {
  for (int tree = 2; tree <= settings().order(); ++tree) {
    if (plan().packets(tree).empty()) continue;
    Walk walk;
    walk.address = 0;
    for (const int q : plan().packets(tree))
      walk.values.push_back(star_content(self(), kNoNode, q));
    walks_[{self(), tree}] = walk;
    begin({self(), tree}, 0, cycle(1), outbox);
  }
}

std::optional<Step> StarAcknowledged::due(const StarHead& head) const {
  if (!has_timetable()) return std::nullopt;
  const Node u = address_in_tree_2(head);
  return plan().group_step(u, plan().place(head.tree, head.number));
}

void StarAcknowledged::relay(const Arrival& arrival, const StarHead& head, Outbox& outbox) {
  const WalkName name{head.source, head.tree};
  Walk& walk = walks_[name];
  walk.address = address_in_tree_2(head);
  walk.values.push_back(head.value);
  const std::size_t packets = plan().packets(head.tree).size();
  if (walk.values.size() < packets) return;
  const Step steps_left = plan().group() - static_cast<Step>(packets) + 1;
  begin(name, arrival.step, sent(arrival) + steps_left * settings().step(), outbox);
}

void StarAcknowledged::begin(WalkName name, Step now, Step first, Outbox& outbox) {
  if (settings().timeout && has_timetable())
    go_through(name, now, first, outbox);
  else
    go_on(name, now, first, outbox);
}

bool StarAcknowledged::take_control(const Arrival& arrival, Outbox& outbox) {
  const StarHop hop = delivered_hop(arrival.header);
  if (!hop.is_acknowledgement) return false;
  const WalkName name{arrival.message, hop.tree};
  const std::string fault = fault_of_acknowledgement(arrival, name);
  if (!fault.empty()) {
    complain(arrival, fault);
    return true;
  }
  if (settings().timeout) {
    if (has_timetable())
      take_timetabled(arrival, name);
    else
      take_if_early(arrival, name, outbox);
    return true;
  }
  const Walk& walk = walks_.at(name);
  const StarChild& child = plan().walk().children(walk.address)[walk.children_served - 1];
  if (is_in_time(arrival, nullptr, plan().acknowledgement_step(child.node)))
    go_on(name, arrival.step, sent(arrival) + settings().step(), outbox);
  return true;
}

void StarAcknowledged::take_timetabled(const Arrival& arrival, WalkName name) {
  const StarChild* child = child_behind(arrival, name);
  if (is_in_time(arrival, nullptr, plan().acknowledgement_step(child->node))) --time_outs_;
}

void StarAcknowledged::take_if_early(const Arrival& arrival, WalkName name, Outbox& outbox) {
  const auto found = walks_.find(name);
  if (found == walks_.end()) return;  // of a child that was given up
  Walk& walk = found->second;
  const StarChild& child = plan().walk().children(walk.address)[walk.children_served - 1];
  if (arrival.from != neighbour_in(name.second, child.dimension) ||
      sent(arrival) >= walk.gives_up_in)
    return;
  alarms_.erase({walk.gives_up_in, name});
  go_on(name, arrival.step, sent(arrival) + settings().step(), outbox);
}

const StarChild* StarAcknowledged::child_behind(const Arrival& arrival, WalkName name) const {
  if (name.first < 0 || name.first >= graph().size()) return nullptr;
  const Node u = graph().rotate(graph().relative(self(), name.first), 2 - name.second);
  for (const StarChild& child : plan().walk().children(u))
    if (neighbour_in(name.second, child.dimension) == arrival.from) return &child;
  return nullptr;
}

std::optional<Step> StarAcknowledged::next_wake() const {
  if (alarms_.empty()) return std::nullopt;
  return alarms_.begin()->first;
}

void StarAcknowledged::wake(Step now, Outbox& outbox) {
  while (!alarms_.empty() && alarms_.begin()->first <= now) {
    const auto [cycle, name] = *alarms_.begin();
    alarms_.erase(alarms_.begin());
    ++time_outs_;
    go_on(name, now, cycle + kStepsToGiveUp * settings().step(), outbox);
  }
}

std::string StarAcknowledged::fault_of_acknowledgement(const Arrival& arrival,
                                                       WalkName name) const {
  // Behind a time-out, a child may be one that was given up.
  if (settings().timeout)
    return child_behind(arrival, name) == nullptr ? "acknowledges what it was not sent" : "";
  const auto found = walks_.find(name);
  if (found == walks_.end() || found->second.children_served == 0)
    return "acknowledges what was not sent";
  const StarChild& child =
      plan().walk().children(found->second.address)[found->second.children_served - 1];
  if (arrival.from != neighbour_in(name.second, child.dimension))
    return "acknowledges what another PE was sent";
  return "";
}

void StarAcknowledged::go_on(WalkName name, Step now, Step first, Outbox& outbox) {
  Walk& walk = walks_.at(name);
  const std::vector<StarChild>& children = plan().walk().children(walk.address);
  if (walk.children_served < children.size()) {
    send_group(name, walk, children[walk.children_served++], now, first, outbox);
    if (!has_timetable()) {
      const Step patience = *settings().timeout->steps - kStepsToGiveUp;
      walk.gives_up_in = first + (plan().group() + patience) * settings().step();
      alarms_.insert({walk.gives_up_in, name});
    }
    return;
  }
  acknowledge(name, walk.address, now, first, outbox);
  walks_.erase(name);
}

void StarAcknowledged::go_through(WalkName name, Step now, Step first, Outbox& outbox) {
  const Walk& walk = walks_.at(name);
  const Step step_of_a_link = Step{plan().group() + 1} * settings().step();
  for (const StarChild& child : plan().walk().children(walk.address)) {
    send_group(name, walk, child, now, first, outbox);
    first += step_of_a_link * plan().walk().subtree(child.node);
    ++time_outs_;  // until the acknowledgement comes
  }
  acknowledge(name, walk.address, now, first, outbox);
  walks_.erase(name);
}

void StarAcknowledged::send_group(WalkName name, const Walk& walk, const StarChild& child, Step now,
                                  Step first, Outbox& outbox) {
  const auto [source, tree] = name;
  const int dimension = graph().rotate_dimension(child.dimension, tree - 2);
  for (std::size_t place = 0; place < walk.values.size(); ++place)
    send(hop_packet(source, {tree, false, plan().packets(tree)[place], walk.values[place]},
                    dimension),
         dimension, now, first + static_cast<Step>(place) * settings().step(), outbox);
}

void StarAcknowledged::acknowledge(WalkName name, Node address, Step now, Step first,
                                   Outbox& outbox) {
  if (address == 0) return;
  const auto [source, tree] = name;
  const int dimension = graph().rotate_dimension(trees().parent_dimension(address, 2), tree - 2);
  send(hop_packet(source, {tree, true}, dimension), dimension, now, first, outbox);
}

Node StarAcknowledged::neighbour_in(int tree, int dimension_in_tree_2) const {
  return graph().neighbour(self(), graph().rotate_dimension(dimension_in_tree_2, tree - 2));
}

std::vector<std::string> StarAcknowledged::waiting_for() const {
  std::vector<std::string> waiting = StarPe::waiting_for();
  std::map<Node, std::vector<std::string>> walks_by_child;
  for (const auto& [name, walk] : walks_) {
    if (walk.children_served == 0) continue;  // the rest of its group: among the packets
    const StarChild& child = plan().walk().children(walk.address)[walk.children_served - 1];
    walks_by_child[neighbour_in(name.second, child.dimension)].push_back(
        "tree " + std::to_string(name.second) + " of " + pe_name(name.first));
  }
  for (const auto& [child, walks] : walks_by_child)
    waiting.push_back(counted(static_cast<std::int64_t>(walks.size()), "acknowledgement") + " of " +
                      pe_name(child) + " in " + walks.front() +
                      (walks.size() > 1 ? " and others" : ""));
  return waiting;
}

PatientProtocol::PatientProtocol(std::unique_ptr<StarPe> inner) {
  auto* const walker = dynamic_cast<StarAcknowledged*>(inner.get());
  if (walker == nullptr || !walker->waits_for_steps())
    throw std::invalid_argument("only a walk with a time-out of some steps gives up waiting");
  static_cast<void>(inner.release());
  inner_.reset(walker);
}

}  // namespace flitwise::protocols
