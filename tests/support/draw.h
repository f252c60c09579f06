// draw.h: numbers and choices from a seed, the same on every machine.
#ifndef FLITWISE_TESTS_SUPPORT_DRAW_H_
#define FLITWISE_TESTS_SUPPORT_DRAW_H_

#include <cstdint>
#include <random>
#include <type_traits>
#include <vector>

namespace flitwise::test {

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}

  std::uint64_t seed() { return random_(); }
  /// `low` to `high`, equally likely.
  template <typename Low, typename High>
  std::common_type_t<Low, High> between(Low low, High high) {
    using Number = std::common_type_t<Low, High>;
    return static_cast<Number>(
        low + static_cast<Number>(random_() % static_cast<std::uint64_t>(high - low + 1)));
  }
  bool chance(int percent) { return between(1, 100) <= percent; }
  template <typename Item>
  const Item& one_of(const std::vector<Item>& all) {
    return all[between(std::size_t{0}, all.size() - 1)];
  }

 private:
  std::mt19937_64 random_;
};

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_SUPPORT_DRAW_H_
