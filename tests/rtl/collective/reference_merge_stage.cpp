#include "tests/rtl/collective/reference_merge_stage.h"

#include <tuple>
#include <vector>

namespace flitwise::rtl_test {
namespace {

std::optional<std::size_t> lane_to(const MergeShape& shape, std::uint32_t leaf) {
  const std::size_t first_child = shape.has_up ? 1 : 0;
  for (std::size_t child = 0; child < shape.arity; ++child) {
    const auto low = shape.leaf_base + static_cast<std::uint32_t>(child) * shape.leaf_span;
    if (leaf >= low && leaf - low < shape.leaf_span) return first_child + child;
  }
  if (shape.has_up) return 0;
  return std::nullopt;
}

bool can_meet(const MergeShape& shape, std::size_t lane, RawFlit flit) {
  if (unpack(flit).kind != FlitKind::kMerge) return false;
  const MergeFlit operand = merge_flit(flit);
  const auto out = lane_to(shape, operand.leaf);
  return out && *out != lane && (shape.ops >> static_cast<unsigned>(operand.op) & 1U) != 0;
}

}  // namespace

MergeOutputs merged(const MergeShape& shape, const std::map<std::size_t, RawFlit>& inputs,
                    const std::set<std::size_t>& ready) {
  using Name = std::tuple<std::uint32_t, CombineOp, std::uint32_t>;
  std::map<Name, std::vector<std::size_t>> groups;  // lanes whose flits are one
  MergeOutputs outputs;
  outputs.flits = inputs;
  outputs.taken = ready;
  for (const auto& [lane, flit] : inputs) {
    if (!can_meet(shape, lane, flit)) continue;
    const MergeFlit operand = merge_flit(flit);
    groups[{operand.leaf, operand.op, operand.number}].push_back(lane);
  }
  for (const auto& [name, lanes] : groups) {
    RawFlit& first = outputs.flits[lanes.front()];
    for (std::size_t k = 1; k < lanes.size(); ++k) {
      const std::uint32_t word =
          combined(std::get<CombineOp>(name), shape.width, unpack(first).payload,
                   unpack(inputs.at(lanes[k])).payload);
      first = (first & ~RawFlit{kMaxPayload}) | word;
      outputs.flits.erase(lanes[k]);
      outputs.taken.erase(lanes[k]);
      if (ready.count(lanes.front()) != 0) outputs.taken.insert(lanes[k]);
    }
  }
  return outputs;
}

std::ostream& operator<<(std::ostream& stream, const MergeOutputs& outputs) {
  for (const auto& [lane, flit] : outputs.flits)
    stream << "lane " << lane << ": " << std::hex << flit << std::dec << ' ';
  stream << "taken:";
  for (const std::size_t lane : outputs.taken) stream << ' ' << lane;
  return stream;
}

}  // namespace flitwise::rtl_test
