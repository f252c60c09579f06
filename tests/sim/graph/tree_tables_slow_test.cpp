// Heights and times on larger networks that others write about.
#include "tests/sim/graph/tree_tables.h"

namespace flitwise {
namespace {

TEST(TreeTable, HoldsOnLargerGraphs) {
  using test::TreeRow;
  const std::vector<Node> nodes_of_8(14, 3);
  for (const TreeRow& row : {
           TreeRow{"torus:8,8", 4, 2, {9, 9, 9, 10}, {8, 8}, 265, 263, 527, 530, 504},
           TreeRow{"torus:4,4,4", 6, 3, {7, 7, 7, 7, 7, 7}, {6, 6, 6}, 177, 176, 353, 354, 336},
           TreeRow{"hypercube:6", 6, 3, {7, 7, 7, 7, 7, 7}, {6, 6, 6}, 177, 176, 353, 354, 336},
           TreeRow{"slimfly:5", 7, 3, {4, 4, 4, 4, 4, 4, 4}, {4, 4, 4}, 150, 149, 349, 300, 287},
           TreeRow{"polarfly:5", 5, 3, {4, 4, 4, 4, 4}, {4, 4, 4}, 208, 208, 349, 416, 342},
           TreeRow{
               "polarfly:7", 7, 4, {4, 4, 4, 4, 4, 4, 4}, {4, 4, 4, 4}, 150, 149, 263, 300, 256},
           TreeRow{"star:5", 4, 2, {8, 8, 8, 8}, {7, 8}, 263, 261, 526, 526, 508},
           TreeRow{"pancake:5", 4, 2, {7, 8, 8, 8}, {8, 8}, 263, 261, 527, 526, 508},
           TreeRow{"bubblesort:5", 4, 2, {11, 11, 12, 12}, {10, 10}, 267, 265, 531, 534, 508},
           TreeRow{"dragonfly:4,2", 5, 2, {6, 6, 6, 6, 6}, {4, 4}, 210, 208, 519, 420, 399},
           TreeRow{"hyperx:8,8", 14, 7, nodes_of_8, {3, 3, 3, 3, 3, 3, 3}, 76, 75, 152, 152, 144},
       })
    test::expect_row(row);
}

}  // namespace
}  // namespace flitwise
