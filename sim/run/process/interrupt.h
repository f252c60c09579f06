// interrupt.h: ending by SIGINT, SIGTERM and SIGHUP without leaving anything behind.
#ifndef FLITWISE_SIM_RUN_PROCESS_INTERRUPT_H_
#define FLITWISE_SIM_RUN_PROCESS_INTERRUPT_H_

#include <poll.h>
#include <signal.h>

#include <chrono>
#include <exception>
#include <vector>

namespace flitwise {

/// A signal asked the command to end. Unwinding removes what is half done.
///
/// No std::runtime_error: an interruption is neither a failed run nor a failed output.
class Interrupted : public std::exception {
 public:
  explicit Interrupted(int signal) : signal_(signal) {}
  const char* what() const noexcept override { return "interrupted"; }
  int signal() const { return signal_; }

 private:
  int signal_;
};

/// While it lives, SIGINT, SIGTERM and SIGHUP only set a flag; one that was ignored before, as by
/// nohup, stays ignored. System calls that wait return with EINTR. One at a time.
class InterruptScope {
 public:
  InterruptScope();
  InterruptScope(const InterruptScope&) = delete;
  InterruptScope& operator=(const InterruptScope&) = delete;
  ~InterruptScope();
};

/// Errors: throws Interrupted when a signal came since the scope began.
void throw_if_interrupted();

/// Gives the signals their default action again; for a forked child, whose parent has the scope.
void forget_interrupts();

/// Keeps the signals pending until it dies, so that none comes between looking and waiting.
class HeldInterrupts {
 public:
  HeldInterrupts();
  HeldInterrupts(const HeldInterrupts&) = delete;
  HeldInterrupts& operator=(const HeldInterrupts&) = delete;
  ~HeldInterrupts() { release(); }

  /// Lets pending signals arrive now.
  void release();
  /// Waits until the descriptor can be read; signals arrive meanwhile.
  /// Errors: throws Interrupted when one came, std::system_error.
  void wait_readable(int descriptor) const;
  /// Waits until one of the descriptors is ready or the time is over, then fills in their events.
  /// Signals that arrived before, or arrive meanwhile, are seen.
  /// Errors: as wait_readable.
  void wait(std::vector<pollfd>& descriptors, std::chrono::milliseconds most);

 private:
  sigset_t before_{};
};

/// Ends this process by the signal, so that a shell sees what happened.
[[noreturn]] void end_by_signal(int signal);

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_PROCESS_INTERRUPT_H_
