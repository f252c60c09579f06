// Every claim on fat trees whose switches the build has made, from every leaf.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "tests/system/support/fat_tree_claims.h"

namespace flitwise {
namespace {

using testing_support::Breadth;
using testing_support::expect_all_claims;
using testing_support::expect_scatter_pairs;

const std::vector<FatTree> kBuiltTrees{{2, 2, {1}},           {4, 2, {1, 1}},
                                       {8, 2, {1, 1, 1}},     {8, 2, {1, 2, 4}},
                                       {16, 2, {1, 1, 1, 1}}, {16, 2, {1, 1, 2, 4}}};

TEST(FatTreeAllClaims, HoldFromEveryLeafOfTheTreesThatTheBuildHasMade) {
  const auto models = std::make_shared<ModelLibrary>();
  int runs = 0;
  for (const FatTree& tree : kBuiltTrees) runs += expect_all_claims(tree, Breadth::kAll, models);
  EXPECT_GT(runs, 600);
}

TEST(FatTreeAllClaims, TwoScattersCollideWhereTheCriterionSays) {
  const auto models = std::make_shared<ModelLibrary>();
  int colliding = 0;
  for (const FatTree& tree : kBuiltTrees)
    for (Node first = 0; first < tree.leaves(); ++first)
      colliding += expect_scatter_pairs(tree, first, models);
  EXPECT_GT(colliding, 100);
}

}  // namespace
}  // namespace flitwise
