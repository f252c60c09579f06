#include "tests/protocols/collective/torus_plan_times.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <tuple>
#include <utility>

namespace flitwise::protocols::test {
namespace {

constexpr std::size_t kMostSentences = 10;

class Clockwork {
 public:
  Clockwork(const CollectivePlan& plan, const Torus& torus)
      : schedule_(plan.schedule),
        torus_(torus),
        receive_of_(schedule_.transfers.size()),
        port_busy_(index_of(torus.size()) * index_of(torus.channels()), 0) {
    for (Node v = 0; v < schedule_.ranks(); ++v) {
      const std::vector<RankOp>& program = schedule_.programs[index_of(v)];
      states_.emplace_back(program.size());
      for (std::size_t op = 0; op < program.size(); ++op) {
        State& state = states_.back()[op];
        state.missing = program[op].after.size();
        for (const RankDependency& before : program[op].after)
          states_.back()[before.op].behind.emplace_back(op, before.on_start);
        if (program[op].kind == RankOpKind::kReceive) {
          receive_of_[program[op].transfer] = {v, op};
          ++state.missing;  // the message
        }
        if (state.missing == 0) allow(v, op);
      }
    }
  }

  TorusPlanTimes times() {
    while (!allowed_.empty()) {
      const Allowed next = allowed_.top();
      allowed_.pop();
      run(next);
    }
    for (std::size_t v = 0; v < states_.size(); ++v)
      for (std::size_t op = 0; op < states_[v].size(); ++op)
        if (states_[v][op].missing > 0)
          complain("PE " + std::to_string(v) + ", operation " + std::to_string(op) +
                   " never starts");
    check_channels();
    return times_;
  }

 private:
  struct State {
    std::size_t missing = 0;
    Step ready = 0;  // when the last of what it waits for is over
    std::vector<std::pair<std::size_t, bool>> behind;
  };
  struct Allowed {
    Step step;
    Node rank;
    std::size_t op;

    friend bool operator>(const Allowed& a, const Allowed& b) {
      return std::tie(a.step, a.rank, a.op) > std::tie(b.step, b.rank, b.op);
    }
  };
  struct Use {
    std::int64_t link;
    Step first;
    Step last;
    std::size_t transfer;
  };

  const RankOp& op_of(Node v, std::size_t op) const { return schedule_.programs[index_of(v)][op]; }
  void complain(const std::string& sentence) {
    if (times_.complaints.size() < kMostSentences) times_.complaints.push_back(sentence);
  }

  void allow(Node v, std::size_t op) {
    allowed_.push({std::max(states_[index_of(v)][op].ready, op_of(v, op).not_before), v, op});
  }
  void meet(Node v, std::size_t op, Step step) {
    State& state = states_[index_of(v)][op];
    state.ready = std::max(state.ready, step);
    if (--state.missing == 0) allow(v, op);
  }
  void pass(Node v, std::size_t op, bool is_start, Step step) {
    for (const auto& [later, on_start] : states_[index_of(v)][op].behind)
      if (on_start == is_start) meet(v, later, step);
  }

  void run(const Allowed& next) {
    const RankOp& op = op_of(next.rank, next.op);
    if (op.kind == RankOpKind::kSend) return send(next, op);
    pass(next.rank, next.op, true, next.step);
    times_.done = std::max(times_.done, next.step + op.steps);
    pass(next.rank, next.op, false, next.step + op.steps);
  }

  void send(const Allowed& next, const RankOp& op) {
    const CollectiveTransfer& transfer = schedule_.transfers[op.transfer];
    const std::vector<TorusLink> path = torus_.path(transfer.from, transfer.hops);
    Step& busy = port_busy_[static_cast<std::size_t>(torus_.link_index(path.front()))];
    const Step start = std::max(busy, next.step);
    busy = start + op.steps + transfer.flits;
    Step first = start + op.steps + 1;
    for (const TorusLink& link : path) {
      uses_.push_back({torus_.link_index(link), first, first + transfer.flits - 1, op.transfer});
      ++first;
    }
    const Step arrival = first + transfer.flits - 1;
    times_.finish = std::max(times_.finish, arrival);
    ++times_.worms;
    if (start > op.not_before) ++times_.late;
    times_.crossings += transfer.flits * static_cast<Flits>(path.size());
    pass(next.rank, next.op, true, start);
    pass(next.rank, next.op, false, busy);
    const auto [to, receive] = receive_of_[op.transfer];
    meet(to, receive, arrival);
  }

  void check_channels() {
    std::sort(uses_.begin(), uses_.end(), [](const Use& a, const Use& b) {
      return std::tie(a.link, a.first) < std::tie(b.link, b.first);
    });
    std::size_t longest = 0;  // the use that lasts longest of those before, if of the same link
    for (std::size_t i = 1; i < uses_.size(); ++i) {
      const Use& a = uses_[longest];
      const Use& b = uses_[i];
      if (a.link == b.link && b.first <= a.last) complain(clash(a, b));
      if (a.link != b.link || b.last > a.last) longest = i;
    }
  }
  std::string clash(const Use& a, const Use& b) const {
    const TorusLink link{static_cast<Node>(b.link / torus_.channels()),
                         static_cast<Channel>(b.link % torus_.channels())};
    return "step " + std::to_string(b.first) + ": " + torus_.name(link) + " is wanted by " +
           schedule_.transfers[a.transfer].name + " and by " + schedule_.transfers[b.transfer].name;
  }

  const Collective& schedule_;
  const Torus& torus_;
  std::vector<std::vector<State>> states_;
  std::vector<std::pair<Node, std::size_t>> receive_of_;
  std::vector<Step> port_busy_;
  std::priority_queue<Allowed, std::vector<Allowed>, std::greater<>> allowed_;
  std::vector<Use> uses_;
  TorusPlanTimes times_;
};

}  // namespace

TorusPlanTimes torus_plan_times(const CollectivePlan& plan, const Torus& torus) {
  return Clockwork(plan, torus).times();
}

}  // namespace flitwise::protocols::test
