// streams.cpp: clause rate.
#include "tb/kit/phases/stream.h"

#include <fmt/format.h>

#include <algorithm>

namespace flitwise::kit {
namespace {

constexpr std::uint64_t kWindow = 840;     // cycles; divides by all periods to 8
constexpr std::uint32_t kMostQueues = 24;  // fewer credits than the queue has, that are tried
constexpr std::uint32_t kRounds = 12;      // of all credits, in one measurement
constexpr std::uint32_t kMostPeriod = 6;

// Sends packets of one length for ever.
Driver::Source endless(const Route& route, std::uint32_t length) {
  return [route, length](int lane) -> std::optional<Packet> {
    if (lane != route.lane) return std::nullopt;
    return Packet{route.to, length, 0};
  };
}

std::string rate_text(std::uint64_t flits, std::uint64_t cycles) {
  return fmt::format("{} flits in {} cycles", flits, cycles);
}

// `wait_` is that of the slowest pair of ports.
class Rates {
 public:
  explicit Rates(Session& session) : session_(&session) {}

  void fail(const Route& route, const std::string& what, const std::string& expected,
            const std::string& seen) {
    Breach breach;
    breach.port = route.out;
    breach.cycle = session_->bench().now();
    breach.text = fmt::format("{} from {}, lane {}, to {}", what, port_name(route.in), route.lane,
                              port_name(route.out));
    breach.expected = expected;
    breach.seen = seen;
    session_->bench().fail(kRate, std::move(breach));
  }

  // Formulas promise full rate from the declared loop on.
  void judge_declared_loop(const Route& route) {
    if (!declared_ || !loop_) return;
    const auto declared = static_cast<std::uint64_t>(declared_->loop());
    clause().exercise();
    if (*loop_ <= declared) return;
    fail(route, "the credit loop of one-flit packets",
         fmt::format("{}, declared by latency.credit {}", declared, declared_->credit),
         fmt::format("{}", *loop_));
  }

  // One-flit packets: one in each 1 + Fh cycles with all credits.
  void judge_packets(const Route& route) {
    const std::uint64_t period = 1 + wait_of(route);
    const StreamResult result = run_stream(*session_, route, 1, {}, kWindow);
    clause().exercise();
    const std::uint64_t queue = session_->router().queue;
    const std::uint64_t loop = loop_.value_or(queue) + slower(route);
    // A queue below the loop of the neighbour that sends: exactly queue/loop.
    const std::uint64_t slow = session_->is_credit() ? own_loop() + slower(route) : loop;
    if (queue >= std::max(loop, slow) ? result.flits * period == result.cycles
                                      : result.flits * period <= result.cycles)
      return;
    fail(route, "one-flit packets", rate_text(result.cycles / period, result.cycles),
         rate_text(result.flits, result.cycles));
  }

  // A receiver that stalls once: with a full queue behind it the stream comes back to its rate.
  void judge_after_stall(const Route& route) {
    const std::uint64_t queue = session_->router().queue;
    if (queue <
        std::max(loop_.value_or(queue), session_->is_credit() ? own_loop() : 1) + slower(route))
      return;
    Bench& bench = session_->bench();
    bench.begin("streams", session_->seed(22));
    bench.driver(route.in).set_source(endless(route, 1));
    bench.run(kStall);
    Reception blocked;
    blocked.is_blocked = true;
    bench.receiver(route.out).set_all(blocked);
    bench.run(kStall + 4 * queue);
    bench.receiver(route.out).set_all({});
    bench.run(kStall + 4 * queue);
    bench.take_left();
    bench.run(kWindow);
    const std::uint64_t flits = bench.take_left().size();
    bench.drain();
    clause().exercise();
    const std::uint64_t period = 1 + wait_of(route);
    if (flits * period == kWindow) return;
    fail(route, "one-flit packets after a stall", rate_text(kWindow / period, kWindow),
         rate_text(flits, kWindow));
  }

  // A long worm: a flit a cycle.
  void judge_worm(const Route& route) {
    const std::uint32_t flits = worm_flits();
    if (flits == 0) return;
    const std::uint64_t queue = session_->router().queue;
    if (queue < std::max(body_loop_.value_or(1), session_->is_credit() ? own_body_loop() : 1))
      return;
    const auto time = worm_time(*session_, route, {}, kSkip, flits);
    clause().exercise();
    if (time && *time == flits) return;
    fail(route, "a long worm", rate_text(flits, flits),
         time ? rate_text(flits, *time) : "it does not come out");
  }

