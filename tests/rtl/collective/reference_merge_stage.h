// reference_merge_stage.h: the contract of the stage that adds what meets before a switch of a fat
// tree, for comparison.
#ifndef FLITWISE_TESTS_RTL_COLLECTIVE_REFERENCE_MERGE_STAGE_H_
#define FLITWISE_TESTS_RTL_COLLECTIVE_REFERENCE_MERGE_STAGE_H_

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>

#include "systemc/network/collective/combine_flit.h"
#include "tests/rtl/collective/reference_combine_stage.h"

namespace flitwise::rtl_test {

/// Parameters of the stage, and its place.
struct MergeShape {
  std::size_t arity = 2;
  bool has_up = true;
  int width = 31;
  unsigned ops = 63;
  std::uint32_t leaf_base = 0;
  std::uint32_t leaf_span = 1;

  std::size_t lanes() const { return arity + (has_up ? 1 : 0); }
};

/// What the switch sees, by lane, and of which flits the stage says that they are taken.
struct MergeOutputs {
  std::map<std::size_t, RawFlit> flits;
  std::set<std::size_t> taken;

  friend bool operator==(const MergeOutputs& a, const MergeOutputs& b) {
    return a.flits == b.flits && a.taken == b.taken;
  }
};
std::ostream& operator<<(std::ostream& stream, const MergeOutputs& outputs);

/// Written down from the contract and from nothing else. `ready`: lanes that the switch takes.
MergeOutputs merged(const MergeShape& shape, const std::map<std::size_t, RawFlit>& inputs,
                    const std::set<std::size_t>& ready);

}  // namespace flitwise::rtl_test

#endif  // FLITWISE_TESTS_RTL_COLLECTIVE_REFERENCE_MERGE_STAGE_H_
