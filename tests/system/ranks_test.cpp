// A run shows the same bytes on any number of ranks, on each of them; one that fails ends it on
// all. Ranks are forked processes here, which needs no MPI: tests/system/mpi_test.py has that.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include "sim/run/family/family.h"
#include "sim/run/figures/judgement.h"
#include "sim/run/process/ranked_run.h"
#include "sim/run/simulation.h"
#include "systemc/network/models/model_error.h"
#include "tests/support/forked_ranks.h"
#include "tests/system/split_cases.h"

namespace flitwise::ranks_test {
namespace {

using testing::AllOf;
using testing::Each;
using testing::HasSubstr;
using testing::StartsWith;

std::string bytes_of(test::Shown shown) {
  shown.result.seconds = 0;
  std::string bytes = shown.bytes();
  for (const LinkEvent& e : shown.result.events)
    bytes += fmt::format("{} {} {} {} {} {} {} {}\n", e.step, e.from, e.to,
                         static_cast<int>(e.kind), e.message, e.index, e.value, e.stream);
  return bytes;
}

RunRequest with_events() {
  RunRequest request;
  request.keep_events = true;
  return request;
}

// Says what has become of it.
std::string outcome_of(const Result& result) {
  return fmt::format("{}: {}", static_cast<int>(result.outcome), fmt::join(result.problems, "; "));
}

CutChannel* channel_of_this_rank = nullptr;

Result run_over_it(const Scenario& scenario, const RunRequest& request) {
  return run_over(*channel_of_this_rank, scenario, request);
}

class Ranks : public testing::TestWithParam<test::SplitCase> {};

TEST_P(Ranks, ShowTheSameBytesAsOneProcess) {
  const Scenario scenario = test::scenario_of(GetParam());
  const test::Shown alone = test::shown(scenario, 1, 1);
  EXPECT_EQ(alone.result.outcome == Outcome::kPass, !GetParam().is_broken);
  EXPECT_FALSE(alone.result.events.empty());
  const std::string wanted = bytes_of(alone);
  for (const std::size_t count : {1U, 2U, 3U, 4U}) {
    const auto all = test::in_ranks(count, [&](CutChannel& channel) {
      channel_of_this_rank = &channel;
      return bytes_of({work_in_child(scenario, with_events(), run_over_it)});
    });
    for (std::size_t rank = 0; rank < count; ++rank)
      EXPECT_TRUE(all[rank] == wanted) << "rank " << rank << " of " << count << ": " << all[rank];
  }
}

// All but back pressure by ready wires.
std::vector<test::SplitCase> shared_cases() {
  std::vector<test::SplitCase> cases;
  for (const test::SplitCase& one : test::kSplitCases)
    if (one.name != std::string("HeldBackFatTree")) cases.push_back(one);
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Runs, Ranks, testing::ValuesIn(shared_cases()),
                         [](const auto& one) { return std::string(one.param.name); });

// With digests of events in place of lists.
Result digested(const Scenario& scenario, const RunRequest& request, flitwise::Ranks* ranks) {
  Scenario shared = scenario;
  shared.options.ranks = ranks;
  Simulation simulation(family_of(shared).make_work(shared, Events::kDigested), request,
                        shared.options);
  simulation.run();
  if (ranks != nullptr) ranks->gather_counters();
  Result result = judge(simulation.evidence());
  result.flit_hops = simulation.flit_hops();
  return result;
}

Result digested_alone(const Scenario& scenario, const RunRequest& request) {
  return digested(scenario, request, nullptr);
}

Result digested_over_it(const Scenario& scenario, const RunRequest& request) {
  flitwise::Ranks ranks(*channel_of_this_rank);
  return digested(scenario, request, &ranks);
}

void expect_digests_of_one_process(const std::string& file, std::vector<Setting> settings,
                                   const std::string& fault) {
  if (!fault.empty()) settings.push_back({"options.break", fault});
  const Scenario scenario = test::scenario_to_split(file, settings);
  const Result alone = work_in_child(scenario, {}, digested_alone);
  EXPECT_EQ(alone.outcome == Outcome::kPass, fault.empty()) << file << fault;
  const std::string wanted = bytes_of({alone});
  for (const std::size_t count : {1U, 2U, 3U, 4U}) {
    const auto all = test::in_ranks(count, [&](CutChannel& channel) {
      channel_of_this_rank = &channel;
      return bytes_of({work_in_child(scenario, {}, digested_over_it)});
    });
    for (std::size_t rank = 0; rank < count; ++rank)
      EXPECT_TRUE(all[rank] == wanted)
          << file << " " << fault << ": rank " << rank << " of " << count << ": " << all[rank];
  }
}

// Blocks of 64 nodes lie across the borders of ranks; nodes of both sides fail, or of one.
TEST(Digests, OfRanksAddUpToThoseOfOneProcess) {
  for (const char* fault :
       {"", "{early: [4, 4], by: 1}", "{early: [0, 9], by: 2}", "{mute: [4, 4]}", "{mute: [0, 9]}"})
    expect_digests_of_one_process(
        "torus_8x8_peel.yaml", {{"network.sides", "[13, 13]"}, {"options.barrier", "true"}}, fault);
  for (const char* fault : {"", "{early: 60, by: 1}", "{mute: 200}"})
    expect_digests_of_one_process("random_255_best.yaml", {}, fault);
  for (const char* fault : {"", "{late: 30, by: 1}", "{mute: 30}"})
    expect_digests_of_one_process("slimfly_5_gather.yaml", {}, fault);
  for (const char* fault : {"", "{late: 30, by: 1}", "{mute: 30}"})
    expect_digests_of_one_process("polarfly_7_allreduce.yaml", {}, fault);
}

// Of two of which the other one says what this one does.
class EchoChannel final : public CutChannel {
 public:
  std::size_t rank() const override { return 0; }
  std::size_t ranks() const override { return 2; }
  const std::vector<std::string>& exchange(const std::string& own) override {
    said_ = {own, own};
    return said_;
  }
  void add_up(RankTally& tally) override { tally.add(tally); }
  const std::vector<std::string>& pass(const std::vector<std::size_t>&,
                                       const std::vector<std::string>& own) override {
    return own;
  }

