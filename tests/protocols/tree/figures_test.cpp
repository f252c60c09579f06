// The runs of Figures 1 to 4 of Bhatt, Pucci, Ranade, Rosenberg, "Scattering and Gathering Messages
// in Networks of Processors", as far as their control values and steps go.
//
// In the figures, row t shows the registers at the end of step t: what PE 0 receives in step t
// stands there in row t. A flit that its own PE sends in step t is already shown in row t - 1.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "systemc/topology/tree/tree_shapes.h"
#include "tests/protocols/tree/cases.h"
#include "tests/protocols/tree/ideal_network.h"
#include "tests/protocols/tree/variants.h"

namespace flitwise::protocols::test {
namespace {

using ::testing::ElementsAre;

const Tree kPath(path_parents(6));

// Step, message and index of every data flit that reaches a PE from a neighbour.
using Row = std::tuple<Step, Node, Flits>;
std::vector<Row> rows(const std::vector<LinkEvent>& events) {
  std::vector<Row> rows;
  for (const LinkEvent& event : events) rows.emplace_back(event.step, event.message, event.index);
  return rows;
}

TEST(Figures, Figure1aSendsTheFartherMessageFirstAndEndsInStep10) {
  const std::vector<Flits> lengths{0, 0, 0, 0, 4, 3};
  const std::vector<Node> order = farthest_first_order(kPath, lengths);
  const Record run = run_on(kPath, make_scatter(kPath, lengths, order));

  EXPECT_THAT(order, ElementsAre(5, 4));
  EXPECT_EQ(run.dispatch(5), 1);
  EXPECT_EQ(run.dispatch(4), 4);
  EXPECT_EQ(run.finish, 10);
  EXPECT_EQ(run.faults(), "");
}

TEST(Figures, Figure1bSendsTheNearerMessageFirstAndEndsInStep11) {
  const Record run = run_on(kPath, make_scatter(kPath, {0, 0, 0, 0, 4, 3}, {4, 5}));

  EXPECT_EQ(run.dispatch(4), 1);
  EXPECT_EQ(run.dispatch(5), 5);
  EXPECT_EQ(run.finish, 11);
  EXPECT_EQ(run.faults(), "");
}

TEST(Figures, Figure2TapsOneTwoThreeOneTwo) {
  const Record run = run_on(kPath, make_shoulder_tap({0, 2, 3, 0, 2, 1}, EndMark::kAbsent));

  EXPECT_THAT(run.values(FlitKind::kTap), ElementsAre(1, 2, 3, 1, 2));
  EXPECT_EQ(run.faults(), "");
}

TEST(Figures, Figure2DeliversToPe0AsPrinted) {
  const Record run = run_on(kPath, make_shoulder_tap({0, 2, 3, 0, 2, 1}, EndMark::kAbsent));

  EXPECT_THAT(rows(run.data_on(1, 0)),
              ElementsAre(Row{3, 1, 1}, Row{4, 1, 2}, Row{5, 2, 1}, Row{6, 2, 2}, Row{7, 2, 3},
                          Row{9, 4, 1}, Row{10, 4, 2}, Row{11, 5, 1}));
}

TEST(Figures, Figure3TapsOneNineSevenSixFour) {
  const Record run = run_on(kPath, make_shoulder_tap({0, 9, 0, 1, 0, 1}, EndMark::kAbsent));

  EXPECT_THAT(run.values(FlitKind::kTap), ElementsAre(1, 9, 7, 6, 4));
  EXPECT_EQ(run.faults(), "");
}

TEST(Figures, Figure3SendsTheLastMessageBeforeANearerOneAndEndsInStep13) {
  const Record run = run_on(kPath, make_shoulder_tap({0, 9, 0, 1, 0, 1}, EndMark::kAbsent));

  EXPECT_EQ(run.dispatch(1), 3);
  EXPECT_EQ(run.dispatch(5), 9);
  EXPECT_EQ(run.dispatch(3), 10);
  EXPECT_EQ(run.finish, 13);
}

class Figure4 : public ::testing::TestWithParam<LagRule> {
 protected:
  const Record run_ =
      run_on(kPath, make_certification(kPath, {0, 2, 3, 0, 2, 1}, sequential(GetParam())));
};

TEST_P(Figure4, PollsDownInSteps1To5AndCertifiesUpInSteps6To10) {
  std::vector<Step> tokens;
  std::vector<Step> certificates;
  for (const LinkEvent& event : run_.events) {
    if (event.kind == FlitKind::kToken) tokens.push_back(event.step);
    if (event.kind == FlitKind::kCertificate) certificates.push_back(event.step);
  }

  EXPECT_THAT(tokens, ElementsAre(1, 2, 3, 4, 5));
  EXPECT_THAT(certificates, ElementsAre(6, 7, 8, 9, 10));
}

TEST_P(Figure4, CertifiesLags12433) {
  EXPECT_THAT(run_.values(FlitKind::kCertificate), ElementsAre(1, 2, 4, 3, 3));
}

TEST_P(Figure4, Orders33422) {
  EXPECT_THAT(run_.values(FlitKind::kOrder), ElementsAre(3, 3, 4, 2, 2));
}

TEST_P(Figure4, DeliversAStreamWithoutAGapInSteps14To21) {
  EXPECT_THAT(rows(run_.data_on(1, 0)),
              ElementsAre(Row{14, 1, 1}, Row{15, 1, 2}, Row{16, 2, 1}, Row{17, 2, 2}, Row{18, 2, 3},
                          Row{19, 4, 1}, Row{20, 4, 2}, Row{21, 5, 1}));
  EXPECT_EQ(run_.faults(), "");
}

INSTANTIATE_TEST_SUITE_P(Rules, Figure4, ::testing::Values(LagRule::kPaper, LagRule::kTight),
                         [](const auto& rule) {
                           return rule.param == LagRule::kPaper ? "Paper" : "Tight";
                         });

}  // namespace
}  // namespace flitwise::protocols::test
