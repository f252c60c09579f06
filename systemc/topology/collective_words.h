// collective_words.h: the operands that PEs hold before a collective operation, and what is known
// of every word beside its value. Data only: what is made of them, protocols and theory each say.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_COLLECTIVE_WORDS_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_COLLECTIVE_WORDS_H_

#include <cstdint>
#include <limits>

#include "systemc/topology/collective_plan.h"

namespace flitwise {

/// Largest width of a word: bits of a flit's payload.
inline constexpr int kMostWordBits = 31;

/// How operands are combined. Words are numbers of `width` bits, of two's complement in min and
/// max; a sum wraps.
enum class WordOp : std::uint8_t { kSum, kMin, kMax, kAnd, kOr, kXor };

/// How the words of a run are combined.
struct WordArithmetic {
  WordOp op = WordOp::kSum;
  int width = kMostWordBits;
};

/// Operand of one PE for one word: numbers that look random and are the same in every run.
/// Shape: `name` is one PE's; the low `width` bits are set.
std::uint32_t test_operand(const WordName& name, int width);

/// A number that stands for an operand in a set of them: sets are compared by the sums of their
/// numbers modulo 2^64, which also tell how often each is in.
/// Shape: `name` is one PE's.
std::uint64_t fingerprint(const WordName& name);

/// Operands are counted up to so many: floods count theirs over and over.
inline constexpr std::int32_t kMostOperands = std::numeric_limits<std::int32_t>::max();

/// What a cell holds: a value, and of whom: how many operands have gone into it, each as often as
/// it has, and the sum of their fingerprints. No operand: nothing.
struct Word {
  std::uint32_t value = 0;
  std::int32_t operands = 0;
  std::uint64_t set = 0;

  friend bool operator==(const Word& a, const Word& b) {
    return a.value == b.value && a.operands == b.operands && a.set == b.set;
  }
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_COLLECTIVE_WORDS_H_
