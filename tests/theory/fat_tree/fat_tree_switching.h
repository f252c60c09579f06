// fat_tree_switching.h: how one switch passes on one packet, for the reference models.
#ifndef FLITWISE_TESTS_THEORY_FAT_TREE_FAT_TREE_SWITCHING_H_
#define FLITWISE_TESTS_THEORY_FAT_TREE_FAT_TREE_SWITCHING_H_

#include <vector>

#include "systemc/topology/fat_tree/fat_tree.h"
#include "tb/theory/fat_tree/fat_tree_prediction.h"

namespace flitwise::theory::test {

/// A packet and the link it is about to cross.
struct Packet {
  FatTreeDispatch dispatch;
  Flits index = 1;
  Node from = kNoNode;
  Node to = kNoNode;
};

/// Flit `index` of a dispatch, at the link of its leaf.
Packet inject(const FatTree& tree, const FatTreeDispatch& dispatch, Flits index);

/// Its copies at the outputs of the switch packet.to.
std::vector<Packet> route(const FatTree& tree, const Packet& packet);

/// What its link events carry as value.
std::int64_t value_of(const FatTreeDispatch& dispatch);

}  // namespace flitwise::theory::test

#endif  // FLITWISE_TESTS_THEORY_FAT_TREE_FAT_TREE_SWITCHING_H_
