// star_selection.h: which trees serve which nodes in a scatter or an exchange, and in which order.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_SELECTION_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_SELECTION_H_

#include <vector>

#include "systemc/topology/star/star_trees.h"

namespace flitwise::protocols {

/// Of every necklace of s addresses the ceil(x s/(n-1)) of least depth in tree 2 are selected, of
/// equal depths those of least rank. Node u then uses tree l if R^-(l-2) u is selected: at least x
/// trees, the same for all sources.
/// Source: Fragopoulou, Akl (IEEE TC 45(2), 1996), unfolded necklaces.
class StarSelection {
 public:
  StarSelection(const StarTrees& trees, int copies);

  /// Selected addresses in tree 2, by decreasing depth, equal depths by increasing rank.
  const std::vector<Node>& order() const { return order_; }
  /// Trees of the node with relative address `u`, not 0: bit l - 2 for tree l.
  unsigned trees_of(Node u) const { return trees_of_[static_cast<std::size_t>(u)]; }

 private:
  std::vector<Node> order_;
  std::vector<unsigned> trees_of_;
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_SELECTION_H_
