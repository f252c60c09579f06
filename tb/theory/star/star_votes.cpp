// star_votes.cpp: copies that pass liars against those that do not.
#include "tb/theory/star/star_votes.h"

#include <numeric>
#include <stdexcept>

namespace flitwise::theory {
namespace {

/// Copies of one packet that reach a node as they were sent, and as liars have made them.
struct Vote {
  int right = 0;
  int altered = 0;
};

Vote cast_vote(const StarTrees& trees, Node source, Node node, const std::vector<int>& through,
               const StarFaultMap& dead, const StarFaultMap& lying) {
  const StarGraph& graph = trees.graph();
  Vote vote;
  for (const int tree : through) {
    bool is_lost = false;
    bool is_altered = false;
    Node v = source;
    for (const int d : trees.route(graph.relative(node, source), tree)) {
      is_lost = is_lost || dead.is_blocked(v, d);
      v = graph.neighbour(v, d);
      is_altered = is_altered || lying.is_dead(v);
    }
    if (!is_lost) ++(is_altered ? vote.altered : vote.right);
  }
  return vote;
}

}  // namespace

std::optional<int> liars_tolerated(int copies, int silent) {
  if (copies < 1)
    throw std::invalid_argument("copies must be 1 or more, got " + std::to_string(copies));
  if (silent < 0)
    throw std::invalid_argument("silent elements must be 0 or more, got " + std::to_string(silent));
  if (copies <= silent) return std::nullopt;
  return (copies - silent - 1) / 2;
}

StarVotes multinode_votes(const StarTrees& trees, const StarTraffic& traffic,
                          const StarFaults& faults, const std::vector<Node>& liars) {
  const StarGraph& graph = trees.graph();
  check_traffic(graph.degree(), traffic);
  // When a packet passes where is not looked at.
  if (faults.from_step != 1)
    throw std::invalid_argument("votes beside liars take faults from step 1 only");
  const StarFaultMap dead(graph, faults);
  const StarFaultMap lying(graph, {liars, {}, 1});
  const auto takes_part = [&](Node v) { return !dead.is_dead(v) && !lying.is_dead(v); };
  StarVotes votes;
  // Packets n-1 apart use the same trees.
  for (int q = 0; q < graph.degree() && q < traffic.packets; ++q) {
    const std::int64_t alike = ceil_of(traffic.packets - q, graph.degree());
    std::vector<int> through;
    for (int i = 0; i < traffic.copies; ++i)
      through.push_back(copy_of(graph.degree(), traffic, q, i).tree);
    for (Node source = 0; source < graph.size(); ++source)
      for (Node node = 0; node < graph.size(); ++node) {
        if (node == source || !takes_part(source) || !takes_part(node)) continue;
        const Vote vote = cast_vote(trees, source, node, through, dead, lying);
        (vote.right > vote.altered   ? votes.right
         : vote.altered > vote.right ? votes.wrong
                                     : votes.undecided) += alike;
      }
  }
  return votes;
}

StarVotes votes_without_liars(const StarCopies& copies) {
  StarVotes votes;
  votes.undecided = copies.histogram.front();
  votes.right =
      std::accumulate(copies.histogram.begin() + 1, copies.histogram.end(), std::int64_t{0});
  return votes;
}

std::string votes_source() {
  return "copies that a liar passed on against the others that arrive; all liars say the same";
}

std::string votes_without_liars_source() {
  return "nobody lies: every copy that arrives is right, and one is a majority; any losses";
}

}  // namespace flitwise::theory
