// A result survives the way between processes whole; anything else is noticed.
#include "sim/run/figures/result.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace flitwise {
namespace {

Result full_result() {
  Result r;
  r.scenario = "na\xC3\xAFve \"quoted\"";
  r.file = "a.yaml";
  r.network = "path of 3";
  r.operation = "gather";
  r.algorithm = "certification";
  r.variant = "tight, seq";
  r.pes = 3;
  r.flits = 4;
  r.facts = {{"trees", std::vector<std::int64_t>{2, 3}}};
  r.outcome = Outcome::kNoEnd;
  r.broke_off = true;
  const std::vector<std::vector<std::int64_t>> arrivals{{2, 4}, {}};
  const Figure level(Figure::Members{{"up", 5}, {"down", Figure()}});
  r.measured = {1, 2, {{"t_sync", 3}, {"arrivals", arrivals}, {"by_level", level}}};
  r.predicted = {9, {}, {{"t_sync", Figure()}}};
  r.columns = {{"T_sync", "t_sync", true}};
  r.lower_bound = 11;
  r.bound = 16;
  r.checks = {{"finish", "1", "9", false, "theorem", false, true}};
  r.problems = {"one", "two"};
  r.notes = {"three"};
  r.collisions = 12;
  r.port_violations = 13;
  r.router_cycles = 14;
  r.flit_hops = 15;
  r.seconds = 0.25;
  r.events = {{1, 0, 1, FlitKind::kOrder, 1, 1, 4, 0}, {2, 1, 0, FlitKind::kData, 1, 1, 0, 0}};
  return r;
}

TEST(ResultWire, KeepsEveryField) {
  const Result sent = full_result();
  const Result r = from_wire(to_wire(sent));

  EXPECT_EQ(r.scenario, sent.scenario);
  EXPECT_EQ(r.file + r.network + r.operation + r.algorithm + r.variant,
            sent.file + sent.network + sent.operation + sent.algorithm + sent.variant);
  EXPECT_EQ(r.pes, 3);
  EXPECT_EQ(r.facts, sent.facts);
  EXPECT_EQ(r.flits, 4);
  EXPECT_EQ(r.outcome, Outcome::kNoEnd);
  EXPECT_TRUE(r.broke_off);
  EXPECT_EQ(r.measured.finish, 1);
  EXPECT_EQ(r.measured.quiesce, 2);
  EXPECT_EQ(r.measured.others, sent.measured.others);
  EXPECT_EQ(r.predicted.finish, 9);
  EXPECT_EQ(r.predicted.quiesce, std::nullopt);
  EXPECT_EQ(r.predicted.others, sent.predicted.others);
  ASSERT_EQ(r.columns.size(), 1U);
  EXPECT_EQ(r.columns[0].heading + r.columns[0].figure, "T_synct_sync");
  EXPECT_TRUE(r.columns[0].is_main);
  EXPECT_EQ(r.lower_bound, 11);
  EXPECT_EQ(r.bound, 16);
  EXPECT_EQ(r.problems, sent.problems);
  EXPECT_EQ(r.notes, sent.notes);
  EXPECT_EQ(r.collisions, 12);
  EXPECT_EQ(r.port_violations, 13);
  EXPECT_EQ(r.router_cycles, 14);
  EXPECT_EQ(r.flit_hops, 15);
  EXPECT_EQ(r.seconds, 0.25);
  EXPECT_EQ(r.events, sent.events);
  ASSERT_EQ(r.checks.size(), 1U);
  EXPECT_EQ(r.checks[0].name + r.checks[0].measured + r.checks[0].predicted + r.checks[0].source,
            "finish19theorem");
  EXPECT_FALSE(r.checks[0].ok);
  EXPECT_FALSE(r.checks[0].decided);
  EXPECT_TRUE(r.checks[0].of_finish);
}

TEST(ResultWire, NoticesEveryCut) {
  const std::string bytes = to_wire(full_result());
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_THROW(from_wire(bytes.substr(0, size)), std::runtime_error) << size;
}

TEST(ResultWire, KeepsAResultWhoseNameIsNotUtf8) {
  Result result = full_result();
  result.scenario = "bad \xFF name";

  EXPECT_EQ(from_wire(to_wire(result)).pes, 3);
}

}  // namespace
}  // namespace flitwise
