// Ranks find out who has failed, and where one does not do what the others do.
#include "systemc/network/parts/ranks.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "systemc/network/models/model_error.h"
#include "systemc/network/parts/shown_bytes.h"
#include "systemc/network/torus/torus_routers.h"
#include "tests/support/forked_ranks.h"

namespace flitwise::ranks_test {
namespace {

using testing::AllOf;
using testing::Each;
using testing::HasSubstr;
using testing::MatchesRegex;

using Say = std::string (*)(Ranks& ranks);

// What each of so many ranks says, or the failure that it then knows of.
std::vector<std::string> said_by(std::size_t count, Say say) {
  return test::in_ranks(count, [&](CutChannel& channel) {
    Ranks ranks(channel);
    try {
      return say(ranks);
    } catch (const std::exception& error) {
      if (ranks.fail_alike(error.what())) return std::string("alike: ") + error.what();
      return *ranks.failure();
    }
  });
}

TEST(Ranks, HearOfEachOtherInOrder) {
  const auto all = said_by(3, [](Ranks& ranks) {
    std::string heard;
    for (Step step = 1; step <= 3; ++step)
      for (const std::string_view one :
           ranks.exchange(step, fmt::format("{}.{} ", step, ranks.own())))
        heard += one;
    return heard;
  });
  EXPECT_THAT(all, Each("1.0 1.1 1.2 2.0 2.1 2.2 3.0 3.1 3.2 "));
}

TEST(Ranks, CopyCountersFromWhoeverHasThem) {
  const auto all = said_by(3, [](Ranks& ranks) {
    std::array<std::array<unsigned char, 2>, 6> counters{};
    for (std::size_t i = 0; i < counters.size(); ++i) {
      if (i / 2 == ranks.own()) counters[i] = {static_cast<unsigned char>('a' + i), 'x'};
      ranks.add_counter(counters[i].data(), counters[i].size(), i / 2);
    }
    ranks.gather_counters();
    std::string seen;
    for (const auto& counter : counters) seen.append(counter.begin(), counter.end());
    return seen;
  });
  EXPECT_THAT(all, Each("axbxcxdxexfx"));
}

TEST(Ranks, NameWhoHasFailed) {
  const auto all = said_by(3, [](Ranks& ranks) -> std::string {
    for (Step step = 0; step < 10; ++step) {
      if (ranks.own() == 1 && step == 4) throw std::runtime_error("no memory");
      ranks.exchange(step, "a step");
    }
    return "end";
  });
  EXPECT_THAT(all, Each(MatchesRegex("rank 1 of 3 on .* has failed: no memory")));
}

TEST(Ranks, NameAllThatHaveFailedEachForItself) {
  const auto all = said_by(3, [](Ranks& ranks) -> std::string {
    if (ranks.own() > 0) throw std::runtime_error(fmt::format("trouble {}", ranks.own()));
    ranks.exchange(1, "a step");
    return "end";
  });
  EXPECT_THAT(all, Each(MatchesRegex("rank 1 of 3 on .* has failed: trouble 1; "
                                     "rank 2 of 3 on .* has failed: trouble 2")));
}

TEST(Ranks, FailAlikeWhereAllDo) {
  const auto all =
      said_by(3, [](Ranks&) -> std::string { throw std::runtime_error("no such model"); });
  EXPECT_THAT(all, Each("alike: no such model"));
}

TEST(Ranks, AreToldWhoIsAtAnotherStep) {
  const auto all = said_by(3, [](Ranks& ranks) -> std::string {
    ranks.exchange(ranks.own() == 2 ? 8 : 7, "a step");
    return "end";
  });
  EXPECT_THAT(all, Each("rank 2 is not where rank 0 is in the simulation"));
}

TEST(Ranks, AreToldWhoIsAtAnotherPlaceOfTheProgram) {
  const auto all = said_by(2, [](Ranks& ranks) -> std::string {
    if (ranks.own() == 0)
      ranks.exchange(0, "a step");
    else
      ranks.gather_counters();
    return "end";
  });
  EXPECT_THAT(all, Each("rank 1 is not where rank 0 is in the simulation"));
}

TEST(Ranks, AreToldWhoseTextDiffers) {
  const auto all = said_by(3, [](Ranks& ranks) -> std::string {
    ranks.agree("equal", "differs");
    ranks.agree(ranks.own() == 1 ? "other" : "equal", "has another scenario than rank 0");
    return "end";
  });
  EXPECT_THAT(all, Each("rank 1 has another scenario than rank 0"));
}

TEST(Ranks, CannotShareFewerRoutersThanTheyAre) {
  const auto all = said_by(5, [](Ranks& ranks) -> std::string {
    TorusNetworkConfig config;
    config.ranks = &ranks;
    ModelLibrary models;
    assemble_torus(Torus({2, 2}), config, models);
    return "end";
  });
  EXPECT_THAT(all, Each("alike: 5 processes cannot share 4 routers: start one a router at most"));
}

TEST(Ranks, ShareOutAllNodesAndAnOwnerMakesItsShareAlone) {
  const auto all = said_by(3, [](Ranks& ranks) -> std::string {
    NetworkConfig config;
    config.ranks = &ranks;
    ModelLibrary models;
    const ModelTable& table = models.get({"bufferless_router", {"MaxChildren=2"}, {}});
    ModelOwner owner(config, 8);
    std::set<const ModelInstance*> instances;
    for (int node = 0; node < 8; ++node)
      instances.insert(&owner.make(table, fmt::format("pe{}", node), [](const ModelInstance&) {}));
    return fmt::format("{}", instances.size());  // and one for all others
  });
  EXPECT_THAT(all, testing::ElementsAre("3", "4", "4"));
}

// Fills every list.
Part::Shown plenty() {
  Part::Shown shown;
  shown.deliveries = {{2, 77, 1}};
  shown.returned = {{3, 1}, {4, 2}};
  shown.violations = {
      {5, 1, ViolationKind::kOverflow, {"own", "east"}, {"west"}, "switch 1", 3, {0, 2}}};
  shown.prints = "printed";
  shown.evaluated = 9;
  return shown;
}

TEST(ShownBytes, AreReadAsTheyWereWrittenAndRefusedWhereTheyAreCutOff) {
  const Wiring wiring({}, {}, {}, {}, FlowControl::kNone, NodeParts(0, 1));
  const Receivers receivers;
  std::vector<std::uint32_t> credit;
  Part from(wiring, receivers, credit, 0, 4);
  const Part own(wiring, receivers, credit, 4, 8);
  from.shown = plenty();
  from.set_active(true);
  std::string bytes;
  const RankState state{-3, 6, true, false};
  write_shown(from, wiring, Sight::kAll, state, bytes);
  Part to(wiring, receivers, credit, 0, 4);
  const RankState read = read_shown(bytes, wiring, Sight::kAll, own, to);
  EXPECT_EQ(read.inside, -3);
  EXPECT_EQ(read.failures, 6);
  EXPECT_TRUE(read.has_moved);
  EXPECT_FALSE(read.has_injected);
  EXPECT_TRUE(to.has_active());
  std::string again;
  write_shown(to, wiring, Sight::kAll, state, again);
  EXPECT_EQ(again, bytes);
  ASSERT_EQ(to.shown.violations.size(), 1U);
  EXPECT_EQ(to.shown.violations[0].text(), from.shown.violations[0].text());
  EXPECT_EQ(to.shown.violations[0].input_lanes, from.shown.violations[0].input_lanes);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    Part torn(wiring, receivers, credit, 0, 4);
    const std::string_view part = std::string_view(bytes).substr(0, size);
    EXPECT_THROW(read_shown(part, wiring, Sight::kAll, own, torn), std::runtime_error) << size;
  }
}

}  // namespace
}  // namespace flitwise::ranks_test
