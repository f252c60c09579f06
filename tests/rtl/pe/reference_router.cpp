#include "tests/rtl/pe/reference_router.h"

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

// The output that a flit asks for; empty when it is refused, with the report.
std::optional<std::size_t> ReferenceRouter::admit(std::size_t lane, const FlitFields& flit,
                                                  RouterOutputs& outputs) {
  const auto message = open_.find(lane);
  const bool is_open = message != open_.end();
  Choice choice;
  if (is_open) choice = {message->second, true};
  if (flit.head) choice = choose(lane, flit.destination);
  const bool is_broken = flit.head == is_open;
  const bool is_stuck = flit.head && !choice.is_possible;
  if (is_broken) outputs.violation |= kBrokenWormBit;
  if (is_stuck) outputs.violation |= kNoRouteBit;
  if (is_broken || is_stuck) {
    outputs.involved_in.insert(lane);
    if (flit.head && choice.output) outputs.involved_out.insert(*choice.output);
  }
  open_.erase(lane);
  if (!choice.is_possible) return std::nullopt;
  if (!flit.tail) open_[lane] = *choice.output;
  return choice.output;
}

RouterOutputs ReferenceRouter::clock(const std::map<std::size_t, RawFlit>& inputs) {
  RouterOutputs outputs(lane_count_);
  std::map<std::size_t, std::size_t> granted;  // output to input
  for (const auto& [lane, flit] : inputs) {    // lowest lane first
    const std::optional<std::size_t> output = admit(lane, unpack(flit, format_), outputs);
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

std::optional<std::size_t> ReferenceBufferlessRouter::output_for(std::uint32_t destination) const {
  if (destination == setup_.address) return kOwn;
  for (std::size_t k = 0; k + 1 < setup_.bounds.size(); ++k)
    if (setup_.bounds[k] <= destination && destination < setup_.bounds[k + 1])
      return kFirstChild + k;
  return setup_.has_parent ? std::optional(kParent) : std::nullopt;
}

ReferenceRouter::Choice ReferenceBufferlessRouter::choose(std::size_t lane,
                                                          std::uint32_t destination) const {
  const std::optional<std::size_t> output = output_for(destination);
  return {output.value_or(kParent), output && (*output != lane || lane == kOwn)};
}

void ReferenceBufferlessRouter::report_ports(const std::map<std::size_t, RawFlit>& inputs,
                                             const std::map<std::size_t, std::size_t>& granted,
                                             RouterOutputs& outputs) const {
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

ReferenceRouter::Choice ReferenceMultiportRouter::choose(std::size_t lane,
                                                         std::uint32_t destination) const {
  const std::size_t links = setup_.down.size();
  if (lane < links) return {links + lane, true};
  const auto next = std::find_if(setup_.trees.begin() + 1, setup_.trees.end(),
                                 [&](const TreePlace& tree) { return tree.first > destination; });
  const TreePlace& tree = *(next - 1);
  if (tree.address == destination) return {lane - links, true};
  for (std::size_t p = 0; p < links; ++p)
    if (setup_.down[p].low <= destination && destination < setup_.down[p].high)
      return {links + p, links + p != lane};
  if (tree.up >= links) return {std::nullopt, false};
  return {links + tree.up, links + tree.up != lane};
}

}  // namespace flitwise::rtl_test
