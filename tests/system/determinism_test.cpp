// The same scenario gives the same bytes: every time, in one process and in two, with and without
// skipping idle routers, with models that were compiled in another way.
#include "tests/system/determinism.h"

#include <gtest/gtest.h>

namespace flitwise {
namespace {

using test::Determinism;
using test::kFamilies;
using test::Sample;

class EveryFamily : public Determinism, public testing::WithParamInterface<Sample> {};

TEST_P(EveryFamily, GivesTheSameBytesEveryTime) {
  run(GetParam(), "first");
  run(GetParam(), "second");
  expect_same("first", "second");
}

TEST_P(EveryFamily, GivesTheSameBytesWhetherIdleRoutersAreSkippedOrNot) {
  run(GetParam(), "skipping");
  run(GetParam(), "all", "--set options.skip=false");
  expect_same("skipping", "all", {"events.jsonl", "result.json"});
}

INSTANTIATE_TEST_SUITE_P(Determinism, EveryFamily, testing::ValuesIn(kFamilies),
                         [](const auto& run) { return std::string(run.param.name); });

TEST_F(Determinism, SpaceTimeDiagramsAreTheSameEveryTime) {
  const std::string figure = FLITWISE_SOURCE_DIR "/sim/scenarios/figure_4.yaml --diagram -o ";
  command("run " + figure + folder("first"), "first/printed");
  command("run " + figure + folder("second"), "second/printed");
  expect_same("first", "second");
}

TEST_F(Determinism, SuitesAreTheSameInOneProcessAndInTwo) {
  std::string files;
  for (const Sample& one : kFamilies) files += scenario(one);
  for (const char* processes : {"1", "2"})
    command("check --no-waves " + files + "--max-parallel " + processes + " --json " +
                folder(processes) + "/result.json --junit " + folder(processes) +
                "/junit.xml --report " + folder("page") + ".html",
            std::string(processes) + "/printed", "page.html");
  expect_same("1", "2");
}

TEST_F(Determinism, SweepsAreTheSameInOneProcessAndInTwo) {
  write("s.yaml", "name: s\nbase: " FLITWISE_SOURCE_DIR
                  "/sim/scenarios/figure_4.yaml\n"
                  "vary: {options.rule: [paper, tight], lengths: [{each: 1}, {each: 5}]}\n"
                  "plot: {x: lengths, y: [finish, lower_bound]}\n");
  for (const char* processes : {"1", "2"})
    command("sweep " + folder("") + "/s.yaml --report s.html -o " + folder(processes) +
                " --max-parallel " + processes,
            "printed");
  expect_same("1", "2");
}

TEST_F(Determinism, ClaimsAreTheSameInOneProcessAndInTwo) {
  for (const char* processes : {"1", "2"})
    command(std::string("claims --id trees.theorem-3 --id fat-trees.table-1-one --max-parallel ") +
                processes + " --json " + folder(processes) + "/claims.jsonl --markdown " +
                folder(processes) + "/claims.md --report " + folder("page") + ".html",
            std::string(processes) + "/printed", "page.html");
  expect_same("1", "2");
}

}  // namespace
}  // namespace flitwise
