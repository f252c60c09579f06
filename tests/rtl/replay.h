// replay.h: what a verilated top did, cycle by cycle, done again by Icarus Verilog.
#ifndef FLITWISE_TESTS_RTL_REPLAY_H_
#define FLITWISE_TESTS_RTL_REPLAY_H_

#include <verilated.h>

#include <cstddef>
#include <string>
#include <vector>

#include "systemc/network/models/model_instance.h"

namespace flitwise::rtl_test {

/// One model whose pins are written down at every clock edge, from its reset on.
///
/// Time: entry k holds the inputs before clock edge k and the outputs after it; edge 0 resets.
class Recording {
 public:
  explicit Recording(const ModelTable& table);

  const ModelInstance& model() const { return model_; }
  /// One clock edge with the inputs as they are.
  void clock();

  std::size_t cycles() const { return inputs_.size(); }
  /// Makes bit 0 of the last cycle's outputs wrong.
  void falsify();

  /// Has Icarus Verilog run the module of the project on the same inputs. Shape: `parameters` are
  /// "Name=Value" as for Verilator; `folder` is for files in between.
  /// Returns the last line that was printed: "the same in 500 cycles", or the cycle, port and
  /// values of the first difference, or what a tool complained about.
  std::string replay(const std::string& module, const std::vector<std::string>& parameters,
                     const std::string& folder) const;

 private:
  struct Port {
    std::string name;
    std::size_t low;  // bit in the line that all ports of its direction make
    std::size_t bits;
  };

  std::string line_of(const std::vector<Port>& ports) const;
  std::string bench(const std::string& module, const std::vector<std::string>& parameters) const;
  static std::size_t width(const std::vector<Port>& ports);

  VerilatedContext context_;
  ModelInstance model_;
  std::vector<Port> in_;
  std::vector<Port> out_;
  std::vector<std::string> inputs_;   // hexadecimal
  std::vector<std::string> outputs_;  // likewise
};

}  // namespace flitwise::rtl_test

#endif  // FLITWISE_TESTS_RTL_REPLAY_H_
