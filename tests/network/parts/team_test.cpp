// A team alone: every wanted part once a round, by whomever, and what it throws.
#include "systemc/network/parts/team.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <stdexcept>
#include <string>

namespace flitwise::team_test {
namespace {

constexpr std::size_t kThreads[] = {1, 2, 3, 7, 16};
constexpr std::size_t kParts[] = {1, 2, 3, 7, 16, 33};

const std::function<void()> kNothing = [] {};

// Each part adds up what its neighbours had before, which only the caller changes between rounds.
struct Sums {
  explicit Sums(std::size_t parts) : before(parts), after(parts) {
    std::iota(before.begin(), before.end(), 1U);
  }
  void do_part(std::size_t part) {
    after[part] += before[part] + 3 * before[(part + 1) % before.size()];
  }
  std::vector<std::uint64_t> before;
  std::vector<std::uint64_t> after;
};

TEST(Team, DoesEveryWantedPartOnceARoundWhateverTheThreads) {
  for (const std::size_t parts : kParts) {
    for (const std::size_t threads : kThreads) {
      Sums alone(parts);
      Sums shared(parts);
      Team team(
          threads, parts, [&](std::size_t part) { shared.do_part(part); }, kNothing);
      std::mt19937 random(7);
      std::vector<bool> wanted(parts);
      for (int round = 0; round < 200; ++round) {
        for (std::size_t part = 0; part < parts; ++part) {
          wanted[part] = random() % 4 != 0;
          if (wanted[part]) alone.do_part(part);
        }
        team.run(wanted);
        ASSERT_EQ(shared.after, alone.after) << parts << " parts, " << threads << " threads";
        alone.before = alone.after;
        shared.before = shared.after;
      }
    }
  }
}

TEST(Team, DoesNothingInARoundInWhichNothingIsWanted) {
  int done = 0;
  Team team(
      2, 3, [&](std::size_t) { ++done; }, kNothing);
  team.run({false, false, false});
  EXPECT_EQ(done, 0);
  team.run({false, true, false});
  EXPECT_EQ(done, 1);
}

TEST(Team, LetsEachOfItsThreadsEnterOnceBeforeItWorks) {
  constexpr std::size_t kMany = 7;
  std::atomic<int> entered{0};
  std::atomic<int> strangers{0};
  const std::thread::id caller = std::this_thread::get_id();
  thread_local bool has_entered = false;
  {
    Team team(
        kMany, 16,
        [&](std::size_t) {
          if (!has_entered && std::this_thread::get_id() != caller) ++strangers;
        },
        [&] {
          has_entered = true;
          ++entered;
        });
    for (int round = 0; round < 100; ++round) team.run(std::vector<bool>(16, true));
  }
  EXPECT_EQ(entered, static_cast<int>(kMany) - 1);
  EXPECT_EQ(strangers, 0);
}

TEST(Team, WakesAThreadThatHasGoneToSleep) {
  const std::thread::id caller = std::this_thread::get_id();
  std::atomic<bool> has_helped{false};
  Team team(
      2, 2,
      [&](std::size_t) {
        if (std::this_thread::get_id() != caller) {
          has_helped = true;
          return;
        }
        // Until the other one has done the part that is left.
        for (int i = 0; i < 5000 && !has_helped; ++i)
          std::this_thread::sleep_for(std::chrono::milliseconds(1));
      },
      kNothing);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  team.run({true, true});
  EXPECT_TRUE(has_helped);
}

TEST(Team, ThrowsWhatTheFirstPartHasThrownAndHasDoneAllOthers) {
  for (const std::size_t threads : kThreads) {
    std::vector<int> done(5);
    Team team(
        threads, 5,
        [&](std::size_t part) {
          ++done[part];
          if (part == 3 || part == 2) throw std::runtime_error("part " + std::to_string(part));
        },
        kNothing);
    try {
      team.run(std::vector<bool>(5, true));
      FAIL() << "nothing was thrown";
    } catch (const std::runtime_error& error) {
      EXPECT_STREQ(error.what(), "part 2");
    }
    EXPECT_EQ(done, std::vector<int>(5, 1));
    team.run({true, true, false, false, true});  // goes on
    EXPECT_EQ(done, (std::vector<int>{2, 2, 1, 1, 2}));
  }
}

}  // namespace
}  // namespace flitwise::team_test
