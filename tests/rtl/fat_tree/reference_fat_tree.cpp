#include "tests/rtl/fat_tree/reference_fat_tree.h"

#include <algorithm>
#include <tuple>

#include "tests/rtl/pe/reference_router.h"

namespace flitwise::rtl_test {
namespace {

std::size_t width_of_digit(std::size_t arity) {
  std::size_t width = 1;
  while (std::size_t{1} << width < arity) ++width;
  return width;
}

// The digits of all higher levels, level 1 lowest, in as many bits as the largest digit needs.
std::uint32_t digits_above(std::uint32_t digits, std::size_t level, std::size_t arity) {
  return digits >> level * width_of_digit(arity);
}

// The digit of a level.
std::uint32_t digit(std::uint32_t digits, std::size_t level, std::size_t arity) {
  const std::size_t width = width_of_digit(arity);
  return digits >> (level - 1) * width & ((1U << width) - 1);
}

std::uint16_t draw_after(std::uint16_t draw) {
  unsigned x = draw == 0 ? 1U : draw;
  x = (x ^ x << 7) & 0xffffU;
  x ^= x >> 9;
  x = (x ^ x << 8) & 0xffffU;
  return static_cast<std::uint16_t>(x);
}

}  // namespace

std::ostream& operator<<(std::ostream& stream, const NodeSetup& s) {
  return stream << "base " << s.leaf_base << " span " << s.leaf_span << " level " << s.level
                << " limit " << s.limit << " policy " << static_cast<int>(s.policy) << " seed "
                << s.seed << (s.scheduled ? " scheduled" : "")
                << (s.backpressure ? " backpressure" : "")
                << (s.store_forward ? " store_forward" : "");
}

bool operator==(const NodeOutputs& a, const NodeOutputs& b) {
  return std::tie(a.lanes, a.busy, a.violation, a.involved_in, a.involved_out, a.max_stored,
                  a.max_wait) == std::tie(b.lanes, b.busy, b.violation, b.involved_in,
                                          b.involved_out, b.max_stored, b.max_wait);
}

std::ostream& operator<<(std::ostream& stream, const NodeOutputs& outputs) {
  stream << "busy " << outputs.busy << " violation " << outputs.violation << " in {";
  for (const std::size_t lane : outputs.involved_in) stream << ' ' << lane;
  stream << " } out {";
  for (const std::size_t lane : outputs.involved_out) stream << ' ' << lane;
  stream << " } stored {";
  for (const std::uint32_t count : outputs.max_stored) stream << ' ' << count;
  stream << " } wait {";
  for (const std::uint32_t count : outputs.max_wait) stream << ' ' << count;
  stream << " } lanes" << std::hex;
  for (std::size_t lane = 0; lane < outputs.lanes.size(); ++lane)
    if (outputs.lanes[lane] != 0) stream << ' ' << lane << ":" << outputs.lanes[lane];
  return stream << std::dec;
}

std::size_t ReferenceQueue::stored() const {
  return rest_.size() +
         static_cast<std::size_t>(std::count_if(links_.begin(), links_.end(), is_valid));
}

// Whether the message of the packet at the front has all come.
bool ReferenceQueue::tail_is_here() const {
  const FlitFields front = unpack(rest_.front(), format_);
  return front.tail || std::any_of(rest_.begin() + 1, rest_.end(), [&](RawFlit flit) {
           const FlitFields later = unpack(flit, format_);
           return later.tag == front.tag && later.tail && !later.head;
         });
}

void ReferenceQueue::refill(bool whole_messages_only) {
  for (RawFlit& link : links_) {
    if (link != 0 || rest_.empty() || (whole_messages_only && !tail_is_here())) continue;
    link = rest_.front();
    rest_.pop_front();
  }
}

ReferenceSwitch::ReferenceSwitch(const SwitchShape& shape, const NodeSetup& setup)
    : shape_(shape),
      setup_(setup),
      draw_(draw_after(static_cast<std::uint16_t>(setup.seed))),
      turns_(shape.branches(), 0),
      max_stored_(shape.branches(), 0),
      max_wait_(shape.branches(), 0) {
  for (std::size_t branch = 0; branch < shape.branches(); ++branch)
    queues_.emplace_back(shape.links(branch), setup.format);
}

std::set<std::size_t> ReferenceSwitch::ways(std::size_t lane, RawFlit flit) const {
  const FlitFields f = unpack(flit, setup_.format);
  const std::size_t from = shape_.branch_of(lane);
  std::set<std::size_t> all;
  for (std::size_t branch = shape_.up_links > 0 ? 0 : 1; branch <= shape_.arity; ++branch)
    all.insert(branch);
  std::set<std::size_t> ways;
  if (f.kind == kFloodKind || (f.kind == kCopiesKind && from == 0)) {
    ways = all;
    ways.erase(from);
  } else if (f.kind == kCopiesKind) {
    const std::uint32_t turn = digit(f.destination, setup_.level, shape_.arity);
    if (turn >= shape_.arity) return {};
    if (turn != 0) ways.insert(1 + (from - 1 + turn) % shape_.arity);
    if (digits_above(f.destination, setup_.level, shape_.arity) != 0) ways.insert(0);
    if (ways.count(0) != 0 && shape_.up_links == 0) return {};
  } else {
    std::size_t way = 0;
    for (std::size_t k = 0; k < shape_.arity; ++k)
      if (f.destination >= setup_.leaf_base + k * setup_.leaf_span &&
          f.destination < setup_.leaf_base + (k + 1) * setup_.leaf_span)
        way = 1 + k;
    if (way != from && all.count(way) != 0) ways.insert(way);
  }
  return ways;
}

// Lanes in the order in which they are looked at.
std::vector<std::size_t> ReferenceSwitch::order() const {
  const std::size_t lanes = shape_.lanes();
  std::size_t first = 0;
  std::size_t stride = 1;
  if (setup_.policy == Policy::kLocalFirst) first = shape_.up_links;
  if (setup_.policy == Policy::kRoundRobin && !setup_.store_forward) first = first_;
  if (setup_.policy == Policy::kRandom && !setup_.store_forward) {
    first = draw_ * lanes / 65536;
    if (draw_ % 2 == 1) stride = lanes - 1;
  }
  std::vector<std::size_t> order;
  for (std::size_t turn = 0; turn < lanes; ++turn) order.push_back((first + turn * stride) % lanes);
  return order;
}

std::vector<std::size_t> ReferenceSwitch::stored() const {
  std::vector<std::size_t> counts;
  for (const ReferenceQueue& queue : queues_) counts.push_back(queue.stored());
  return counts;
}

// Lanes whose flit has a way and finds room everywhere, in order; `stored` grows as they do.
std::vector<std::size_t> ReferenceSwitch::admitted(const LaneFlits& inputs,
                                                   std::vector<std::size_t> stored) const {
  std::vector<std::size_t> lanes;
  for (const std::size_t lane : order()) {
    if (inputs.count(lane) == 0) continue;
    const std::set<std::size_t> wanted = ways(lane, inputs.at(lane));
    const bool fits = std::all_of(wanted.begin(), wanted.end(),
                                  [&](std::size_t way) { return stored[way] < setup_.limit; });
    if (wanted.empty() || !fits) continue;
    for (const std::size_t way : wanted) ++stored[way];
    lanes.push_back(lane);
  }
  return lanes;
}

bool ReferenceSwitch::is_fair() const {
  return setup_.policy == Policy::kRoundRobin && setup_.backpressure && !setup_.store_forward;
}

// The branches that must still take a packet after these grants.
std::set<std::size_t> ReferenceSwitch::still_needed(std::size_t lane, RawFlit flit,
                                                    const Grants& grants) const {
  std::set<std::size_t> needed = ways(lane, flit);
  for (const Grants* taken : {&have_, &grants}) {
    const auto found = taken->find(lane);
    if (found == taken->end()) continue;
    for (const std::size_t branch : found->second) needed.erase(branch);
  }
  return needed;
}

ReferenceSwitch::Grants ReferenceSwitch::fair_grants(const LaneFlits& inputs,
                                                     const std::vector<std::size_t>& before,
                                                     std::vector<std::size_t>& turns) const {
  Grants grants;
  for (std::size_t branch = 0; branch < shape_.branches(); ++branch) {
    std::size_t held = before[branch];
    const std::size_t first = turns[branch];
    for (std::size_t turn = 0; turn < shape_.lanes(); ++turn) {
      const std::size_t lane = (first + turn) % shape_.lanes();
      if (inputs.count(lane) == 0 || held >= setup_.limit ||
          still_needed(lane, inputs.at(lane), {}).count(branch) == 0)
        continue;
      grants[lane].insert(branch);
      turns[branch] = (lane + 1) % shape_.lanes();
      ++held;
    }
  }
  return grants;
}

void ReferenceSwitch::take_fairly(const LaneFlits& inputs, const std::vector<std::size_t>& before) {
  const Grants grants = fair_grants(inputs, before, turns_);
  for (const auto& [lane, flit] : inputs) {
    const bool is_done = still_needed(lane, flit, grants).empty();
    if (const auto found = grants.find(lane); found != grants.end()) {
      for (const std::size_t branch : found->second) queues_[branch].push(flit);
      have_[lane].insert(found->second.begin(), found->second.end());
    }
    if (is_done) have_.erase(lane);
  }
}

LaneSet ReferenceSwitch::ready(const LaneFlits& inputs) const {
  if (is_fair()) {
    std::vector<std::size_t> turns = turns_;
    const Grants grants = fair_grants(inputs, stored(), turns);
    LaneSet ready;
    for (std::size_t lane = 0; lane < shape_.lanes(); ++lane)
      if (inputs.count(lane) == 0 || still_needed(lane, inputs.at(lane), grants).empty())
        ready.insert(lane);
    return ready;
  }
  const std::vector<std::size_t> fitting = admitted(inputs, stored());
  LaneSet ready;
  for (std::size_t lane = 0; lane < shape_.lanes(); ++lane) {
    const bool is_taken = inputs.count(lane) == 0 || ways(lane, inputs.at(lane)).empty() ||
                          std::count(fitting.begin(), fitting.end(), lane) > 0;
    if (!setup_.backpressure || is_taken) ready.insert(lane);
  }
  return ready;
}

void ReferenceSwitch::take(const LaneFlits& inputs, const std::vector<std::size_t>& lanes) {
  for (const std::size_t lane : lanes)
    for (const std::size_t way : ways(lane, inputs.at(lane))) queues_[way].push(inputs.at(lane));
}

void ReferenceSwitch::involve(std::size_t branch, NodeOutputs& outputs) const {
  for (std::size_t link = 0; link < shape_.links(branch); ++link)
    outputs.involved_out.insert(shape_.first_lane(branch) + link);
}

// Flits without a way and, without back pressure, those without room.
void ReferenceSwitch::report_lost(const LaneFlits& inputs, const std::vector<std::size_t>& lanes,
                                  NodeOutputs& outputs) const {
  for (const auto& [lane, flit] : inputs) {
    if (std::count(lanes.begin(), lanes.end(), lane) > 0) continue;
    const std::set<std::size_t> wanted = ways(lane, flit);
    if (setup_.backpressure && !wanted.empty()) continue;
    outputs.violation |= wanted.empty() ? kNoRouteBit : kOverflowBit;
    outputs.involved_in.insert(lane);
    for (const std::size_t way : wanted)
      if (queues_[way].full(setup_.limit)) involve(way, outputs);
  }
}

void ReferenceSwitch::finish(NodeOutputs& outputs) {
  for (std::size_t branch = 0; branch < shape_.branches(); ++branch) {
    ReferenceQueue& queue = queues_[branch];
    queue.refill(setup_.store_forward);
    const auto count = static_cast<std::uint32_t>(queue.stored());
    max_stored_[branch] = std::max(max_stored_[branch], count);
    outputs.lanes.insert(outputs.lanes.end(), queue.links().begin(), queue.links().end());
    outputs.busy = outputs.busy || count > 0;
  }
  outputs.busy = outputs.busy || outputs.violation != 0;
  outputs.max_stored = max_stored_;
  outputs.max_wait = max_wait_;
}

NodeOutputs ReferenceSwitch::clock(const LaneFlits& inputs, const LaneSet& taken) {
  NodeOutputs outputs;
  const std::vector<std::size_t> before = stored();
  for (std::size_t branch = 0; branch < shape_.branches(); ++branch) {
    for (std::size_t link = 0; link < shape_.links(branch); ++link)
      if (!setup_.backpressure || taken.count(shape_.first_lane(branch) + link) > 0)
        queues_[branch].leave(link);
    const auto left = static_cast<std::uint32_t>(queues_[branch].stored());
    max_wait_[branch] = std::max(max_wait_[branch], left);
    if (setup_.scheduled && left > 0) {
      outputs.violation |= kWaitedBit;
      involve(branch, outputs);
    }
  }
  const std::vector<std::size_t> lanes = admitted(inputs, setup_.backpressure ? before : stored());
  if (is_fair())
    take_fairly(inputs, before);
  else
    take(inputs, lanes);
  report_lost(inputs, lanes, outputs);
  if (!inputs.empty()) {
    draw_ = draw_after(draw_);
    first_ = (first_ + 1) % shape_.lanes();
  }
  finish(outputs);
  return outputs;
}

NodeOutputs ReferenceStagedSwitch::clock(const LaneFlits& inputs, const LaneSet& taken) {
  stages_.push_front(inputs);
  NodeOutputs outputs = rules_.clock(stages_.back(), taken);
  stages_.pop_back();
  for (const LaneFlits& held : stages_) outputs.busy = outputs.busy || !held.empty();
  return outputs;
}

// A flit for one leaf that must not be here: from the PE to itself, from above for another leaf.
bool ReferenceLeaf::is_misplaced(std::size_t lane, RawFlit flit) const {
  const FlitFields f = unpack(flit, setup_.format);
  if (f.kind == kFloodKind || f.kind == kCopiesKind) return false;
  return (f.destination == setup_.leaf_base) == (lane < links_);
}

bool ReferenceLeaf::is_for_the_queue(const LaneFlits& inputs, std::size_t port) const {
  return inputs.count(port) > 0 && !is_misplaced(port, inputs.at(port));
}

// Room is what was free at the last edge; lower ports come first.
LaneSet ReferenceLeaf::ready(const LaneFlits& inputs) const {
  LaneSet ready;
  for (std::size_t lane = 0; lane < 2 * links_; ++lane) ready.insert(lane);
  std::size_t stored = queue_.stored();
  for (std::size_t port = 0; setup_.backpressure && port < links_; ++port) {
    if (!is_for_the_queue(inputs, port)) continue;
    if (stored >= setup_.limit)
      ready.erase(port);
    else
      ++stored;
  }
  return ready;
}

NodeOutputs ReferenceLeaf::clock(const LaneFlits& inputs, const LaneSet& taken) {
  NodeOutputs outputs;
  outputs.lanes.resize(2 * links_, 0);
  const LaneSet accepted = ready(inputs);
  for (std::size_t link = 0; link < links_; ++link)
    if (!setup_.backpressure || taken.count(links_ + link) > 0) queue_.leave(link);
  const auto left = static_cast<std::uint32_t>(queue_.stored());
  max_wait_ = std::max(max_wait_, left);
  if (setup_.scheduled && left > 0) {
    outputs.violation |= kWaitedBit;
    for (std::size_t link = 0; link < links_; ++link) outputs.involved_out.insert(links_ + link);
  }
  bool delivers = false;
  for (const auto& [lane, flit] : inputs) {
    if (is_misplaced(lane, flit)) {
      outputs.violation |= kNoRouteBit;
      outputs.involved_in.insert(lane);
    } else if (lane >= links_) {
      outputs.lanes[lane - links_] = flit;
      delivers = true;
    } else if (accepted.count(lane) > 0) {
      queue_.push(flit);
    }
  }
  queue_.refill(false);
  max_stored_ = std::max(max_stored_, static_cast<std::uint32_t>(queue_.stored()));
  for (std::size_t link = 0; link < links_; ++link)
    outputs.lanes[links_ + link] = queue_.links()[link];
  outputs.busy = queue_.stored() > 0 || delivers || outputs.violation != 0;
  outputs.max_stored = {max_stored_};
  outputs.max_wait = {max_wait_};
  return outputs;
}

}  // namespace flitwise::rtl_test
