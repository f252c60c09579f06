// Heights and times on the networks that others write about: those that take a second at most.
#include "tests/sim/graph/tree_tables.h"

namespace flitwise {
namespace {

TEST(TreeTable, HoldsOnGraphsOfEveryKind) {
  using test::TreeRow;
  for (const TreeRow& row : {
           TreeRow{"ring:16", 2, 1, {15, 15}, {8}, 526, 519, 1039, 1052, 960},
           TreeRow{"mesh:8,8", 2, 1, {14, 14}, {8}, 525, 525, 1039, 1050, 576},
           TreeRow{"torus:4,4", 4, 2, {5, 5, 5, 5}, {4, 4}, 260, 259, 519, 520, 480},
           TreeRow{"torus:5,5", 4, 2, {6, 6, 6, 6}, {4, 4}, 261, 260, 519, 522, 492},
           TreeRow{"hypercube:4", 4, 2, {5, 5, 5, 5}, {4, 4}, 260, 259, 519, 520, 480},
           TreeRow{"hyperx:4,4", 6, 3, {3, 3, 3, 3, 3, 3}, {3, 3, 3}, 173, 173, 347, 346, 320},
           TreeRow{"debruijn:2,5", 2, 1, {5, 5}, {4}, 516, 516, 1031, 1032, 521},
           TreeRow{"kautz:2,4", 3, 1, {5, 6, 6}, {4}, 346, 345, 1031, 692, 524},
           TreeRow{"star:4", 3, 1, {6, 6, 6}, {4}, 347, 345, 1031, 694, 655},
       })
    test::expect_row(row);
}

}  // namespace
}  // namespace flitwise
