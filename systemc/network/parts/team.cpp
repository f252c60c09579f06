#include "systemc/network/parts/team.h"

#include <algorithm>
#include <utility>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace flitwise {
namespace {

// A round of a network that is worth several threads takes as long as some of these.
constexpr int kSpins = 2000;

void pause_a_little() {
#ifdef __SSE2__
  _mm_pause();
#endif
}

template <class Holds>
bool spin_until(Holds holds) {
  for (int i = 0; i < kSpins; ++i) {
    if (holds()) return true;
    pause_a_little();
  }
  return holds();
}

}  // namespace

Team::Team(std::size_t threads, std::size_t parts, Work work, const std::function<void()>& enter)
    : work_(std::move(work)), claims_(parts) {
  try {
    for (std::size_t k = 1; k < threads; ++k) {
      // Each begins at a place of its own, so that it meets the same parts in every round.
      const std::size_t place = parts * k / threads;
      threads_.emplace_back([this, place, enter] { serve(place, enter); });
    }
  } catch (...) {
    dismiss();
    throw;
  }
  std::unique_lock<std::mutex> lock(mutex_);
  has_ended_.wait(lock, [this] { return entered_ == threads_.size(); });
}

Team::~Team() { dismiss(); }

void Team::dismiss() {
  is_over_.store(true);
  announce(round_.load() + 1);
  for (std::thread& thread : threads_) thread.join();
}

void Team::run(const std::vector<bool>& wanted) {
  const Round round = round_.load(std::memory_order_relaxed) + 1;
  std::size_t left = 0;
  for (std::size_t part = 0; part < claims_.size(); ++part) {
    claims_[part].failure = nullptr;
    if (wanted[part])
      ++left;
    else
      claims_[part].round.store(round, std::memory_order_relaxed);  // nobody claims it
  }
  if (left == 0) return static_cast<void>(round_.store(round));
  left_.store(left, std::memory_order_relaxed);
  announce(round);
  note_done(do_claimed(round, 0));
  wait_until_done();
  throw_first_failure();
}

void Team::serve(std::size_t place, const std::function<void()>& enter) {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    enter();
    ++entered_;
  }
  has_ended_.notify_one();
  Round last = 0;
  while (wait_for_round(last)) {
    last = round_.load();
    note_done(do_claimed(last, place));
  }
}

// From `place` on, all around.
std::size_t Team::do_claimed(Round round, std::size_t place) {
  std::size_t done = 0;
  for (std::size_t k = 0; k < claims_.size(); ++k) {
    const std::size_t part = (place + k) % claims_.size();
    if (!claim(claims_[part], round)) continue;
    do_part(part);
    ++done;
  }
  return done;
}

// Of a round that is over no part can be claimed any more.
bool Team::claim(Claim& claim, Round round) {
  Round before = round - 1;
  return claim.round.load(std::memory_order_relaxed) == before &&
         claim.round.compare_exchange_strong(before, round, std::memory_order_acquire,
                                             std::memory_order_relaxed);
}

void Team::do_part(std::size_t part) {
  try {
    work_(part);
  } catch (...) {
    claims_[part].failure = std::current_exception();
  }
}

void Team::note_done(std::size_t parts) {
  if (parts == 0 || left_.fetch_sub(parts) != parts || !does_caller_sleep_.load()) return;
  const std::lock_guard<std::mutex> lock(mutex_);
  has_ended_.notify_one();
}

// False when the team is over.
bool Team::wait_for_round(Round last) {
  const auto has_begun = [this, last] { return round_.load() != last; };
  if (!spin_until(has_begun)) {
    std::unique_lock<std::mutex> lock(mutex_);
    ++sleepers_;
    has_begun_.wait(lock, has_begun);
    --sleepers_;
  }
  return !is_over_.load();
}

void Team::announce(Round round) {
  round_.store(round);
  if (sleepers_.load() == 0) return;
  { const std::lock_guard<std::mutex> lock(mutex_); }  // whoever counted itself is waiting now
  has_begun_.notify_all();
}

void Team::wait_until_done() {
  const auto is_done = [this] { return left_.load() == 0; };
  if (spin_until(is_done)) return;
  std::unique_lock<std::mutex> lock(mutex_);
  does_caller_sleep_.store(true);
  has_ended_.wait(lock, is_done);
  does_caller_sleep_.store(false);
}

void Team::throw_first_failure() {
  for (const Claim& claim : claims_)
    if (claim.failure != nullptr) std::rethrow_exception(claim.failure);
}

}  // namespace flitwise
