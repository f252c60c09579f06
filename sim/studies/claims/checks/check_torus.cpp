// Numbers of steps of broadcasts on tori, what their lanes wait for, and the algebra of the
// published broadcast on square tori before its last stage.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sim/studies/claims/checks/claim_checks.h"
#include "systemc/topology/torus/torus.h"
#include "tb/theory/torus/broadcast_plan.h"
#include "tb/theory/torus/channel_dependency.h"
#include "tb/theory/torus/torus_theory.h"

namespace flitwise {
namespace {

std::vector<int> sides_of(const Names& values, int most, std::size_t dimensions) {
  std::vector<int> sides;
  for (const std::int64_t side : numbers_of(values, "sides", 1, most))
    sides.push_back(static_cast<int>(side));
  if (sides.empty() || sides.size() > dimensions)
    throw ExpressionError("needs a list of 1 to " + std::to_string(dimensions) + " sides");
  return sides;
}

using Matrix = std::vector<std::vector<double>>;

// By Gaussian elimination; of small whole numbers, so that it is one, too.
std::int64_t determinant(Matrix rows) {
  double product = 1;
  for (std::size_t c = 0; c < rows.size(); ++c) {
    std::size_t pivot = c;
    for (std::size_t r = c; r < rows.size(); ++r)
      if (std::abs(rows[r][c]) > std::abs(rows[pivot][c])) pivot = r;
    if (rows[pivot][c] == 0) return 0;
    if (pivot != c) {
      std::swap(rows[pivot], rows[c]);
      product = -product;
    }
    product *= rows[c][c];
    for (std::size_t r = c + 1; r < rows.size(); ++r) {
      const double factor = rows[r][c] / rows[c][c];
      for (std::size_t d = c; d < rows.size(); ++d) rows[r][d] -= factor * rows[c][d];
    }
  }
  return std::llround(product);
}

// e_0 + e_d for every other dimension d: what spans the nodes with x_0 = sum of the others.
Matrix span_of(int k) {
  Matrix rows;
  for (int d = 1; d < k; ++d) {
    rows.emplace_back(index_of(k), 0);
    rows.back()[0] = rows.back()[index_of(d)] = 1;
  }
  return rows;
}

bool is_spanned(const Torus& torus, Node v) {
  int others = 0;
  for (int d = 1; d < torus.dimensions(); ++d) others += torus.coordinate(v, d);
  return (torus.coordinate(v, 0) - others) % torus.side(0) == 0;
}

// Whether span and message together reach every node: the way of a message, as a unit vector,
// makes a matrix of determinant 1 or -1 with the span's vectors.
bool is_independent(const Hops& hops) {
  Matrix rows = span_of(static_cast<int>(hops.size()));
  rows.emplace_back();
  for (const int hop : hops) rows.back().push_back((hop > 0) - (hop < 0));
  return std::abs(determinant(rows)) == 1;
}

}  // namespace

// Takes `sides`, which may be more than a torus that runs has. Gives steps: `published` (the
// published scheme), `peel`, `edn` where there is one, `fewest` (no all-port broadcast takes less)
// and `fewest_dor` (nor any that is routed in dimension order).
Figure::Members torus_steps(const Names& values) {
  constexpr int kLongestSide = 4096;
  constexpr std::size_t kMostSides = 6;
  const std::vector<int> sides = sides_of(values, kLongestSide, kMostSides);
  const auto steps = [&](theory::BroadcastScheme scheme) {
    return Figure(std::int64_t{theory::broadcast_steps(scheme, sides)->steps});
  };
  Figure::Members figures{
      {"published", steps(theory::BroadcastScheme::kPaper)},
      {"peel", steps(theory::BroadcastScheme::kPeel)},
      {"fewest", Figure(std::int64_t{theory::fewest_steps(sides)})},
      {"fewest_dor", Figure(std::int64_t{theory::fewest_steps_dimension_order(sides)})}};
  if (const auto edn = theory::broadcast_steps(theory::BroadcastScheme::kEdn, sides))
    figures.emplace_back("edn", Figure(std::int64_t{edn->steps}));
  return figures;
}

// Takes `sides` and `lanes` of a channel. Gives `circle`, the number of lanes in a circle that wait
// for each other under dimension-order routing with datelines; 0 if there is none.
Figure::Members torus_lanes(const Names& values) {
  constexpr int kLongestSide = 16;
  const Torus torus(sides_of(values, kLongestSide, Torus::kMostDimensions));
  const auto lanes = static_cast<int>(number_of(values, "lanes", 1, 4));
  const auto circle = theory::dependency_circle(torus, lanes, theory::LaneRule::kRelaxed);
  return {{"circle", Figure(static_cast<std::int64_t>(circle.size()))}};
}

// Takes `k` dimensions and their side `n`. Gives, of the first step of the last stage of `paper`:
// `senders`, those that are not in the span of e_0 + e_d (`outside`), the nodes of this span that
// have the text before it (`spanned`), the different `vectors` of messages, how often one of these
// is not sent from a sender though its destination has no text yet (`missing`), and vectors that
// depend on the span's (`dependent`).
Figure::Members torus_spans(const Names& values) {
  const auto k = static_cast<int>(number_of(values, "k", 2, Torus::kMostDimensions));
  const auto n = static_cast<int>(number_of(values, "n", 3, Torus::kLargestSide));
  const std::vector<int> sides(index_of(k), n);
  constexpr double kMostNodes = 4096;  // of which all spans are looked at
  if (std::pow(n, k) > kMostNodes) throw ExpressionError("needs n and k of 4096 nodes at most");
  const Torus torus(sides);
  const TorusSchedule plan =
      theory::broadcast_plan(theory::BroadcastScheme::kPaper, torus, 0, torus.ascending_order());
  // Of k stages of as many steps, all but the last with one of alignment.
  const std::size_t steps = plan.steps.size();
  const std::size_t first = steps - (steps - index_of(k - 1)) / index_of(k);
  std::set<Node> informed{0};
  for (std::size_t step = 0; step < first; ++step)
    for (const TorusMessage& message : plan.steps[step])
      informed.insert(torus.destination(message.from, message.hops));
  std::map<Node, std::set<Hops>> sent;
  std::set<Hops> vectors;
  for (const TorusMessage& message : plan.steps[first]) {
    sent[message.from].insert(message.hops);
    vectors.insert(message.hops);
  }
  std::int64_t missing = 0;
  for (const auto& [from, hops] : sent)
    for (const Hops& vector : vectors)
      if (hops.count(vector) == 0 && informed.count(torus.destination(from, vector)) == 0)
        ++missing;
  const auto count = [](const auto& all, const auto& is_counted) {
    return Figure(static_cast<std::int64_t>(std::count_if(all.begin(), all.end(), is_counted)));
  };
  return {{"senders", Figure(static_cast<std::int64_t>(sent.size()))},
          {"outside", count(sent, [&](const auto& one) { return !is_spanned(torus, one.first); })},
          {"spanned", count(informed, [&](Node v) { return is_spanned(torus, v); })},
          {"vectors", Figure(static_cast<std::int64_t>(vectors.size()))},
          {"missing", Figure(missing)},
          {"dependent", count(vectors, [](const Hops& hops) { return !is_independent(hops); })}};
}

}  // namespace flitwise
