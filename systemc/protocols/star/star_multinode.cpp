#include "systemc/protocols/star/star_multinode.h"

#include <utility>

#include "systemc/protocols/star/star_packet.h"

namespace flitwise::protocols {

Transmission hop_packet(Node source, int tree, Flits number, std::int64_t value, int dimension) {
  StarHop hop;
  hop.tree = tree;
  hop.number = number;
  hop.value = value;
  Transmission packet;
  packet.message = source;
  packet.value = value;
  packet.stream = number;
  packet.header = hop_header(hop, dimension);
  return packet;
}

StarMultinode::StarMultinode(const StarSettings& settings,
                             std::shared_ptr<const StarMultinodePlan> plan, Node self, Step skew)
    : StarPe(settings, self, skew, kNoNode), plan_(std::move(plan)) {}

unsigned StarMultinode::expected_trees(Node, int packet) const {
  return trees_of_packet(settings(), packet);
}

void StarMultinode::send_own(Outbox& outbox) {
  const Node child = plan_->walk().children(0).front().node;
  for (int tree = 2; tree <= settings().order(); ++tree) {
    int place = 0;
    for (const int q : plan_->packets(tree))
      send(hop_packet(self(), tree, q, star_content(self(), kNoNode, q), tree), tree, 0,
           cycle(plan_->static_step(child, place++)), outbox);
  }
}

void StarMultinode::read(const Arrival& arrival, StarHead& head) const {
  const StarHop hop = delivered_hop(arrival.header);
  head.number = hop.number;
  head.value = hop.value;
}

std::optional<Step> StarMultinode::due(const StarHead& head) const {
  const Node u = graph().rotate(head.address, 2 - head.tree);
  return plan_->static_step(u, plan_->place(head.tree, head.number));
}

void StarMultinode::relay(const Arrival& arrival, const StarHead& head, Outbox& outbox) {
  pass_on(When::kAtOnce, arrival, head, outbox);
}

void StarMultinode::relay_whole(const Arrival& arrival, const StarHead& head, Outbox& outbox) {
  pass_on(When::kLater, arrival, head, outbox);
}

void StarMultinode::pass_on(When when, const Arrival& arrival, const StarHead& head,
                            Outbox& outbox) {
  const Node u = graph().rotate(head.address, 2 - head.tree);
  const int place = plan_->place(head.tree, head.number);
  for (const StarChild& child : plan_->walk().children(u)) {
    const bool is_next = plan_->static_step(child.node, place) == plan_->static_step(u, place) + 1;
    if (is_next != (when == When::kAtOnce)) continue;
    const int dimension = graph().rotate_dimension(child.dimension, head.tree - 2);
    send(hop_packet(head.source, head.tree, head.number, head.value, dimension), dimension,
         arrival.step, cycle(plan_->static_step(child.node, place)), outbox);
  }
}

}  // namespace flitwise::protocols
