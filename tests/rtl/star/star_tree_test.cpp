// Parents and children that the combinational modules find, against the trees' definition, at
// every address, in every tree, by both rules, from rules and from tables.
#include <Vstar_tree_n3.h>
#include <Vstar_tree_n3_table.h>
#include <Vstar_tree_n4.h>
#include <Vstar_tree_n4_netlist.h>
#include <Vstar_tree_n4_table.h>
#include <Vstar_tree_n5.h>
#include <Vstar_tree_n5_table.h>
#include <Vstar_tree_n6.h>
#include <Vstar_tree_n6_table.h>
#include <Vstar_tree_n7.h>
#include <Vstar_tree_n7_table.h>
#ifdef FLITWISE_NETLISTS
#include <Vstar_tree_n4_table_netlist.h>
#endif
#include <gtest/gtest.h>

#include <cstddef>
#include <set>
#include <string>

#include "tests/rtl/star/star_permutations.h"

namespace flitwise::rtl_test {
namespace {

template <class TheModel, int kTheOrder>
struct TreeCase {
  using Model = TheModel;
  static constexpr int kOrder = kTheOrder;
};

#ifdef FLITWISE_NETLISTS
using TreeCases = ::testing::Types<TreeCase<Vstar_tree_n4_table_netlist, 4>>;
#else
using TreeCases =
    ::testing::Types<TreeCase<Vstar_tree_n3, 3>, TreeCase<Vstar_tree_n4, 4>,
                     TreeCase<Vstar_tree_n5, 5>, TreeCase<Vstar_tree_n6, 6>,
                     TreeCase<Vstar_tree_n7, 7>, TreeCase<Vstar_tree_n3_table, 3>,
                     TreeCase<Vstar_tree_n4_table, 4>, TreeCase<Vstar_tree_n5_table, 5>,
                     TreeCase<Vstar_tree_n6_table, 6>, TreeCase<Vstar_tree_n7_table, 7>,
                     TreeCase<Vstar_tree_n4_netlist, 4>>;
#endif

struct TreeCaseNames {
  template <class Case>
  static std::string GetName(int k) {
#ifdef FLITWISE_NETLISTS
    const std::string form = k == 0 ? "TableNetlist" : "Unknown";
#else
    const std::string form = k < 5 ? "Rules" : k < 10 ? "Table" : "RulesNetlist";
#endif
    return form + "OfOrder" + std::to_string(Case::kOrder);
  }
};

std::set<int> dimensions_of(unsigned ports) {
  std::set<int> dimensions;
  for (int port = 0; port < 8; ++port)
    if ((ports >> port & 1U) != 0) dimensions.insert(port + 2);
  return dimensions;
}

template <class Case>
class StarTree : public ::testing::Test {
 protected:
  static constexpr int kOrder = Case::kOrder;

  void look_at(TreeRule rule, const Permutation& u, int tree) {
    model_.rule_i = static_cast<CData>(rule);
    model_.address_i = address_bits(u);
    model_.tree_i = static_cast<CData>(tree - 2);
    model_.eval();
  }

  VerilatedContext context_;
  typename Case::Model model_{&context_};
};
TYPED_TEST_SUITE(StarTree, TreeCases, TreeCaseNames);

TYPED_TEST(StarTree, FindsTheParentOfEveryNodeInEveryTree) {
  std::size_t looked_at = 0;
  for (const TreeRule rule : {TreeRule::kP, TreeRule::kQ})
    for (const Permutation& u : all_permutations(this->kOrder))
      for (int tree = 2; !is_identity(u) && tree <= this->kOrder; ++tree, ++looked_at) {
        this->look_at(rule, u, tree);
        ASSERT_EQ(dimensions_of(this->model_.parent_o),
                  std::set<int>{parent_dimension(rule, u, tree)})
            << std::oct << address_bits(u) << " tree " << tree << " rule " << int(rule);
      }
  EXPECT_EQ(looked_at, 2 * (all_permutations(this->kOrder).size() - 1) *
                           static_cast<std::size_t>(this->kOrder - 1));
}

TYPED_TEST(StarTree, FindsTheChildrenOfEveryNodeInEveryTree) {
  std::size_t children = 0;
  for (const TreeRule rule : {TreeRule::kP, TreeRule::kQ})
    for (const Permutation& u : all_permutations(this->kOrder))
      for (int tree = 2; tree <= this->kOrder; ++tree) {
        const std::set<int> expected = child_dimensions(rule, u, tree);
        this->look_at(rule, u, tree);
        ASSERT_EQ(dimensions_of(this->model_.children_o), expected)
            << std::oct << address_bits(u) << " tree " << tree << " rule " << int(rule);
        children += expected.size();
      }
  EXPECT_EQ(children, 2 * (all_permutations(this->kOrder).size() - 1) *
                          static_cast<std::size_t>(this->kOrder - 1));
}

}  // namespace
}  // namespace flitwise::rtl_test
