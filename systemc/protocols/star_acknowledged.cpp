#include "systemc/protocols/star_acknowledged.h"

#include "systemc/protocols/star_multinode.h"
#include "systemc/protocols/star_packet.h"

namespace flitwise::protocols {
namespace {

Transmission acknowledgement(Node source, int tree, int dimension) {
  StarHop hop;
  hop.tree = tree;
  hop.is_acknowledgement = true;
  Transmission packet;
  packet.message = source;
  packet.header = hop_header(hop, dimension);
  return packet;
}

}  // namespace

StarAcknowledged::StarAcknowledged(const StarSettings& settings,
                                   std::shared_ptr<const StarMultinodePlan> plan, Node self,
                                   Step skew)
    : StarPe(settings, self, skew, kNoNode), plan_(std::move(plan)) {}

unsigned StarAcknowledged::expected_trees(Node, int packet) const {
  return trees_of_packet(settings(), packet);
}

void StarAcknowledged::send_own(Outbox& outbox) {
  for (int tree = 2; tree <= settings().order(); ++tree) {
    if (plan_->packets(tree).empty()) continue;
    Walk walk;
    walk.address = 0;
    for (const int q : plan_->packets(tree))
      walk.values.push_back(star_content(self(), kNoNode, q));
    walks_[{self(), tree}] = walk;
    go_on({self(), tree}, 0, cycle(1), outbox);
  }
}

void StarAcknowledged::read(const Arrival& arrival, StarHead& head) const {
  const StarHop hop = delivered_hop(arrival.header);
  head.number = hop.number;
  head.value = hop.value;
}

std::optional<Step> StarAcknowledged::due(const StarHead& head) const {
  const Node u = graph().rotate(head.address, 2 - head.tree);
  return plan_->group_step(u, plan_->place(head.tree, head.number));
}

void StarAcknowledged::relay(const Arrival& arrival, const StarHead& head, Outbox& outbox) {
  const WalkName name{head.source, head.tree};
  Walk& walk = walks_[name];
  walk.address = graph().rotate(head.address, 2 - head.tree);
  walk.values.push_back(head.value);
  const std::size_t packets = plan_->packets(head.tree).size();
  if (walk.values.size() < packets) return;
  const Step steps_left = plan_->group() - static_cast<Step>(packets) + 1;
  go_on(name, arrival.step, arrival.step + steps_left * settings().flits, outbox);
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
  const Walk& walk = walks_.at(name);
  const StarChild& child = plan_->walk().children(walk.address)[walk.children_served - 1];
  if (is_in_time(arrival, "acknowledgement", plan_->acknowledgement_step(child.node)))
    go_on(name, arrival.step, arrival.step + settings().flits, outbox);
  return true;
}

std::string StarAcknowledged::fault_of_acknowledgement(const Arrival& arrival,
                                                       WalkName name) const {
  const auto found = walks_.find(name);
  if (found == walks_.end() || found->second.children_served == 0)
    return "acknowledges what was not sent";
  const StarChild& child =
      plan_->walk().children(found->second.address)[found->second.children_served - 1];
  if (arrival.from != neighbour_in(name.second, child.dimension))
    return "acknowledges what another PE was sent";
  return "";
}

void StarAcknowledged::go_on(WalkName name, Step now, Step first, Outbox& outbox) {
  const auto [source, tree] = name;
  Walk& walk = walks_.at(name);
  const std::vector<StarChild>& children = plan_->walk().children(walk.address);
  if (walk.children_served < children.size()) {
    const int dimension =
        graph().rotate_dimension(children[walk.children_served++].dimension, tree - 2);
    for (std::size_t place = 0; place < walk.values.size(); ++place)
      send(hop_packet(source, tree, plan_->packets(tree)[place], walk.values[place], dimension),
           dimension, now, first + static_cast<Step>(place) * settings().flits, outbox);
    return;
  }
  if (walk.address != 0) {
    const int dimension =
        graph().rotate_dimension(trees().parent_dimension(walk.address, 2), tree - 2);
    send(acknowledgement(source, tree, dimension), dimension, now, first, outbox);
  }
  walks_.erase(name);
}

Node StarAcknowledged::neighbour_in(int tree, int dimension_in_tree_2) const {
  return graph().neighbour(self(), graph().rotate_dimension(dimension_in_tree_2, tree - 2));
}

std::vector<std::string> StarAcknowledged::waiting_for() const {
  std::vector<std::string> waiting = StarPe::waiting_for();
  std::map<Node, std::vector<std::string>> walks_by_child;
  for (const auto& [name, walk] : walks_) {
    if (walk.children_served == 0) continue;  // the rest of its group: among the packets
    const StarChild& child = plan_->walk().children(walk.address)[walk.children_served - 1];
    walks_by_child[neighbour_in(name.second, child.dimension)].push_back(
        "tree " + std::to_string(name.second) + " of " + pe_name(name.first));
  }
  for (const auto& [child, walks] : walks_by_child)
    waiting.push_back(counted(static_cast<std::int64_t>(walks.size()), "acknowledgement") + " of " +
                      pe_name(child) + " in " + walks.front() +
                      (walks.size() > 1 ? " and others" : ""));
  return waiting;
}

}  // namespace flitwise::protocols