  // Fewer credits than the loop has: exactly as many flits a loop.
  void judge_few_credits(const Route& route) {
    const std::uint32_t queue = session_->router().queue;
    for (std::uint32_t credits = 1; credits <= std::min(queue, kMostQueues); ++credits) {
      if (loop_ && measured().credit_return) judge_packets_with(route, credits);
      if (body_loop_ && measured().body_credit_return) judge_worm_with(route, credits);
    }
  }

  // Receivers that take a flit in each k-th cycle.
  void judge_slow_receiver(const Route& route) {
    const std::uint64_t queue = session_->router().queue;
    for (std::uint32_t period = 2; period <= kMostPeriod; ++period) {
      if (period < 1 + wait_of(route) || queue * period < loop_.value_or(queue)) continue;
      Reception reception;
      reception.period = period;
      const std::uint64_t window = kWindow / period * period;
      const StreamResult result = run_stream(*session_, route, 1, reception, window);
      clause().exercise();
      if (result.flits * period == result.cycles) continue;
      fail(route, fmt::format("one-flit packets, one taken in {} cycles,", period),
           rate_text(result.cycles / period, result.cycles),
           rate_text(result.flits, result.cycles));
    }
  }

 private:
  // r of a pair of ports.
  std::optional<std::uint64_t> latency(Passage passage) {
    if (declared_) return session_->declared_latency(passage);
    const auto& range = measured().router[static_cast<std::size_t>(passage)];
    return range ? std::optional(range->least) : std::nullopt;
  }
  // Fh of a pair: a quicker one waits less.
  std::uint64_t wait_of(const Route& route) {
    const auto all = latency(passage_of(route.in, route.out));
    return all ? std::min(wait_, *all - 1) : wait_;
  }
  // How much longer its loop is than that of heads that go straight on, which was measured.
  std::uint64_t slower(const Route& route) {
    const auto all = latency(passage_of(route.in, route.out));
    const auto straight = latency(Passage::kStraight);
    return all && straight && *all > *straight ? *all - *straight : 0;
  }

  static constexpr std::uint64_t kStall = 40;  // cycles
  static constexpr std::uint32_t kSkip = 40;   // flits before a worm is in step

  Clause& clause() { return session_->clauses().of(kRate); }
  const Measured& measured() { return session_->measured(); }
  // What the bench's own neighbours need: they answer in the cycle after the wires.
  std::uint64_t own_loop() { return measured().credit_return.value_or(1) + 1; }
  std::uint64_t own_body_loop() { return measured().body_credit_return.value_or(1) + 1; }

  std::uint32_t worm_flits() {
    const std::uint32_t longest = session_->longest(kSkip + 240);
    return longest > kSkip + 8 ? longest - kSkip - 1 : 0;
  }

  void judge_packets_with(const Route& route, std::uint32_t credits) {
    Reception reception;
    reception.withheld = session_->router().queue - credits;
    reception.delay = static_cast<std::uint32_t>(*measured().credit_return);
    const std::uint64_t quick = 1 + wait_of(route);
    const bool is_slow = credits * quick < *loop_;
    const std::uint64_t period = is_slow ? *loop_ : quick;
    const std::uint64_t window = period * kRounds * (is_slow ? 1 : credits);
    const StreamResult result = run_stream(*session_, route, 1, reception, window);
    if (result.lanes > 1) return;  // lanes of the output share the stream as the router likes
    clause().exercise();
    const std::uint64_t expected = is_slow ? std::uint64_t{credits} * kRounds : window / period;
    if (result.flits == expected) return;
    fail(route, fmt::format("one-flit packets with {} credits and a loop of {}", credits, *loop_),
         rate_text(expected, window), rate_text(result.flits, window));
  }

