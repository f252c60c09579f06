// Steps of the schemes: closed forms.
#include <algorithm>

#include "tb/theory/torus/broadcast/edn_plan.h"
#include "tb/theory/torus/torus_arithmetic.h"
#include "tb/theory/torus/torus_theory.h"

namespace flitwise::theory {
namespace {

using Sides = std::vector<int>;
using Stage = int (*)(const Sides& sides, std::size_t m);

/// Later dimensions whose rings the stage of dimension m can use as well.
int helpers(const Sides& sides, std::size_t m) {
  int count = 0;
  for (std::size_t d = m + 1; d < sides.size(); ++d) count += sides[d] % sides[m] == 0 ? 1 : 0;
  return count;
}

int peel_stage(const Sides& sides, std::size_t m) {
  return ceil_log(2 * static_cast<int>(m) + 3, sides[m]);
}

int paper_stage(const Sides& sides, std::size_t m) {
  const int h = helpers(sides, m);
  return ceil_log(2 * (static_cast<int>(m) + 1 + h) + 1, sides[m]) + (h > 0 ? 1 : 0);
}

int best_stage(const Sides& sides, std::size_t m) {
  return std::min(peel_stage(sides, m), paper_stage(sides, m));
}

int doubling_stage(const Sides& sides, std::size_t m) { return ceil_log(2, sides[m]); }
int flood_stage(const Sides& sides, std::size_t m) { return sides[m] / 2; }
int radix3_stage(const Sides& sides, std::size_t m) { return ceil_log(3, sides[m]); }

int sum_of(Stage stage, const Sides& sides) {
  int sum = 0;
  for (std::size_t m = 0; m < sides.size(); ++m) sum += stage(sides, m);
  return sum;
}

std::optional<StepCount> fsh_steps(const Sides& sides) {
  if (sides.size() != 2 || sides[0] < 4 || sides[1] < 3 || sides == Sides{4, 5})
    return std::nullopt;
  const int steps = 2 + ceil_log(5, ceil_div(sides[1], 3)) + ceil_log(3, ceil_div(sides[0], 5));
  return StepCount{steps,
                   "2 + ceil(log_5 ceil(n_1/3)) + ceil(log_3 ceil(n_0/5)); n_0 >= 4, n_1 >= 3, "
                   "not (4, 5); tried for all sides to 40"};
}

std::optional<StepCount> steps_of_edn(const Sides& sides) {
  const std::optional<int> steps = edn_steps(sides);
  if (!steps) return std::nullopt;
  return StepCount{*steps,
                   "d + ceil(log_3 z) on 2^d x 2^d x z, d on 2^d x 2^d: a reconstruction of Tsai, "
                   "McKinley, whose d steps Wang, Tseng name"};
}

}  // namespace

std::vector<int> routed_sides(const Torus& torus, const DimensionOrder& order) {
  torus.check_order(order);
  std::vector<int> sides;
  for (const int d : order) sides.push_back(torus.side(d));
  return sides;
}

std::optional<StepCount> broadcast_steps(BroadcastScheme scheme, const std::vector<int>& all) {
  const Sides sides = sides_above_one(all);
  switch (scheme) {
    case BroadcastScheme::kPaper:
      return StepCount{
          sum_of(paper_stage, sides),
          "Wang, Tseng, reconstructed, step counts as published; for any sides: sum over m of "
          "(ceil(log_{2(m+1+h)+1} n_m) + (1 if h > 0)), h = number of d > m with "
          "n_m | n_d; equal sides: k ceil(log_{2k+1} n) + k - 1"};
    case BroadcastScheme::kPeel:
      return StepCount{sum_of(peel_stage, sides), "sum over m of ceil(log_{2m+3} n_m); any sides"};
    case BroadcastScheme::kBest:
      return StepCount{sum_of(best_stage, sides),
                       "sum over m of min(ceil(log_{2m+3} n_m), 1 + ceil(log_{2(m+1+h)+1} n_m)), "
                       "h = number of d > m with n_m | n_d, second term if h > 0; any sides"};
    case BroadcastScheme::kFsh:
      return fsh_steps(sides);
    case BroadcastScheme::kEdn:
      return steps_of_edn(sides);
    case BroadcastScheme::kDoubling:
      return StepCount{sum_of(doubling_stage, sides), "sum over m of ceil(log_2 n_m); any sides"};
    case BroadcastScheme::kFlood:
      return StepCount{sum_of(flood_stage, sides), "sum over m of floor(n_m/2); any sides"};
    case BroadcastScheme::kRadix3:
      return StepCount{sum_of(radix3_stage, sides), "sum over m of ceil(log_3 n_m); any sides"};
  }
  return std::nullopt;
}

}  // namespace flitwise::theory
