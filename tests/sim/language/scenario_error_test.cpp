#include "sim/language/scenario_error.h"

#include <gtest/gtest.h>

namespace flitwise {
namespace {

Place place_in(std::vector<std::string> lines, int line, int column) {
  return {std::make_shared<const InputText>(InputText{"figure.yaml", "", std::move(lines)}), line,
          column};
}

TEST(ConfigError, ReadsLikeACompilersMessage) {
  const ConfigError error(place_in({"options: {rule: tigth}"}, 1, 17), "options.rule", "tigth",
                          "must be one of paper, tight");

  EXPECT_STREQ(error.what(),
               "figure.yaml:1:17: error: options.rule: 'tigth' must be one of paper, tight");
}

TEST(ConfigError, PointsAtTheColumnOfTheSourceLine) {
  const ConfigError error(place_in({"", "", "", "", "options: {rule: tigth}"}, 5, 17), "k", "v",
                          "r");

  EXPECT_EQ(error.excerpt(),
            "    5 | options: {rule: tigth}\n"
            "      |                 ^\n");
}

TEST(ConfigError, PointsBelowTheRightCharacterAfterWideOnes) {
  const ConfigError error(place_in({"name: \u7f51, x: 1"}, 1, 10), "x", "", "r");

  EXPECT_EQ(error.excerpt(),
            "    1 | name: \u7f51, x: 1\n"
            "      |           ^\n");
}

TEST(ConfigError, KeepsTabsBelowTabs) {
  const ConfigError error(place_in({"\tx: 1"}, 1, 2), "x", "", "r");

  EXPECT_EQ(error.excerpt(), "    1 | \tx: 1\n      | \t^\n");
}

TEST(ConfigError, HasNoExcerptWithoutALine) {
  EXPECT_EQ(ConfigError(place_in({"a"}, 0, 0), "", "", "is empty").excerpt(), "");
  EXPECT_EQ(ConfigError(place_in({"a"}, 9, 1), "", "", "is empty").excerpt(), "");
}

TEST(ConfigError, CutsLongValues) {
  const ConfigError error(place_in({}, 0, 0), "k", std::string(500, 'x'), "is long");

  EXPECT_LT(std::string(error.what()).size(), 120U);
}

TEST(DidYouMean, FindsMissingSwappedAndWrongLetters) {
  const std::vector<std::string> words{"paper", "tight"};

  EXPECT_EQ(nearest_word("tigth", words), "tight");
  EXPECT_EQ(nearest_word("tigt", words), "tight");
  EXPECT_EQ(nearest_word("Paper", words), "paper");
  EXPECT_EQ(did_you_mean("papr", words), " (did you mean 'paper'?)");
}

TEST(DidYouMean, SuggestsNothingForAnotherWord) {
  EXPECT_EQ(did_you_mean("colour", {"paper", "tight"}), "");
  EXPECT_EQ(did_you_mean("xy", {"fdf"}), "");
  EXPECT_EQ(did_you_mean(std::string(1000, 'p'), {"paper"}), "");
}

}  // namespace
}  // namespace flitwise
