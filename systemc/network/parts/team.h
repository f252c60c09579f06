// team.h: threads that do the parts of one piece of work after another; knows no network.
#ifndef FLITWISE_SYSTEMC_NETWORK_PARTS_TEAM_H_
#define FLITWISE_SYSTEMC_NETWORK_PARTS_TEAM_H_

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace flitwise {

/// The caller and threads of its own, which sleep when there is nothing to do for a while.
///
/// A part is done by whoever claims it first, the caller too: a thread that sleeps delays nobody,
/// one that is late finds nothing to do, and only one that is interrupted within a part is waited
/// for. So parts should be more than threads.
class Team {
 public:
  /// Does one part; throws what `run` is to throw.
  using Work = std::function<void(std::size_t part)>;

  /// `threads`: the caller's included, at least 1. `enter` is called once in each of the others,
  /// one after the other and before the team is made.
  /// Errors: throws std::system_error when there are no threads to be had.
  Team(std::size_t threads, std::size_t parts, Work work, const std::function<void()>& enter);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  /// Does the parts of `wanted`, each once, and returns when all are done: what they have written
  /// can be read, and what the caller writes then they read in the next run.
  /// Shape: `wanted` has an entry a part.
  /// Errors: throws what the first part that threw has thrown; all others are done.
  void run(const std::vector<bool>& wanted);

 private:
  using Round = std::uint64_t;

  // A cache line each: threads write one while others write the next.
  struct alignas(64) Claim {
    std::atomic<Round> round{0};  // the last one in which the part was claimed
    std::exception_ptr failure;   // of that one
  };

  void dismiss();
  void serve(std::size_t place, const std::function<void()>& enter);
  std::size_t do_claimed(Round round, std::size_t place);
  bool claim(Claim& claim, Round round);
  void do_part(std::size_t part);
  void note_done(std::size_t parts);
  bool wait_for_round(Round last);
  void announce(Round round);
  void wait_until_done();
  void throw_first_failure();

  const Work work_;
  std::vector<Claim> claims_;

  alignas(64) std::atomic<Round> round_{0};
  std::atomic<bool> is_over_{false};
  std::atomic<int> sleepers_{0};
  alignas(64) std::atomic<std::size_t> left_{0};  // parts of this round that are not done
  std::atomic<bool> does_caller_sleep_{false};

  std::mutex mutex_;  // of sleeping and waking
  std::condition_variable has_begun_;
  std::condition_variable has_ended_;
  std::size_t entered_ = 0;  // threads, under the mutex
  std::vector<std::thread> threads_;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_PARTS_TEAM_H_
