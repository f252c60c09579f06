// Networks of fabrics, from texts, files and keys: all three say what is wrong as the command does.
#include <flitwise/fabric_network.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "sim/language/scenario.h"
#include "tests/sim/support.h"
#include "tests/support/refusal.h"

namespace flitwise::fabric_network_test {
namespace {

using test::refusal_of;
using testing::HasSubstr;
using testing::Not;

std::string refusal_of_text(const std::string& text) {
  return refusal_of([&] { FabricNetwork::from_text(text); });
}
std::string refusal_of_keys(const std::vector<FabricKey>& keys) {
  return refusal_of([&] { FabricNetwork::from_keys(keys); });
}

TEST(FabricNetwork, SaysWhatIsWrongAsTheCommandDoes) {
  EXPECT_EQ(refusal_of_text("network: {kind: torus, sides: [4, 65]}"),
            "network:1:35: error: network.sides[1]: '65' must be a whole number from 1 to 64; "
            "broadcasts and traffic alone take longer sides");
  EXPECT_THAT(refusal_of_text("network: {kind: ring}"), HasSubstr("'ring' must be one of tree"));
  EXPECT_THAT(refusal_of_text("operation: gather\nnetwork: {kind: torus, sides: [4]}"),
              HasSubstr("network:1:1: error: operation: unknown key"));
  EXPECT_THAT(refusal_of_text("name: x"), HasSubstr("network: missing key"));
  EXPECT_THAT(refusal_of_text("network: {kind: mesh, sides: [3, 3]}"),
              HasSubstr("carries no messages between any two PEs"));
  EXPECT_THAT(refusal_of_text(""), HasSubstr("error"));
}

TEST(FabricNetwork, OffersTheKindsThatCarryMessages) {
  for (const std::string& refusal :
       {refusal_of_text("network: {kind: ring}"), refusal_of_text("network: {kind: [mesh]}")}) {
    EXPECT_THAT(refusal, HasSubstr("must be one of tree, "));
    EXPECT_THAT(refusal, HasSubstr("torus"));
    EXPECT_THAT(refusal, Not(HasSubstr(" mesh,")));
  }
}

TEST(FabricNetwork, TakesKeysOfEverySort) {
  const FabricNetwork torus = FabricNetwork::from_keys({{"network.kind", "torus"},
                                                        {"network.sides", {4, 3}},
                                                        {"options.checkers", false},
                                                        {"options.max_steps", 70}});

  EXPECT_FALSE(torus.scenario().options.checkers);
  EXPECT_EQ(torus.scenario().options.max_steps, 70);
}

TEST(FabricNetwork, TakesTheLaterOfTwoKeys) {
  const FabricNetwork torus = FabricNetwork::from_keys({{"network.kind", "torus"},
                                                        {"network.sides", {4, 3}},
                                                        {"options.max_steps", 70},
                                                        {"options.max_steps", 71L}});

  EXPECT_EQ(torus.scenario().options.max_steps, 71);
}

TEST(FabricNetwork, SaysOfKeysWhatItSaysOfTexts) {
  EXPECT_EQ(refusal_of_keys({{"network.kind", "torus"}, {"network.sides", {4, 65}}}),
            "network.sides=[4, 65]: error: network.sides[1]: '65' must be a whole number from 1 to "
            "64; broadcasts and traffic alone take longer sides");
  EXPECT_THAT(refusal_of_keys({{"network.kind", "ring"}}), HasSubstr("'ring' must be one of tree"));
  EXPECT_THAT(refusal_of_keys({{"network.kind", "torus"}, {"network.sides", {4}}, {"lanes", 2}}),
              HasSubstr("lanes: unknown key"));
  EXPECT_THAT(refusal_of_keys({{"network.kind", "torus"}, {"network.sides", 2.5}}),
              HasSubstr("network.sides: '2.5'"));
  EXPECT_THAT(refusal_of_keys({{"network.kind", "tor: us"}}), HasSubstr("error"));
  EXPECT_THAT(refusal_of_keys({}), HasSubstr("network: missing key"));
}

TEST(FabricNetwork, TakesNoKeysThatAreNotFinite) {
  const auto refusal = [](double number) {
    return refusal_of([&] { FabricNetwork::from_keys({{"name", number}}); });
  };
  EXPECT_EQ(refusal(std::nan("")), "the value of a key must be finite, not nan");
  EXPECT_EQ(refusal(-INFINITY), "the value of a key must be finite, not -inf");
}

TEST(FabricNetwork, ReadsFiles) {
  const test::TemporaryDirectory directory;
  const std::string file = directory.path("torus.yaml");
  test::write_text(file, "name: four\nnetwork: {kind: torus, sides: [4]}\n");

  EXPECT_EQ(FabricNetwork::from_file(file).scenario().file, file);
  EXPECT_THAT(refusal_of([&] { FabricNetwork::from_file(file + "x"); }),
              HasSubstr("torus.yamlx: error: cannot be read"));
}

}  // namespace
}  // namespace flitwise::fabric_network_test
