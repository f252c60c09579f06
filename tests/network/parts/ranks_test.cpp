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

// A line of four, of which the ends are not near each other.
std::vector<std::size_t> near_on_a_line(const Ranks& ranks) {
  std::vector<std::size_t> near;
  if (ranks.own() > 0) near.push_back(ranks.own() - 1);
  if (ranks.own() + 1 < ranks.count()) near.push_back(ranks.own() + 1);
  return near;
}

TEST(RanksApart, HearOfThoseNearAndOfAllWhatIsForAll) {
  const auto all = said_by(4, [](Ranks& ranks) {
    ranks.live_apart();
    ranks.set_near(near_on_a_line(ranks));
    RankPost& to_near = ranks.add_post(PostTo::kNear);
    RankPost& to_all = ranks.add_post(PostTo::kAll);
    std::string heard;
    for (Step step = 1; step <= 2; ++step) {
      RankTally tally{{1, static_cast<int>(ranks.own()), 0}, {static_cast<int>(ranks.own())}};
      to_near.said = fmt::format("n{}", ranks.own());
      if (step == 2 && ranks.own() == 3) to_all.said = "word";
      std::vector<std::string> border;
      for (const std::size_t rank : ranks.near())
        border.push_back(fmt::format("{}-{}", ranks.own(), rank));
      const Ranks::Heard& now = ranks.pass(step, tally, border, {});
      heard += fmt::format("[{} {} {}", tally.sums[0], tally.sums[1], tally.largest[0]);
      for (const std::string_view one : now.from_near) heard += fmt::format(" {}", one);
      for (const std::string_view one : to_near.heard) heard += fmt::format(" {}", one);
      for (const std::string_view one : to_all.heard) heard += fmt::format(" '{}'", one);
      heard += "]";
    }
    return heard;
  });
  EXPECT_THAT(all,
              testing::ElementsAre("[4 6 3 1-0 n1][4 6 3 1-0 n1 '' '' '' 'word']",
                                   "[4 6 3 0-1 2-1 n0 n2][4 6 3 0-1 2-1 n0 n2 '' '' '' 'word']",
                                   "[4 6 3 1-2 3-2 n1 n3][4 6 3 1-2 3-2 n1 n3 '' '' '' 'word']",
                                   "[4 6 3 2-3 n2][4 6 3 2-3 n2 '' '' '' 'word']"));
}

TEST(RanksApart, AreToldWhoIsElsewhere) {
  const auto all = said_by(4, [](Ranks& ranks) -> std::string {
    ranks.live_apart();
    ranks.set_near(near_on_a_line(ranks));
    RankTally tally;
    if (ranks.own() == 3)
      ranks.gather(7, {});
    else
      ranks.pass(7, tally, std::vector<std::string>(ranks.near().size()), {});
    return "end";
  });
  EXPECT_THAT(all, Each("rank 3 is not where rank 0 is in the simulation"));
}

TEST(RanksApart, NameWhoHasFailedThoughItIsNearToFew) {
  const auto all = said_by(4, [](Ranks& ranks) -> std::string {
    ranks.live_apart();
    ranks.set_near(near_on_a_line(ranks));
    for (Step step = 0; step < 10; ++step) {
      RankTally tally;
      if (ranks.own() == 0 && step == 4) throw std::runtime_error("no memory");
      ranks.pass(step, tally, std::vector<std::string>(ranks.near().size()), {});
    }
    return "end";
  });
  EXPECT_THAT(all, Each(MatchesRegex("rank 0 of 4 on .* has failed: no memory")));
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
  write_shown(from, 6, bytes);
  Part to(wiring, receivers, credit, 0, 4);
  EXPECT_EQ(read_shown(bytes, wiring, own, to), 6);
  EXPECT_TRUE(to.has_active());
  std::string again;
  write_shown(to, 6, again);
  EXPECT_EQ(again, bytes);
  ASSERT_EQ(to.shown.violations.size(), 1U);
  EXPECT_EQ(to.shown.violations[0].text(), from.shown.violations[0].text());
  EXPECT_EQ(to.shown.violations[0].input_lanes, from.shown.violations[0].input_lanes);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    Part torn(wiring, receivers, credit, 0, 4);
    const std::string_view part = std::string_view(bytes).substr(0, size);
    EXPECT_THROW(read_shown(part, wiring, own, torn), std::runtime_error) << size;
  }
}

}  // namespace
}  // namespace flitwise::ranks_test
