#include "tb/theory/star/star_votes.h"

#include <numeric>
#include <stdexcept>

#include "tb/theory/star/star_arithmetic.h"
#include "tb/theory/star/star_fault_map.h"

namespace flitwise::theory {
namespace {

void check_copies(int copies) {
  if (copies < 1)
    throw std::invalid_argument("copies must be 1 or more, got " + std::to_string(copies));
}

void check_end(const StarGraph& graph, Node end, const char* name, const StarFaultMap& faults,
               const StarFaultMap& liars) {
  check_node(graph, end, name);
  if (faults.is_dead(end) || liars.is_dead(end))
    throw std::invalid_argument(std::string(name) + " " + std::to_string(end) +
                                " must be neither dead nor a liar");
}

// When a packet passes where is not looked at.
StarFaultMap map_from_the_start(const StarGraph& graph, const StarFaults& faults) {
  if (faults.from_step != 1)
    throw std::invalid_argument("votes beside liars take faults from step 1 only");
  return {graph, faults};
}

/// As vote_at, with everything checked and looked up.
StarVote cast_vote(const StarTrees& trees, Node source, Node node, const std::vector<int>& through,
                   const StarFaultMap& dead, const StarFaultMap& lying) {
  const StarGraph& graph = trees.graph();
  StarVote vote;
  for (const int tree : through) {
    bool is_lost = false;
    bool is_altered = false;
    Node v = source;
    for (const int d : trees.route(graph.relative(node, source), tree)) {
      is_lost = is_lost || dead.is_blocked(v, d);
      v = graph.neighbour(v, d);
      is_altered = is_altered || lying.is_dead(v);
    }
    ++(is_lost ? vote.lost : is_altered ? vote.altered : vote.right);
  }
  return vote;
}

}  // namespace

std::optional<int> liars_tolerated(int copies, int silent) {
  check_copies(copies);
  if (silent < 0)
    throw std::invalid_argument("silent elements must be 0 or more, got " + std::to_string(silent));
  if (copies <= silent) return std::nullopt;
  return (copies - silent - 1) / 2;
}

StarVote vote_at(const StarTrees& trees, Node source, Node node, const std::vector<int>& through,
                 const StarFaults& faults, const std::vector<Node>& liars) {
  const StarGraph& graph = trees.graph();
  const StarFaultMap dead = map_from_the_start(graph, faults);
  const StarFaultMap lying(graph, {liars, {}, 1});
  check_end(graph, source, "the source", dead, lying);
  check_end(graph, node, "the destination", dead, lying);
  if (node == source) throw std::invalid_argument("the source does not receive its own packets");

  for (const int tree : through)
    if (tree < 2 || tree > graph.order())
      throw std::invalid_argument("a tree must be 2 to " + std::to_string(graph.order()) +
                                  ", got " + std::to_string(tree));
  return cast_vote(trees, source, node, through, dead, lying);
}

StarVotes multinode_votes(const StarTrees& trees, const StarTraffic& traffic,
                          const StarFaults& faults, const std::vector<Node>& liars) {
  const StarGraph& graph = trees.graph();
  check_traffic(graph.degree(), traffic);
  const StarFaultMap dead = map_from_the_start(graph, faults);
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
        const StarVote vote = cast_vote(trees, source, node, through, dead, lying);
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
