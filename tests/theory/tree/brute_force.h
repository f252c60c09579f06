// brute_force.h: optima found by trying everything, to hold closed forms against.
#ifndef FLITWISE_TESTS_THEORY_TREE_BRUTE_FORCE_H_
#define FLITWISE_TESTS_THEORY_TREE_BRUTE_FORCE_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "systemc/topology/tree/tree.h"
#include "systemc/topology/types.h"
#include "tests/theory/tree/link_rules.h"

namespace flitwise::test {

/// Dispatch steps by PE, empty for null messages.
using Dispatch = std::vector<std::optional<Step>>;

/// True when no PE receives or sends two data flits in one step, flit by flit and link by link.
bool is_collision_free(const Tree& tree, const std::vector<Flits>& lengths,
                       const Dispatch& dispatch, Direction direction);

/// Last step in which a flit reaches its destination.
Step finish_of(const Tree& tree, const std::vector<Flits>& lengths, const Dispatch& dispatch);

/// Earliest finish over all collision-free dispatch vectors with dispatch[i] >= earliest[i].
Step best_finish(const Tree& tree, const std::vector<Flits>& lengths,
                 const std::vector<Step>& earliest, Direction direction);

/// Earliest finish over all orders of delivery to PE 0 when message i cannot begin to arrive before
/// earliest_arrival[i]; one flit a step, greedy within the order.
Step best_finish_over_orders(const std::vector<Flits>& lengths,
                             const std::vector<Step>& earliest_arrival);

/// A thing that must be placed without a gap: `length` steps, not before `release`.
struct Segment {
  std::int64_t release = 0;
  Flits length = 0;
};

/// Leftmost start of the gap-free concatenation of the segments, over all their orders.
std::int64_t best_start(const std::vector<Segment>& segments);

/// Leftmost start of PE 0's stream, over all ways to concatenate the messages such that each
/// subtree stays in one piece, when message v cannot begin to arrive before earliest_arrival[v].
Step best_stream_start(const Tree& tree, const std::vector<Flits>& lengths,
                       const std::vector<Step>& earliest_arrival);

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_THEORY_TREE_BRUTE_FORCE_H_
