// blocked.cpp: clauses room and apart: what a router does while outputs are blocked.
#include <fmt/format.h>

#include <algorithm>

#include "tb/kit/phases/stream.h"

namespace flitwise::kit {
namespace {

constexpr std::uint64_t kBlockedCycles = 500;
constexpr std::uint64_t kStart = 100;    // cycles before flows are compared
constexpr std::uint64_t kOutOfStep = 4;  // flits that a flow may be out of step
constexpr std::size_t kMostPairs = 160;  // of flows
constexpr std::uint32_t kFlow = 2;       // flits of a flow's packets

Reception blocked_reception() {
  Reception reception;
  reception.is_blocked = true;
  return reception;
}

Driver::Source packets_on(int lane, Place to, std::uint32_t length) {
  return [=](int number) -> std::optional<Packet> {
    if (number != lane) return std::nullopt;
    return Packet{to, length, 0};
  };
}

// Another input that leads to the same output, so that its worms can keep the output's lanes.
std::optional<int> rival_of(const Bench& bench, int in, int out) {
  for (const int other : bench.ports())
    if (other != in && bench.mesh().destination(bench.at(), other, out)) return other;
  return std::nullopt;
}

// How many flits the lane of an input takes while an output is blocked whose lanes others keep.
void judge_room(Session& session, int in, int lane, int out, int rival, std::uint32_t flits) {
  Bench& bench = session.bench();
  const own::RouterDescription& router = session.router();
  bench.begin("blocked output", session.seed(40));
  bench.receiver(out).set_all(blocked_reception());
  const std::uint32_t length = session.longest(4 * router.queue + 16);
  const Place from_rival = *bench.mesh().destination(bench.at(), rival, out);
  for (std::uint32_t v = 0; v < router.lanes; ++v)
    for (std::uint32_t sent = 0; sent < 4 * router.queue + 16; sent += length)
      bench.driver(rival).send(static_cast<int>(v), {from_rival, length, 0});
  const std::uint64_t still = 64 + 8 * static_cast<std::uint64_t>(router.queue) * router.lanes;
  bench.run(still);
  const Place to = *bench.mesh().destination(bench.at(), in, out);
  bench.driver(in).set_source(packets_on(lane, to, flits));
  bench.run(still);
  const std::uint64_t taken = bench.inside(in, lane);
  Clause& clause = session.clauses().of(kRoom);
  clause.exercise();
  std::optional<std::uint64_t>& least = session.measured().room;
  least = std::min(least.value_or(taken), taken);
  if (taken != router.queue) {
    Breach breach;
    breach.cycle = bench.now();
    breach.port = in;
    breach.lane = lane;
    breach.text =
        fmt::format("input {}, lane {}, {}", port_name(in), lane,
                    taken > router.queue ? "takes more than its queue holds" : "has lost capacity");
    breach.expected = fmt::format("{} flits", router.queue);
    breach.seen = fmt::format("{} flits", taken);
    bench.fail(kRoom, std::move(breach));
  }
  bench.drain();
}

// Two flows. The second needs neither the output nor the lane that holds up the first.
struct Flows {
  Route held;
  Route free;
  bool blocks_lane = false;  // of an output that both leave by, only the lane of the first
};

// Flits of the second flow that leave in the window; `with_first`: while the first is blocked.
std::uint64_t free_flits(Session& session, const Flows& flows, bool with_first) {
  Bench& bench = session.bench();
  bench.begin("apart", session.seed(50));
  const std::uint32_t length = session.longest(kFlow);
  int lane = 0;
  if (flows.blocks_lane) {
    // The first flow's worm has a lane; then that lane is blocked.
    const std::uint32_t worm = session.longest(4 * session.router().queue + 64);
    bench.driver(flows.held.in).send(flows.held.lane, {flows.held.to, worm, 0});
    for (std::uint64_t k = 0; k < kStart && bench.left_count() == 0; ++k) bench.step();
    const std::vector<KitFlit> left = bench.take_left();
    if (!left.empty()) lane = left.front().out_lane;
    bench.receiver(flows.held.out).set(lane, blocked_reception());
  } else if (with_first) {
    bench.receiver(flows.held.out).set_all(blocked_reception());
  }
  const Driver::Source held = packets_on(flows.held.lane, flows.held.to, length);
  const Driver::Source free = packets_on(flows.free.lane, flows.free.to, length);
  if (flows.held.in == flows.free.in) {
    bench.driver(flows.free.in).set_source([=](int number) {
      return number == flows.free.lane || !with_first ? free(number) : held(number);
    });
  } else {
    if (with_first && !flows.blocks_lane) bench.driver(flows.held.in).set_source(held);
    bench.driver(flows.free.in).set_source(free);
  }
  bench.run(kStart);
  bench.take_left();
  bench.run(kBlockedCycles - kStart);
  std::uint64_t flits = 0;
  for (const KitFlit& flit : bench.take_left())
    if (flit.in_port == flows.free.in && flit.in_lane == flows.free.lane) ++flits;
  bench.drain();
  return flits;
}

void judge_apart(Session& session, const Flows& flows) {
  // The lane alone: what a flow has without any other.
  Flows alone = flows;
  alone.blocks_lane = false;
  const std::uint64_t expected = free_flits(session, alone, false);
  const std::uint64_t seen = free_flits(session, flows, true);
  if (expected == 0) return;
  Clause& clause = session.clauses().of(kApart);
  clause.exercise();
  if (seen + kOutOfStep >= expected) return;
  Breach breach;
  breach.cycle = kBlockedCycles;
  breach.port = flows.free.in;
  breach.lane = flows.free.lane;
  breach.text = fmt::format("from {}, lane {}, to {} waits while {}, lane {}, to {} is blocked",
                            port_name(flows.free.in), flows.free.lane, port_name(flows.free.out),
                            port_name(flows.held.in), flows.held.lane, port_name(flows.held.out));
  breach.expected = fmt::format("{} flits in {} cycles", expected, kBlockedCycles - kStart);
  breach.seen = fmt::format("{} flits", seen);
  session.bench().fail(kApart, std::move(breach));
}

// Whether two flows to one output may be on different lanes of it. On tori that is so where their
// classes differ, or have several lanes; who has which is known where Flitwise has the datelines.
bool have_own_lanes(const own::RouterDescription& router, const Route& one, const Route& other) {
  if (router.family != own::Family::kTorus) return true;
  const auto half = static_cast<int>(router.lanes_per_class);
  const auto is_upper = [half](const Route& route) {
    return passage_of(route.in, route.out) == Passage::kStraight && route.lane >= half;
  };
  return half > 1 || (half == 1 && is_upper(one) != is_upper(other));
}

std::vector<Flows> all_flows(Session& session) {
  std::vector<Flows> found;
  const std::vector<Route> routes = routes_of(session);
  for (const Route& held : routes)
    for (const Route& free : routes) {
      const bool same_queue = held.in == free.in && held.lane == free.lane;
      if (same_queue) continue;
      if (held.out != free.out)
        found.push_back({held, free, false});
      else if (held.in != free.in && held.lane != free.lane &&
               have_own_lanes(session.router(), held, free))
        found.push_back({held, free, true});
    }
  return found;
}

}  // namespace

void run_blocked(Session& session) {
  Bench& bench = session.bench();
  for (const int in : bench.ports())
    for (const int out : bench.ports()) {
      if (!bench.mesh().destination(bench.at(), in, out)) continue;
      const std::optional<int> rival = rival_of(bench, in, out);
      if (!rival) continue;
      // What stands at the end of a full queue: a packet of one flit, a head, a body, a tail.
      for (const std::uint32_t flits : {1U, 2U, 3U, session.router().queue + 2})
        for (std::uint32_t lane = 0; lane < session.router().lanes; ++lane)
          if (session.longest(flits) == flits)
            judge_room(session, in, static_cast<int>(lane), out, *rival, flits);
    }
}

void run_apart(Session& session) {
  const std::vector<Flows> flows = all_flows(session);
  // As many as there is time for, spread over all.
  const std::size_t stride = flows.size() / kMostPairs + 1;
  for (std::size_t k = 0; k < flows.size() && !session.clauses().of(kApart).breach(); k += stride)
    judge_apart(session, flows[k]);
}

}  // namespace flitwise::kit
