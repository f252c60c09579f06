#include "sim/run/process/interrupt.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <system_error>

namespace flitwise {
namespace {

constexpr std::array<int, 3> kSignals{SIGINT, SIGTERM, SIGHUP};

// Handlers have no other way to tell anything.
volatile std::sig_atomic_t caught = 0;
std::array<struct sigaction, kSignals.size()> actions_before;

void note(int signal) { caught = signal; }

sigset_t signal_set() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : kSignals) sigaddset(&set, signal);
  return set;
}

}  // namespace

InterruptScope::InterruptScope() {
  caught = 0;
  struct sigaction action {};
  action.sa_handler = note;  // without SA_RESTART: a write into a full pipe must end, too
  sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    ::sigaction(kSignals[i], nullptr, &actions_before[i]);
    if (actions_before[i].sa_handler != SIG_IGN) ::sigaction(kSignals[i], &action, nullptr);
  }
}

InterruptScope::~InterruptScope() {
  for (std::size_t i = 0; i < kSignals.size(); ++i)
    ::sigaction(kSignals[i], &actions_before[i], nullptr);
}

void throw_if_interrupted() {
  if (caught != 0) throw Interrupted(caught);
}

void forget_interrupts() {
  for (const int signal : kSignals) {
    struct sigaction action {};
    ::sigaction(signal, nullptr, &action);
    if (action.sa_handler == note) ::signal(signal, SIG_DFL);
  }
}

HeldInterrupts::HeldInterrupts() {
  const sigset_t set = signal_set();
  ::sigprocmask(SIG_BLOCK, &set, &before_);
}

void HeldInterrupts::release() { ::sigprocmask(SIG_SETMASK, &before_, nullptr); }

void HeldInterrupts::wait_readable(int descriptor) const {
  pollfd wanted{descriptor, POLLIN, 0};
  while (::ppoll(&wanted, 1, nullptr, &before_) < 0) {
    if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "ppoll");
    throw_if_interrupted();
  }
}

void HeldInterrupts::wait(std::vector<pollfd>& descriptors, std::chrono::milliseconds most) {
  const timespec time{most.count() / 1000, most.count() % 1000 * 1'000'000};
  const int ready = ::ppoll(descriptors.data(), descriptors.size(), &time, &before_);
  if (ready < 0 && errno != EINTR) throw std::system_error(errno, std::generic_category(), "ppoll");
  if (ready <= 0)
    for (pollfd& descriptor : descriptors) descriptor.revents = 0;
  // Where a descriptor is ready at once, pending signals stay pending.
  sigset_t held;
  ::sigprocmask(SIG_SETMASK, &before_, &held);
  ::sigprocmask(SIG_SETMASK, &held, nullptr);
  throw_if_interrupted();
}

void end_by_signal(int signal) {
  ::signal(signal, SIG_DFL);
  const sigset_t set = signal_set();
  ::sigprocmask(SIG_UNBLOCK, &set, nullptr);
  ::raise(signal);
  constexpr int kShellsOffset = 128;
  ::_exit(kShellsOffset + signal);
}

}  // namespace flitwise
