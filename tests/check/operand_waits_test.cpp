// operand_waits_test.cpp: waits at a router, from what its links show.
#include "tb/check/collective/operand_waits.h"

#include <gtest/gtest.h>

#include "systemc/network/collective/combine_flit.h"
#include "tests/check/scripted_network.h"

namespace flitwise::check::operand_waits_test {
namespace {

using testing_support::ScriptedNetwork;

RawFlit flit(FlitKind kind, std::uint32_t number) {
  CombineFlit flit;
  flit.kind = kind;
  flit.number = number;
  return to_raw(flit);
}

LinkTransfer up(Node from, Node to, std::uint32_t number) {
  return {from, to, flit(FlitKind::kCombine, number)};
}

LinkTransfer down(Node from, Node to, std::uint32_t number) {
  return {from, to, flit(FlitKind::kResult, number)};
}

// PE 0 with the children 1 and 2; all get the results.
CombineTree two_children() {
  CombineTree tree;
  tree.parent = {kNoNode, 0, 0};
  tree.has_operand = tree.passes_result = tree.takes_result = {true, true, true};
  tree.words = 2;
  return tree;
}

class OperandWaitsOfTwoChildren : public testing::Test {
 protected:
  const std::vector<CombineTree> trees_{two_children()};
  OperandWaits waits_{trees_, 1};
  ScriptedNetwork network_;
};

TEST_F(OperandWaitsOfTwoChildren, AreNoneWhereAllMeet) {
  network_.show(waits_, 1, {up(1, 0, 0), up(2, 0, 0)});
  network_.show(waits_, 2, {});
  network_.show(waits_, 3, {down(0, 1, 0), down(0, 2, 0)});
  EXPECT_EQ(waits_.longest(), 0);
}

TEST_F(OperandWaitsOfTwoChildren, LastFromTheFirstOperandToTheLastAndAreNoPartOfCombining) {
  network_.show(waits_, 1, {up(1, 0, 0)});
  network_.show(waits_, 2, {up(1, 0, 1)});
  network_.show(waits_, 4, {up(2, 0, 0)});
  network_.show(waits_, 5, {up(2, 0, 1)}, {{0, flit(FlitKind::kResult, 0), 0}});
  network_.show(waits_, 6, {down(0, 1, 0), down(0, 2, 0)});
  EXPECT_EQ(waits_.longest(), 3);
  network_.show(waits_, 9, {down(0, 1, 1), down(0, 2, 1)});
  EXPECT_EQ(waits_.longest(), 9 - 1 - 1 - 2);
}

TEST_F(OperandWaitsOfTwoChildren, AreNotHeldAgainstWhatIsOfNoTree) {
  CombineFlit other;
  other.kind = FlitKind::kCombine;
  other.tree = 3;
  network_.show(waits_, 1, {{1, 0, to_raw(other)}});
  network_.show(waits_, 9, {down(0, 1, 0)});
  EXPECT_EQ(waits_.longest(), 0);
}

// Each end of the edge has a sum, and what came from the other one waits for it.
TEST(OperandWaits, OfAnEdgeAreThoseOfTheOtherEndsSum) {
  CombineTree tree;
  tree.parent = {1, 0};
  tree.has_operand = tree.passes_result = tree.takes_result = {true, true};
  tree.other_root = 1;
  const std::vector<CombineTree> trees{tree};
  OperandWaits waits(trees, 2);
  ScriptedNetwork network;
  network.show(waits, 1, {up(1, 0, 0)});
  network.show(waits, 6, {up(0, 1, 0)});
  network.show(waits, 8, {},
               {{0, flit(FlitKind::kResult, 0), 0}, {1, flit(FlitKind::kResult, 0), 0}});
  EXPECT_EQ(waits.longest(), 9 - 1 - 2 - 1);
}

}  // namespace
}  // namespace flitwise::check::operand_waits_test
