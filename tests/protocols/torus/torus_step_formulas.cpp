#include "tests/protocols/torus/torus_step_formulas.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace flitwise::protocols::test {
namespace {

Sides without_ones(const Sides& sides) {
  Sides larger;
  for (const int n : sides)
    if (n > 1) larger.push_back(n);
  return larger;
}

// Dimensions above m whose side n_m divides.
int helpers(const Sides& n, std::size_t m) {
  return static_cast<int>(std::count_if(n.begin() + static_cast<std::ptrdiff_t>(m) + 1, n.end(),
                                        [&](int side) { return side % n[m] == 0; }));
}

int peel_stage(const Sides& n, std::size_t m) { return log_up(2 * static_cast<int>(m) + 3, n[m]); }

int aligned_stage(const Sides& n, std::size_t m) {
  return 1 + log_up(2 * (static_cast<int>(m) + 1 + helpers(n, m)) + 1, n[m]);
}

template <typename Stage>
int sum(const Sides& sides, const Stage& stage) {
  const Sides n = without_ones(sides);
  int steps = 0;
  for (std::size_t m = 0; m < n.size(); ++m) steps += stage(n, m);
  return steps;
}

}  // namespace

int log_up(int base, int n) {
  int exponent = 0;
  while (std::lround(std::pow(base, exponent)) < n) ++exponent;
  return exponent;
}

int peel_steps(const Sides& sides) { return sum(sides, peel_stage); }

int paper_steps(const Sides& sides) {
  return sum(sides, [](const Sides& n, std::size_t m) {
    return helpers(n, m) == 0 ? peel_stage(n, m) : aligned_stage(n, m);
  });
}

int best_steps(const Sides& sides) {
  return sum(sides, [](const Sides& n, std::size_t m) {
    return helpers(n, m) == 0 ? peel_stage(n, m) : std::min(peel_stage(n, m), aligned_stage(n, m));
  });
}

int fsh_steps(const Sides& sides) {
  const Sides n = without_ones(sides);
  return 2 + log_up(5, (n[1] + 2) / 3) + log_up(3, (n[0] + 4) / 5);
}

int edn_steps(const Sides& sides) {
  const Sides n = without_ones(sides);
  return log_up(2, n[0]) + (n.size() == 3 ? log_up(3, n[2]) : 0);
}

int doubling_steps(const Sides& sides) {
  return sum(sides, [](const Sides& n, std::size_t m) { return log_up(2, n[m]); });
}

int flood_steps(const Sides& sides) {
  return sum(sides, [](const Sides& n, std::size_t m) { return n[m] / 2; });
}

int radix3_steps(const Sides& sides) {
  return sum(sides, [](const Sides& n, std::size_t m) { return log_up(3, n[m]); });
}

}  // namespace flitwise::protocols::test
