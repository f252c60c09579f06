// Networks in parts, threads and processes, without SystemC: what they do and print is the same for
// any number of these.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <memory>
#include <random>
#include <thread>

#include "systemc/network/parts/node_parts.h"
#include "systemc/network/parts/ranks.h"
#include "tests/network/happenings.h"
#include "tests/network/torus/torus_runs.h"
#include "tests/support/forked_ranks.h"

namespace flitwise::parts_test {
namespace {

using test::TorusRun;

constexpr std::size_t kNumbers[] = {1, 2, 3, 7, 16};

/// All that a run shows.
struct Seen {
  std::vector<std::string> happened;
  std::string printed;
  Step last = 0;
  bool is_stuck = false;
  bool is_quiet = false;
  std::int64_t router_cycles = 0;
  int assertion_failures = 0;
  Stalls stalls;
  std::size_t arrivals = 0;

  friend bool operator==(const Seen& a, const Seen& b) {
    return a.happened == b.happened && a.printed == b.printed && a.last == b.last &&
           a.is_stuck == b.is_stuck && a.is_quiet == b.is_quiet &&
           a.router_cycles == b.router_cycles && a.assertion_failures == b.assertion_failures &&
           a.stalls == b.stalls;
  }
};

using Drive = void (*)(TorusRun& run, const Torus& torus);

Seen seen(const Torus& torus, const TorusNetworkConfig& config, Drive drive) {
  ModelLibrary models;
  Seen seen;
  testing::internal::CaptureStdout();
  TorusRun run(torus, assemble_torus(torus, config, models), config.order);
  drive(run, torus);
  seen.printed = testing::internal::GetCapturedStdout();
  if (config.ranks != nullptr) config.ranks->gather_counters();
  seen.happened = run.happened();
  seen.last = run.step();
  seen.is_stuck = run.is_stuck();
  seen.is_quiet = run.network().is_quiet();
  seen.router_cycles = run.network().router_cycles();
  seen.assertion_failures = run.network().assertion_failures();
  seen.stalls = run.stalls().total();
  return seen;
}

// As one text, for other processes.
std::string text_of(const Seen& seen) {
  return fmt::format("{}\n{}\n{} {} {} {} {} {} {}", fmt::join(seen.happened, "\n"), seen.printed,
                     seen.last, seen.is_stuck, seen.is_quiet, seen.router_cycles,
                     seen.assertion_failures, seen.stalls.stalled, seen.stalls.blocked);
}

// In two to five processes, of which each has all that one alone has.
void expect_equal_ranks(const Torus& torus, TorusNetworkConfig config, Drive drive,
                        const Seen& whole) {
  config.parts = 0;
  config.threads = 1;
  for (const std::size_t count : {2U, 3U, 4U, 5U}) {
    const std::vector<std::string> all = test::in_ranks(count, [&](CutChannel& channel) {
      Ranks ranks(channel);
      config.ranks = &ranks;
      return text_of(seen(torus, config, drive));
    });
    for (std::size_t rank = 0; rank < count; ++rank)
      EXPECT_TRUE(all[rank] == text_of(whole))
          << "rank " << rank << " of " << count << ": " << all[rank].substr(0, 200);
  }
}

// With every number of parts and threads, and of processes; returns what all of them show.
Seen expect_equal_parts(const Torus& torus, TorusNetworkConfig config, Drive drive) {
  const Seen whole = seen(torus, config, drive);
  for (const std::size_t parts : kNumbers) {
    for (const std::size_t threads : kNumbers) {
      if (threads > parts) continue;
      config.parts = parts;
      config.threads = threads;
      const Seen split = seen(torus, config, drive);
      EXPECT_EQ(split.printed, whole.printed);
      EXPECT_TRUE(split == whole) << parts << " parts, " << threads << " threads";
    }
  }
  expect_equal_ranks(torus, config, drive, whole);
  return whole;
}

void send_some(TorusRun& run, const Torus& torus) {
  test::send_at_random(run, torus, 1, 150, 60);
  run.run(5000);
}

TEST(NodeParts, HaveAllNodesInOrderAndNoPartWithoutOne) {
  for (std::size_t nodes = 1; nodes <= 40; ++nodes) {
    for (std::size_t wanted = 0; wanted <= 50; ++wanted) {
      const NodeParts parts(nodes, wanted);
      EXPECT_EQ(parts.parts(), std::min(std::max<std::size_t>(wanted, 1), nodes));
      EXPECT_EQ(parts.first(0), 0U);
      EXPECT_EQ(parts.first(parts.parts()), nodes);
      for (std::size_t part = 0; part < parts.parts(); ++part) {
        EXPECT_LT(parts.first(part), parts.first(part + 1));
        for (std::size_t node = parts.first(part); node < parts.first(part + 1); ++node)
          EXPECT_EQ(parts.part_of(static_cast<Node>(node)), part);
      }
    }
  }
}

TEST(Parts, OfATorusShowTheSame) {
  const Seen all = expect_equal_parts(Torus({6, 5}), {}, send_some);
  EXPECT_GT(all.happened.size(), 2000U);
  EXPECT_TRUE(all.is_quiet);
  EXPECT_GT(all.stalls.blocked, 0U);
}

TEST(Parts, ShowTheSameThoughIdleRoutersAreEvaluated) {
  TorusNetworkConfig config;
  config.idle = IdleRouters::kEvaluate;
  const Seen all = expect_equal_parts(Torus({4, 4}), config, send_some);
  EXPECT_EQ(all.router_cycles, 16 * (all.last + 1));
}

TEST(Parts, StallTheSamePorts) {
  TorusNetworkConfig config;
  config.stalled_ports = [](Node node, Step step) {
    return static_cast<std::uint32_t>((step + 3 * node) / 2 * 0x9E3779B9U >> 5);
  };
  const Seen all = expect_equal_parts(Torus({4, 4}), config, send_some);
  EXPECT_GT(all.happened.size(), 1000U);
  EXPECT_TRUE(all.is_quiet);
}

TEST(Parts, EndInTheSameDeadlock) {
  TorusNetworkConfig config;
  config.lanes = 1;
  config.depth = 2;
  const Seen all = expect_equal_parts(Torus({4, 4}), config, [](TorusRun& run, const Torus&) {
    for (Node v = 0; v < 16; ++v) run.send(v, {2, 2}, 20, 1);
    run.run(5000);
  });
  EXPECT_TRUE(all.is_stuck);
}

TEST(Parts, OfSlowRoutersLinksAndCreditsShowTheSame) {
  TorusNetworkConfig config;
  config.latency.pipeline = {1, 1, 1, 1, false, false, 1};
  config.latency.link = {2, 5};
  config.latency.credit = 3;
  const Seen all = expect_equal_parts(Torus({4, 3}), config, send_some);
  EXPECT_GT(all.happened.size(), 1000U);
}

// PEs that take every flit, but ask the caller's thread for patience, so that the others get most
// of the work however busy the machine is. Counts what they do.
StalledPorts slow_caller(const std::shared_ptr<std::atomic<int>>& done_by_others) {
  return [caller = std::this_thread::get_id(), done_by_others](Node, Step) {
    if (std::this_thread::get_id() != caller)
      ++*done_by_others;
    else
      std::this_thread::sleep_for(std::chrono::microseconds(50));
    return std::uint32_t{0};
  };
}

// Bodies without heads: reported and asserted by all routers that they reach.
void send_nonsense(TorusRun& run, const Torus& torus) {
  std::mt19937 random(3);
  Network& network = run.network();
  for (Step step = 0; step < 40; ++step) {
    for (Node v = 0; v < torus.size(); ++v) {
      FlitFields flit;
      flit.kind = FlitKind::kData;
      flit.tag = static_cast<std::uint32_t>(v);
      flit.payload = static_cast<std::uint32_t>(random() % 100);
      const auto port = static_cast<std::uint32_t>(random() % 4);
      if (random() % 8 == 0 && network.accepts(v, port)) network.inject(v, port, pack(flit));
    }
    network.clock(step);
  }
}

TEST(Parts, PrintAssertionsInTheOrderOfRouters) {
  const auto done_by_others = std::make_shared<std::atomic<int>>(0);
  TorusNetworkConfig config;
  config.stalled_ports = slow_caller(done_by_others);
  const Seen all = expect_equal_parts(Torus({4, 4}), config, send_nonsense);
  EXPECT_GT(all.assertion_failures, 20);
  EXPECT_GT(*done_by_others, 100);
  // Some step has those of many routers.
  std::size_t most = 0;
  for (int step = 0; step < 40; ++step) {
    std::size_t count = 0;
    const std::string begin = fmt::format("[{}] %Error", step);
    for (std::size_t at = 0; (at = all.printed.find(begin, at)) != std::string::npos; ++at) ++count;
    most = std::max(most, count);
  }
  EXPECT_GT(most, 2U);
}

// Who has not entered counts in the network that was made or stepped last.
TEST(Parts, CountFailuresInTheNetworkWhoseThreadHasEntered) {
  const TorusWiring wiring(Torus({4, 4}), {});
  ModelLibrary models;
  const ModelTable& table = models.get({"torus_router",
                                        {"Dimensions=2", "Lanes=2", "Depth=8"},
                                        ModelFlavour::kChecked,
                                        {},
                                        "clk_i",
                                        ""});
  const auto place = [&](const ModelInstance& instance) {
    instance.drive("coordinate_i", wiring.coordinate_pin(0));
    instance.drive("side_i", wiring.side_pin());
  };
  ModelOwner first(nullptr);
  ModelOwner second(nullptr);
  const ModelInstance& router = first.make(table, "first", place);
  second.make(table, "second", place);
  std::string printed;
  std::thread([&] {
    first.enter_thread();
    first.gather_prints(&printed);
    FlitFields body;
    body.kind = FlitKind::kData;
    body.payload = 5;
    const RawFlit flit = pack(body);
    std::memcpy(router.pin("in_lane_i").bytes(), &flit, sizeof flit);
    for (int cycle = 0; cycle < 4; ++cycle) table.cycle(router.model());
  }).join();
  EXPECT_GT(first.assertion_failures(), 0);
  EXPECT_EQ(second.assertion_failures(), 0);
  EXPECT_THAT(printed, testing::HasSubstr("failed in first"));
}

TEST(Parts, OfTwoNetworksCountTheirOwnFailures) {
  const Torus torus({4, 4});
  ModelLibrary models;
  TorusNetworkConfig config;
  const int alone = seen(torus, config, send_nonsense).assertion_failures;
  const auto done_by_others = std::make_shared<std::atomic<int>>(0);
  config.stalled_ports = slow_caller(done_by_others);
  for (const std::size_t threads : {2U, 3U}) {
    config.parts = 4;
    config.threads = threads;
    testing::internal::CaptureStdout();
    TorusRun first(torus, assemble_torus(torus, config, models));
    TorusRun second(torus, assemble_torus(torus, config, models));
    send_nonsense(first, torus);
    send_some(second, torus);
    testing::internal::GetCapturedStdout();
    EXPECT_EQ(first.network().assertion_failures(), alone);
    EXPECT_EQ(second.network().assertion_failures(), 0);
  }
  EXPECT_GT(*done_by_others, 50);
}

}  // namespace
}  // namespace flitwise::parts_test
