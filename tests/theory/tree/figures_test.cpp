// The paper's figures, cell by cell.
#include <gtest/gtest.h>

#include "systemc/topology/tree/tree_shapes.h"
#include "tb/theory/tree/certification_theory.h"
#include "tb/theory/tree/tree_theory.h"
#include "tests/theory/tree/link_rules.h"
#include "tests/theory/tree/space_time.h"
#include "tests/theory/tree/variants.h"

namespace flitwise::theory {
namespace {

using test::differences;
using test::draw;
using test::lines;
using test::polled;
using test::read_figure;
using test::SpaceTime;

const std::vector<Flits> kScatterLengths{0, 0, 0, 0, 4, 3};
const std::vector<Flits> kTypicalLengths{0, 2, 3, 0, 2, 1};
const std::vector<Flits> kPathologicalLengths{0, 9, 0, 1, 0, 1};

Tree path_of_six() { return Tree(path_parents(6)); }

TEST(Figures, Figure1aIsTheScatterWithMessage5First) {
  const SpaceTime paper = read_figure("figure_1a");
  const Prediction p = predict_scatter(path_of_six(), kScatterLengths, {5, 4});

  const SpaceTime theory = draw(scatter_events(path_of_six(), kScatterLengths, p), 6, 0);

  EXPECT_EQ(lines(differences(paper, theory)), "");
  EXPECT_EQ(p.finish, 10);
}

TEST(Figures, Figure1bIsTheScatterWithMessage4First) {
  const SpaceTime paper = read_figure("figure_1b");
  const Prediction p = predict_scatter(path_of_six(), kScatterLengths, {4, 5});

  const SpaceTime theory = draw(scatter_events(path_of_six(), kScatterLengths, p), 6, 0);

  EXPECT_EQ(lines(differences(paper, theory)), "");
  EXPECT_EQ(p.finish, 11);
}

TEST(Figures, Figure1aIsAlsoTheFarthestFirstScatter) {
  const SpaceTime paper = read_figure("figure_1a");
  const Prediction p = predict_scatter_fdf(path_of_six(), kScatterLengths);

  const SpaceTime theory = draw(scatter_events(path_of_six(), kScatterLengths, p), 6, 0);

  EXPECT_EQ(lines(differences(paper, theory)), "");
}

TEST(Figures, Figure2IsShoulderTapOnTheTypicalMessages) {
  const SpaceTime paper = read_figure("figure_2");
  const Prediction p = predict_shoulder_tap(kTypicalLengths, false, Ports::kSingle);

  const SpaceTime theory =
      draw(shoulder_tap_events(kTypicalLengths, false, Ports::kSingle, p), 6, 1);

  EXPECT_EQ(lines(differences(paper, theory)), "");
  EXPECT_EQ(p.finish, 11);
  EXPECT_EQ(p.quiesce, 11);
}

TEST(Figures, Figure3IsShoulderTapOnThePathologicalMessages) {
  const SpaceTime paper = read_figure("figure_3");
  const Prediction p = predict_shoulder_tap(kPathologicalLengths, false, Ports::kSingle);

  const SpaceTime theory =
      draw(shoulder_tap_events(kPathologicalLengths, false, Ports::kSingle, p), 6, 1);

  EXPECT_EQ(lines(differences(paper, theory)), "");
  EXPECT_EQ(p.finish, 13);
}

TEST(Figures, Figure3DispatchesAreNotMonotonicInThePe) {
  const Prediction p = predict_shoulder_tap(kPathologicalLengths, false, Ports::kSingle);

  EXPECT_GT(p.dispatch[3].value(), p.dispatch[5].value());
}

class Figure4 : public testing::TestWithParam<Rule> {};

TEST_P(Figure4, IsTransmissionCertificationOnTheTypicalMessages) {
  const SpaceTime paper = read_figure("figure_4");
  const Prediction p = predict_certification(path_of_six(), kTypicalLengths, polled(GetParam()));

  const SpaceTime theory =
      draw(certification_events(path_of_six(), kTypicalLengths, polled(GetParam()), p), 6, 1);

  EXPECT_EQ(lines(differences(paper, theory)), "");
  EXPECT_EQ(p.finish, 21);
  EXPECT_EQ(p.t_sync, 10);
}

INSTANTIATE_TEST_SUITE_P(BothRules, Figure4, testing::Values(Rule::kPaper, Rule::kTight),
                         [](const auto& param_info) {
                           return param_info.param == Rule::kPaper ? "Paper" : "Tight";
                         });

TEST(Figures, EveryFileHasTheRowsOfThePaper) {
  const std::vector<std::pair<const char*, std::size_t>> rows{
      {"figure_1a", 11}, {"figure_1b", 12}, {"figure_2", 11}, {"figure_3", 13}, {"figure_4", 21}};

  for (const auto& [name, count] : rows) {
    const SpaceTime figure = read_figure(name);
    EXPECT_EQ(figure.rows.size(), count) << name;
    for (const auto& row : figure.rows) EXPECT_EQ(row.size(), 6U) << name;
  }
}

TEST(SpaceTimeTable, NamesTheCellThatDiffers) {
  const SpaceTime wanted{1, {{".", "(1)"}, {".", "."}}};
  const SpaceTime got{1, {{".", "(2)"}}};

  EXPECT_EQ(lines(differences(wanted, got)),
            "row 1, P1: expected (1), got (2)\nrow 2 is missing\n");
}

TEST(SpaceTimeTable, JoinsWhatFallsIntoOneCell) {
  const std::vector<LinkEvent> events{{1, 0, 1, FlitKind::kTap, 1, 1, 1},
                                      {2, 1, 0, FlitKind::kData, 1, 1}};

  const SpaceTime drawn = draw(events, 2, 1);

  EXPECT_EQ(drawn.rows, (std::vector<std::vector<std::string>>{{".", "(1)+m1,1"}, {"m1,1", "."}}));
}

}  // namespace
}  // namespace flitwise::theory
