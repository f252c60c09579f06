#include "tb/theory/torus/channel_dependency.h"

#include <algorithm>
#include <optional>
#include <string>

#include "tb/theory/torus/dependency_graph.h"

namespace flitwise::theory {
namespace {

/// Depth-first search with its own stack; the circle is the part of the stack that closes.
class CircleSearch {
 public:
  explicit CircleSearch(const DependencyGraph& graph)
      : graph_(graph), state_(graph.size(), State::kNew) {}

  std::vector<LaneOfLink> find() {
    for (std::size_t root = 0; root < graph_.size(); ++root) {
      if (state_[root] != State::kNew) continue;
      if (const auto closing = search(root)) return circle(*closing);
    }
    return {};
  }

 private:
  enum class State : std::uint8_t { kNew, kOnStack, kDone };
  struct Visit {
    std::size_t lane;
    std::vector<std::size_t> left;  // successors to look at
  };

  void push(std::size_t lane) {
    state_[lane] = State::kOnStack;
    stack_.push_back({lane, graph_.successors(lane)});
  }

  std::optional<std::size_t> search(std::size_t root) {
    push(root);
    while (!stack_.empty()) {
      Visit& top = stack_.back();
      if (top.left.empty()) {
        state_[top.lane] = State::kDone;
        stack_.pop_back();
        continue;
      }
      const std::size_t next = top.left.back();
      top.left.pop_back();
      if (state_[next] == State::kOnStack) return next;
      if (state_[next] == State::kNew) push(next);
    }
    return std::nullopt;
  }

  std::vector<LaneOfLink> circle(std::size_t closing) const {
    auto visit = std::find_if(stack_.begin(), stack_.end(),
                              [closing](const Visit& v) { return v.lane == closing; });
    std::vector<LaneOfLink> lanes;
    for (; visit != stack_.end(); ++visit) lanes.push_back(graph_.lane(visit->lane));
    return lanes;
  }

  const DependencyGraph& graph_;
  std::vector<State> state_;
  std::vector<Visit> stack_;
};

}  // namespace

std::vector<LaneOfLink> dependency_circle(const Torus& torus, int lanes, LaneRule rule) {
  const DependencyGraph graph(torus, lanes, rule);
  return CircleSearch(graph).find();
}

std::string circle_text(const Torus& torus, const std::vector<LaneOfLink>& circle) {
  std::string text;
  for (std::size_t i = 0; i <= circle.size() && !circle.empty(); ++i) {
    const LaneOfLink& lane = circle[i % circle.size()];
    text += (i == 0 ? "" : " -> ") + std::string("lane ") + std::to_string(lane.lane) + " of " +
            torus.name(lane.link);
  }
  return text;
}

}  // namespace flitwise::theory
