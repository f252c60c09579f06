// instances.h: random scenarios over all systems, each of which theory predicts exactly.
#ifndef FLITWISE_TESTS_SOAK_INSTANCES_H_
#define FLITWISE_TESTS_SOAK_INSTANCES_H_

#include <cstdint>
#include <string>

namespace flitwise::soak {

inline constexpr std::int64_t kWhole = 64;  ///< PEs of the largest instances, about

/// What is drawn from one number: equal numbers, equal draws on every machine.
class Draw {
 public:
  explicit Draw(std::uint64_t number) : state_(number) {}

  std::uint64_t number();
  /// `low` to `high`, equally likely.
  std::int64_t between(std::int64_t low, std::int64_t high);
  bool one_in(std::int64_t count) { return between(1, count) == 1; }
  /// `low` to `high`, small ones more often: past each doubling with a chance of 3/4.
  std::int64_t sized(std::int64_t low, std::int64_t high);

 private:
  std::uint64_t state_;
};

/// The number of instance `index` of a soak.
std::uint64_t instance_number(std::uint64_t seed, std::int64_t index);

/// The scenario file of a random instance: a tree, a cover, a fat tree, a torus, a mesh or a star
/// graph of at most about `most` PEs; with kWhole also S_5, of 120. Not every draw is a scenario:
/// some algorithms want other networks.
std::string instance_text(std::uint64_t number, std::int64_t most);

/// An operation on S_5 under a random set of dead nodes and links that leaves its source alive.
std::string fault_text(std::uint64_t number);

/// Random packets on the 4 x 4 x 4 torus, up to beyond saturation, for `steps` steps; in half of
/// the draws with receivers that stall, up to half of the time.
std::string packets_text(std::uint64_t number, std::int64_t steps);

}  // namespace flitwise::soak

#endif  // FLITWISE_TESTS_SOAK_INSTANCES_H_
