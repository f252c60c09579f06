// Rule kPrinted: the first conflict, found here by counting what every port does in every step.
#include "tb/theory/tree/printed_certification.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <utility>

#include "systemc/topology/tree/tree_shapes.h"
#include "tb/theory/lengths.h"
#include "tb/theory/tree/certification_theory.h"
#include "tb/theory/tree/synchronisation.h"
#include "tb/theory/tree/tree_theory.h"
#include "tests/theory/tree/random_cases.h"

namespace flitwise::theory::printed_certification_test {
namespace {

using testing::ElementsAre;

CertificationVariant printed(const Printed& sentences) {
  CertificationVariant variant{Rule::kPrinted, Sync::kSeq, SortCost::kZero, Ports::kSingle};
  variant.printed = sentences;
  return variant;
}

constexpr Printed kLimit{true, false, false};
constexpr Printed kOrder{false, true, false};
constexpr Printed kOrderAndRoot{false, true, true};

const std::vector<Flits> kFigure4{0, 2, 3, 0, 2, 1};

// Both flits of a conflict lie in a PE at the end of a step: they come over two of its links, or
// they both have to leave it in the next one.
class PortCount {
 public:
  void cross(Node from, Node to, Step step) {
    if (!receives_.insert({to, step}).second) note(step, to);
    if (!sends_.insert({from, step}).second) note(step - 1, from);
  }
  std::optional<std::pair<Step, std::set<Node>>> first() const {
    if (meetings_.empty()) return std::nullopt;
    return *meetings_.begin();
  }

 private:
  void note(Step step, Node pe) { meetings_[step].insert(pe); }
  std::set<std::pair<Node, Step>> receives_, sends_;
  std::map<Step, std::set<Node>> meetings_;
};

PortCount count_ports(const Tree& tree, const std::vector<Flits>& lengths, const Prediction& p) {
  PortCount ports;
  std::vector<Step> ordered(lengths.size(), *p.t_sync);
  for (const Node v : tree.depth_first()) {
    Step step = ordered[index_of(v)];
    for (const Node child : tree.children(v)) {
      ports.cross(v, child, ++step);
      ordered[index_of(child)] = step;
    }
    for (Flits k = 0; v != 0 && k < lengths[index_of(v)]; ++k) {
      Step leaves = *p.dispatch[index_of(v)] + k;
      for (Node w = v; w != 0; w = tree.parent(w)) ports.cross(w, tree.parent(w), leaves++);
    }
  }
  return ports;
}

TEST(PrintedCertification, FindsTheFirstConflictThatPortsShow) {
  int met = 0;
  int kept = 0;
  for (int sentences = 1; sentences < 8; ++sentences) {
    const Printed choice{(sentences & 1) != 0, (sentences & 2) != 0, (sentences & 4) != 0};
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      const test::Case c = test::make_case(seed, 40);
      const Prediction p = predict_certification(c.tree, c.lengths, printed(choice));
      const auto shown = count_ports(c.tree, c.lengths, p).first();
      const auto conflict = printed_conflict(c.tree, c.lengths, printed(choice));
      ASSERT_EQ(conflict.has_value(), shown.has_value()) << sentences << ' ' << seed;
      ++(shown ? met : kept);
      if (!shown) continue;
      EXPECT_EQ(conflict->step, shown->first) << sentences << ' ' << seed;
      EXPECT_EQ(std::set<Node>(conflict->pes.begin(), conflict->pes.end()), shown->second)
          << sentences << ' ' << seed;
    }
  }
  EXPECT_GT(met, 150);
  EXPECT_GT(kept, 150);
}

TEST(PrintedCertification, IsRulePaperWithNothingAtItsWord) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const test::Case c = test::make_case(seed, 40);
    const CertificationVariant paper{Rule::kPaper, Sync::kSeq, SortCost::kZero, Ports::kSingle};
    const Prediction expected = predict_certification(c.tree, c.lengths, paper);
    const Prediction p = predict_certification(c.tree, c.lengths, printed({}));
    EXPECT_FALSE(printed_conflict(c.tree, c.lengths, printed({}))) << seed;
    EXPECT_EQ(p.finish, expected.finish) << seed;
    EXPECT_EQ(p.dispatch, expected.dispatch) << seed;
    EXPECT_EQ(p.order_value, expected.order_value) << seed;
    EXPECT_EQ(printed_events(c.tree, c.lengths, printed({})),
              certification_events(c.tree, c.lengths, paper, expected))
        << seed;
  }
}

// By hand. T_sync = 6; PE 0 sends orders in steps 7 and 8, PE 1 in step 8.
TEST(PrintedCertification, MeetsOnATreeOfFourByTheLimitOfStep2) {
  const Tree tree({-1, 0, 0, 1});
  const Prediction p = predict_certification(tree, {0, 0, 2, 1}, printed(kLimit));
  const auto conflict = printed_conflict(tree, {0, 0, 2, 1}, printed(kLimit));

  EXPECT_EQ(*p.lag[1], 2);  // d + c = 1 + 1, and not less than d + 1
  EXPECT_EQ(*p.order_value[2], 0);
  EXPECT_EQ(*p.dispatch[2], 9);
  EXPECT_EQ(*p.dispatch[3], 9);
  ASSERT_TRUE(conflict);
  EXPECT_EQ(conflict->step, 10);
  EXPECT_THAT(conflict->pes, ElementsAre(0));
}

TEST(PrintedCertification, EndsFigure4InStep31WithOrdersAsPrinted) {
  const Tree path(path_parents(6));
  const Prediction p = predict_certification(path, kFigure4, printed(kOrder));

  EXPECT_FALSE(printed_conflict(path, kFigure4, printed(kOrder)));
  EXPECT_EQ(p.finish, 31);
  EXPECT_EQ(*p.order_value[1], 5);
  EXPECT_EQ(*p.order_value[2], 7);
}

TEST(PrintedCertification, OrdersAPathAfterTheFlitsBeforeItWithRootAndOrdersAsPrinted) {
  const Tree path(path_parents(6));
  const Prediction p = predict_certification(path, kFigure4, printed(kOrderAndRoot));
  const auto conflict = printed_conflict(path, kFigure4, printed(kOrderAndRoot));

  EXPECT_EQ(*p.order_value[1], 0);
  EXPECT_EQ(*p.order_value[2], 2);
  EXPECT_EQ(*p.order_value[3], 2 + 3);
  EXPECT_EQ(*p.order_value[5], 2 + 3 + 2);
  ASSERT_TRUE(conflict);
  EXPECT_EQ(conflict->step, *p.t_sync + 1);  // PE 1 has order and data for the step behind it
  EXPECT_THAT(conflict->pes, ElementsAre(1));
}

}  // namespace
}  // namespace flitwise::theory::printed_certification_test
