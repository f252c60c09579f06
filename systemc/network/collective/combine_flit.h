// combine_flit.h: flits of reductions that routers carry out, as `rtl/collective/combine_pkg.sv`
// has them.
#ifndef FLITWISE_SYSTEMC_NETWORK_COLLECTIVE_COMBINE_FLIT_H_
#define FLITWISE_SYSTEMC_NETWORK_COLLECTIVE_COMBINE_FLIT_H_

#include <cstdint>

#include "systemc/network/flit.h"
#include "systemc/topology/types.h"

namespace flitwise {

/// How routers combine two words of W bits. The values are those of `combine_pkg`.
enum class CombineOp : std::uint8_t {
  kSum = 0,  ///< modulo 2^W
  kMin = 1,  ///< of two's complement
  kMax = 2,  ///< likewise
  kAnd = 3,
  kOr = 4,
  kXor = 5,
};
inline constexpr int kCombineOps = 6;

/// Trees of a network, as flits name them.
inline constexpr int kMostCombineTrees = 16;
/// Widest word.
inline constexpr int kMostCombineWidth = kPayloadBits;
/// Numbers of words in tags, which begin again from 0: of operands and results, of merge flits.
inline constexpr std::uint32_t kCombineNumbers = 1U << 13;
inline constexpr int kMergeNumberBits = 10;
inline constexpr std::uint32_t kMergeNumbers = 1U << kMergeNumberBits;

/// What an operand or a result says beside its word.
struct CombineFlit {
  FlitKind kind = FlitKind::kCombine;  ///< or kResult
  CombineOp op = CombineOp::kSum;
  std::uint32_t tree = 0;
  std::uint32_t number = 0;  ///< of the word in its vector, from 0, modulo kCombineNumbers
  std::uint32_t word = 0;
};

/// An operand for one leaf of a fat tree, which switches add to others that they meet.
struct MergeFlit {
  CombineOp op = CombineOp::kSum;
  std::uint32_t leaf = 0;
  std::uint32_t number = 0;  ///< modulo kMergeNumbers
  std::uint32_t word = 0;
};

constexpr RawFlit to_raw(const CombineFlit& f) {
  const std::uint32_t destination = static_cast<std::uint32_t>(f.op) << 4 | f.tree;
  return pack(FlitFields{f.kind, true, true, destination, f.number, f.word});
}

constexpr RawFlit to_raw(const MergeFlit& f) {
  const std::uint32_t tag = static_cast<std::uint32_t>(f.op) << kMergeNumberBits | f.number;
  return pack(FlitFields{FlitKind::kMerge, true, true, f.leaf, tag, f.word});
}

/// Shape: a flit of kind kCombine or kResult.
constexpr CombineFlit combine_flit(RawFlit flit) {
  const FlitFields f = unpack(flit);
  return {f.kind, static_cast<CombineOp>(f.destination >> 4 & 7), f.destination & 15, f.tag,
          f.payload};
}

/// Shape: a flit of kind kMerge.
constexpr MergeFlit merge_flit(RawFlit flit) {
  const FlitFields f = unpack(flit);
  return {static_cast<CombineOp>(f.tag >> kMergeNumberBits), f.destination,
          f.tag & (kMergeNumbers - 1), f.payload};
}

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_COLLECTIVE_COMBINE_FLIT_H_
