#include "systemc/network/torus/torus_worms.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "systemc/network/flit.h"

namespace flitwise {
namespace {

WormId worm_of(RawFlit flit) { return {static_cast<Node>(unpack(flit).tag), packet_of(flit)}; }

std::string name_of_worm(const WormId& worm) {
  return fmt::format("message {} of PE {}", worm.second, worm.first);
}

}  // namespace

TorusWorms::TorusWorms(const TorusWiring& wiring, const LaneChoice& choice)
    : wiring_(wiring),
      choice_(choice),
      occupants_(static_cast<std::size_t>(wiring.size()) * wiring.channels() * choice.lanes) {}

std::size_t TorusWorms::index(const TorusLane& lane) const {
  return (static_cast<std::size_t>(lane.from) * wiring_.channels() + lane.channel) * choice_.lanes +
         lane.lane;
}

void TorusWorms::on_transfers(Step, const std::vector<LinkTransfer>& transfers) {
  for (const LinkTransfer& transfer : transfers) {
    const FlitFields flit = unpack(transfer.flit);
    if (!flit.head && !flit.tail) continue;
    const WormId id = worm_of(transfer.flit);
    const TorusLane lane{transfer.from, transfer.lane - wiring_.channels(), lane_of(transfer.flit)};
    if (flit.head) enter(id, lane, flit.payload);
    if (flit.tail) leave_those_before(lane, id);
  }
}

void TorusWorms::on_edge(Step, const Network& network, const Injector&) {
  for (const Delivery& delivery : network.deliveries()) {
    if (unpack(delivery.flit).tail) leave_all(worm_of(delivery.flit));
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
  std::vector<WormId>& there = occupants_[index(worm.occupied.front())];
  there.erase(std::find(there.begin(), there.end(), id));
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
