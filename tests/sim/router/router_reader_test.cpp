// Descriptions of own routers: what is read, and what is said of mistakes, by
// tests/data/bad_routers.
#include "sim/router/router_reader.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tests/sim/case_files.h"
#include "tests/sim/support.h"

namespace flitwise::router_reader_test {
namespace {

using test::Case;
using test::cases_of;

class BadRouter : public testing::TestWithParam<Case> {};

TEST_P(BadRouter, IsRefusedWithTheMessageOfItsFirstLine) {
  const auto& [name, path, text] = GetParam();
  ErrorList errors;
  const auto router = read_router_text(text, path, errors);

  EXPECT_FALSE(router.has_value());
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(std::string(errors.sorted()[0].what()), path + ":" + GetParam().message());
}

INSTANTIATE_TEST_SUITE_P(Of, BadRouter, testing::ValuesIn(cases_of("bad_routers")),
                         [](const auto& instance) { return instance.param.name; });

TEST(BadRouters, HaveMessagesThatDiffer) {
  std::set<std::string> messages;
  for (const Case& one : cases_of("bad_routers")) messages.insert(one.message());

  EXPECT_EQ(messages.size(), cases_of("bad_routers").size());
}

own::RouterDescription read(const std::string& text) {
  ErrorList errors;
  const auto router =
      read_router_text(text, std::string(FLITWISE_ROUTERS) + "/plain/a.yaml", errors);
  for (const ConfigError& error : errors.sorted()) ADD_FAILURE() << error.what();
  return router.value_or(own::RouterDescription());
}

const std::string kMost = R"(format: flitwise router 1
name: two-stage
family: mesh
top: plain_wrapper
files: [plain_router.sv, plain_wrapper.sv]
include: [.]
define: [FAST, WIDE=2]
parameters: {Depth: 4, Name: "x"}
tolerate: [UNSIGNED, UNOPTFLAT]
link: credit
credit: {encoding: index}
lanes: 2
queue: 6
routing: yx
cut: true
coordinates: inputs
wait: 5
latency: {router: 3, head_wait: 1, body_wait: 1, link: 1, credit: 2}
flit:
  width: 80
  type: {bits: "79:78", head: 1, body: 0, tail: 2, single: 3}
  x: "77:75"
  y: 74
  relative: false
  extra: [{bits: "1:0", value: 2}]
  length: {bits: "7:2", counts: body}
  lookahead: {bits: "10:8", encoding: port}
  payload: {head: "73:11", body: "73:0"}
)";

TEST(Router, IsReadFromItsFile) {
  ErrorList errors;
  const auto router = read_router(std::string(FLITWISE_ROUTERS) + "/plain/router.yaml", errors);

  ASSERT_TRUE(router.has_value());
  EXPECT_EQ(router->name, "plain");
  EXPECT_EQ(router->top, "plain_wrapper");
  EXPECT_EQ(router->files.size(), 2U);
  EXPECT_EQ(router->parameters, std::vector<std::string>{"Depth=4"});
  EXPECT_EQ(router->link, own::LinkProtocol::kReady);
  EXPECT_FALSE(router->ready_is_combinational);
  EXPECT_EQ(router->lanes, 1U);
  EXPECT_EQ(router->latency->router, 2);
  EXPECT_EQ(router->latency->credit, 0);
  EXPECT_EQ(router->flit.x.low, 59U);
  EXPECT_EQ(router->flit.x.width, 3U);
  EXPECT_EQ(router->flit.payload.body.width, 56U);
}

TEST(Router, MayHaveEveryKey) {
  const own::RouterDescription router = read(kMost);

  EXPECT_EQ(router.define, (std::vector<std::string>{"FAST", "WIDE=2"}));
  EXPECT_EQ(router.parameters, (std::vector<std::string>{"Depth=4", "Name=\"x\""}));
  EXPECT_EQ(router.tolerate, (std::vector<std::string>{"UNSIGNED", "UNOPTFLAT"}));
  EXPECT_EQ(router.include.size(), 1U);
  EXPECT_EQ(router.link, own::LinkProtocol::kCredit);
  EXPECT_EQ(router.credit_encoding, own::CreditEncoding::kIndex);
  EXPECT_EQ(router.lanes, 2U);
  EXPECT_EQ(router.queue, 6U);
  EXPECT_EQ(router.routing, own::Routing::kYx);
  EXPECT_EQ(router.coordinates, own::CoordinatePins::kInputs);
  EXPECT_EQ(router.wait, 5);
  EXPECT_EQ(router.latency->head_wait, 1);
  EXPECT_EQ(router.latency->credit, 2);
  EXPECT_EQ(router.flit.type->single, 3U);
  EXPECT_EQ(router.flit.y.width, 1U);
  EXPECT_EQ(router.flit.extra.at(0).value, 2U);
  EXPECT_EQ(router.flit.length->counts, own::LengthCount::kBody);
  EXPECT_EQ(router.flit.payload.head.low, 11U);
  EXPECT_EQ(router.flit.lookahead.bits.low, 8U);
  EXPECT_TRUE(router.has_cut);
  EXPECT_EQ(router.flit.payload.body.low, 0U);
}

TEST(Router, TakesTheNumbersThatWereMeasuredWhereItsLatencyIsMeasured) {
  std::string text = kMost;
  const std::string declared = "{router: 3, head_wait: 1, body_wait: 1, link: 1, credit: 2}";
  text.replace(text.find(declared), declared.size(),
               "measured\nmeasured: {files: 8f1c2d, router: 4, head_wait: 2, loop: 7}");
  const own::RouterDescription router = read(text);

  EXPECT_TRUE(router.is_measured);
  EXPECT_EQ(router.latency->router, 4);
  EXPECT_EQ(router.measured->files, "8f1c2d");
  EXPECT_EQ(router.measured->loop, 7);
}

TEST(Router, NeedsNoLatencyToBeRead) {
  std::string text = kMost;
  text.erase(text.find("latency:"), text.find("flit:") - text.find("latency:"));

  EXPECT_FALSE(read(text).latency.has_value());
}

TEST(Router, HasAHashThatFollowsItsFilesAndParameters) {
  own::RouterDescription router = read(kMost);
  const std::string hash = hash_of_files(router);
  EXPECT_EQ(hash_of_files(router), hash);

  own::RouterDescription deeper = router;
  deeper.parameters[0] = "Depth=8";
  EXPECT_NE(hash_of_files(deeper), hash);
  own::RouterDescription fewer = router;
  fewer.files.pop_back();
  EXPECT_NE(hash_of_files(fewer), hash);
}

TEST(Router, KnowsWhichOfItsFilesHaveChangedSinceItWasMeasured) {
  const own::RouterDescription router = read(kMost);
  const std::string before = fingerprint_of(router);
  EXPECT_EQ(changed_since(router, before), "");
  EXPECT_EQ(changed_since(router, hash_of_files(router)), "");  // as older descriptions have it
  EXPECT_EQ(changed_since(router, "0123456789abcdef"), "its files");

  own::RouterDescription deeper = router;
  deeper.queue += 1;
  EXPECT_EQ(changed_since(deeper, before),
            "the description's top, parameters, define, lanes or queue");
  own::RouterDescription fewer = router;
  fewer.files.pop_back();
  EXPECT_EQ(changed_since(fewer, before), "the list of files");
}

TEST(Router, WhoseDescriptionIsNotThereIsRefusedWithItsName) {
  ErrorList errors;
  EXPECT_FALSE(read_router("nowhere.yaml", errors).has_value());

  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors.sorted()[0].file(), "nowhere.yaml");
}

TEST(RouterSchema, BesideTheScenariosIsTheOneThatTheCommandPrints) {
  EXPECT_EQ(test::read_text(FLITWISE_SOURCE_DIR "/sim/router.schema.json"), router_schema_text())
      << "mend it with: build/flitwise schema --router > sim/router.schema.json";
}

}  // namespace
}  // namespace flitwise::router_reader_test
