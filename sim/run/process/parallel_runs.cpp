#include "sim/run/process/parallel_runs.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <thread>
#include <utility>

#include "sim/run/process/child_run.h"

namespace flitwise {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kTick{100};

struct RunningChild {
  std::size_t index = 0;
  Clock::time_point start;
  std::unique_ptr<ChildRun> run;
};

// The runs under way.
class Pool {
 public:
  Pool(const std::vector<const Scenario*>& scenarios, Runner runner, const ParallelLimits& limits,
       const Finished& finished, const RunRequest& request)
      : scenarios_(scenarios),
        // A process of its own in a process of its own would gain nothing.
        work_(runner == run_in_child ? run_here : runner),
        limits_(limits),
        finished_(finished),
        request_(request) {}

  std::size_t running() const { return children_.size(); }

  void start(std::size_t index) {
    children_.push_back({index, Clock::now(),
                         std::make_unique<ChildRun>(*scenarios_[index], request_, work_, held_)});
  }

  // Waits for the next words of a child and takes them.
  void wait() {
    std::vector<pollfd> descriptors;
    for (const RunningChild& child : children_)
      descriptors.push_back({child.run->descriptor(), POLLIN, 0});
    held_.wait(descriptors, kTick);
    // Of this moment: what a caller does with one result is not the time of the other runs.
    const Clock::time_point now = Clock::now();
    for (std::size_t i = children_.size(); i-- > 0;) {
      if (descriptors[i].revents != 0) {
        if (!children_[i].run->take()) finish(i);
      } else if (limits_.timeout && now - children_[i].start > *limits_.timeout) {
        give_up(i);
      }
    }
  }

 private:
  RunningChild remove(std::size_t i) {
    RunningChild child = std::move(children_[i]);
    children_.erase(children_.begin() + static_cast<std::ptrdiff_t>(i));
    return child;
  }

  void finish(std::size_t i) {
    const RunningChild child = remove(i);
    child.run->wait();
    // Signals to a whole process group end the children, too: that is no failure of theirs.
    std::vector<pollfd> none;
    held_.wait(none, std::chrono::milliseconds(0));
    finished_(child.index, result_of(child));
  }

  Result result_of(const RunningChild& child) const {
    const Scenario& scenario = *scenarios_[child.index];
    try {
      return child.run->result(scenario, request_);
    } catch (const std::exception& error) {
      return thrown_run(scenario, error);
    }
  }

  void give_up(std::size_t i) {
    RunningChild child = remove(i);
    child.run.reset();
    const std::chrono::duration<double> time = *limits_.timeout;
    Result result =
        failed_run(*scenarios_[child.index],
                   fmt::format("the run was stopped: it took longer than {:g} s", time.count()));
    result.outcome = Outcome::kNoEnd;
    finished_(child.index, std::move(result));
  }

  const std::vector<const Scenario*>& scenarios_;
  const Runner work_;
  const ParallelLimits& limits_;
  const Finished& finished_;
  const RunRequest request_;
  HeldInterrupts held_;
  std::vector<RunningChild> children_;
};

}  // namespace

void run_in_parallel(const std::vector<const Scenario*>& scenarios, Runner runner,
                     const ParallelLimits& limits, const Finished& finished, const Tick& tick,
                     const RunRequest& request) {
  const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
  const std::size_t most = limits.processes == 0 ? processors : limits.processes;
  Pool pool(scenarios, runner, limits, finished, request);
  std::size_t next = 0;
  while (next < scenarios.size() || pool.running() > 0) {
    while (next < scenarios.size() && pool.running() < most) pool.start(next++);
    if (tick) tick(pool.running());
    pool.wait();
  }
}

std::vector<Result> run_in_parallel(const std::vector<const Scenario*>& scenarios, Runner runner,
                                    std::size_t processes,
                                    const std::function<void(std::size_t done)>& progress) {
  std::vector<Result> results(scenarios.size());
  std::size_t done = 0;
  ParallelLimits limits;
  limits.processes = processes;
  run_in_parallel(scenarios, runner, limits, [&](std::size_t index, Result result) {
    results[index] = std::move(result);
    ++done;
    if (progress) progress(done);
  });
  return results;
}

}  // namespace flitwise
