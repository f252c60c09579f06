// star_selection.h: which of its n-1 paths a node gets its copies through.
#ifndef FLITWISE_TB_THEORY_STAR_STAR_SELECTION_H_
#define FLITWISE_TB_THEORY_STAR_STAR_SELECTION_H_

#include <cstdint>
#include <vector>

#include "systemc/topology/star/star_trees.h"

namespace flitwise::theory {

/// The addresses that tree 2 serves if every node is to get x copies; tree l serves their l - 2
/// times rotated images.
///
/// Of each necklace of s nodes, those ceil(x s / (n-1)) of least depth in tree 2, among equals
/// those of least number. So a node of a necklace of n-1 nodes gets exactly x copies, others at
/// least x.
struct StarSelection {
  std::vector<Node> addresses;  ///< farthest first, among equals by number; S(x) of them
  std::vector<int> depths;      ///< theirs
  std::int64_t depth_sum = 0;   ///< E(x)

  std::int64_t size() const { return static_cast<std::int64_t>(addresses.size()); }
};

/// Errors: throws std::invalid_argument for copies that are not 1 to n-1.
StarSelection select_addresses(const StarTrees& trees, int copies);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_STAR_STAR_SELECTION_H_
