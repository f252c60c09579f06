// What the theory refuses, with the words it uses; and what every prediction cites.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "systemc/topology/tree/tree_shapes.h"
#include "tb/theory/tree/certification_theory.h"
#include "tb/theory/tree/tree_theory.h"
#include "tests/support/refusal.h"
#include "tests/theory/tree/variants.h"

namespace flitwise::theory {
namespace {

using test::polled;
using test::refusal_of;
using testing::HasSubstr;

Tree path() { return Tree(path_parents(3)); }

std::string refused_order(const std::vector<Node>& order,
                          const std::vector<Flits>& lengths = {0, 1, 1}) {
  return refusal_of([&] { predict_scatter(path(), lengths, order); });
}
std::string refused_tap(const std::vector<Flits>& lengths) {
  return refusal_of([&] { predict_shoulder_tap(lengths, false, Ports::kSingle); });
}
std::string refused_certification(const std::vector<Flits>& lengths,
                                  const CertificationVariant& variant) {
  return refusal_of([&] { predict_certification(path(), lengths, variant); });
}

TEST(ScatterOrder, MustNotNameTheRootOrAStranger) {
  for (const Node stranger : {0, 3, -1})
    EXPECT_EQ(refused_order({stranger, 1, 2}),
              "order: PE " + std::to_string(stranger) + " is not a PE from 1 to 2");
}

TEST(ScatterOrder, MustNotNameANullMessage) {
  EXPECT_EQ(refused_order({1, 2}, {0, 1, 0}), "order: PE 2 has a null message");
}

TEST(ScatterOrder, MustNotNameAMessageTwice) {
  EXPECT_EQ(refused_order({1, 2, 1}), "order: PE 1 is there twice");
}

TEST(ScatterOrder, MustNameEveryNonnullMessage) {
  EXPECT_EQ(refused_order({2}), "order: PE 1 is missing");
}

TEST(Lengths, MustBeOnePerPe) {
  const std::string refusal = "lengths must have one entry per PE: 3, got 2";

  EXPECT_EQ(refused_order({1}, {0, 1}), refusal);
  EXPECT_EQ(refusal_of([] { predict_scatter_fdf(path(), {0, 1}); }), refusal);
  EXPECT_EQ(refused_certification({0, 1}, polled(Rule::kTight)), refusal);
}

TEST(Lengths, MustNotBeEmpty) {
  EXPECT_EQ(refused_tap({}), "lengths must have one entry per PE: 1, got 0");
}

TEST(Lengths, MustNotGiveTheRootAMessage) {
  EXPECT_EQ(refused_tap({2, 1}), "lengths[0] must be 0, because PE 0 has no message, got 2");
}

TEST(Lengths, MustNotBeNegative) {
  EXPECT_EQ(refused_certification({0, 1, -4}, polled(Rule::kPaper)),
            "lengths[2] must be at least 0, got -4");
}

TEST(Mirror, TakesNoSortCost) {
  for (const SortCost cost : {SortCost::kOne, SortCost::kDegree, SortCost::kDegreeLog}) {
    EXPECT_EQ(refused_certification({0, 1, 1}, {Rule::kPos, Sync::kMirror, cost, Ports::kSingle}),
              "mirror synchronisation leaves no time for a sort cost");
  }
}

TEST(Mirror, MeansNothingWithAPortPerLink) {
  EXPECT_EQ(
      refused_certification({0, 1, 1}, {Rule::kPos, Sync::kMirror, SortCost::kOne, Ports::kMulti}),
      "accepted");
}

TEST(Events, NeedAPredictionOfTheSameNetwork) {
  const std::string refusal = "the prediction is not one of these lengths";
  const Prediction of_another = predict_shoulder_tap({0, 1}, false, Ports::kSingle);

  EXPECT_EQ(refusal_of([&] { scatter_events(path(), {0, 1, 1}, of_another); }), refusal);
  EXPECT_EQ(refusal_of([&] {
              shoulder_tap_events({0, 1, 1}, false, Ports::kSingle, of_another);
            }),
            refusal);
  EXPECT_EQ(refusal_of([&] {
              certification_events(path(), {0, 1, 1}, polled(Rule::kPos), of_another);
            }),
            refusal);
}

TEST(Sources, NameThePaperForTheFinishOfEveryAlgorithm) {
  const std::vector<Flits> lengths{0, 1, 1};

  EXPECT_THAT(predict_scatter(path(), lengths, {1, 2}).source_of("finish"),
              HasSubstr("Bhatt et al., section 1.2"));
  EXPECT_THAT(predict_scatter_fdf(path(), lengths).source_of("finish"), HasSubstr("Theorem 1"));
  EXPECT_THAT(predict_shoulder_tap(lengths, false, Ports::kSingle).source_of("finish"),
              HasSubstr("Theorem 2"));
  EXPECT_THAT(predict_certification(path(), lengths, polled(Rule::kPaper)).source_of("finish"),
              HasSubstr("section 3.2"));
}

TEST(Sources, TellTheRulesOfTheLagApart) {
  std::set<std::string> sources;
  for (const Rule rule : test::kAllRules) {
    sources.insert(predict_certification(path(), {0, 1, 1}, polled(rule)).source_of("lag"));
    sources.insert(
        predict_certification(path(), {0, 1, 1}, test::multiport(rule)).source_of("lag"));
  }

  EXPECT_EQ(sources.size(), 10U);
}

TEST(Sources, TellTheSynchronisationsApart) {
  std::set<std::string> sources;
  for (const CertificationVariant& variant : test::all_variants())
    sources.insert(predict_certification(path(), {0, 1, 1}, variant).source_of("t_sync"));

  EXPECT_EQ(sources.size(), 5U);
}

TEST(Sources, ExistForEveryFigureThatIsPredicted) {
  const std::vector<Flits> lengths{0, 1, 1};
  std::vector<Prediction> all{predict_scatter(path(), lengths, {1, 2}),
                              predict_scatter_fdf(path(), lengths),
                              predict_scatter_multiport(path(), lengths),
                              predict_shoulder_tap(lengths, true, Ports::kSingle),
                              predict_shoulder_tap(lengths, true, Ports::kMulti)};
  for (const CertificationVariant& variant : test::all_variants())
    all.push_back(predict_certification(path(), lengths, variant));

  for (const Prediction& p : all) {
    std::vector<const char*> quantities{"finish", "quiesce", "dispatch", "lower_bound"};
    if (p.bound) quantities.push_back("bound");
    if (p.t_sync) quantities.insert(quantities.end(), {"t_sync", "lag", "stream", "order_value"});
    EXPECT_EQ(p.sources.size(), quantities.size());
    for (const char* quantity : quantities) EXPECT_NO_THROW(p.source_of(quantity)) << quantity;
  }
}

TEST(Sources, RefuseAQuantityThatIsNotPredicted) {
  EXPECT_THROW(predict_scatter_fdf(path(), {0, 1, 1}).source_of("lag"), std::out_of_range);
}

}  // namespace
}  // namespace flitwise::theory
