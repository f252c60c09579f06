#include "systemc/network/torus/torus_worms.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "systemc/network/flit.h"

namespace flitwise {
namespace {

// Both of a channel's ring, as seen from `at`.
struct Dateline {
  bool is_ahead = false;   // the hops left cross it
  bool is_behind = false;  // what has come here straight on may have crossed it with the last hop
};

Dateline dateline(const TorusWiring& wiring, Node at, std::uint32_t channel, int hops) {
  const int dimension = Torus::dimension_of(wiring.torus_channel(channel));
  const int side = wiring.torus().side(dimension);
  const int place = wiring.torus().coordinate(at, dimension);
  if (hops < 0) return {place + hops < 0, place == side - 1};
  return {place + hops >= side, place == 0};
}

WormId worm_of(RawFlit flit, FlitFormat format) {
  return {static_cast<Node>(unpack(flit, format).tag), packet_of(flit)};
}

std::string name_of_worm(const WormId& worm) {
  return fmt::format("message {} of PE {}", worm.second, worm.first);
}

}  // namespace

std::optional<std::uint32_t> next_channel(std::uint32_t route, const Torus& torus) {
  for (int d = 0; d < torus.dimensions(); ++d) {
    const int hops = hops_in(route, d, torus.format());
    if (hops != 0) return static_cast<std::uint32_t>(Torus::channel(d, hops));
  }
  return std::nullopt;
}

std::vector<TorusLane> usable_lanes(const TorusWiring& wiring, const LaneChoice& choice,
                                    const TorusLane& last, std::uint32_t route) {
  const std::optional<std::uint32_t> channel = next_channel(route, wiring.torus());
  if (!channel) return {};
  const Node at = wiring.neighbour(last.from, last.channel);
  const Dateline line = dateline(wiring, at, *channel,
                                 hops_in(route, static_cast<int>(*channel / 2), wiring.format()));
  const std::uint32_t lower = choice.lanes / 2;  // lanes of the lower half; one lane alone is both
  const bool is_straight = *channel == last.channel;
  const bool has_crossed = is_straight && ((lower > 0 && last.lane >= lower) || line.is_behind);
  const bool is_free = choice.rule == LaneRule::kAnyLane && !line.is_ahead;
  std::vector<TorusLane> lanes;
  for (std::uint32_t lane = 0; lane < choice.lanes; ++lane) {
    const bool is_usable = lower == 0 || (lane < lower ? !has_crossed : has_crossed || is_free);
    if (is_usable) lanes.push_back({at, *channel, lane});
  }
  return lanes;
}

TorusWorms::TorusWorms(const TorusWiring& wiring, const LaneChoice& choice)
    : wiring_(wiring), choice_(choice) {}

std::size_t TorusWorms::index(const TorusLane& lane) const {
  return (index_of(lane.from) * wiring_.channels() + lane.channel) * choice_.lanes + lane.lane;
}

const std::vector<WormId>& TorusWorms::occupants(const TorusLane& lane) const {
  static const std::vector<WormId> kNone;
  const auto found = occupants_.find(index(lane));
  return found == occupants_.end() ? kNone : found->second;
}

void TorusWorms::on_transfers(Step, const std::vector<LinkTransfer>& transfers) {
  for (const LinkTransfer& transfer : transfers) {
    const FlitFields flit = unpack(transfer.flit, wiring_.format());
    if (!flit.head && !flit.tail) continue;
    const WormId id = worm_of(transfer.flit, wiring_.format());
    const TorusLane lane{transfer.from, transfer.lane - wiring_.pe_ports(), lane_of(transfer.flit)};
    if (flit.head) enter(id, lane, flit.payload);
    if (flit.tail) leave_those_before(lane, id);
  }
}

void TorusWorms::on_edge(Step, const Network& network, const Injector&) {
  for (const Delivery& delivery : network.deliveries()) {
    if (unpack(delivery.flit).tail) leave_all(worm_of(delivery.flit, wiring_.format()));
  }
}

void TorusWorms::enter(const WormId& id, const TorusLane& lane, std::uint32_t route) {
  Worm& worm = worms_[id];
  worm.route = route;
  worm.occupied.push_back(lane);
  occupants_[index(lane)].push_back(id);
}

// The worm's tail has left the queues behind these lanes.
void TorusWorms::leave_those_before(const TorusLane& lane, const WormId& id) {
  const auto found = worms_.find(id);
  if (found == worms_.end()) return;  // a body without head, which routers report
  std::vector<TorusLane>& occupied = found->second.occupied;
  while (!occupied.empty() && !(occupied.front() == lane)) leave_first(found->second, id);
}

void TorusWorms::leave_all(const WormId& id) {
  const auto found = worms_.find(id);
  if (found == worms_.end()) return;
  while (!found->second.occupied.empty()) leave_first(found->second, id);
  worms_.erase(found);
}

void TorusWorms::leave_first(Worm& worm, const WormId& id) {
  const auto lane = occupants_.find(index(worm.occupied.front()));
  std::vector<WormId>& there = lane->second;
  there.erase(std::find(there.begin(), there.end(), id));
  if (there.empty()) occupants_.erase(lane);
  worm.occupied.erase(worm.occupied.begin());
}

std::optional<WormWait> TorusWorms::wait_of(const WormId& id) const {
  const auto found = worms_.find(id);
  if (found == worms_.end()) return std::nullopt;
  const Worm& worm = found->second;
  if (worm.occupied.empty()) return std::nullopt;
  const TorusLane& last = worm.occupied.back();
  const std::vector<WormId>& queue = occupants(last);
  const auto place = std::find(queue.begin(), queue.end(), id);
  if (place != queue.begin()) return WormWait{id, last, *(place - 1), true};
  const std::vector<TorusLane> lanes = usable_lanes(wiring_, choice_, last, worm.route);
  const auto is_empty = [this](const TorusLane& lane) { return occupants(lane).empty(); };
  if (lanes.empty() || std::any_of(lanes.begin(), lanes.end(), is_empty)) return std::nullopt;
  // The last worm on the lane holds it, or stands with its tail in a full queue behind others.
  return WormWait{id, lanes.front(), occupants(lanes.front()).back(), false};
}

std::vector<WormWait> TorusWorms::circular_wait() const {
  std::set<WormId> seen;
  for (const auto& [first, worm] : worms_) {
    std::vector<WormWait> walk;
    WormId at = first;
    while (seen.insert(at).second) {
      const std::optional<WormWait> wait = wait_of(at);
      if (!wait) break;
      walk.push_back(*wait);
      at = wait->holder;
    }
    // A walk that ends at a worm of its own has closed a circle; before it lies the way there.
    const auto start = std::find_if(walk.begin(), walk.end(),
                                    [&](const WormWait& wait) { return wait.worm == at; });
    if (start != walk.end() && walk.back().holder == at) return {start, walk.end()};
  }
  return {};
}

std::string TorusWorms::text(const WormWait& wait) const {
  const TorusLane& lane = wait.lane;
  const std::string name =
      fmt::format("lane {} of {}", lane.lane, wiring_.name(lane.from, lane.channel));
  const Node far = wiring_.neighbour(lane.from, lane.channel);
  return fmt::format("{} waits in {} {} {}, which {} holds", name_of_worm(wait.worm),
                     wiring_.torus().name(wait.is_queued ? far : lane.from),
                     wait.is_queued ? "in the queue of" : "for", name, name_of_worm(wait.holder));
}

std::vector<std::string> TorusWorms::describe_circular_wait() const {
  std::vector<std::string> sentences;
  for (const WormWait& wait : circular_wait()) sentences.push_back(text(wait));
  return sentences;
}

}  // namespace flitwise
