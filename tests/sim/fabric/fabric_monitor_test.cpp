// Expectations of one's own are held against the run, and decide its status.
#include <flitwise/fabric_monitor.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/sim/fabric/fabric_bench.h"
#include "tests/support/refusal.h"

namespace flitwise::fabric_test {
namespace {

using test::refusal_of;
using testing::HasSubstr;

// A write of 6 flits over four links: the edge after time 0 takes its first flit.
constexpr std::int64_t kFinish = 1 + 4 + 6;
const char* const kSource = "1 + hops + flits";

struct SixFlits : Bench {
  SixFlits() : Bench(kTorus) {
    pe(0).program = [](Pe& pe) { pe.write(10, pattern(41, 1)); };
  }
};

TEST(FabricMonitor, ShowsWhatWasExpectedBesideWhatWasMeasured) {
  SixFlits bench;
  bench.monitor.expect("finish", kFinish, kSource);
  bench.monitor.expect("flit_hops", 24, "hops x flits");
  bench.monitor.expect(
      "bytes", [&] { return static_cast<std::int64_t>(bench.pe(10).memory.size()); }, 41,
      "what was written");
  sc_core::sc_start();

  const FabricVerdict verdict = bench.verdict();
  EXPECT_EQ(verdict.exit_status, 0);
  EXPECT_EQ(verdict.text(),
            "ok   finish: measured 11, predicted 11 (1 + hops + flits)\n"
            "ok   flit_hops: measured 24, predicted 24 (hops x flits)\n"
            "ok   bytes: measured 41, predicted 41 (what was written)\n"
            "pass: 1 transfer of 6 flits, the last in step 11\n");
  EXPECT_GT(verdict.router_evaluations, 0);
}

TEST(FabricMonitor, FailsWhereAnExpectationDoesNotHold) {
  SixFlits bench;
  bench.monitor.expect("quiesce", kFinish - 1, kSource);
  bench.monitor.expect("finish", kFinish + 1, kSource);
  sc_core::sc_start();

  const FabricVerdict verdict = bench.verdict();
  EXPECT_EQ(verdict.exit_status, 1);
  ASSERT_EQ(verdict.checks.size(), 2U);
  EXPECT_TRUE(verdict.checks[0].ok);
  EXPECT_FALSE(verdict.checks[1].ok);
  EXPECT_THAT(verdict.text(),
              HasSubstr("FAIL finish: measured 11, predicted 12 (1 + hops + flits)\nFAIL: 1 "));
}

TEST(FabricMonitor, FailsWhereAFigureOfOnesOwnIsAnotherOne) {
  SixFlits bench;
  bench.monitor.expect(
      "bytes", [&] { return static_cast<std::int64_t>(bench.pe(10).memory.size()); }, 40, "a slip");
  sc_core::sc_start();

  EXPECT_EQ(bench.verdict().exit_status, 1);
}

std::int64_t on_a_ring_of_five(const FabricTransfer& transfer) {
  const int up = (transfer.to - transfer.from + 5) % 5;
  return transfer.ready + std::min(up, 5 - up) + transfer.flits;
}

TEST(FabricMonitor, HoldsEveryTransferAgainstAFunction) {
  Bench bench("network: {kind: torus, sides: [5]}");
  bench.pe(0).program = [](Pe& pe) {
    for (std::size_t to = 1; to < 5; ++to) pe.write(to, pattern(8 * to, 1));
  };
  bench.monitor.expect_each(
      "alone",
      [](const FabricTransfer& transfer) -> std::optional<std::int64_t> {
        if (transfer.to == 2) return std::nullopt;
        return on_a_ring_of_five(transfer);
      },
      "hops + flits");
  sc_core::sc_start();

  EXPECT_EQ(bench.verdict().exit_status, 0);
  EXPECT_EQ(bench.verdict().checks.at(0).measured, "3 of 3 transfers");
}

TEST(FabricMonitor, NamesTheFirstTransferThatIsNotAsExpected) {
  Bench bench("network: {kind: torus, sides: [5]}");
  bench.pe(0).program = [&](Pe& pe) {
    for (std::size_t to = 1; to < 5; ++to) pe.write(to, pattern(8 * to, 1));
  };
  bench.monitor.expect_each(
      "alone",
      [](const FabricTransfer& transfer) {
        return std::optional(on_a_ring_of_five(transfer) + (transfer.to >= 3 ? 1 : 0));
      },
      "hops + flits");
  sc_core::sc_start();

  const FabricVerdict verdict = bench.verdict();
  EXPECT_EQ(verdict.exit_status, 1);
  const FabricTransfer& third = bench.transfers.at(2);
  EXPECT_EQ(verdict.checks.at(0).measured, "request of 3 flits from PE 0 to PE 3: step " +
                                               std::to_string(third.delivered) +
                                               " (2 of 4 transfers agree)");
  EXPECT_EQ(verdict.checks.at(0).predicted,
            "request of 3 flits from PE 0 to PE 3: step " + std::to_string(third.delivered + 1));
}

TEST(FabricMonitor, FailsWhereAFunctionHasComparedNothing) {
  Bench bench(kTorus);
  bench.pe(0).program = [](Pe& pe) { pe.write(1, pattern(8, 1)); };
  bench.monitor.expect_each(
      "none", [](const FabricTransfer&) { return std::optional<std::int64_t>(); }, "nowhere");
  sc_core::sc_start();

  EXPECT_EQ(bench.verdict().exit_status, 1);
  EXPECT_THAT(bench.verdict().text(),
              HasSubstr("FAIL none: measured no transfer, predicted one at least (nowhere)"));
}

TEST(FabricMonitor, FailsExpectationsWhoseFunctionsThrow) {
  Bench bench(kTorus);
  bench.pe(0).program = [](Pe& pe) {
    pe.write(1, pattern(8, 1));
    pe.write(2, pattern(8, 1));
  };
  bench.monitor.expect(
      "level", []() -> std::int64_t { throw std::runtime_error("no such\nsensor"); }, 7, "a guess");
  bench.monitor.expect(
      "code", []() -> std::int64_t { throw 3; }, 8, "a guess");
  bench.monitor.expect_each(
      "each",
      [](const FabricTransfer& transfer) {
        if (transfer.to == 2) throw std::out_of_range("no PE 2");
        return std::optional(transfer.delivered);
      },
      "a table");
  sc_core::sc_start();

  EXPECT_EQ(bench.verdict().exit_status, 1);
  EXPECT_EQ(bench.verdict().transfers, 2) << "the run went on";
  const std::string text = bench.verdict().text();
  EXPECT_THAT(text,
              HasSubstr("FAIL level: measured nothing: its function threw 'no such\\nsensor', "
                        "predicted 7 (a guess)\n"));
  EXPECT_THAT(text, HasSubstr("FAIL code: measured nothing: its function threw what is no "
                              "std::exception, predicted 8 (a guess)\n"));
  EXPECT_THAT(text, HasSubstr("FAIL each: measured 2 transfers, predicted nothing: its function "
                              "threw 'no PE 2' (a table)\n"));
}

TEST(FabricMonitor, SaysThatExpectationsOfARunWithoutAnEndWereNotReached) {
  Bench bench(kTorus);
  bench.pe(0).program = [](Pe& pe) { pe.write(1, pattern(800, 1)); };
  bench.monitor.expect("transfers", 1, "one write");
  sc_core::sc_start(ns(50));

  EXPECT_EQ(bench.verdict().exit_status, 3);
  EXPECT_THAT(bench.verdict().text(), HasSubstr("NO END: 0 transfers"));
}

TEST(FabricMonitor, RefusesExpectationsThatNobodyCouldCheck) {
  Bench bench(kTorus);
  FabricMonitor& monitor = bench.monitor;
  monitor.expect("finish", 1, kSource);
  EXPECT_EQ(refusal_of([&] { monitor.expect("flits", 1, ""); }),
            "expectation 'flits' needs a source, a line of text");
  EXPECT_EQ(refusal_of([&] { monitor.expect("flits", 1, " "); }),
            "expectation 'flits' needs a source, a line of text");
  for (const char* name : {"", "two\nlines"})
    EXPECT_EQ(refusal_of([&] {
                monitor.expect(
                    name, [] { return 1; }, 1, kSource);
              }),
              "the name of an expectation must be a line of text");
  EXPECT_EQ(refusal_of([&] { monitor.expect("finish", 2, kSource); }),
            "there are two expectations 'finish'");
  EXPECT_EQ(refusal_of([&] { monitor.expect("end", 2, kSource); }),
            "there is no figure 'end' that could be expected; these are there: finish, "
            "quiesce, transfers, flits, flit_hops, pending");
}

TEST(FabricMonitor, RefusesFunctionsThatAreNotThere) {
  Bench bench(kTorus);
  FabricMonitor& monitor = bench.monitor;
  EXPECT_EQ(refusal_of([&] { monitor.expect("bytes", {}, 1, kSource); }),
            "expectation 'bytes' needs a function");
  EXPECT_EQ(refusal_of([&] { monitor.expect_each("alone", {}, kSource); }),
            "expectation 'alone' needs a function");
  EXPECT_EQ(refusal_of([&] { bench.fabric.watch({}); }), "a watch of transfers needs a function");
}

std::optional<std::int64_t> as_it_came(const FabricTransfer& transfer) {
  return transfer.delivered;
}

TEST(FabricMonitor, RefusesWhatWouldHaveMissedTransfers) {
  SixFlits bench;
  sc_core::sc_start(ns(1));

  const std::string late = " after step 1: it would have missed transfers";
  EXPECT_EQ(refusal_of<std::logic_error>([&] { FabricMonitor another(bench.fabric); }),
            "it is too late for a FabricMonitor" + late);
  EXPECT_EQ(
      refusal_of<std::logic_error>([&] { bench.monitor.expect_each("late", as_it_came, kSource); }),
      "it is too late for expect_each" + late);
  EXPECT_EQ(refusal_of<std::logic_error>([&] { bench.fabric.watch([](const FabricTransfer&) {}); }),
            "it is too late for a watch of transfers" + late);

  // What the verdict asks for is not late before it.
  bench.monitor.expect("finish", kFinish, kSource);
  sc_core::sc_start();
  EXPECT_EQ(bench.verdict().exit_status, 0) << bench.verdict().text();
  EXPECT_EQ(bench.verdict().checks.size(), 1U);
}

TEST(FabricMonitor, TakesExpectationsBeforeTheFirstStepIsOver) {
  SixFlits bench;
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  FabricMonitor another(bench.fabric);
  another.expect_each("in time", as_it_came, kSource);
  sc_core::sc_start();

  EXPECT_EQ(another.verdict().exit_status, 0) << another.verdict().text();
  EXPECT_EQ(another.verdict().transfers, 1);
}

TEST(FabricMonitor, SaysThatNothingHasBeenSimulated) {
  SixFlits bench;
  const std::string sentence = "no step has been simulated, so that nothing has been shown";
  EXPECT_EQ(bench.verdict().exit_status, 3);
  EXPECT_THAT(bench.verdict().messages, testing::ElementsAre(sentence));
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  EXPECT_EQ(bench.verdict().exit_status, 3);
  EXPECT_THAT(bench.verdict().messages, testing::Contains(sentence));
  sc_core::sc_start();
  EXPECT_EQ(bench.verdict().exit_status, 0);
}

TEST(FabricMonitor, MayGoBeforeTheSimulationDoes) {
  SixFlits bench;
  {
    FabricMonitor brief(bench.fabric);
    brief.expect_each("brief", as_it_came, kSource);
  }
  std::vector<Bytes> overwritten;  // what has been freed
  for (std::size_t size = 16; size < 4096; size += 16) overwritten.emplace_back(size, 0xA5);
  sc_core::sc_start();

  EXPECT_EQ(bench.verdict().exit_status, 0);
}

TEST(FabricMonitor, CountsBesideAnotherOne) {
  SixFlits bench;
  FabricMonitor other(bench.fabric);
  other.expect("finish", 1, "wrong for the other alone");
  sc_core::sc_start();

  EXPECT_EQ(bench.verdict().exit_status, 0);
  EXPECT_EQ(bench.verdict().transfers, 1);
  EXPECT_EQ(other.verdict().exit_status, 1);
  EXPECT_EQ(other.verdict().transfers, 1);
}

}  // namespace
}  // namespace flitwise::fabric_test
