// random_goals.h: GOAL schedules that are drawn, run on any network, and held against what is
// predicted of them.
#ifndef FLITWISE_TESTS_SYSTEM_IMPORT_RANDOM_GOALS_H_
#define FLITWISE_TESTS_SYSTEM_IMPORT_RANDOM_GOALS_H_

#include <optional>
#include <random>
#include <string>
#include <vector>

#include "sim/run/figures/result.h"

namespace flitwise::test {

/// What becomes of messages that meet.
enum class Meetings { kWait, kMayBeLost, kAreLost };

/// Values of `network` and `options`, as in a scenario.
struct GoalNetwork {
  std::string network;
  std::string options;
  int ranks = 4;
  Meetings meetings = Meetings::kWait;
  /// Whether the first conflict that is measured is the meeting: all flits that wait are watched.
  bool tells_meetings = true;
  int longest = 5;  ///< flits of a message at most
};

/// Sends, receives and computes of the network's ranks, each after some of those before it.
std::string random_goal(std::mt19937_64& random, const GoalNetwork& network, int messages);

/// Networks of every kind.
std::vector<GoalNetwork> goal_networks();

/// Holds a run against its prediction, which goes up to the first meeting of two messages, if there
/// is one. Returns whether there is none.
bool expect_predicted(const Result& result, const GoalNetwork& network);

/// The same of a schedule that is drawn from a seed; failures print it.
bool expect_predicted(const GoalNetwork& network, unsigned seed);

/// The step of the first meeting that a note names; empty: none does.
std::optional<Step> told_meeting(const Result& result);

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_SYSTEM_IMPORT_RANDOM_GOALS_H_
