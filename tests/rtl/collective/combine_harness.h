// combine_harness.h: the models of the stage that combines, and stages made of them.
#ifndef FLITWISE_TESTS_RTL_COLLECTIVE_COMBINE_HARNESS_H_
#define FLITWISE_TESTS_RTL_COLLECTIVE_COMBINE_HARNESS_H_

#include <Vcombine_stage_3_1_1_0.h>
#include <Vcombine_stage_3_1_2_1_netlist.h>
#include <Vcombine_stage_4_1_0_0.h>
#include <Vcombine_stage_4_1_0_1.h>
#include <Vcombine_stage_4_1_0_2.h>
#include <Vcombine_stage_4_1_0_3.h>
#include <Vcombine_stage_4_1_1_0.h>
#include <Vcombine_stage_4_1_1_2.h>
#include <Vcombine_stage_4_1_2_0.h>
#include <Vcombine_stage_4_1_2_1.h>
#include <Vcombine_stage_4_1_2_2.h>
#include <Vcombine_stage_4_1_2_3.h>
#include <Vcombine_stage_4_3_0_1.h>
#include <Vcombine_stage_4_3_2_1.h>
#include <Vcombine_stage_narrow.h>
#include <Vcombine_stage_without_edges.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/rtl/collective/reference_combine_stage.h"
#include "tests/rtl/verilated_router.h"

namespace flitwise::rtl_test {

/// Parameters of a model.
template <class Model>
inline constexpr CombineShape kCombineShape{};
template <>
inline constexpr CombineShape kCombineShape<Vcombine_stage_3_1_1_0>{3, 1, 1, 0};
template <>
inline constexpr CombineShape kCombineShape<Vcombine_stage_3_1_2_1_netlist>{3, 1, 2, 1};
template <>
inline constexpr CombineShape kCombineShape<Vcombine_stage_4_1_0_0>{4, 1, 0, 0};
template <>
inline constexpr CombineShape kCombineShape<Vcombine_stage_4_1_0_1>{4, 1, 0, 1};
template <>
inline constexpr CombineShape kCombineShape<Vcombine_stage_4_1_0_2>{4, 1, 0, 2};
template <>
inline constexpr CombineShape kCombineShape<Vcombine_stage_4_1_0_3>{4, 1, 0, 3};
template <>
inline constexpr CombineShape kCombineShape<Vcombine_stage_4_1_1_0>{4, 1, 1, 0};
template <>
inline constexpr CombineShape kCombineShape<Vcombine_stage_4_1_1_2>{4, 1, 1, 2};
template <>
inline constexpr CombineShape kCombineShape<Vcombine_stage_4_1_2_0>{4, 1, 2, 0};
template <>
inline constexpr CombineShape kCombineShape<Vcombine_stage_4_1_2_1>{4, 1, 2, 1};
template <>
inline constexpr CombineShape kCombineShape<Vcombine_stage_4_1_2_2>{4, 1, 2, 2};
template <>
inline constexpr CombineShape kCombineShape<Vcombine_stage_4_1_2_3>{4, 1, 2, 3};
template <>
inline constexpr CombineShape kCombineShape<Vcombine_stage_4_3_0_1>{4, 3, 0, 1};
template <>
inline constexpr CombineShape kCombineShape<Vcombine_stage_4_3_2_1>{4, 3, 2, 1};
template <>
inline constexpr CombineShape kCombineShape<Vcombine_stage_narrow>{2, 2, 3, 0, 8, 0b100111};
template <>
inline constexpr CombineShape kCombineShape<Vcombine_stage_without_edges>{3,  1,  2,    1,
                                                                          31, 63, false};

template <>
inline constexpr Flavour kFlavour<Vcombine_stage_3_1_2_1_netlist> = Flavour::kNetlist;

template <class Port>
void set_bit(Port& port, std::size_t bit) {
  bytes_of(port)[bit / 8] |= static_cast<unsigned char>(1U << bit % 8);
}

/// Writes the table of a stage: its place in every tree.
template <class Model>
void set_seats(Model& model, std::size_t links, const std::vector<CombineSeat>& seats) {
  const auto clear = [](auto& port) { std::memset(bytes_of(port), 0, sizeof port); };
  clear(model.parent_i);
  clear(model.edge_i);
  clear(model.children_i);
  clear(model.operand_i);
  clear(model.result_i);
  clear(model.own_result_i);
  for (std::size_t t = 0; t < seats.size(); ++t) {
    const CombineSeat& seat = seats[t];
    bytes_of(model.parent_i)[t] = static_cast<unsigned char>(seat.parent.value_or(0xff));
    if (seat.is_edge) set_bit(model.edge_i, t);
    for (const std::size_t link : seat.children) set_bit(model.children_i, t * links + link);
    if (seat.operand) set_bit(model.operand_i, t);
    for (const std::size_t link : seat.results) set_bit(model.result_i, t * links + link);
    if (seat.own_result) set_bit(model.own_result_i, t);
  }
}

/// A stage out of reset, with its place in every tree.
template <class Model>
class VerilatedCombineStage : public VerilatedRouter<Model> {
 public:
  explicit VerilatedCombineStage(const std::vector<CombineSeat>& seats)
      : VerilatedRouter<Model>(
            [&](Model& model) { set_seats(model, kCombineShape<Model>.links, seats); }) {}

  CombineOutputs clock_with(const std::map<std::size_t, RawFlit>& inputs,
                            const std::set<std::size_t>& credits) {
    for (const auto& [lane, flit] : inputs) this->put(lane, flit);
    for (const std::size_t link : credits) set_bit(this->model().credit_i, link);
    this->clock();
    std::memset(bytes_of(this->model().credit_i), 0, sizeof this->model().credit_i);
    return shown();
  }

  CombineOutputs shown() {
    CombineOutputs outputs(VerilatedRouter<Model>::lane_count());
    static_cast<RouterOutputs&>(outputs) = this->outputs();
    for (std::size_t lane = 0; lane < outputs.lanes.size(); ++lane) {
      if (bits_of(this->model().credit_o, lane, 1) != 0) outputs.credits.insert(lane);
    }
    return outputs;
  }
};

/// As long as it lives, what assertions print is kept.
class Quiet {
 public:
  Quiet() { testing::internal::CaptureStdout(); }
  ~Quiet() { text(); }
  Quiet(const Quiet&) = delete;
  Quiet& operator=(const Quiet&) = delete;
  /// What has been printed; ends it.
  std::string text() {
    if (!ended_) text_ = testing::internal::GetCapturedStdout();
    ended_ = true;
    return text_;
  }

 private:
  bool ended_ = false;
  std::string text_;
};

inline RawFlit operand_flit(std::uint32_t number, std::uint32_t word,
                            CombineOp op = CombineOp::kSum, std::uint32_t tree = 0) {
  return to_raw(CombineFlit{FlitKind::kCombine, op, tree, number, word});
}
inline RawFlit result_flit(std::uint32_t number, std::uint32_t word, CombineOp op = CombineOp::kSum,
                           std::uint32_t tree = 0) {
  return to_raw(CombineFlit{FlitKind::kResult, op, tree, number, word});
}

}  // namespace flitwise::rtl_test

#endif  // FLITWISE_TESTS_RTL_COLLECTIVE_COMBINE_HARNESS_H_
