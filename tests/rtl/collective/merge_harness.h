// merge_harness.h: the models of the stage that adds what meets.
#ifndef FLITWISE_TESTS_RTL_COLLECTIVE_MERGE_HARNESS_H_
#define FLITWISE_TESTS_RTL_COLLECTIVE_MERGE_HARNESS_H_

#include <Vmerge_stage_2_0.h>
#include <Vmerge_stage_2_1.h>
#include <Vmerge_stage_2_1_netlist.h>
#include <Vmerge_stage_3_0.h>
#include <Vmerge_stage_4_1.h>
#include <Vmerge_stage_8_1.h>
#include <Vmerge_stage_narrow.h>

#include <cstring>
#include <map>
#include <set>

#include "tests/rtl/collective/reference_merge_stage.h"
#include "tests/rtl/verilated_router.h"

namespace flitwise::rtl_test {

/// Parameters of a model, with a place for it.
template <class Model>
inline constexpr MergeShape kMergeShape{};
template <>
inline constexpr MergeShape kMergeShape<Vmerge_stage_2_0>{2, false, 31, 63, 0, 512};
template <>
inline constexpr MergeShape kMergeShape<Vmerge_stage_2_1>{2, true, 31, 63, 4, 2};
template <>
inline constexpr MergeShape kMergeShape<Vmerge_stage_2_1_netlist>{2, true, 31, 63, 1022, 1};
template <>
inline constexpr MergeShape kMergeShape<Vmerge_stage_3_0>{3, false, 31, 63, 0, 9};
template <>
inline constexpr MergeShape kMergeShape<Vmerge_stage_4_1>{4, true, 31, 63, 48, 4};
template <>
inline constexpr MergeShape kMergeShape<Vmerge_stage_8_1>{8, true, 31, 63, 64, 8};
template <>
inline constexpr MergeShape kMergeShape<Vmerge_stage_narrow>{3, true, 8, 0b100001, 9, 3};

/// A stage at its place; it has no clock.
template <class Model>
class VerilatedMergeStage {
 public:
  VerilatedMergeStage() { move_to(kMergeShape<Model>); }
  ~VerilatedMergeStage() { Verilated::threadContextp(&context_); }  // as VerilatedRouter
  VerilatedMergeStage(const VerilatedMergeStage&) = delete;
  VerilatedMergeStage& operator=(const VerilatedMergeStage&) = delete;

  /// To the place of a shape that is the model's else.
  void move_to(const MergeShape& shape) {
    model_.leaf_base_i = static_cast<SData>(shape.leaf_base);
    model_.leaf_span_i = static_cast<SData>(shape.leaf_span);
  }

  MergeOutputs show(const std::map<std::size_t, RawFlit>& inputs,
                    const std::set<std::size_t>& ready) {
    std::memset(bytes_of(model_.in_lane_i), 0, sizeof model_.in_lane_i);
    for (const auto& [lane, flit] : inputs)
      std::memcpy(bytes_of(model_.in_lane_i) + lane * sizeof flit, &flit, sizeof flit);
    std::memset(bytes_of(model_.ready_i), 0, sizeof model_.ready_i);
    for (const std::size_t lane : ready)
      bytes_of(model_.ready_i)[lane / 8] |= static_cast<unsigned char>(1U << lane % 8);
    model_.eval();
    MergeOutputs outputs;
    for (std::size_t lane = 0; lane < kMergeShape<Model>.lanes(); ++lane) {
      if (const RawFlit flit = bits_of(model_.out_lane_o, 64 * lane, 64); flit != 0)
        outputs.flits[lane] = flit;
      if (bits_of(model_.ready_o, lane, 1) != 0) outputs.taken.insert(lane);
    }
    return outputs;
  }

 private:
  AnyStart context_;
  Model model_{&context_};
};

inline RawFlit flit_for(std::uint32_t leaf, std::uint32_t word, std::uint32_t number = 0,
                        CombineOp op = CombineOp::kSum) {
  return to_raw(MergeFlit{op, leaf, number, word});
}

}  // namespace flitwise::rtl_test

#endif  // FLITWISE_TESTS_RTL_COLLECTIVE_MERGE_HARNESS_H_
