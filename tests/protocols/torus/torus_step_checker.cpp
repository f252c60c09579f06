#include "tests/protocols/torus/torus_step_checker.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace flitwise::protocols::test {
namespace {

constexpr int kNotYet = std::numeric_limits<int>::max();
constexpr int kUnused = -1;

std::string place(int step, std::size_t node) {
  return "step " + std::to_string(step) + ", node " + std::to_string(node) + ": ";
}

}  // namespace

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

}  // namespace flitwise::protocols::test
