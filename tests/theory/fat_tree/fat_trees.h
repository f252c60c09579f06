// fat_trees.h: fat trees to test on, and two reference models that know nothing of the formulas.
#ifndef FLITWISE_TESTS_THEORY_FAT_TREE_FAT_TREES_H_
#define FLITWISE_TESTS_THEORY_FAT_TREE_FAT_TREES_H_

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <optional>
#include <ostream>
#include <string>
#include <tuple>
#include <vector>

#include "systemc/topology/fat_tree/fat_tree.h"
#include "tb/theory/fat_tree/fat_tree_theory.h"

namespace flitwise {
/// "n = 8, b = 2, c = 1 2 2"
std::ostream& operator<<(std::ostream& out, const FatTree& tree);
}  // namespace flitwise

namespace flitwise::theory::test {

FatTree constant_tree(Node leaves, int arity = 2);
FatTree exponential_tree(Node leaves, int arity = 2);

/// All fat trees of these leaves with c_1 = `leaf_links` and c_i <= `most`.
std::vector<FatTree> all_capacities(Node leaves, int arity, int most, int leaf_links = 1);

/// b = 2 up to 16 leaves with all capacities up to 2^(L-1) + 1; b = 3 up to 27 and b = 4 up to 64
/// leaves with some.
std::vector<FatTree> small_fat_trees();

/// Capacities at random, reproducible.
FatTree random_fat_tree(Node leaves, int arity, std::uint64_t seed);

/// One flit for every leaf but `root`.
std::vector<Flits> unit_lengths(const FatTree& tree, Node root);

/// All orders of the leaves but `source` in which farther classes come first.
std::vector<std::vector<Node>> farthest_first_orders(const FatTree& tree, Node source);

/// Lengths from 0 to `most` at random, 0 for `root`.
std::vector<Flits> random_leaf_lengths(const FatTree& tree, Node root, Flits most,
                                       std::uint64_t seed);

/// A flit that came to a leaf: step, source, number in its message.
using Delivery = std::tuple<Step, Node, Flits>;

/// What a schedule does when every packet moves on as soon as it can, hop by hop.
struct Walk {
  std::vector<LinkEvent> events;                         ///< in steps of sending, sorted
  std::vector<std::vector<Delivery>> deliveries;         ///< by leaf, sorted
  std::map<std::tuple<Step, Node, Node>, Flits> crowds;  ///< packets above c by step, from, to
};
Walk walk(const FatTree& tree, const FatTreeTable& table, const FatTreeLatency& latency = {});

/// Which input of a switch goes first.
enum class Inputs : std::uint8_t { kChildrenFirst, kParentFirst };
enum class Forwarding : std::uint8_t { kCutThrough, kStoreAndForward };

/// What a schedule does on switches with a first-in-first-out queue per output, behind all stages
/// of the input. With a depth, a packet is sent only if every queue that it is for next has room,
/// of which a packet that left in step t gives its part back for step t + w_c.
struct QueueRun {
  Step finish = 0;
  std::vector<std::vector<Step>> arrivals;                        ///< by leaf, sorted
  std::vector<Flits> wait_up, wait_down, stored_up, stored_down;  ///< by level
};
QueueRun run_queues(const FatTree& tree, const FatTreeTable& table,
                    Inputs inputs = Inputs::kChildrenFirst,
                    Forwarding forwarding = Forwarding::kCutThrough,
                    const FatTreeLatency& latency = {}, std::optional<Flits> depth = {});

/// Does every leaf get, in this walk, exactly one flit of every other leaf?
::testing::AssertionResult brings_all_to_all(const FatTree& tree, const Walk& walk);

/// Is the prediction of a schedule without conflicts true to its table, link by link?
::testing::AssertionResult holds_without_queues(const FatTree& tree, const FatTreePrediction& p,
                                                const FatTreeLatency& latency = {});

/// Is the prediction, figure by figure that it gives, what happens in queues of any length?
::testing::AssertionResult holds_in_queues(const FatTree& tree, const FatTreePrediction& p,
                                           const FatTreeLatency& latency = {},
                                           Inputs inputs = Inputs::kChildrenFirst);

}  // namespace flitwise::theory::test

#endif  // FLITWISE_TESTS_THEORY_FAT_TREE_FAT_TREES_H_