  void judge_worm_with(const Route& route, std::uint32_t credits) {
    const std::uint32_t flits = worm_flits() / credits * credits;
    if (flits == 0 || session_->router().queue < own_body_loop()) return;
    Reception reception;
    reception.withheld = session_->router().queue - credits;
    reception.delay = static_cast<std::uint32_t>(*measured().body_credit_return);
    const auto time = worm_time(*session_, route, reception, kSkip, flits);
    const std::uint64_t expected =
        credits < *body_loop_ ? flits / credits * *body_loop_ : std::uint64_t{flits};
    clause().exercise();
    if (time && *time == expected) return;
    fail(route, fmt::format("a long worm with {} credits and a loop of {}", credits, *body_loop_),
         rate_text(flits, expected), time ? rate_text(flits, *time) : "it does not come out");
  }

  Session* session_;
  const std::optional<own::RouterLatency> declared_ = session_->router().latency;
  std::uint64_t wait_ = declared_ ? static_cast<std::uint64_t>(declared_->head_wait)
                                  : session_->measured().head_wait.value_or(0);
  std::optional<std::uint64_t> loop_ = session_->measured().loop;
  std::optional<std::uint64_t> body_loop_ = session_->measured().loop_body;
};

}  // namespace

std::vector<Route> routes_of(Session& session) {
  Bench& bench = session.bench();
  std::vector<Route> routes;
  for (const auto& [in, out] : bench.pairs())
    for (std::uint32_t lane = 0; lane < session.router().lanes; ++lane)
      routes.push_back(
          {in, static_cast<int>(lane), out, *bench.mesh().destination(bench.at(), in, out)});
  return routes;
}

std::optional<Route> first_route(Session& session) {
  const std::vector<Route> routes = routes_of(session);
  if (routes.empty()) return std::nullopt;
  const auto straight = std::find_if(routes.begin(), routes.end(), [](const Route& route) {
    return passage_of(route.in, route.out) == Passage::kStraight;
  });
  return straight == routes.end() ? routes.front() : *straight;
}

StreamResult run_stream(Session& session, const Route& route, std::uint32_t length,
                        const Reception& reception, std::uint64_t window) {
  Bench& bench = session.bench();
  bench.begin("streams", session.seed(20));
  bench.receiver(route.out).set_all(reception);
  bench.driver(route.in).set_source(endless(route, length));
  bench.run(std::max<std::uint64_t>(window, 64));
  bench.take_left();
  bench.run(window);
  StreamResult result;
  result.cycles = window;
  LaneSet lanes = 0;
  for (const KitFlit& flit : bench.take_left()) {
    if (flit.out_port != route.out) continue;
    ++result.flits;
    lanes |= 1U << flit.out_lane;
  }
  for (; lanes != 0; lanes &= lanes - 1) ++result.lanes;
  bench.drain();
  return result;
}

std::optional<std::uint64_t> period_of(Session& session, const Route& route, std::uint32_t length) {
  const StreamResult result = run_stream(session, route, length, {}, kWindow);
  const std::uint64_t packets = result.flits / length;
  if (packets == 0 || result.flits % length != 0 || kWindow % packets != 0) return std::nullopt;
  return kWindow / packets;
}

std::optional<std::uint64_t> worm_time(Session& session, const Route& route,
                                       const Reception& reception, std::uint32_t first,
                                       std::uint32_t flits) {
  Bench& bench = session.bench();
  bench.begin("streams", session.seed(21));
  bench.receiver(route.out).set_all(reception);
  bench.driver(route.in).send(route.lane, {route.to, first + flits + 1, 0});
  const std::uint64_t most = 64 + 32 * std::uint64_t{first + flits};
  for (std::uint64_t k = 0; k < most; ++k) {
    bench.step();
    if (bench.driver(route.in).is_done() && bench.inside() == 0) break;
  }
  const std::vector<KitFlit> left = bench.take_left();
  bench.drain();
  if (left.size() <= first + flits) return std::nullopt;
  return left[first + flits].left - left[first].left;
}

void run_streams(Session& session) {
  Rates rates(session);
  for (const Route& route : routes_of(session)) {
    if (session.clauses().of(kRate).breach()) return;
    rates.judge_packets(route);
    rates.judge_worm(route);
    rates.judge_after_stall(route);
  }
  const std::optional<Route> route = first_route(session);
  if (!route) return;
  rates.judge_declared_loop(*route);
  if (session.is_credit())
    rates.judge_few_credits(*route);
  else
    rates.judge_slow_receiver(*route);
}

}  // namespace flitwise::kit
