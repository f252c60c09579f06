// torus_cases.h: tori to try schemes on, the steps that schemes should take, and a checker of
// schedules.
#ifndef FLITWISE_TESTS_PROTOCOLS_TORUS_TORUS_CASES_H_
#define FLITWISE_TESTS_PROTOCOLS_TORUS_TORUS_CASES_H_

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "systemc/protocols/torus/torus_broadcast.h"
#include "systemc/topology/torus/torus.h"
#include "systemc/topology/torus/torus_schedule.h"

namespace flitwise::protocols::test {

/// Sides in the order of routing, those of 1 included.
using Sides = std::vector<int>;

int log_up(int base, int n);  ///< ceil(log_base n)
int peel_steps(const Sides& sides);
int paper_steps(const Sides& sides);
int best_steps(const Sides& sides);
int fsh_steps(const Sides& sides);
int edn_steps(const Sides& sides);
int doubling_steps(const Sides& sides);
int flood_steps(const Sides& sides);
int radix3_steps(const Sides& sides);

/// Walks every message of a schedule by its own arithmetic. Ports are not limited.
class StepChecker {
 public:
  explicit StepChecker(const TorusSchedule& schedule);

  /// The first thing that is wrong, empty if nothing is: a directed channel used twice in a step, a
  /// sender that got the text in no earlier step, hops out of range or all 0, a node not reached.
  std::string fault();

  /// Deliveries to nodes that had the text, or got it in the same step, already.
  std::int64_t duplicates() const { return duplicates_; }
  /// Most messages that one node sends, and receives, in one step.
  int most_sent() const { return most_sent_; }
  int most_received() const { return most_received_; }

 private:
  static constexpr int kNever = -1;

  std::string check_message(int step, const TorusMessage& message);
  std::string check_hops(const TorusMessage& message) const;
  std::string walk(int step, const TorusMessage& message, std::size_t& at);
  std::size_t next_node(std::size_t at, std::size_t dimension, int sign) const;
  static int count(std::vector<std::pair<int, int>>& counters, std::size_t node, int step);

  const TorusSchedule& schedule_;
  std::vector<std::size_t> strides_;
  std::size_t nodes_ = 1;
  std::vector<int> informed_;     // step in which the node got the text, -1 the source, or kNotYet
  std::vector<int> channel_use_;  // last step in which the channel was used
  std::vector<std::pair<int, int>> sent_, received_;  // by node: step, count in it
  std::int64_t duplicates_ = 0;
  int most_sent_ = 0;
  int most_received_ = 0;
};

/// The first fault of a schedule.
inline std::string fault_of(const TorusSchedule& schedule) { return StepChecker(schedule).fault(); }

inline constexpr std::array kSchemes{BroadcastScheme::kPaper, BroadcastScheme::kPeel,
                                     BroadcastScheme::kBest,  BroadcastScheme::kFsh,
                                     BroadcastScheme::kEdn,   BroadcastScheme::kDoubling,
                                     BroadcastScheme::kFlood, BroadcastScheme::kRadix3};

/// Calls `use` with every vector of `dimensions` sides from `least` to `most`; returns how many.
std::int64_t for_all_sides(int dimensions, int least, int most,
                           const std::function<void(const std::vector<int>&)>& use);

/// Steps of the schemes that exist for all tori: the formula.
int steps_by_formula(BroadcastScheme scheme, const std::vector<int>& sides);

/// Fails unless the scheme's schedule has the steps of its formula, is free of conflicts, complete
/// and without duplicates, and with one port for doubling.
void expect_valid(const Torus& torus, Node source, BroadcastScheme scheme,
                  const DimensionOrder& order = {});

/// The schemes that exist for every torus, each valid on a torus of these sides.
extern const std::vector<BroadcastScheme> kAnywhere;
void expect_valid_everywhere(const std::vector<int>& sides);

/// The same of fsh on all tori of two sides up to `most` that it serves; returns how many.
int expect_fsh_valid(int most);

/// The same from random sources and with random orders of dimensions, on random tori whose sides
/// are at most `most(dimensions)`.
void expect_valid_from_anywhere(std::uint64_t seed, int rounds,
                                int (*most)(std::size_t dimensions));

}  // namespace flitwise::protocols::test

#endif  // FLITWISE_TESTS_PROTOCOLS_TORUS_TORUS_CASES_H_
