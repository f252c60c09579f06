#include "systemc/protocols/torus/broadcast/torus_fsh_digits.h"

#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>

namespace flitwise::protocols {
namespace {

// Where a pattern exists, the first few draws have always found it.
constexpr int kDraws = 2000;
constexpr Digit kFree = -1;
constexpr Digit kUnreached = -1;

// Digits of a cycle of rows some of which are given: kFree where they are not.
class DigitCycle {
 public:
  DigitCycle(std::vector<Digit> given, int digits) : given_(std::move(given)), digits_(digits) {}

  std::optional<std::vector<Digit>> solve() {
    for (Digit first = 0; first < digits_; ++first)
      for (Digit second = 0; second < digits_; ++second)
        if (first != second && allowed(0, first) && allowed(1, second))
          if (auto found = solve_from(first, second)) return found;
    return std::nullopt;
  }

 private:
  std::size_t rows() const { return given_.size(); }
  bool allowed(std::size_t row, Digit d) const { return given_[row] == kFree || given_[row] == d; }
  std::size_t pair(Digit a, Digit b) const { return static_cast<std::size_t>(a * digits_ + b); }

  // before_[row][pair(a, b)]: a digit of row - 2 with which row - 1 can have a and row b.
  std::optional<std::vector<Digit>> solve_from(Digit first, Digit second) {
    const std::size_t pairs = pair(digits_, 0);
    before_.assign(rows(), std::vector<Digit>(pairs, kUnreached));
    before_[1][pair(first, second)] = 0;
    for (std::size_t row = 2; row < rows(); ++row) advance(row);
    for (Digit a = 0; a < digits_; ++a)
      for (Digit b = 0; b < digits_; ++b) {
        const bool closes = a != first && b != first && b != second;
        if (closes && before_.back()[pair(a, b)] != kUnreached) return trace_back(a, b);
      }
    return std::nullopt;
  }

  void advance(std::size_t row) {
    for (Digit a = 0; a < digits_; ++a)
      for (Digit b = 0; b < digits_; ++b) {
        if (before_[row - 1][pair(a, b)] == kUnreached) continue;
        for (Digit c = 0; c < digits_; ++c)
          if (c != a && c != b && allowed(row, c)) before_[row][pair(b, c)] = a;
      }
  }

  std::vector<Digit> trace_back(Digit a, Digit b) const {
    std::vector<Digit> digits(rows());
    for (std::size_t row = rows() - 1; row > 0; --row) {
      digits[row] = b;
      digits[row - 1] = a;
      const Digit earlier = before_[row][pair(a, b)];
      b = a;
      a = earlier;
    }
    return digits;
  }

  std::vector<Digit> given_;
  int digits_;
  std::vector<std::vector<Digit>> before_;
};

class Draws {
 public:
  explicit Draws(int digits) : digits_(digits) {}

  int below(int bound) { return static_cast<int>(random_() % static_cast<std::uint64_t>(bound)); }
  Digit any() { return below(digits_); }
  Digit other_than(Digit digit) { return (digit + 1 + below(digits_ - 1)) % digits_; }

 private:
  std::mt19937_64 random_{1};
  int digits_;
};

void draw_group(const CentreGroup& group, Draws& draws, std::vector<Digit>& given) {
  const Digit sender = given[static_cast<std::size_t>(group.from)];
  if (group.rows.size() == 1) {
    given[static_cast<std::size_t>(group.rows[0])] = draws.any();
    return;
  }
  const auto straight = static_cast<std::size_t>(draws.below(2));
  given[static_cast<std::size_t>(group.rows[straight])] = sender;
  given[static_cast<std::size_t>(group.rows[1 - straight])] = draws.other_than(sender);
}

}  // namespace

std::optional<std::vector<Digit>> find_digits(int rows, int digits, int source_row,
                                              const std::vector<CentreGroup>& centres) {
  Draws draws(digits);
  for (int draw = 0; draw < kDraws; ++draw) {
    std::vector<Digit> given(static_cast<std::size_t>(rows), kFree);
    given[static_cast<std::size_t>(source_row)] = 0;
    for (const CentreGroup& group : centres) draw_group(group, draws, given);
    if (auto found = DigitCycle(std::move(given), digits).solve()) return found;
  }
  return std::nullopt;
}

}  // namespace flitwise::protocols
