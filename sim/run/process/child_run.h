// child_run.h: a simulation that goes on in a process of its own.
#ifndef FLITWISE_SIM_RUN_PROCESS_CHILD_RUN_H_
#define FLITWISE_SIM_RUN_PROCESS_CHILD_RUN_H_

#include <sys/types.h>

#include <array>
#include <exception>
#include <memory>
#include <string>

#include "sim/run/process/interrupt.h"
#include "sim/run/runner.h"

namespace flitwise {

struct Pipe {
  static constexpr std::size_t kRead = 0;
  static constexpr std::size_t kWrite = 1;

  /// Errors: throws std::system_error.
  Pipe();
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe();

  void close_end(std::size_t which);

  std::array<int, 2> end{-1, -1};
};

/// A process that does not outlive this object, however the object's scope is left.
class ChildProcess {
 public:
  explicit ChildProcess(pid_t id) : id_(id) {}
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess();

  /// Waits for its end; returns the status of waitpid.
  /// Errors: throws std::system_error.
  int wait();

 private:
  pid_t id_;
};

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
