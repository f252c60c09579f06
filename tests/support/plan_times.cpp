// plan_times.cpp: operations start and end, step by step, and flits are counted where they pass.
#include "tests/support/plan_times.h"

#include <algorithm>
#include <functional>
#include <map>
#include <queue>
#include <tuple>
#include <utility>

namespace flitwise::test {
namespace {

constexpr std::size_t kMostSentences = 10;

class Run {
 public:
  Run(const Collective& schedule, const std::function<PlanWay(const CollectiveTransfer&)>& way_of,
      PlanPace pace)
      : schedule_(schedule), way_of_(way_of), pace_(pace), arrived_(schedule.transfers.size(), -1) {
    for (const std::vector<RankOp>& program : schedule.programs) {
      progress_.emplace_back(program.size());
      for (std::size_t op = 0; op < program.size(); ++op) {
        progress_.back()[op].missing = program[op].after.size();
        for (const RankDependency& dependency : program[op].after)
          progress_.back()[dependency.op].behind.emplace_back(op, dependency.on_start);
      }
    }
    receives_.resize(schedule.transfers.size());
    times_.starts.assign(schedule.transfers.size(), -1);
    for (Node rank = 0; rank < schedule.ranks(); ++rank)
      for (std::size_t op = 0; op < schedule.programs[index_of(rank)].size(); ++op)
        if (op_of(rank, op).kind == RankOpKind::kReceive)
          receives_[op_of(rank, op).transfer] = {rank, op};
  }

  PlanTimes times() {
    for (Node rank = 0; rank < schedule_.ranks(); ++rank)
      for (std::size_t op = 0; op < progress_[index_of(rank)].size(); ++op)
        if (progress_[index_of(rank)][op].missing == 0) allow(rank, op, 0);
    while (!events_.empty()) {
      // All of one step, then what they allow, in the order of the programs.
      const Step step = events_.top().step;
      std::vector<std::pair<Node, std::size_t>> allowed;
      while (!events_.empty() && events_.top().step == step) {
        const Event event = events_.top();
        events_.pop();
        pass(event, allowed);
      }
      std::sort(allowed.begin(), allowed.end());
      for (const auto& [rank, op] : allowed) allow(rank, op, step);
    }
    if (ended_ != total()) complain("not all operations come to an end");
    count_flits();
    return times_;
  }

 private:
  enum Kind { kReady, kStart, kEnd, kArrival };
  struct Event {
    Step step;
    Node rank;
    std::size_t op;
    Kind kind;
    friend bool operator>(const Event& a, const Event& b) {
      return std::tie(a.step, a.rank, a.op, a.kind) > std::tie(b.step, b.rank, b.op, b.kind);
    }
  };
  struct Progress {
    std::size_t missing = 0;
    bool has_started = false;
    std::vector<std::pair<std::size_t, bool>> behind;
  };
  struct Passing {
    std::int64_t resource;
    Step step;
    int capacity;
    friend bool operator<(const Passing& a, const Passing& b) {
      return std::tie(a.resource, a.step) < std::tie(b.resource, b.step);
    }
  };

  const RankOp& op_of(Node rank, std::size_t op) const {
    return schedule_.programs[index_of(rank)][op];
  }
  std::size_t total() const {
    std::size_t all = 0;
    for (const auto& program : schedule_.programs) all += program.size();
    return all;
  }
  void complain(const std::string& sentence) {
    if (times_.complaints.size() < kMostSentences) times_.complaints.push_back(sentence);
  }

