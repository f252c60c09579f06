// checkers.h: bound checkers without a router: the test plays it, and hears which of them object.
#ifndef FLITWISE_TESTS_RTL_CHECKERS_H_
#define FLITWISE_TESTS_RTL_CHECKERS_H_

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/rtl/pe/reference_router.h"
#include "tests/rtl/verilated_pins.h"

namespace flitwise::rtl_test {

/// Names of assertions.
using Names = std::vector<std::string>;
using Lanes = std::map<std::size_t, RawFlit>;

/// Checkers verilated as top, with every pin of a router in the test's hand.
template <class Model>
class Checkers {
 public:
  ~Checkers() { Verilated::threadContextp(&context_); }  // as VerilatedRouter, for the same reason
  Checkers(const Checkers&) = delete;
  Checkers& operator=(const Checkers&) = delete;

  const Names& objections_in_reset() const { return objections_in_reset_; }

 protected:
  /// `configure(model)` sets the pins that count in reset.
  template <class Configure>
  explicit Checkers(const Configure& configure) {
    count_assertion_failures(context_);
    configure(model_);
    objections_in_reset_ = listen([this] { reset(model_); });
  }

  // Names as printed while `act` runs. Each must have counted as an error as well: a run fails on
  // the count, its reader sees the name. Verilator 5.006 counts in the thread's current context.
  template <class Act>
  Names listen(Act act) {
    Verilated::threadContextp(&context_);
    const int errors_before = context_.errorCount();
    ::testing::internal::CaptureStdout();
    act();
    const std::string printed = ::testing::internal::GetCapturedStdout();
    static const std::regex failure("Assertion failed in [^ ]*\\.(a_[a-z0-9_]+):");
    Names names;
    for (std::sregex_iterator at(printed.begin(), printed.end(), failure), end; at != end; ++at)
      names.push_back((*at)[1]);
    EXPECT_EQ(context_.errorCount() - errors_before, static_cast<int>(names.size())) << printed;
    return names;
  }

  /// Puts flits on the input lanes, and nothing on the others.
  void put(const Lanes& inputs) {
    std::memset(bytes_of(model_.in_lane_i), 0, sizeof(model_.in_lane_i));
    for (const auto& [lane, flit] : inputs)
      std::memcpy(bytes_of(model_.in_lane_i) + lane * sizeof flit, &flit, sizeof flit);
  }

  template <class Port>
  static void set_lanes(Port& port, const std::set<std::size_t>& lanes) {
    std::memset(bytes_of(port), 0, sizeof port);
    for (const std::size_t lane : lanes)
      bytes_of(port)[lane / 8] |= static_cast<unsigned char>(1U << lane % 8);
  }

  VerilatedContext context_;
  Model model_{&context_};

 private:
  Names objections_in_reset_;
};

/// Outputs of a PE's router with these flits and this report, and the `busy` that belongs to them.
inline RouterOutputs router_outputs(std::size_t lane_count, const Lanes& flits, unsigned violation,
                                    std::set<std::size_t> in, std::set<std::size_t> out) {
  RouterOutputs outputs(lane_count);
  for (const auto& [lane, flit] : flits) outputs.lanes[lane] = flit;
  outputs.busy = !flits.empty() || violation != 0;
  outputs.violation = violation;
  outputs.involved_in = std::move(in);
  outputs.involved_out = std::move(out);
  return outputs;
}

/// The checkers of a PE's router.
template <class Model>
class RouterCheckers : public Checkers<Model> {
 public:
  /// Names of the assertions that fire when a router takes `inputs` and shows `outputs` after it.
  Names objections(const Lanes& inputs, const RouterOutputs& outputs) {
    return this->listen([&] {
      this->put(inputs);
      clock_cycle<Model>(&this->model_);
      this->put({});
      show(this->model_, outputs);
      clock_cycle<Model>(&this->model_);
      show(this->model_, nothing());
    });
  }

 protected:
  template <class Configure>
  explicit RouterCheckers(const Configure& configure)
      : Checkers<Model>([&configure](Model& model) {
          configure(model);
          show(model, nothing());
        }) {}

 private:
  static RouterOutputs nothing() {
    return RouterOutputs(sizeof(Model::out_lane_o) / sizeof(RawFlit));
  }

  static void show(Model& model, const RouterOutputs& outputs) {
    std::memcpy(bytes_of(model.out_lane_o), outputs.lanes.data(), sizeof(model.out_lane_o));
    model.busy_o = outputs.busy;
    model.violation_o = static_cast<CData>(outputs.violation);
    Checkers<Model>::set_lanes(model.violation_in_o, outputs.involved_in);
    Checkers<Model>::set_lanes(model.violation_out_o, outputs.involved_out);
  }
};

}  // namespace flitwise::rtl_test

#endif  // FLITWISE_TESTS_RTL_CHECKERS_H_