 private:
  std::vector<std::string> said_;
};

TEST(PesAndMonitors, LiveApartWhereWhatTheySeeCanBeAddedUp) {
  const std::vector<std::pair<test::SplitCase, bool>> cases{
      {{"", "torus_8x8_peel.yaml"}, true},
      {{"", "torus_8x8_packets.yaml"}, true},
      {{"", "torus_8x8_uniform.yaml"}, true},
      {{"", "xy_mesh_8x8_uniform.yaml"}, true},
      {{"", "torus_8x8_pipeline.yaml"}, false},      // links of several steps
      {{"", "torus_8x8_slow_uniform.yaml"}, false},  // likewise
      {{"", "broken/torus_deadlock.yaml"}, false},   // waits go in circles
      {{"", "broken/torus_traffic_deadlock.yaml"}, false},
      {{"", "figure_4.yaml"}, true},
      {{"", "slow_tree_gather.yaml"}, false},  // links of several steps
      {{"", "mesh_8x8_gather.yaml"}, true},
      {{"", "k_16_broadcast.yaml"}, true},
      {{"", "torus_4x4_dead_links.yaml"}, true},
      {{"", "polarfly_7_allreduce.yaml"}, true},
      {{"", "slimfly_5_gather.yaml"}, true},
      {{"", "fat_tree_exchange_full.yaml"}, false},
      {{"", "star_graph_exchange.yaml"}, false}};
  for (const auto& [one, lives_apart] : cases) {
    EchoChannel channel;
    flitwise::Ranks ranks(channel);
    Scenario scenario = test::scenario_of(one);
    scenario.options.ranks = &ranks;
    EXPECT_EQ(family_of(scenario).make_work(scenario, Events::kIfFew)->lives_apart(), lives_apart)
        << one.file;
    EXPECT_EQ(ranks.lives_apart(), lives_apart) << one.file;
  }
}

Scenario some_torus() {
  return test::scenario_to_split("torus_8x8_uniform.yaml", {{"options.measure", "100"}});
}

// Fails where all talk, as one whose memory has run out would.
class FailingChannel final : public CutChannel {
 public:
  FailingChannel(CutChannel& channel, int at) : channel_(channel), left_(at) {}
  std::size_t rank() const override { return channel_.rank(); }
  std::size_t ranks() const override { return channel_.ranks(); }
  const std::vector<std::string>& exchange(const std::string& own) override {
    count();
    return channel_.exchange(own);
  }
  void add_up(RankTally& tally) override {
    count();
    channel_.add_up(tally);
  }
  const std::vector<std::string>& pass(const std::vector<std::size_t>& near,
                                       const std::vector<std::string>& own) override {
    return channel_.pass(near, own);
  }

 private:
  void count() {
    if (--left_ == 0) throw std::runtime_error("no memory");
  }

