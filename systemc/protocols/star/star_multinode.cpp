// star_multinode.cpp: a depth-first walk, when each packet is where on it, and packets passed on.
#include "systemc/protocols/star/star_multinode.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <stdexcept>
#include <tuple>

namespace flitwise::protocols {

StarWalk::StarWalk(const StarTrees& trees)
    : arcs_(at(trees.graph().size()), -1),
      subtrees_(at(trees.graph().size())),
      children_(at(trees.graph().size())) {
  visit(trees, 0, 0);
}

int StarWalk::visit(const StarTrees& trees, Node u, int next_arc) {
  const int first_arc = next_arc;
  for (const int d : trees.child_dimensions(u, 2)) {
    const Node child = trees.graph().neighbour(u, d);
    children_[at(u)].push_back({child, d});
    arcs_[at(child)] = next_arc;
    next_arc = visit(trees, child, next_arc + 1);
  }
  subtrees_[at(u)] = 1 + next_arc - first_arc;
  return next_arc;
}

StarMultinodePlan::StarMultinodePlan(const StarSettings& settings)
    : walk_(*settings.trees), links_(settings.graph().size() - 1), group_(largest_share(settings)) {
  for (int tree = 2; tree <= settings.order(); ++tree)
    packets_.push_back(packets_of_tree(settings, tree));
  for (Node u = 0; u < settings.graph().size(); ++u)
    depths_.push_back(u == 0 ? 0 : settings.trees->depth(u, 2));
  if (settings.lag() > 1) set_slots(settings.graph(), settings.lag());
}

void StarMultinodePlan::set_slots(const StarGraph& graph, Step lag) {
  // Nodes in the order of the walk, those below a node behind it; links below them at most.
  std::vector<Node> nodes(static_cast<std::size_t>(links_));
  for (Node u = 1; u < graph.size(); ++u) nodes[static_cast<std::size_t>(walk_.arc(u))] = u;
  std::vector<int> heights(static_cast<std::size_t>(graph.size()));
  for (auto u = nodes.rbegin(); u != nodes.rend(); ++u)
    for (const StarChild& child : walk_.children(*u))
      heights[static_cast<std::size_t>(*u)] = std::max(
          heights[static_cast<std::size_t>(*u)], heights[static_cast<std::size_t>(child.node)] + 1);

  using Candidate = std::tuple<int, int, int>;  // height, turned round; place; arc
  using Later = std::pair<Step, Candidate>;     // from this slot on
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> ready;
  std::priority_queue<Later, std::vector<Later>, std::greater<>> later;
  const auto add_children = [&](Node u, int place, Step from) {
    for (const StarChild& child : walk_.children(u))
      later.push(
          {from, {-heights[static_cast<std::size_t>(child.node)], place, walk_.arc(child.node)}});
  };
  slots_.resize(static_cast<std::size_t>(group_ * links_));
  for (int place = 0; place < group_; ++place) add_children(0, place, 1);
  for (Step slot = 1; !ready.empty() || !later.empty(); ++slot) {
    for (; !later.empty() && later.top().first <= slot; later.pop()) ready.push(later.top().second);
    if (ready.empty()) continue;
    const auto [height, place, arc] = ready.top();
    ready.pop();
    slots_[static_cast<std::size_t>(place * links_ + arc)] = slot;
    add_children(nodes[static_cast<std::size_t>(arc)], place, slot + lag);
  }
}

int StarMultinodePlan::place(int tree, Flits number) const {
  const std::vector<int>& all = packets(tree);
  const auto found = std::lower_bound(all.begin(), all.end(), number);
  return found == all.end() || *found != number ? -1 : static_cast<int>(found - all.begin());
}

Step StarMultinodePlan::group_step(Node u, int place) const {
  // Before it, a group has gone down every link before u's, and an acknowledgement has come up all
  // of these but the ones on the way to u.
  const Step before = walk_.arc(u);
  const Step acknowledged = before - (depths_[static_cast<std::size_t>(u)] - 1);
  return before * group_ + acknowledged + place + 1;
}

Step StarMultinodePlan::acknowledgement_step(Node u) const {
  return group_step(u, 0) + Step{group_ + 1} * walk_.subtree(u) - 1;
}

Transmission hop_packet(Node source, const StarHop& hop, int dimension) {
  Transmission packet;
  packet.message = source;
  packet.value = hop.value;
  packet.stream = hop.number;
  packet.header = hop_header(hop, dimension);
  return packet;
}

void StarMultinode::send_own(Outbox& outbox) {
  const Node child = plan().walk().children(0).front().node;
  for (int tree = 2; tree <= settings().order(); ++tree) {
    int place = 0;
    for (const int q : plan().packets(tree))
      send(hop_packet(self(), {tree, false, q, star_content(self(), kNoNode, q)}, tree), tree, 0,
           cycle(plan().static_step(child, place++)), outbox);
  }
}

void StarWalker::read(const Arrival& arrival, StarHead& head) const {
  const StarHop hop = delivered_hop(arrival.header);
  head.number = hop.number;
  head.value = hop.value;
}

std::optional<Step> StarMultinode::due(const StarHead& head) const {
  const Node u = address_in_tree_2(head);
  return plan().static_step(u, plan().place(head.tree, head.number));
}

void StarMultinode::relay(const Arrival& arrival, const StarHead& head, Outbox& outbox) {
  pass_on(When::kAtOnce, arrival, head, outbox);
}

void StarMultinode::relay_whole(const Arrival& arrival, const StarHead& head, Outbox& outbox) {
  pass_on(When::kLater, arrival, head, outbox);
}

void StarMultinode::pass_on(When when, const Arrival& arrival, const StarHead& head,
                            Outbox& outbox) {
  const Node u = address_in_tree_2(head);
  const int place = plan().place(head.tree, head.number);
  for (const StarChild& child : plan().walk().children(u)) {
    // Whether the packet must begin to go into the router before it has come whole.
    const Step wait =
        cycle(plan().static_step(child.node, place)) - cycle(plan().static_step(u, place));
    const bool is_next = wait < settings().hop() + std::max(settings().flits - 1, 1);
    if (is_next != (when == When::kAtOnce)) continue;
    const int dimension = graph().rotate_dimension(child.dimension, head.tree - 2);
    send(hop_packet(head.source, {head.tree, false, head.number, head.value}, dimension), dimension,
         arrival.step, cycle(plan().static_step(child.node, place)), outbox);
  }
}

/// Passes transmissions on, those of other sources altered.
class LyingProtocol::Forger final : public Outbox {
 public:
  Forger(Outbox& outbox, LyingProtocol& liar) : outbox_(outbox), liar_(liar) {}

