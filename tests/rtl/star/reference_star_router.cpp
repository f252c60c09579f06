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
  ++edge_;
  if (setup_.is_dead) {
    inputs_.assign(2 * ports(), {});
    sending_.assign(2 * ports(), {});
    on_their_way_.assign(setup_.stages, std::vector<RawFlit>(ports()));
    return outputs;
  }
  for (const std::size_t port : setup_.dead_links) break_off(ports() + port);
  for (std::size_t lane = 0; lane < inputs_.size(); ++lane) {
    const bool is_cut = lane >= ports() && setup_.dead_links.count(lane - ports()) != 0;
    const auto found = inputs.find(lane);
    if (found != inputs.end() && is_valid(found->second)) {
      if (!is_cut) take_in(lane, found->second, outputs);
    } else if (cuts() && !inputs_[lane].packet.empty()) {
      report_broken(lane, outputs);
    }
  }
  for (std::size_t output = 0; output < 2 * ports(); ++output) {
    if (!sending_[output].flits) start(output);
    if (!sending_[output].flits) continue;
    const RawFlit flit = next_flit(sending_[output]);
    const bool is_cut = output >= ports() && setup_.dead_links.count(output - ports()) != 0;
    if (!is_cut) outputs.lanes[output] = flit;
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

// A packet that comes in is no more, and nothing more of it leaves.
void ReferenceStarRouter::break_off(std::size_t lane) {
  Input& input = inputs_[lane];
  input.packet.clear();
  if (!input.passing) return;
  input.passing->broken = edge_;
  give_up_ways(input);
  input.passing.reset();
}

void ReferenceStarRouter::give_up_ways(Input& input) {
  for (Held& held : input.held)
    if (held.flits == input.passing) held.ways.clear();
}

void ReferenceStarRouter::report_broken(std::size_t lane, RouterOutputs& outputs) {
  const Input& input = inputs_[lane];
  outputs.violation |= kBrokenWormBit;
  outputs.involved_in.insert(lane);
  if (input.is_damaged && !input.is_found && !input.is_lost && !input.packet.empty())
    ++counters_.crc_errors;
  break_off(lane);
}

void ReferenceStarRouter::take_in(std::size_t lane, RawFlit flit, RouterOutputs& outputs) {
  Input& input = inputs_[lane];
  const bool is_good = has_good_crc(flit);
  if (is_good && !is_head(flit) && input.packet.empty()) return report_broken(lane, outputs);
  if (is_good && is_head(flit) && !input.packet.empty()) report_broken(lane, outputs);
  const bool begins = input.packet.empty();
  if (begins) {
    input.is_damaged = false;
    input.is_found = false;
    input.is_lost = is_good && input.held.size() == setup_.slots;
    if (input.is_lost) {
      outputs.violation |= kOverflowBit;
      outputs.involved_in.insert(lane);
    }
  }
  input.packet.push_back(flit);
  if (!is_good) {
    if (!input.is_damaged) input.is_found = cuts() && flit == marked(flit);
    input.is_damaged = true;
    if (input.passing) give_up_ways(input);
  }
  const bool is_whole = input.packet.size() == setup_.flits;
  if (is_good && is_tail(flit) != is_whole) return report_broken(lane, outputs);
  if (cuts() && begins && is_good && !input.is_lost) {
    const std::set<std::size_t> ways = ways_of(lane, flit);
    if (!ways.empty()) {
      input.passing = std::make_shared<Flits>();
      hold(lane, input.passing, ways);
    }
  }
  if (input.passing) input.passing->packet.push_back(is_good ? flit : marked(flit));
  if (is_whole) complete(lane, outputs);
}

void ReferenceStarRouter::complete(std::size_t lane, RouterOutputs& outputs) {
  Input& input = inputs_[lane];
  const Packet packet = std::exchange(input.packet, {});
  const bool passes = input.passing != nullptr;
  input.passing.reset();
  if (input.is_lost) return;
  if (input.is_damaged) {
    if (!input.is_found) ++counters_.crc_errors;
    return;
  }
  if (passes) return;
  const std::set<std::size_t> ways = ways_of(lane, packet.front());
  if (ways.empty()) {
    ++counters_.misdirected;
    outputs.violation |= kNoRouteBit;
    outputs.involved_in.insert(lane);
    return;
  }
  hold(lane, std::make_shared<Flits>(Flits{packet}), ways);
}

void ReferenceStarRouter::hold(std::size_t lane, const std::shared_ptr<const Flits>& flits,
                               const std::set<std::size_t>& ways) {
  Input& input = inputs_[lane];
  input.held.push_back({flits, ways});
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
    const Packet head{oldest.flits->packet.front()};
    sending_[output] = {
        oldest.flits,
        (output < ports() ? head : after_hop(head, static_cast<unsigned>(output - ports())))[0]};
    return;
  }
}

// What has not come by then never will: marked flits without content stand for it.
RawFlit ReferenceStarRouter::next_flit(Sending& sending) const {
  const Flits& flits = *sending.flits;
  const std::size_t place = sending.next++;
  RawFlit flit = marked(RawFlit{1} << 63);
  if (place == 0)
    flit = sending.head;
  else if (place < flits.packet.size() && (flits.broken == 0 || flits.broken == edge_))
    flit = flits.packet[place];
  if (sending.next == setup_.flits) sending = {};
  return flit;
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
  for (const Sending& sending : sending_) is_busy = is_busy || sending.flits;
  for (const Input& input : inputs_) is_busy = is_busy || (cuts() && !input.packet.empty());
  outputs.busy = is_busy || outputs.violation != 0;
}

}  // namespace flitwise::rtl_test
