// torus_pieces.h: the words of a vector in pieces, and a piece cut in blocks dimension by
// dimension.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_TORUS_PIECES_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_TORUS_PIECES_H_

#include <cstddef>
#include <vector>

#include "systemc/topology/collective_plan.h"

namespace flitwise::protocols::torus_plans {

/// A piece: every word of it belongs to a PE, and the block of a level belongs to all PEs that
/// agree in the coordinates of that level's dimension and of the levels' before.
///
/// Shape: a block of level j has B_j words, B_j = ceil(B_{j-1} / n) with n the side of that level's
///        dimension, B_{-1} the words of the piece. Where it has fewer of its own, the cell of
///        padding fills it up.
class TorusPiece {
 public:
  /// `order`: dimension of each level; `words_of[v]`: cells of PE v's words, at most B of the last
  /// level; `total`: B_{-1}.
  TorusPiece(const Torus& torus, std::vector<int> order,
             const std::vector<std::vector<Cell>>& words_of, Flits total, Cell padding);

  int levels() const { return static_cast<int>(order_.size()); }
  int dimension(int level) const { return order_[index_of(level)]; }
  /// Words of a block, padding included.
  Flits size(int level) const { return sizes_[index_of(level)]; }
  /// The block of `level` that PE v's ring of that level has for coordinate `c`: of those PEs that
  /// agree with v in the levels before.
  std::vector<Cell> block(Node v, int level, int c) const;

 private:
  Torus torus_;
  std::vector<int> order_;
  std::vector<Flits> sizes_;
  std::vector<Cell> words_;         // by PE, in the order of the levels' coordinates
  std::vector<std::size_t> first_;  // of each PE's words, and the end
  Cell padding_;
};
using TorusPieces = std::vector<TorusPiece>;

/// The cells that an operation moves, cut in one piece for each of `orders`.
///
/// Shape: of an all-reduce the words of the vector, cut in runs, pieces and blocks alike; of a
///        reduce-scatter the vector padded to whole blocks, of an all-gather all blocks. There
///        every word belongs to the PE whose block it is in, and pieces share out each block such
///        that no block of a level is larger than in a piece that is cut in runs. The first cell
///        that is no word of these is the cell of padding.
TorusPieces cut_in_pieces(const CollectiveRequest& request, const Torus& torus,
                          const std::vector<std::vector<int>>& orders);

/// The same cells in `pieces` pieces; result [piece][v] is what belongs to PE v, of every PE as
/// many, padding included: ceil(words / (pieces N)).
///
/// Shape: of an all-reduce the words in runs, of the others the runs of each block.
std::vector<std::vector<std::vector<Cell>>> blocks_in_pieces(const CollectiveRequest& request,
                                                             const Torus& torus,
                                                             std::size_t pieces);

/// Cells of a PE: those of the words that the operation moves, and one of padding.
Cell cells_with_padding(const CollectiveRequest& request, const Torus& torus);

}  // namespace flitwise::protocols::torus_plans

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_TORUS_PIECES_H_