  CutChannel& channel_;
  int left_;
};

TEST(RankThatThrows, EndsTheRunOnAllWithItsName) {
  // Agreeing on the scenario, going apart, adding up in a step, and telling all of packets.
  for (const int at : {1, 2, 3, 60, 61, 62, 63}) {
    const auto all = test::in_ranks(3, [&](CutChannel& channel) {
      FailingChannel failing(channel, channel.rank() == 1 ? at : -1);
      return outcome_of(run_over(failing, some_torus(), {}));
    });
    EXPECT_THAT(all, Each(AllOf(StartsWith("3: rank 1 of 3 on "), HasSubstr("no memory"))));
  }
}

TEST(RankThatDies, LeavesTheOthersToWhoeverHasStartedThem) {
  const auto all = test::in_ranks(3, [&](CutChannel& channel) -> std::string {
    if (channel.rank() == 1) ::_exit(1);
    return outcome_of(run_over(channel, some_torus(), {}));
  });
  const auto waits = testing::MatchesRegex("a rank (says|hears) nothing any more");
  EXPECT_THAT(all, testing::ElementsAre(waits, "died", waits));
}

TEST(RanksOfTwoScenarios, AreRefused) {
  const auto all = test::in_ranks(3, [&](CutChannel& channel) {
    Scenario scenario = some_torus();
    if (channel.rank() == 2) scenario.text += " ";
    return outcome_of(run_over(channel, scenario, {}));
  });
  EXPECT_THAT(all, Each("3: rank 2 has another scenario than rank 0"));
}

TEST(RankThatStopsEarlier, IsNoticed) {
  const auto all = test::in_ranks(2, [&](CutChannel& channel) {
    Scenario scenario = some_torus();
    if (channel.rank() == 1) scenario.options.max_steps = 50;
    return outcome_of(run_over(channel, scenario, {}));
  });
  EXPECT_THAT(all, Each("3: rank 1 is not where rank 0 is in the simulation"));
}

// All fail alike: as one process would.
std::string refusal_of(const Scenario& scenario, std::size_t count) {
  const auto all = test::in_ranks(count, [&](CutChannel& channel) -> std::string {
    try {
      return outcome_of(run_over(channel, scenario, {}));
    } catch (const ModelError& error) {
      return error.what();
    }
  });
  EXPECT_THAT(all, Each(all[0]));
  return all[0];
}

TEST(RefusedNetworks, AreThoseWhoseRoutersCannotBeShared) {
  EXPECT_EQ(refusal_of(test::scenario_to_split("fat_tree_flood_held_back.yaml"), 2),
            "a fat tree that holds packets back by ready wires is run by one process: they settle "
            "from switch to switch within a step");
  EXPECT_EQ(refusal_of(test::scenario_to_split("figure_4.yaml"), 7),
            "7 processes cannot share 6 routers: start one a router at most");
  EXPECT_EQ(
      refusal_of(test::scenario_to_split("figure_4.yaml", {{"options.build", "elaborated"}}), 2),
      "processes share networks of the project's routers that are wired at run time: run "
      "this one in a single process");
}

TEST(RankPlace, IsReadFromTheEnvironment) {
  EXPECT_FALSE(rank_place([](const char*) -> const char* { return nullptr; }).is_shared());
  const RankPlace by_mpirun = rank_place([](const char* name) -> const char* {
    const std::string asked = name;
    return asked == "OMPI_COMM_WORLD_RANK" ? "2" : asked == "OMPI_COMM_WORLD_SIZE" ? "4" : nullptr;
  });
  EXPECT_EQ(by_mpirun.rank, 2U);
  EXPECT_EQ(by_mpirun.ranks, 4U);
  EXPECT_THAT(by_mpirun.name(), StartsWith("rank 2 of 4 on "));
  const RankPlace by_srun = rank_place([](const char* name) -> const char* {
    const std::string asked = name;
    return asked == "PMIX_RANK" ? "0" : asked == "SLURM_STEP_NUM_TASKS" ? "3" : nullptr;
  });
  EXPECT_TRUE(by_srun.is_first() && by_srun.is_shared());
  // Slurm alone does not say that processes belong together.
  EXPECT_FALSE(rank_place([](const char* name) -> const char* {
                 return std::string(name) == "SLURM_STEP_NUM_TASKS" ? "3" : nullptr;
               }).is_shared());
  for (const char* wrong : {"", "x", "4", "-1", "1 "}) {
    static const char* given;
    given = wrong;
    EXPECT_FALSE(rank_place([](const char* name) -> const char* {
                   const std::string asked = name;
                   return asked == "OMPI_COMM_WORLD_RANK"   ? given
                          : asked == "OMPI_COMM_WORLD_SIZE" ? "4"
                                                            : nullptr;
                 }).is_shared())
        << wrong;
  }
}

}  // namespace
}  // namespace flitwise::ranks_test
