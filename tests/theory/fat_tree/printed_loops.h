// printed_loops.h: the total exchanges of "Communications in Binary Fat Trees" as it prints them.
#ifndef FLITWISE_TESTS_THEORY_FAT_TREE_PRINTED_LOOPS_H_
#define FLITWISE_TESTS_THEORY_FAT_TREE_PRINTED_LOOPS_H_

#include "systemc/topology/fat_tree/fat_tree.h"
#include "tb/theory/fat_tree/fat_tree_prediction.h"

namespace flitwise::theory::test {

/// Section 5's phase for EBFTs: for l = 0 to `last`, leaf k sends to k XOR 2^(h-1) XOR l. Printed
/// is `last` = 2^(h-1), right is one less.
void append_xor_phase(const FatTree& tree, int h, Node last, Step start, FatTreeTable& table);

/// Section 5's phase for CBFTs at the switches of level h whose left ends are j 2^h, j <
/// `switches`. Printed is 2^(i-1) in phase i = L - h, right is 2^i.
void append_loop_phase(const FatTree& tree, int h, Node switches, Step start, FatTreeTable& table);

/// The whole exchange for EBFTs, with the right loops.
FatTreeTable xor_exchange(const FatTree& tree);

enum class PhaseSwitches { kAsPrinted, kAll };

/// The whole exchange for CBFTs. Phase 0 would print half a switch: it gets one.
FatTreeTable loop_exchange(const FatTree& tree, PhaseSwitches switches);

}  // namespace flitwise::theory::test

#endif  // FLITWISE_TESTS_THEORY_FAT_TREE_PRINTED_LOOPS_H_
