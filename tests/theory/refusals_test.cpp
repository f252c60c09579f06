// What the theory refuses, with the words it uses; and what every prediction cites.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <stdexcept>

#include "systemc/topology/tree_shapes.h"
#include "tb/theory/tree_theory.h"

namespace flitwise::theory {
namespace {

using testing::HasSubstr;

Tree path() { return Tree(path_parents(3)); }

std::string refusal_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const std::invalid_argument& refusal) {
    return refusal.what();
  }
  return "accepted";
}

TEST(ScatterOrder, MustNotNameTheRootOrAStranger) {
  EXPECT_EQ(refusal_of([] {
              predict_scatter(path(), {0, 1, 1}, {0, 1, 2});
            }),
            "order: PE 0 is not a PE from 1 to 2");
  EXPECT_EQ(refusal_of([] {
              predict_scatter(path(), {0, 1, 1}, {3, 1, 2});
            }),
            "order: PE 3 is not a PE from 1 to 2");
  EXPECT_EQ(refusal_of([] {
              predict_scatter(path(), {0, 1, 1}, {-1, 1, 2});
            }),
            "order: PE -1 is not a PE from 1 to 2");
}

TEST(ScatterOrder, MustNotNameANullMessage) {
  EXPECT_EQ(refusal_of([] {
              predict_scatter(path(), {0, 1, 0}, {1, 2});
            }),
            "order: PE 2 has a null message");
}

TEST(ScatterOrder, MustNotNameAMessageTwice) {
  EXPECT_EQ(refusal_of([] {
              predict_scatter(path(), {0, 1, 1}, {1, 2, 1});
            }),
            "order: PE 1 is there twice");
}

TEST(ScatterOrder, MustNameEveryNonnullMessage) {
  EXPECT_EQ(refusal_of([] { predict_scatter(path(), {0, 1, 1}, {2}); }), "order: PE 1 is missing");
}

TEST(Lengths, MustBeOnePerPe) {
  const std::string refusal = "lengths must have one entry per PE: 3, got 2";

  EXPECT_EQ(refusal_of([] { predict_scatter(path(), {0, 1}, {1}); }), refusal);
  EXPECT_EQ(refusal_of([] { predict_scatter_fdf(path(), {0, 1}); }), refusal);
  EXPECT_EQ(refusal_of([] { predict_certification(path(), {0, 1}, Rule::kTight); }), refusal);
}

TEST(Lengths, MustNotBeEmpty) {
  EXPECT_EQ(refusal_of([] { predict_shoulder_tap({}, false); }),
            "lengths must have one entry per PE: 1, got 0");
}

TEST(Lengths, MustNotGiveTheRootAMessage) {
  EXPECT_EQ(refusal_of([] {
              predict_shoulder_tap({2, 1}, false);
            }),
            "lengths[0] must be 0, because PE 0 has no message, got 2");
}

TEST(Lengths, MustNotBeNegative) {
  EXPECT_EQ(refusal_of([] {
              predict_certification(path(), {0, 1, -4}, Rule::kPaper);
            }),
            "lengths[2] must be at least 0, got -4");
}

TEST(Events, NeedAPredictionOfTheSameNetwork) {
  const std::string refusal = "the prediction is not one of these lengths";
  const Prediction of_another = predict_shoulder_tap({0, 1}, false);

  EXPECT_EQ(refusal_of([&] { scatter_events(path(), {0, 1, 1}, of_another); }), refusal);
  EXPECT_EQ(refusal_of([&] { shoulder_tap_events({0, 1, 1}, false, of_another); }), refusal);
  EXPECT_EQ(refusal_of([&] { certification_events(path(), {0, 1, 1}, of_another); }), refusal);
}

TEST(Sources, NameThePaperForTheFinishOfEveryAlgorithm) {
  const std::vector<Flits> lengths{0, 1, 1};

  EXPECT_THAT(predict_scatter(path(), lengths, {1, 2}).source_of("finish"),
              HasSubstr("Bhatt et al., section 1.2"));
  EXPECT_THAT(predict_scatter_fdf(path(), lengths).source_of("finish"), HasSubstr("Theorem 1"));
  EXPECT_THAT(predict_shoulder_tap(lengths, false).source_of("finish"), HasSubstr("Theorem 2"));
  EXPECT_THAT(predict_certification(path(), lengths, Rule::kPaper).source_of("finish"),
              HasSubstr("section 3.2"));
}

TEST(Sources, TellTheRulesOfTheLagApart) {
  EXPECT_NE(predict_certification(path(), {0, 1, 1}, Rule::kPaper).source_of("lag"),
            predict_certification(path(), {0, 1, 1}, Rule::kTight).source_of("lag"));
}

TEST(Sources, ExistForEveryFigureThatIsPredicted) {
  const std::vector<Flits> lengths{0, 1, 1};
  const std::vector<Prediction> all{
      predict_scatter(path(), lengths, {1, 2}), predict_scatter_fdf(path(), lengths),
      predict_shoulder_tap(lengths, true), predict_certification(path(), lengths, Rule::kTight)};

  for (const Prediction& p : all) {
    std::vector<const char*> quantities{"finish", "quiesce", "dispatch", "lower_bound"};
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
