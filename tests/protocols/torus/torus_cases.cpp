#include "tests/protocols/torus/torus_cases.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <functional>
#include <limits>
#include <numeric>
#include <random>

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

constexpr int kNotYet = std::numeric_limits<int>::max();
constexpr int kUnused = -1;

std::string place(int step, std::size_t node) {
  return "step " + std::to_string(step) + ", node " + std::to_string(node) + ": ";
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

StepChecker::StepChecker(const TorusSchedule& schedule) : schedule_(schedule) {
  for (const int side : schedule.sides) {
    strides_.push_back(nodes_);
    nodes_ *= static_cast<std::size_t>(side);
  }
  informed_.assign(nodes_, kNotYet);
  informed_[static_cast<std::size_t>(schedule.source)] = kNever;
  channel_use_.assign(nodes_ * 2 * schedule.sides.size(), kUnused);
  sent_.assign(nodes_, {kUnused, 0});
  received_.assign(nodes_, {kUnused, 0});
}

std::string StepChecker::fault() {
  for (std::size_t step = 0; step < schedule_.steps.size(); ++step) {
    if (schedule_.steps[step].empty()) return "step " + std::to_string(step) + " is empty";
    for (const TorusMessage& message : schedule_.steps[step]) {
      const std::string fault = check_message(static_cast<int>(step), message);
      if (!fault.empty()) return fault;
    }
  }
  for (std::size_t v = 0; v < nodes_; ++v)
    if (informed_[v] == kNotYet) return "node " + std::to_string(v) + " is not reached";
  return "";
}

std::string StepChecker::check_message(int step, const TorusMessage& message) {
  const auto from = static_cast<std::size_t>(message.from);
  if (informed_[from] >= step) return place(step, from) + "does not have the text";
  std::string fault = check_hops(message);
  if (!fault.empty()) return place(step, from) + fault;
  std::size_t at = from;
  fault = walk(step, message, at);
  if (!fault.empty()) return fault;
  most_sent_ = std::max(most_sent_, count(sent_, from, step));
  most_received_ = std::max(most_received_, count(received_, at, step));
  if (informed_[at] == kNotYet)
    informed_[at] = step;
  else
    ++duplicates_;
  return "";
}

std::string StepChecker::check_hops(const TorusMessage& message) const {
  if (message.hops.size() != strides_.size()) return "wrong number of dimensions";
  bool any = false;
  for (std::size_t d = 0; d < strides_.size(); ++d) {
    if (std::abs(message.hops[d]) >= schedule_.sides[d] && message.hops[d] != 0)
      return "too many hops";
    any = any || message.hops[d] != 0;
  }
  return any ? "" : "no hops";
}

std::string StepChecker::walk(int step, const TorusMessage& message, std::size_t& at) {
  for (const int d : schedule_.order) {
    const auto dimension = static_cast<std::size_t>(d);
    const int sign = message.hops[dimension] > 0 ? 1 : -1;
    for (int hop = 0; hop != message.hops[dimension]; hop += sign) {
      int& use = channel_use_[(at * strides_.size() + dimension) * 2 + (sign > 0 ? 0 : 1)];
      if (use == step)
        return place(step, at) + "channel " + (sign > 0 ? "+" : "-") + std::to_string(d) +
               " is used twice";
      use = step;
      at = next_node(at, dimension, sign);
    }
  }
  return "";
}

std::size_t StepChecker::next_node(std::size_t at, std::size_t dimension, int sign) const {
  const auto side = static_cast<std::size_t>(schedule_.sides[dimension]);
  const std::size_t x = at / strides_[dimension] % side;
  const std::size_t moved = sign > 0 ? (x + 1 == side ? 0 : x + 1) : (x == 0 ? side - 1 : x - 1);
  return at - x * strides_[dimension] + moved * strides_[dimension];
}

int StepChecker::count(std::vector<std::pair<int, int>>& counters, std::size_t node, int step) {
  auto& [last, number] = counters[node];
  if (last != step) number = 0;
  last = step;
  return ++number;
}

std::int64_t for_all_sides(int dimensions, int least, int most,
                           const std::function<void(const std::vector<int>&)>& use) {
  std::vector<int> sides(static_cast<std::size_t>(dimensions), least);
  for (std::int64_t count = 1;; ++count) {
    use(sides);
    std::size_t d = 0;
    while (d < sides.size() && sides[d] == most) sides[d++] = least;
    if (d == sides.size()) return count;
    ++sides[d];
  }
}

int steps_by_formula(BroadcastScheme scheme, const std::vector<int>& sides) {
  switch (scheme) {
    case BroadcastScheme::kPaper:
      return paper_steps(sides);
    case BroadcastScheme::kPeel:
      return peel_steps(sides);
    case BroadcastScheme::kBest:
      return best_steps(sides);
    case BroadcastScheme::kFsh:
      return fsh_steps(sides);
    case BroadcastScheme::kEdn:
      return edn_steps(sides);
    case BroadcastScheme::kDoubling:
      return doubling_steps(sides);
    case BroadcastScheme::kFlood:
      return flood_steps(sides);
    case BroadcastScheme::kRadix3:
      return radix3_steps(sides);
    case BroadcastScheme::kSeparate:
      return std::accumulate(sides.begin(), sides.end(), 1, std::multiplies<>()) - 1;
  }
  return -1;
}

void expect_valid(const Torus& torus, Node source, BroadcastScheme scheme,
                  const DimensionOrder& order) {
  SCOPED_TRACE(testing::Message() << name_of(scheme) << " on " << text_of(torus.sides()) << " from "
                                  << source << ", order " << text_of(order));
  const TorusSchedule schedule = make_broadcast(torus, source, scheme, order);
  std::vector<int> routed;
  for (const int d : schedule.order) routed.push_back(torus.side(d));
  EXPECT_EQ(schedule.steps.size(), static_cast<std::size_t>(steps_by_formula(scheme, routed)));

  StepChecker checker(schedule);
  ASSERT_EQ(checker.fault(), "");
  EXPECT_EQ(checker.duplicates(), 0);
  EXPECT_EQ(message_count(schedule), torus.size() - 1);
  if (scheme == BroadcastScheme::kDoubling || scheme == BroadcastScheme::kSeparate) {
    EXPECT_LE(checker.most_sent(), 1);
    EXPECT_LE(checker.most_received(), 1);
  }
}

const std::vector<BroadcastScheme> kAnywhere = {BroadcastScheme::kPaper, BroadcastScheme::kPeel,
                                                BroadcastScheme::kBest,  BroadcastScheme::kDoubling,
                                                BroadcastScheme::kFlood, BroadcastScheme::kRadix3};

void expect_valid_everywhere(const std::vector<int>& sides) {
  for (const BroadcastScheme scheme : kAnywhere) expect_valid(Torus(sides), 0, scheme);
}

int expect_fsh_valid(int most) {
  int tori = 0;
  for (int x = 4; x <= most; ++x)
    for (int y = 3; y <= most; ++y) {
      if (x == 4 && y == 5) continue;
      expect_valid(Torus({x, y}), 0, BroadcastScheme::kFsh);
      ++tori;
    }
  return tori;
}

void expect_valid_from_anywhere(std::uint64_t seed, int rounds, int (*most)(std::size_t)) {
  std::mt19937_64 random(seed);
  for (int round = 0; round < rounds; ++round) {
    std::vector<int> sides(1 + random() % 4);
    const auto longest = static_cast<unsigned>(most(sides.size()));
    for (int& side : sides) side = 1 + static_cast<int>(random() % longest);
    const Torus torus(sides);
    DimensionOrder order = torus.ascending_order();
    std::shuffle(order.begin(), order.end(), random);
    const auto source = static_cast<Node>(random() % static_cast<std::uint64_t>(torus.size()));
    SCOPED_TRACE(testing::Message() << "round " << round);
    for (const BroadcastScheme scheme : kAnywhere) expect_valid(torus, source, scheme, order);
  }
}

}  // namespace flitwise::protocols::test