  // Its dependencies are met.
  void allow(Node rank, std::size_t op, Step step) {
    const Step from = std::max(step, op_of(rank, op).not_before);
    if (from > step)
      events_.push({from, rank, op, kReady});
    else
      begin(rank, op, step);
  }
  void begin(Node rank, std::size_t number, Step step) {
    const RankOp& op = op_of(rank, number);
    if (op.kind == RankOpKind::kSend) return begin_send(rank, number, step);
    progress_[index_of(rank)][number].has_started = true;
    events_.push({step, rank, number, kStart});
    if (op.kind == RankOpKind::kCompute)
      events_.push({step + op.steps, rank, number, kEnd});
    else if (arrived_[op.transfer] >= 0)
      events_.push({step + op.steps, rank, number, kEnd});
  }
  void begin_send(Node rank, std::size_t number, Step step) {
    const RankOp& op = op_of(rank, number);
    const CollectiveTransfer& transfer = schedule_.transfers[op.transfer];
    const PlanWay way = way_of_(transfer);
    const Flits flits = transfer.flits * way.flits_a_word;
    Step& busy = ports_[{rank, way.port}];
    const Step start = std::max(busy, step);
    busy = start + op.steps + flits;
    times_.starts[op.transfer] = start;
    if (pace_ == PlanPace::kTimetable && start != op.not_before)
      complain("PE " + std::to_string(rank) + " operation " + std::to_string(number) +
               " starts in step " + std::to_string(start) + ", not in " +
               std::to_string(op.not_before));
    events_.push({start, rank, number, kStart});
    events_.push({busy, rank, number, kEnd});
    const Step first = start + op.steps + 1;
    for (const PlanResource& resource : way.resources)
      for (Flits i = 0; i < flits; ++i)
        passings_.push_back({resource.number, first + resource.delay + i, resource.capacity});
    const auto [to, receive] = receives_[op.transfer];
    const Step arrival = first + flits - 1 + way.hops - 1;
    times_.finish = std::max(times_.finish, arrival);
    events_.push({arrival, to, receive, kArrival});
  }

  void pass(const Event& event, std::vector<std::pair<Node, std::size_t>>& allowed) {
    const RankOp& op = op_of(event.rank, event.op);
    Progress& progress = progress_[index_of(event.rank)][event.op];
    if (event.kind == kReady) {
      allowed.emplace_back(event.rank, event.op);
      return;
    }
    if (event.kind == kArrival) {
      arrived_[op.transfer] = event.step;
      if (!progress.has_started) return;
      if (op.steps > 0) {
        events_.push({event.step + op.steps, event.rank, event.op, kEnd});
        return;
      }
    }
    const bool is_end = event.kind != kStart;
    if (is_end) {
      ++ended_;
      times_.done = std::max(times_.done, event.step);
    }
    for (const auto& [later, on_start] : progress.behind)
      if (on_start != is_end && --progress_[index_of(event.rank)][later].missing == 0)
        allowed.emplace_back(event.rank, later);
  }

  void count_flits() {
    std::sort(passings_.begin(), passings_.end());
    for (std::size_t i = 0; i < passings_.size();) {
      std::size_t end = i;
      while (end < passings_.size() && passings_[end].resource == passings_[i].resource &&
             passings_[end].step == passings_[i].step)
        ++end;
      if (static_cast<int>(end - i) > passings_[i].capacity)
        complain("resource " + std::to_string(passings_[i].resource) + " has " +
                 std::to_string(end - i) + " flits in step " + std::to_string(passings_[i].step));
      i = end;
    }
  }

  const Collective& schedule_;
  const std::function<PlanWay(const CollectiveTransfer&)>& way_of_;
  PlanPace pace_;
  std::vector<std::vector<Progress>> progress_;
  std::vector<std::pair<Node, std::size_t>> receives_;  // of each transfer
  std::vector<Step> arrived_;                           // of each transfer, -1: not yet
  std::map<std::pair<Node, std::int64_t>, Step> ports_;
  std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
  std::vector<Passing> passings_;
  std::size_t ended_ = 0;  // operations that have come to their end
  PlanTimes times_;
};

}  // namespace

PlanTimes plan_times(const Collective& schedule,
                     const std::function<PlanWay(const CollectiveTransfer&)>& way_of,
                     PlanPace pace) {
  return Run(schedule, way_of, pace).times();
}

}  // namespace flitwise::test
