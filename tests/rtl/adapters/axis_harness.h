// axis_harness.h: beats, packets and random choices for tests of stream adapters.
#ifndef FLITWISE_TESTS_RTL_ADAPTERS_AXIS_HARNESS_H_
#define FLITWISE_TESTS_RTL_ADAPTERS_AXIS_HARNESS_H_

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <ostream>
#include <random>
#include <tuple>

#include "tests/rtl/verilated_router.h"

namespace flitwise::rtl_test {

/// All that a stream sends at once.
struct Beat {
  std::uint64_t data = 0;
  bool last = false;
  std::uint64_t dest = 0;
  std::uint64_t id = 0;
  std::uint64_t user = 0;

  bool operator==(const Beat& other) const {
    return std::tie(data, last, dest, id, user) ==
           std::tie(other.data, other.last, other.dest, other.id, other.user);
  }
  friend std::ostream& operator<<(std::ostream& out, const Beat& beat) {
    return out << std::hex << "data " << beat.data << " last " << beat.last << " dest " << beat.dest
               << " id " << beat.id << " user " << beat.user << std::dec;
  }
};

class Dice {
 public:
  explicit Dice(unsigned seed) : generator_(seed) {}
  std::uint32_t below(std::uint32_t limit) {
    return static_cast<std::uint32_t>(generator_() % limit);
  }
  bool percent(unsigned chance) { return below(100) < chance; }

 private:
  std::mt19937 generator_;
};

/// How often, in percent, a side is willing.
struct Pace {
  unsigned sender = 100;
  unsigned taker = 100;
};

inline constexpr Pace kPaces[] = {{100, 100}, {100, 50}, {50, 100}, {60, 60}, {100, 10}, {10, 100}};

/// A sender: what it has begun to offer it offers until it is taken.
class Sender {
 public:
  void append(const Beat& beat) { waiting_.push_back(beat); }
  bool is_done() const { return waiting_.empty(); }

  /// What is offered in this cycle, or null.
  const Beat* offer(Dice& dice, unsigned percent) {
    if (!waiting_.empty() && !offers_) offers_ = dice.percent(percent);
    return offers_ ? &waiting_.front() : nullptr;
  }
  Beat taken() {
    const Beat beat = waiting_.front();
    waiting_.pop_front();
    offers_ = false;
    return beat;
  }

 private:
  std::deque<Beat> waiting_;
  bool offers_ = false;
};

/// Writes bits [first, first + count) of a port, count <= 64.
template <class Port>
void set_bits(Port& port, std::size_t first, std::size_t count, std::uint64_t value) {
  for (std::size_t k = 0; k < count; ++k) {
    const std::size_t bit = first + k;
    unsigned char& byte = bytes_of(port)[bit / 8];
    const auto mask = static_cast<unsigned char>(1U << (bit % 8));
    byte = static_cast<unsigned char>((value >> k & 1) != 0 ? byte | mask : byte & ~mask);
  }
}

/// Bits [low, low + count) of a word.
inline std::uint64_t field(std::uint64_t word, unsigned low, unsigned count) {
  return word >> low & ((std::uint64_t{1} << count) - 1);
}

/// An adapter out of reset; `silence(model)` puts its inputs to rest before.
template <class Model>
class Adapter {
 public:
  template <class Silence>
  explicit Adapter(const Silence& silence) {
    count_assertion_failures(context_);
    silence(model);
    reset(model);
    clock();  // the first cycle in which a stream may begin is the one after
  }
  // As VerilatedRouter, for the same reason.
  ~Adapter() { Verilated::threadContextp(&context_); }
  Adapter(const Adapter&) = delete;
  Adapter& operator=(const Adapter&) = delete;

  void clock() { clock_cycle<Model>(&model); }
  int failures() const { return context_.errorCount(); }

 private:
  AnyStart context_;

 public:
  Model model{&context_};
};

}  // namespace flitwise::rtl_test

#endif  // FLITWISE_TESTS_RTL_ADAPTERS_AXIS_HARNESS_H_
