#include "tb/theory/lengths.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

namespace flitwise::theory {

void check_lengths(Node pes, const std::vector<Flits>& lengths) {
  if (lengths.size() != index_of(pes))
    throw std::invalid_argument("lengths must have one entry per PE: " + std::to_string(pes) +
                                ", got " + std::to_string(lengths.size()));
  if (lengths[0] != 0)
    throw std::invalid_argument("lengths[0] must be 0, because PE 0 has no message, got " +
                                std::to_string(lengths[0]));
  for (std::size_t i = 1; i < lengths.size(); ++i) {
    if (lengths[i] < 0)
      throw std::invalid_argument("lengths[" + std::to_string(i) + "] must be at least 0, got " +
                                  std::to_string(lengths[i]));
  }
}

Flits total_flits(const std::vector<Flits>& lengths) {
  return std::accumulate(lengths.begin(), lengths.end(), Flits{0});
}

Flits subtree_flits(const Tree& tree, const std::vector<Flits>& lengths, Node top) {
  Flits flits = 0;
  for (Node a = tree.address(top); a < tree.subtree_end(top); ++a)
    flits += lengths[index_of(tree.node_at(a))];
  return flits;
}

Flits largest_root_load(const Tree& tree, const std::vector<Flits>& lengths) {
  Flits largest = 0;
  for (const Node child : tree.children(0))
    largest = std::max(largest, subtree_flits(tree, lengths, child));
  return largest;
}

std::vector<Flits> flits_from_depth(const Tree& tree, const std::vector<Flits>& lengths, Node top) {
  std::vector<Flits> flits(index_of(tree.height()) + 1, 0);
  for (Node a = tree.address(top); a < tree.subtree_end(top); ++a) {
    const Node v = tree.node_at(a);
    flits[index_of(tree.depth(v))] += lengths[index_of(v)];
  }
  for (std::size_t d = flits.size() - 1; d > 0; --d) flits[d - 1] += flits[d];
  return flits;
}

Step gather_lower_bound(const Tree& tree, const std::vector<Flits>& flits, Ports ports,
                        const Pace& pace) {
  const std::vector<Flits> lengths = in_steps(flits, 0, pace);
  const Flits through_one_port =
      ports == Ports::kSingle ? total_flits(lengths) : largest_root_load(tree, lengths);
  if (through_one_port == 0) return 0;
  Step bound = pace.beta + through_one_port + 1;
  for (Node v = 1; v < tree.size(); ++v) {
    const Flits length = lengths[index_of(v)];
    if (length > 0) bound = std::max(bound, 2 * Step{tree.depth(v)} + pace.beta + length - 1);
  }
  return bound;
}

std::string gather_lower_bound_source(Ports ports) {
  return ports == Ports::kSingle
             ? "max of M + 1 and 2 delta_i + L_i - 1 over nonnull i: call down, data back, one "
               "flit a step into the root from step 2 on; every single-port gather that it starts"
             : "max of the flits of a root subtree + 1 and 2 delta_i + L_i - 1 over nonnull i: "
               "call down, data back, one flit a step and link into the root from step 2 on; every "
               "multiport gather that it starts";
}

}  // namespace flitwise::theory
