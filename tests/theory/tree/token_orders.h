// token_orders.h: synchronisation by trying every order and by playing an arbiter, to hold the
// formulas against.
#ifndef FLITWISE_TESTS_THEORY_TREE_TOKEN_ORDERS_H_
#define FLITWISE_TESTS_THEORY_TREE_TOKEN_ORDERS_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "systemc/topology/tree/tree.h"
#include "systemc/topology/types.h"

namespace flitwise::test {

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

#endif  // FLITWISE_TESTS_THEORY_TREE_TOKEN_ORDERS_H_
