#include "sim/language/scenario_lengths.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace flitwise {
namespace {

using testing::Each;
using testing::ElementsAre;

TEST(LengthGenerators, GiveEveryPeButTheRootTheSameLength) {
  EXPECT_THAT(generate_lengths(EachLength{4}, 4), ElementsAre(0, 4, 4, 4));
}

TEST(LengthGenerators, GiveOnePeAMessage) {
  EXPECT_THAT(generate_lengths(OneLength{2, 9}, 4), ElementsAre(0, 0, 9, 0));
}

TEST(LengthGenerators, SpareAnyRoot) {
  EXPECT_THAT(generate_lengths(EachLength{4}, 4, 2), ElementsAre(4, 4, 0, 4));
  EXPECT_THAT(generate_lengths(UniformLengths{{0, 9}, 7}, 5, 4), ElementsAre(5, 0, 8, 6, 0));
  EXPECT_EQ(generate_lengths(SparseLengths{1, {1, 4}, 7}, 3, 1)[1], 0);
}

class LengthsWithRootTwo : public testing::Test {
 protected:
  std::optional<std::vector<Flits>> read(const std::string& text) {
    const std::optional<YamlNode> node = parse_yaml(text, {"l.yaml", "", {}}, errors_);
    return read_lengths({*node, "lengths"}, {4, 2}, errors_);
  }
  ErrorList errors_;
};

TEST_F(LengthsWithRootTwo, AreReadForAllOthers) {
  EXPECT_THAT(read("[1, 2, 0, 3]").value(), ElementsAre(1, 2, 0, 3));
  EXPECT_THAT(read("{one: 0, length: 5}").value(), ElementsAre(5, 0, 0, 0));
  EXPECT_TRUE(errors_.empty());
}

TEST_F(LengthsWithRootTwo, RefuseAMessageOfTheRoot) {
  read("[0, 0, 1, 0]");
  ASSERT_EQ(errors_.size(), 1U);
  EXPECT_EQ(errors_.sorted()[0].rule(),
            "must be 0: PE 2 is the root and has no message of its own");
  errors_ = {};
  read("{one: 2, length: 5}");
  ASSERT_EQ(errors_.size(), 1U);
  EXPECT_EQ(errors_.sorted()[0].rule(), "must not be the root, which has no message");
}

// The numbers come from an implementation of MT19937-64 in Python, written from its recurrence.
TEST(LengthGenerators, DrawTheSameUniformLengthsOnEveryMachine) {
  const UniformLengths uniform{{0, 9}, 7};

  EXPECT_THAT(generate_lengths(uniform, 12), ElementsAre(0, 5, 0, 8, 6, 1, 8, 9, 8, 1, 0, 6));
}

TEST(LengthGenerators, DrawTheSameSparseLengthsOnEveryMachine) {
  const SparseLengths sparse{0.3, {1, 4}, 7};

  EXPECT_THAT(generate_lengths(sparse, 16),
              ElementsAre(0, 0, 3, 1, 0, 1, 0, 0, 0, 0, 0, 0, 4, 1, 0, 0));
}

TEST(LengthGenerators, MakeSparseMessagesOfOneFlitWhereNothingElseIsSaid) {
  SparseLengths sparse;
  sparse.probability = 1;

  EXPECT_THAT(generate_lengths(sparse, 4), ElementsAre(0, 1, 1, 1));
}

TEST(LengthGenerators, ChooseTheSamePesWhateverTheirLength) {
  const std::vector<Flits> ones = generate_lengths(SparseLengths{0.3, {1, 1}, 7}, 200);
  std::vector<Flits> more = generate_lengths(SparseLengths{0.3, {2, 9}, 7}, 200);

  for (Flits& length : more) length = std::min<Flits>(length, 1);
  EXPECT_EQ(ones, more);
}

TEST(LengthGenerators, DrawEveryLengthOfARangeAboutEquallyOften) {
  const std::vector<Flits> lengths = generate_lengths(UniformLengths{{3, 6}, 1}, 4001);

  for (Flits length = 3; length <= 6; ++length)
    EXPECT_NEAR(static_cast<double>(std::count(lengths.begin(), lengths.end(), length)), 1000, 120)
        << length;
}

TEST(LengthGenerators, GiveMessagesWithTheWantedProbability) {
  const std::vector<Flits> lengths = generate_lengths(SparseLengths{0.1, {1, 1}, 3}, 4001);

  EXPECT_NEAR(static_cast<double>(std::accumulate(lengths.begin(), lengths.end(), Flits{0})), 400,
              80);
}

TEST(LengthGenerators, KnowNeverAndAlways) {
  EXPECT_THAT(generate_lengths(SparseLengths{0, {5, 5}, 3}, 50), Each(0));
  EXPECT_THAT(generate_lengths(SparseLengths{1, {5, 5}, 3}, 4), ElementsAre(0, 5, 5, 5));
}

TEST(LengthGenerators, DependOnTheirSeed) {
  EXPECT_NE(generate_lengths(UniformLengths{{0, 9}, 7}, 20),
            generate_lengths(UniformLengths{{0, 9}, 8}, 20));
}

}  // namespace
}  // namespace flitwise
