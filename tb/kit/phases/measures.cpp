// measures.cpp: the waits of heads and bodies, and the loops of credits, from lone packets and
// short streams through one pair of ports.
#include <algorithm>

#include "tb/kit/phases/stream.h"
#include "tb/kit/session.h"

namespace flitwise::kit {
namespace {

constexpr std::uint64_t kLongest = 400;  // cycles that anything may take
constexpr std::uint32_t kPause = 40;

std::uint64_t time_of(const KitFlit& flit) { return flit.left - flit.taken; }

// Cycles from a flit with this index on the input wires to a credit of its lane.
std::optional<std::uint64_t> credit_return(Session& session, const Route& route,
                                           std::uint32_t index) {
  Bench& bench = session.bench();
  bench.begin("measures", session.seed(10));
  bench.driver(route.in).send(route.lane, {route.to, index + 1, kPause});
  std::optional<std::uint64_t> sent;
  std::uint32_t seen = 0;
  std::uint32_t taken = 0;
  for (std::uint64_t k = 0; k < kLongest; ++k) {
    bench.step();
    const CycleView& view = bench.last_view();
    const auto in = static_cast<std::size_t>(route.in);
    if (view.in[in].valid != 0 && taken++ == index) sent = view.number;
    if (view.out[in].credit != 0 && seen++ == index && sent) return view.number - *sent;
  }
  return std::nullopt;
}

// Cycles from a credit to the flit that waited for it: a head, or a body.
std::optional<std::uint64_t> credit_use(Session& session, const Route& route, bool is_body) {
  Bench& bench = session.bench();
  const std::uint32_t queue = session.router().queue;
  bench.begin("measures", session.seed(11));
  Reception keeps;
  keeps.withheld = queue + 1;
  bench.receiver(route.out).set_all(keeps);
  const std::uint32_t lanes = session.router().lanes;
  const std::uint32_t length = is_body ? session.longest(queue + 2) : 1;
  if (is_body && length < queue + 2) return std::nullopt;
  for (std::uint32_t k = 0; k < (is_body ? 1 : queue * lanes + 1); ++k)
    bench.driver(route.in).send(route.lane, {route.to, length, 0});
  bench.run(kLongest + 4 * static_cast<std::uint64_t>(queue) * lanes);
  bench.receiver(route.out).open();
  std::optional<std::uint64_t> credit;
  for (std::uint64_t k = 0; k < kLongest; ++k) {
    bench.step();
    const CycleView& view = bench.last_view();
    const auto out = static_cast<std::size_t>(route.out);
    if (!credit && view.in[out].credit != 0) credit = view.number;
    if (credit && view.out[out].valid != 0) return view.number - *credit;
  }
  return std::nullopt;
}

// Of ready links: cycles from the flit that leaves a full router to ready at its input, less the
// slots that the router has beyond its queue.
std::optional<std::int64_t> ready_return(Session& session, const Route& route) {
  Bench& bench = session.bench();
  bench.begin("measures", session.seed(12));
  Reception blocked;
  blocked.is_blocked = true;
  bench.receiver(route.out).set_all(blocked);
  const std::uint32_t many = 4 * session.router().queue + 32;
  for (std::uint32_t k = 0; k < many; ++k)
    bench.driver(route.in).send(route.lane, {route.to, 1, 0});
  bench.run(kLongest);
  const std::uint64_t beyond =
      std::max<std::uint64_t>(bench.inside(), session.router().queue) - session.router().queue;
  bench.receiver(route.out).open();
  std::optional<std::uint64_t> opened;
  for (std::uint64_t k = 0; k < kLongest; ++k) {
    const bool was_offered = !bench.driver(route.in).is_done();
    bench.step();
    const CycleView& view = bench.last_view();
    if (!opened && view.out[static_cast<std::size_t>(route.out)].valid != 0) opened = view.number;
    if (opened && was_offered &&
        (view.out[static_cast<std::size_t>(route.in)].ready >> route.lane & 1U) != 0)
      return static_cast<std::int64_t>(view.number - *opened) - static_cast<std::int64_t>(beyond);
  }
  return std::nullopt;
}

std::optional<std::uint64_t> sum(std::optional<std::uint64_t> a, std::optional<std::uint64_t> b) {
  if (!a || !b) return std::nullopt;
  return *a + *b;
}

}  // namespace

std::optional<std::uint64_t> Measured::latency() const {
  std::optional<std::uint64_t> all;
  for (const std::optional<LatencyRange>& range : router) {
    if (!range) continue;
    if (range->least != range->greatest || (all && *all != range->least)) return std::nullopt;
    all = range->least;
  }
  return all;
}

void run_measures(Session& session) {
  const std::optional<Route> route = first_route(session);
  if (!route) return;
  Bench& bench = session.bench();
  Measured& measured = session.measured();
  bench.begin("measures", session.seed(9));
  const std::vector<KitFlit> lone = send_lone(bench, route->in, route->lane, {route->to, 1, 0});
  if (lone.empty()) return;
  const std::uint64_t latency = time_of(lone.front());

  std::optional<std::uint64_t> wait;  // on this route; the router's own is the longest of all
  if (const auto period = period_of(session, *route, 1)) wait = *period - 1;
  measured.head_wait = wait;
  for (const Route& other : routes_of(session))
    if (other.lane == route->lane && !measured.latency())
      if (const auto period = period_of(session, other, 1))
        measured.head_wait = std::max(measured.head_wait.value_or(0), *period - 1);
  if (session.longest(2) == 2) {
    if (const auto period = period_of(session, *route, 2)) measured.turnaround = *period - 2;
    bench.begin("measures", session.seed(13));
    const std::vector<KitFlit> two =
        send_lone(bench, route->in, route->lane, {route->to, 2, kPause});
    if (two.size() == 2 && wait && time_of(two.back()) + *wait >= latency)
      measured.body_wait = time_of(two.back()) + *wait - latency;
  } else {
    measured.turnaround = measured.head_wait;
    measured.body_wait = 0;
  }
  if (session.is_credit()) {
    measured.credit_return = credit_return(session, *route, 0);
    measured.loop = sum(measured.credit_return, credit_use(session, *route, false));
    if (session.longest(2) == 2) {
      measured.body_credit_return = credit_return(session, *route, 1);
      auto use = credit_use(session, *route, true);
      if (!use) use = credit_use(session, *route, false);
      measured.loop_body = sum(measured.body_credit_return, use);
    } else {
      measured.loop_body = measured.loop;
    }
    return;
  }
  if (const auto back = ready_return(session, *route)) {
    const std::int64_t loop = static_cast<std::int64_t>(latency) + *back;
    measured.loop = static_cast<std::uint64_t>(std::max<std::int64_t>(loop, 1));
  }
  if (measured.loop && measured.head_wait && measured.body_wait)
    measured.loop_body = *measured.loop - *measured.head_wait + *measured.body_wait;
}

}  // namespace flitwise::kit
