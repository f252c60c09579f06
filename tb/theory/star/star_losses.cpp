// star_losses.cpp: copies taken away, damage by damage, from those of a run without faults.
#include "tb/theory/star/star_losses.h"

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace flitwise::theory {
namespace {

using Damages = std::vector<StarDamage>;

/// Copies of a packet that a node with relative address u gets if nothing is lost.
using CopiesAt = std::vector<int>;

CopiesAt copies_at(StarAlgorithm algorithm, const StarTrees& trees, const StarTraffic& traffic) {
  if (!is_routed(algorithm))
    return CopiesAt(static_cast<std::size_t>(trees.graph().size()), traffic.copies);
  CopiesAt copies(static_cast<std::size_t>(trees.graph().size()), 0);
  for (const Node u : select_addresses(trees, traffic.copies).addresses)
    for (int turn = 0; turn < trees.graph().degree(); ++turn)
      ++copies[static_cast<std::size_t>(trees.graph().rotate(u, turn))];
  return copies;
}

/// Takes copies away from those of a run without faults.
class Losses {
 public:
  Losses(const StarTrees& trees, StarCopies whole, CopiesAt copies_at)
      : trees_(trees), copies_at_(std::move(copies_at)) {
    losses_.copies = std::move(whole);
  }

  /// `event` is what crossed the link, of a walk that PEs pass on if `is_relayed`.
  void lose(const StarLinkEvent& event, bool is_in_head, bool is_relayed) {
    const bool is_routed = event.destination != kNoNode;
    const Node behind = is_routed ? event.destination : event.to;
    if (is_lost(event, behind)) return;
    ++losses_.dropped;
    const Node u = trees_.graph().relative(event.to, event.source);
    if (is_relayed && !is_in_head && !trees_.child_dimensions(u, event.tree).empty())
      ++losses_.dropped;
    if (is_routed)
      take(event, behind);
    else
      take_subtree(event, u);
  }

  StarLosses close(int copies, const Damages& damages) {
    std::set<std::pair<Node, Node>> links;
    for (const StarDamage& damage : damages) {
      const Node to = trees_.graph().neighbour(damage.from, damage.dimension);
      links.insert(std::minmax(damage.from, to));
    }
    losses_.copies.guarantee = std::max(0, copies - static_cast<int>(links.size()));
    for (const auto& [name, trees] : lost_) count(name, trees.size());
    return losses_;
  }

 private:
  using Name = std::tuple<Node, Node, std::int64_t>;  // source, node, packet

  bool is_lost(const StarLinkEvent& event, Node node) const {
    const auto found = lost_.find({event.source, node, event.packet});
    return found != lost_.end() && found->second.count(event.tree) > 0;
  }

  void take(const StarLinkEvent& event, Node node) {
    lost_[{event.source, node, event.packet}].insert(event.tree);
  }

  void take_subtree(const StarLinkEvent& event, Node u) {
    take(event, trees_.graph().absolute(u, event.source));
    for (const int d : trees_.child_dimensions(u, event.tree))
      take_subtree(event, trees_.graph().neighbour(u, d));
  }

  void count(const Name& name, std::size_t lost) {
    const auto [source, node, packet] = name;
    const int before = copies_at_[static_cast<std::size_t>(trees_.graph().relative(node, source))];
    const int after = before - static_cast<int>(lost);
    StarCopies& copies = losses_.copies;
    --copies.histogram[static_cast<std::size_t>(before)];
    ++copies.histogram[static_cast<std::size_t>(after)];
    copies.received[static_cast<std::size_t>(node)] -= static_cast<std::int64_t>(lost);
    std::optional<int>& least = copies.least[static_cast<std::size_t>(node)];
    least = std::min(least.value_or(after), after);
  }

  const StarTrees& trees_;
  CopiesAt copies_at_;
  std::map<Name, std::set<int>> lost_;  // trees
  StarLosses losses_;
};

/// By step, those in heads before others on the same link.
Damages in_order(const StarGraph& graph, Damages damages) {
  for (const StarDamage& damage : damages) {
    check_node(graph, damage.from, "the sender of a damaged packet");
    if (damage.dimension < 2 || damage.dimension > graph.order())
      throw std::invalid_argument("a dimension must be 2 to " + std::to_string(graph.order()) +
                                  ", got " + std::to_string(damage.dimension));
  }
  std::stable_sort(damages.begin(), damages.end(), [](const StarDamage& a, const StarDamage& b) {
    return std::make_pair(a.step, !a.is_in_head) < std::make_pair(b.step, !b.is_in_head);
  });
  return damages;
}

}  // namespace

StarLosses star_losses(StarAlgorithm algorithm, const StarTrees& trees, const StarTraffic& traffic,
                       Node source, const Damages& damages, const StarLatency& latency) {
  if (algorithm == StarAlgorithm::kAcknowledged)
    throw std::invalid_argument("a walk with acknowledgements stops where a packet is lost");
  check_lockstep(latency, "which copies bit errors cost");
  if (latency.cut_through)
    throw std::invalid_argument(
        "which copies bit errors cost is not known where routers cut through");
  const std::vector<StarLinkEvent> events = star_events(algorithm, trees, traffic, source);
  Losses losses(trees, star_copies(algorithm, trees, traffic, source, {}),
                copies_at(algorithm, trees, traffic));
  for (const StarDamage& damage : in_order(trees.graph(), damages)) {
    StarLinkEvent link;
    link.step = damage.step;
    link.from = damage.from;
    link.to = trees.graph().neighbour(damage.from, damage.dimension);
    const auto place = [](const StarLinkEvent& e) { return std::tie(e.step, e.from, e.to); };
    const auto found = std::lower_bound(
        events.begin(), events.end(), link,
        [&](const StarLinkEvent& a, const StarLinkEvent& b) { return place(a) < place(b); });
    if (found != events.end() && place(*found) == place(link))
      losses.lose(*found, damage.is_in_head, algorithm == StarAlgorithm::kStatic);
  }
  return losses.close(traffic.copies, damages);
}

std::string losses_source() {
  return "a packet with a bit error is dropped: the copy is lost to the node behind the link and "
         "to all below it in the tree; any m, x";
}

std::string dropped_source() {
  return "one for every packet hit; in a multinode broadcast one more where a PE has begun to pass "
         "it on before it finds the error";
}

}  // namespace flitwise::theory
