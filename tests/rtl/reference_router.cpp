#include "tests/rtl/reference_router.h"

#include <algorithm>
#include <tuple>

namespace flitwise::rtl_test {

std::size_t RouterOutputs::flit_count() const {
  return static_cast<std::size_t>(std::count_if(lanes.begin(), lanes.end(), is_valid));
}

bool operator==(const RouterOutputs& a, const RouterOutputs& b) {
  return std::tie(a.lanes, a.busy, a.violation, a.involved_in, a.involved_out) ==
         std::tie(b.lanes, b.busy, b.violation, b.involved_in, b.involved_out);
}

std::ostream& operator<<(std::ostream& stream, const RouterOutputs& outputs) {
  stream << "busy " << outputs.busy << " violation " << outputs.violation << " in {";
  for (const std::size_t lane : outputs.involved_in) stream << ' ' << lane;
  stream << " } out {";
  for (const std::size_t lane : outputs.involved_out) stream << ' ' << lane;
  stream << " } lanes" << std::hex;
  for (std::size_t lane = 0; lane < outputs.lanes.size(); ++lane)
    if (outputs.lanes[lane] != 0) stream << ' ' << lane << ":" << outputs.lanes[lane];
  return stream << std::dec;
}

std::optional<std::size_t> ReferenceRouter::output_for(std::uint32_t destination) const {
  if (destination == setup_.address) return kOwn;
  for (std::size_t k = 0; k + 1 < setup_.bounds.size(); ++k)
    if (setup_.bounds[k] <= destination && destination < setup_.bounds[k + 1])
      return kFirstChild + k;
  return setup_.has_parent ? std::optional(kParent) : std::nullopt;
}

// The output that a flit asks for; empty when it is refused, with the report.
std::optional<std::size_t> ReferenceRouter::admit(std::size_t lane, const FlitFields& flit,
                                                  RouterOutputs& outputs) {
  const auto message = open_.find(lane);
  const bool is_open = message != open_.end();
  std::optional<std::size_t> output;
  if (is_open) output = message->second;
  if (flit.head) output = output_for(flit.destination);
  if (flit.head == is_open) {
    outputs.violation |= kBrokenWormBit;
    outputs.involved_in.insert(lane);
    if (flit.head) outputs.involved_out.insert(output.value_or(kParent));
  }
  if (flit.head && (!output || (*output == lane && lane != kOwn))) {
    outputs.violation |= kNoRouteBit;
    outputs.involved_in.insert(lane);
    outputs.involved_out.insert(output.value_or(kParent));
    output.reset();
  }
  open_.erase(lane);
  if (output && !flit.tail) open_[lane] = *output;
  return output;
}

void ReferenceRouter::report_ports(const std::map<std::size_t, RawFlit>& inputs,
                                   const std::map<std::size_t, std::size_t>& granted,
                                   RouterOutputs& outputs) {
  if (!setup_.single_port) return;
  std::set<std::size_t> receiving;
  for (const auto& [lane, flit] : inputs)
    if (lane != kOwn) receiving.insert(lane);
  if (receiving.size() > 1) {
    outputs.violation |= kSecondReceiveBit;
    outputs.involved_in.insert(receiving.begin(), receiving.end());
  }
  std::set<std::size_t> sending;
  std::set<std::size_t> senders;
  for (const auto& [output, lane] : granted) {
    if (output == kOwn) continue;
    sending.insert(output);
    senders.insert(lane);
  }
  if (sending.size() > 1) {
    outputs.violation |= kSecondSendBit;
    outputs.involved_in.insert(senders.begin(), senders.end());
    outputs.involved_out.insert(sending.begin(), sending.end());
  }
}

RouterOutputs ReferenceRouter::clock(const std::map<std::size_t, RawFlit>& inputs) {
  RouterOutputs outputs(lane_count_);
  std::map<std::size_t, std::size_t> granted;  // output to input
  for (const auto& [lane, flit] : inputs) {    // lowest lane first
    const std::optional<std::size_t> output = admit(lane, unpack(flit), outputs);
    if (!output) continue;
    const auto [winner, is_first] = granted.emplace(*output, lane);
    if (is_first) {
      outputs.lanes[*output] = flit;
    } else {
      outputs.violation |= kCollisionBit;
      outputs.involved_in.insert({winner->second, lane});
      outputs.involved_out.insert(*output);
    }
  }
  report_ports(inputs, granted, outputs);
  outputs.busy = !inputs.empty();
  return outputs;
}

}  // namespace flitwise::rtl_test
