#include "tests/rtl/star/reference_star_router.h"

#include <algorithm>
#include <utility>

namespace flitwise::rtl_test {
namespace {

bool is_head(RawFlit flit) { return (flit >> 58 & 1) != 0; }
bool is_tail(RawFlit flit) { return (flit >> 57 & 1) != 0; }
unsigned kind_of(RawFlit flit) { return static_cast<unsigned>(flit >> 59 & 0xF); }

}  // namespace

std::ostream& operator<<(std::ostream& stream, const StarCounters& counters) {
  stream << "stored";
  for (const std::uint32_t most : counters.max_stored) stream << ' ' << most;
  return stream << " crc errors " << counters.crc_errors << " misdirected " << counters.misdirected;
}

ReferenceStarRouter::ReferenceStarRouter(StarSetup setup)
    : setup_(std::move(setup)),
      inputs_(2 * ports()),
      sending_(2 * ports()),
      on_their_way_(setup_.stages, std::vector<RawFlit>(ports())) {
  counters_.max_stored.resize(ports());
}

void ReferenceStarRouter::set_faults(bool is_dead, const std::set<std::size_t>& dead_links) {
  setup_.is_dead = is_dead;
  setup_.dead_links = dead_links;
}

RouterOutputs ReferenceStarRouter::clock(const std::map<std::size_t, RawFlit>& inputs) {
  RouterOutputs outputs(2 * ports());
  if (setup_.is_dead) {
    inputs_.assign(2 * ports(), {});
    sending_.assign(2 * ports(), {});
    on_their_way_.assign(setup_.stages, std::vector<RawFlit>(ports()));
    return outputs;
  }
  for (const std::size_t port : setup_.dead_links) inputs_[ports() + port].packet.clear();
  for (const auto& [lane, flit] : inputs) {
    const bool is_cut = lane >= ports() && setup_.dead_links.count(lane - ports()) != 0;
    if (is_valid(flit) && !is_cut) take_in(lane, flit, outputs);
  }
  for (std::size_t output = 0; output < 2 * ports(); ++output) {
    if (sending_[output].empty()) start(output);
    if (sending_[output].empty()) continue;
    const bool is_cut = output >= ports() && setup_.dead_links.count(output - ports()) != 0;
    if (!is_cut) outputs.lanes[output] = sending_[output].front();
    sending_[output].pop_front();
  }
  close_the_edge(outputs);
  pass_stages(outputs);
  return outputs;
}

void ReferenceStarRouter::pass_stages(RouterOutputs& outputs) {
  if (setup_.stages == 0) return;
  for (const std::vector<RawFlit>& links : on_their_way_)
    for (const RawFlit flit : links) outputs.busy = outputs.busy || flit != 0;
  const auto first = outputs.lanes.begin() + static_cast<std::ptrdiff_t>(ports());
  on_their_way_.emplace_front(first, outputs.lanes.end());
  std::copy(on_their_way_.back().begin(), on_their_way_.back().end(), first);
  on_their_way_.pop_back();
  for (const std::size_t port : setup_.dead_links) outputs.lanes[ports() + port] = 0;
}

void ReferenceStarRouter::take_in(std::size_t lane, RawFlit flit, RouterOutputs& outputs) {
  Input& input = inputs_[lane];
  const auto broken = [&] {
    outputs.violation |= kBrokenWormBit;
    outputs.involved_in.insert(lane);
    if (input.is_damaged && !input.is_lost && !input.packet.empty()) ++counters_.crc_errors;
    input.packet.clear();
  };
  const bool is_good = has_good_crc(flit);
  if (is_good && !is_head(flit) && input.packet.empty()) return broken();
  if (is_good && is_head(flit) && !input.packet.empty()) broken();
  if (input.packet.empty()) {
    input.is_damaged = false;
    input.is_lost = is_good && input.held.size() == setup_.slots;
    if (input.is_lost) {
      outputs.violation |= kOverflowBit;
      outputs.involved_in.insert(lane);
    }
  }
  input.packet.push_back(flit);
  if (!is_good) input.is_damaged = true;
  const bool is_whole = input.packet.size() == setup_.flits;
  if (is_good && is_tail(flit) != is_whole) return broken();
  if (is_whole) complete(lane, outputs);
}

void ReferenceStarRouter::complete(std::size_t lane, RouterOutputs& outputs) {
  Input& input = inputs_[lane];
  Held held{std::exchange(input.packet, {}), {}, true};
  if (input.is_lost) return;
  if (input.is_damaged) {
    ++counters_.crc_errors;
    return;
  }
  held.ways = ways_of(lane, held.packet.front());
  if (held.ways.empty()) {
    ++counters_.misdirected;
    outputs.violation |= kNoRouteBit;
    outputs.involved_in.insert(lane);
    return;
  }
  input.held.push_back(std::move(held));
  if (lane < ports()) return;
  std::uint32_t& most = counters_.max_stored[lane - ports()];
  most = std::max(most, static_cast<std::uint32_t>(input.held.size()));
}

std::set<std::size_t> ReferenceStarRouter::ways_of(std::size_t lane, RawFlit head) const {
  const std::uint64_t content = star_content(head);
  const bool is_own = lane < ports();
  if (kind_of(head) == kStarFloodKind)
    return is_own ? std::set<std::size_t>{ports() + lane} : broadcast_ways(lane - ports(), content);
  if (kind_of(head) != kStarDataKind) return {};
  const std::size_t next = content & 7;
  if (is_own && next != lane + 1) return {};
  if (is_own) return {ports() + lane};
  const std::size_t port = lane - ports();
  if (next == 0) return {port};
  if (next > ports() || next == port + 1) return {};
  return {ports() + next - 1};
}

std::set<std::size_t> ReferenceStarRouter::broadcast_ways(std::size_t port,
                                                          std::uint64_t content) const {
  Permutation u;
  for (int q = 0; q < setup_.order; ++q) u.push_back(static_cast<int>(content >> (3 * q) & 7) + 1);
  const int tree = static_cast<int>(content >> 21 & 7) + 2;
  Permutation sorted = u;
  std::sort(sorted.begin(), sorted.end());
  for (int q = 0; q < setup_.order; ++q)
    if (sorted[static_cast<std::size_t>(q)] != q + 1) return {};
  if (tree > setup_.order || is_identity(u)) return {};
  if (parent_dimension(setup_.rule, u, tree) != static_cast<int>(port) + 2) return {};
  std::set<std::size_t> ways{port};
  for (const int d : child_dimensions(setup_.rule, u, tree))
    ways.insert(ports() + static_cast<std::size_t>(d) - 2);
  return ways;
}

void ReferenceStarRouter::start(std::size_t output) {
  std::vector<std::size_t> order;
  for (std::size_t port = 0; port < ports(); ++port) order.push_back(ports() + port);
  for (std::size_t port = 0; port < ports(); ++port) order.push_back(port);
  for (const std::size_t lane : order) {
    if (inputs_[lane].held.empty()) continue;
    Held& oldest = inputs_[lane].held.front();
    if (oldest.ways.erase(output) == 0) continue;
    const Packet sent = output < ports()
                            ? oldest.packet
                            : after_hop(oldest.packet, static_cast<unsigned>(output - ports()));
    sending_[output].assign(sent.begin(), sent.end());
    return;
  }
}

void ReferenceStarRouter::close_the_edge(RouterOutputs& outputs) {
  bool is_busy = outputs.flit_count() != 0;
  for (std::size_t lane = 0; lane < inputs_.size(); ++lane) {
    std::deque<Held>& held = inputs_[lane].held;
    if (held.empty()) continue;
    const std::set<std::size_t> missed = held.front().ways;
    if (missed.empty()) held.pop_front();
    if (held.empty()) continue;
    is_busy = true;
    if (held.back().is_new && setup_.is_scheduled) {
      outputs.violation |= kWaitedBit;
      outputs.involved_in.insert(lane);
      outputs.involved_out.insert(missed.begin(), missed.end());
    }
    held.back().is_new = false;
  }
  for (const auto& flits : sending_) is_busy = is_busy || !flits.empty();
  outputs.busy = is_busy || outputs.violation != 0;
}

}  // namespace flitwise::rtl_test
