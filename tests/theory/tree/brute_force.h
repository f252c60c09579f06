// brute_force.h: optima found by trying everything, to hold closed forms against.
#ifndef FLITWISE_TESTS_THEORY_TREE_BRUTE_FORCE_H_
#define FLITWISE_TESTS_THEORY_TREE_BRUTE_FORCE_H_

#include <cstdint>
#include <functional>
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

/// Calls `visit` with every tree of `pes` PEs in which parents have smaller numbers.
void for_each_tree(Node pes, const std::function<void(const Tree&)>& visit);

/// The same tree with its leaves numbered before its inner PEs (PE 0 stays).
Tree leaves_first(const Tree& tree);

/// What a PE makes of the times of its children, the p-th of which is served in step p.
using Combine = Step (*)(const std::vector<Step>& children);

/// max over p of (p + time), 0 for a leaf: steps of a broadcast.
Step broadcast_time(const std::vector<Step>& children);

/// Steps until the last of the children's certificates is in, when the p-th can be there p + 1 +
/// time steps after the token and one is taken a step.
Step slotted_time(const std::vector<Step>& children);

/// Smallest time of the root over all orders in which the PEs can serve their children.
/// A PE's time only grows with those of its children, so each may take its own best.
Step best_over_token_orders(const Tree& tree, Combine combine);

/// Which of the certificates that wait a parent takes.
enum class Grant : std::uint8_t { kFirstCome, kLastCome };

/// Step in which the root has all certificates when every PE asks as soon as it has those of its
/// children and has sorted them for `sorting(d)` steps, and a parent takes one a step of those that
/// ask. Played step by step.
Step arbitrated_t_sync(const Tree& tree, const std::vector<Step>& token,
                       const std::function<Step(Node)>& sorting, Grant grant);

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_THEORY_TREE_BRUTE_FORCE_H_
