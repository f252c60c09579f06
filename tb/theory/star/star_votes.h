// star_votes.h: how many lying elements the votes of x copies of a packet survive.
#ifndef FLITWISE_TB_THEORY_STAR_STAR_VOTES_H_
#define FLITWISE_TB_THEORY_STAR_STAR_VOTES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "systemc/topology/star/star_trees.h"
#include "tb/theory/star/star_faults.h"

namespace flitwise::theory {

/// Most lying nodes f, beside e silent elements, so that the majority of the copies that arrive is
/// right at every node: x > 2f + e. Empty if x copies do not even survive the silent ones.
/// Errors: throws std::invalid_argument for fewer than 1 copy or 0 silent elements.
std::optional<int> liars_tolerated(int copies, int silent);

/// Pairs of a node and a packet of another one, both nodes alive and honest, by what more than half
/// of the copies that arrive say.
struct StarVotes {
  std::int64_t right = 0;
  std::int64_t wrong = 0;      ///< if all liars say the same
  std::int64_t undecided = 0;  ///< no majority, or no copy
};

/// What the votes on all packets of a multinode broadcast by the static walk come to. Sources that
/// take part are honest, liars alter all they pass on, `faults` are dead from the start.
/// Errors: throws std::invalid_argument for a traffic that star_theory.h refuses, for elements that
///         are not the graph's and for faults that are not there from step 1.
StarVotes multinode_votes(const StarTrees& trees, const StarTraffic& traffic,
                          const StarFaults& faults, const std::vector<Node>& liars);

/// What votes come to where nobody lies, whatever cost copies and when: those that arrive are
/// right, so that one is a majority, and `copies` says all.
StarVotes votes_without_liars(const StarCopies& copies);

/// Words for where votes come from, beside liars and without.
std::string votes_source();
std::string votes_without_liars_source();

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_STAR_STAR_VOTES_H_