  void send(const Transmission& transmission) override {
    Transmission forged = transmission;
    if (forged.message != liar_.inner_->self() && !is_acknowledgement(forged.header)) {
      const std::int64_t truth =
          star_content(forged.message, kNoNode, static_cast<int>(forged.stream));
      forged.header = altered_hop(forged.header, forged.value ^ truth ^ liar_.lie_);
      forged.value = truth ^ liar_.lie_;
      liar_.has_lied_ = true;
    }
    outbox_.send(forged);
  }

 private:
  Outbox& outbox_;
  LyingProtocol& liar_;
};

LyingProtocol::LyingProtocol(std::unique_ptr<StarPe> inner, std::int64_t lie)
    : inner_(std::move(inner)), lie_(lie) {
  if (!inner_) throw std::invalid_argument("a lying PE needs a protocol to break");
  if (lie < 1 || lie >= kStarValues)
    throw std::invalid_argument("a lie must be 1 to " + std::to_string(kStarValues - 1) + ", got " +
                                std::to_string(lie));
}

void LyingProtocol::start(Outbox& outbox) {
  Forger forger(outbox, *this);
  inner_->start(forger);
}

void LyingProtocol::receive(const Arrival& arrival, Outbox& outbox) {
  Forger forger(outbox, *this);
  inner_->receive(arrival, forger);
}

std::vector<std::string> LyingProtocol::complaints() const {
  std::vector<std::string> all = inner_->complaints();
  if (!has_lied_)
    all.push_back(pe_name(inner_->self()) + ": a lying PE that has passed nothing on");
  return all;
}

}  // namespace flitwise::protocols
