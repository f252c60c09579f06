#include "sim/report/report_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/sim/support.h"

namespace flitwise {
namespace {

using Json = nlohmann::ordered_json;
using testing::ElementsAre;

std::vector<std::string> keys_of(const Json& json) {
  std::vector<std::string> keys;
  for (const auto& item : json.items()) keys.push_back(item.key());
  return keys;
}

TEST(ResultToJson, HasTheseKeysInThisOrder) {
  EXPECT_THAT(keys_of(Json::parse(result_to_json(test::certification_result()))),
              ElementsAre("scenario", "file", "network", "operation", "algorithm", "variant", "pes",
                          "flits", "verdict", "outcome", "measured", "predicted", "lower_bound",
                          "bound", "ratio", "gap", "checks", "problems", "notes", "collisions",
                          "port_violations", "router_cycles", "flit_hops", "seconds", "version"));
}

TEST(ResultToJson, HasTheFamilysFactsAfterTheFlits) {
  Result result = test::certification_result();
  result.facts = {{"trees", std::vector<std::int64_t>{2, 3}}};
  const std::string text = result_to_json(result);

  EXPECT_NE(text.find(R"("flits":2,"trees":[2,3],"verdict")"), std::string::npos) << text;
}

TEST(ResultToJson, HasAllFiguresOfACertification) {
  const Json json = Json::parse(result_to_json(test::certification_result()));

  for (const char* side : {"measured", "predicted"})
    EXPECT_EQ(json[side].dump(),
              R"({"finish":9,"quiesce":9,"t_sync":4,"dispatch":[null,6,7],"lag":[3,3,1],)"
              R"("stream":[2,2,1],"order_value":[null,3,1]})");
}

TEST(ResultToJson, HasTheFiguresOfAnyFamily) {
  Result result = test::certification_result();
  const std::vector<std::vector<std::int64_t>> arrivals{{2, 4}, {5}};
  result.measured.others = {{"arrivals", arrivals},
                            {"max_wait", Figure::Members{{"1", Figure::Members{{"up", 2}}}}}};
  result.predicted = {};
  const Json json = Json::parse(result_to_json(result));

  EXPECT_EQ(json["measured"].dump(),
            R"({"finish":9,"quiesce":9,"arrivals":[[2,4],[5]],"max_wait":{"1":{"up":2}}})");
  EXPECT_EQ(json["predicted"].dump(), R"({"finish":null,"quiesce":null})");
}

TEST(ResultToJson, IsOneLine) {
  Result result = test::certification_result();
  result.problems = {"one\ntwo"};
  const std::string text = result_to_json(result);

  EXPECT_EQ(text.find('\n'), text.size() - 1);
}

TEST(ResultToJson, WritesWholeNumbersOfChecksAsNumbersAndListsAsText) {
  Result result = test::certification_result();
  result.checks = {{"finish", "9", "-10", false, "s"}, {"dispatch", "[1, 2]", "", true, "s"}};
  const Json checks = Json::parse(result_to_json(result))["checks"];

  EXPECT_EQ(checks[0].dump(),
            R"({"name":"finish","measured":9,"predicted":-10,"ok":false,"source":"s"})");
  EXPECT_EQ(checks[1].dump(),
            R"({"name":"dispatch","measured":"[1, 2]","predicted":"","ok":true,"source":"s"})");
}

TEST(ResultToJson, HasNullForWhatIsNotKnown) {
  Result result = test::certification_result();
  result.lower_bound.reset();
  result.checks = {{"finish", "not reached", "9", false, "s", false}};
  const Json json = Json::parse(result_to_json(result));

  for (const char* key : {"lower_bound", "ratio", "gap"}) EXPECT_TRUE(json[key].is_null()) << key;
  EXPECT_EQ(json["checks"][0].dump(),
            R"({"name":"finish","measured":"not reached","predicted":9,"ok":null,"source":"s"})");
}

TEST(ResultToJson, TellsABoundOfZeroFromNone) {
  Result result = test::certification_result();
  result.measured.finish = 0;
  result.lower_bound = 0;
  const Json json = Json::parse(result_to_json(result));

  EXPECT_EQ(json["lower_bound"], 0);
  EXPECT_EQ(json["gap"], 0);
  EXPECT_TRUE(json["ratio"].is_null());
}

TEST(ResultToJson, HoldsNoFinishOfARunWithoutEndAgainstTheBound) {
  Result hung = test::certification_result();
  hung.measured.finish = 0;
  hung.outcome = Outcome::kNoEnd;
  Result dead = test::certification_result();
  dead.broke_off = true;
  for (const Result& result : {hung, dead}) {
    const Json json = Json::parse(result_to_json(result));
    for (const char* key : {"ratio", "gap"}) EXPECT_TRUE(json[key].is_null()) << key;
  }
}

TEST(ResultToJson, SaysHowTheRunEnded) {
  Result result = test::certification_result();
  const auto words = [&](Outcome outcome) {
    result.outcome = outcome;
    const Json json = Json::parse(result_to_json(result));
    return json["verdict"].get<std::string>() + "/" + json["outcome"].get<std::string>();
  };

  EXPECT_EQ(words(Outcome::kPass), "pass/pass");
  EXPECT_EQ(words(Outcome::kFail), "fail/fail");
  EXPECT_EQ(words(Outcome::kNoEnd), "fail/no end");
}

TEST(ResultToJson, SurvivesBytesThatAreNotUtf8) {
  Result result = test::certification_result();
  result.problems = {"\xFF\xFE"};

  EXPECT_TRUE(Json::accept(result_to_json(result)));
}

TEST(EventToJson, WritesTheFieldsThatTheKindHas) {
  EXPECT_EQ(event_to_json({7, 2, 1, FlitKind::kData, 5, 3, 0, 0}, ""),
            R"({"step":7,"from":2,"to":1,"kind":"data","message":5,"index":3})"
            "\n");
  EXPECT_EQ(event_to_json({7, 2, 1, FlitKind::kTap, 1, 1, 4, 0}, "value"),
            R"({"step":7,"from":2,"to":1,"kind":"tap","message":1,"index":1,"value":4})"
            "\n");
  EXPECT_EQ(event_to_json({7, 2, 1, FlitKind::kCertificate, 2, 1, 4, 9}, "value"),
            R"({"step":7,"from":2,"to":1,"kind":"certificate","message":2,"index":1,"value":4,)"
            R"("stream":9})"
            "\n");
}

}  // namespace
}  // namespace flitwise
