// child_run.h: a simulation that goes on in a process of its own.
#ifndef FLITWISE_SIM_RUN_PROCESS_CHILD_RUN_H_
#define FLITWISE_SIM_RUN_PROCESS_CHILD_RUN_H_

#include <exception>
#include <memory>
#include <string>

#include "sim/run/process/child_process.h"
#include "sim/run/process/interrupt.h"
#include "sim/run/runner.h"

namespace flitwise {

/// Runs one scenario in a forked process, which dies with this object and with this process.
/// A SystemC kernel elaborates once in a process, so every simulation needs one.
class ChildRun {
 public:
  /// Starts it. `work` does what is to be done in the new process, `run_here` for example; `held`
  /// keeps signals from arriving between looking for them and waiting.
  /// Errors: throws std::system_error when there is no process or pipe to be had.
  ChildRun(const Scenario& scenario, const RunRequest& request, Runner work, HeldInterrupts& held);

  /// Can be read when there is something to take.
  int descriptor() const { return channel_.end[Pipe::kRead]; }
  /// Takes what the process has said so far; returns whether it may say more.
  bool take();
  /// Waits for the end of a process that has said everything.
  void wait();
  /// What came out of it, once it has ended. A process that died is a failed run.
  /// Errors: throws std::runtime_error with what the simulation threw; ModelError where that was
  ///         one.
  Result result(const Scenario& scenario, const RunRequest& request) const;

 private:
  Pipe channel_;
  std::unique_ptr<ChildProcess> process_;
  std::string bytes_;
  int status_ = 0;
};

/// The result of a run that threw: failed or, where its router model could not be made, one that
/// could not run, Outcome::kBadInput.
Result thrown_run(const Scenario& scenario, const std::exception& error);

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_PROCESS_CHILD_RUN_H_
