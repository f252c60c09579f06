// phases.cpp: the phases that only bring traffic, and the table of all.
#include <fmt/format.h>

#include <algorithm>

#include "tb/kit/session.h"

namespace flitwise::kit {
namespace {

constexpr std::uint64_t kIdleCycles = 1000;
constexpr std::uint64_t kTwinCycles = 4000;
constexpr std::uint64_t kProbeEvery = 13;
constexpr double kRates[] = {0.1, 0.3, 0.6, 1.0};
constexpr double kStalls[] = {0, 0.3, 0.8};
constexpr std::uint32_t kGaps[] = {0, 3, 17};  // idle cycles before a lone packet
constexpr std::uint32_t kLengths[] = {1, 2, 9};

// Packets to places that dimension order allows, short ones more often.
Driver::Source random_source(Session& session, Bench& bench, int port) {
  const std::vector<Place> places = bench.mesh().destinations(bench.at(), port);
  const std::uint32_t longest = session.longest(2 * session.router().queue + 3);
  return [&bench, places, longest](int) -> std::optional<Packet> {
    if (places.empty()) return std::nullopt;
    Dice& dice = bench.dice();
    Packet packet;
    packet.to = places[dice.below(static_cast<std::uint32_t>(places.size()))];
    const std::uint32_t kind = dice.below(3);
    packet.length = kind == 0 ? 1 : 1 + dice.below(kind == 1 ? std::min(longest, 4U) : longest);
    return packet;
  };
}

void drive_randomly(Session& session, Bench& bench, double rate, double stall) {
  for (const int port : bench.ports()) {
    bench.driver(port).set_source(random_source(session, bench, port));
    bench.driver(port).set_rate(rate);
    Reception reception;
    reception.stall = stall;
    bench.receiver(port).set_all(reception);
  }
}

// Clause latency of one lone packet; the bodies' where their credits are sure to be there.
void judge_lone(Session& session, Bench& bench, int in, int out,
                const std::vector<KitFlit>& flits) {
  Clause& clause = session.clauses().of(kLatency);
  if (flits.empty() || !flits.front().head || flits.front().out_port != out) return;
  const Passage passage = passage_of(in, out);
  const KitFlit& head = flits.front();
  const std::uint64_t latency = head.left - head.taken;
  std::optional<LatencyRange>& range = session.measured().router[static_cast<std::size_t>(passage)];
  if (!range) range = LatencyRange{latency, latency};
  range->least = std::min(range->least, latency);
  range->greatest = std::max(range->greatest, latency);
  const std::uint64_t expected = session.declared_latency(passage).value_or(range->least);
  clause.exercise();
  const auto fail = [&](const KitFlit& flit, std::uint64_t due, const std::string& what) {
    Breach breach;
    breach.cycle = flit.left;
    breach.port = flit.out_port;
    breach.lane = flit.out_lane;
    breach.text =
        fmt::format("{} ({} to {}): {}", name_of(passage), port_name(in), port_name(out), what);
    breach.expected = fmt::format("{} cycles", due);
    breach.seen = fmt::format("{} cycles", flit.left - flit.taken);
    bench.fail(kLatency, std::move(breach));
  };
  if (latency != expected || range->least != range->greatest) {
    fail(head, expected, fmt::format("head in to head out takes {}", latency));
    return;
  }
  const Measured& measured = session.measured();
  const std::uint64_t queue = session.router().queue;
  if (!measured.head_wait || !measured.body_wait) return;
  if (flits.size() > queue && measured.loop.value_or(queue + 1) > queue) return;
  if (const auto declared = session.declared_body_wait();
      flits.size() > 1 && declared && *declared != *measured.body_wait) {
    Breach breach;
    breach.cycle = flits.back().left;
    breach.port = flits.back().out_port;
    breach.text = "a flit behind its head, after a pause, waits where it is first in its queue";
    breach.expected = fmt::format("body_wait {}", *declared);
    breach.seen = fmt::format("body_wait {}", *measured.body_wait);
    bench.fail(kLatency, std::move(breach));
    return;
  }
  const std::uint64_t body = latency - *measured.head_wait + *measured.body_wait;
  for (std::size_t k = 1; k < flits.size(); ++k) {
    const std::uint64_t due = std::max(flits[k].taken + body, flits[k - 1].left + 1);
    if (flits[k].left == due) continue;
    fail(flits[k], due - flits[k].taken, fmt::format("flit {} does not follow", k + 1));
    return;
  }
}

// All inputs ask for each output at once while it has not been in use: who is served first depends
// on nothing but the reset.
void ask_at_once(Session& session, Bench& bench) {
  constexpr std::uint64_t kAsking = 80;
  for (const int out : bench.ports()) {
    bench.begin("twins", session.seed(3));
    for (const int in : bench.ports())
      if (const std::optional<Place> to = bench.mesh().destination(bench.at(), in, out))
        for (std::uint32_t lane = 0; lane < session.router().lanes; ++lane)
          bench.driver(in).send(static_cast<int>(lane), {*to, 1, 0});
    bench.run(kAsking);
  }
}

}  // namespace

void run_idle(Session& session) {
  Bench& bench = session.bench();
  bench.begin("idle", session.seed(1));
  bench.run(kIdleCycles);
}

void run_probes(Session& session) {
  constexpr std::uint64_t kProbed = 800;
  Bench& bench = session.bench();
  bench.begin("probes", session.seed(5));
  bench.probe_every(1);  // an empty router, that a bypass would go through
  bench.run(kProbed);
  drive_randomly(session, bench, 0.1, 0.3);
  bench.run(kProbed);
  bench.probe_every(0);
  bench.drain();
}

std::vector<KitFlit> send_lone(Bench& bench, int in, int lane, const Packet& packet) {
  constexpr std::uint64_t kLongest = 400;
  bench.take_left();
  bench.driver(in).send(lane, packet);
  for (std::uint64_t k = 0; k < kLongest; ++k) {
    bench.step();
    if (bench.driver(in).is_done() && bench.inside() == 0) break;
  }
  return bench.take_left();
}

void run_lone(Session& session) {
  Bench& bench = session.bench();
  bench.begin("lone", session.seed(2));
  for (const auto& [in, out] : bench.pairs()) {
    const Place to = *bench.mesh().destination(bench.at(), in, out);
    for (std::uint32_t lane = 0; lane < session.router().lanes; ++lane) {
      for (const std::uint32_t length : kLengths) {
        if (length > session.longest(length)) continue;
        for (const std::uint32_t gap : kGaps) {
          bench.run(gap);
          const Packet packet{to, length, 0};
          judge_lone(session, bench, in, out, send_lone(bench, in, static_cast<int>(lane), packet));
        }
        if (bench.inside() > 0) {
          bench.drain();  // says what is lost
          bench.begin("lone", session.seed(2));
        }
      }
    }
  }
  bench.drain();
}

void run_random(Session& session) {
  Bench& bench = session.bench();
  const std::uint64_t runs = std::size(kRates) * std::size(kStalls);
  std::uint64_t salt = 100;
  for (const double rate : kRates) {
    for (const double stall : kStalls) {
      bench.begin(fmt::format("random (rate {}, stalls {})", rate, stall), session.seed(++salt));
      drive_randomly(session, bench, rate, stall);
      bench.probe_every(session.wants(kNoShortcut) ? kProbeEvery : 0);
      bench.run(session.options().cycles / runs);
      bench.drain();
    }
  }
}

void run_twins(Session& session) {
  constexpr std::uint64_t kPairs = 4;
  Bench& first = session.bench();
  for (std::uint64_t pair = 0; pair < kPairs && !session.clauses().of(kKnown).breach(); ++pair) {
    const std::unique_ptr<Device> one = session.make(first.at(), session.seed(200 + 2 * pair));
    const std::unique_ptr<Device> two = session.make(first.at(), session.seed(201 + 2 * pair));
    Bench bench(session.router(), session.mesh(), first.at(), *one, session.findings());
    bench.set_twin(two.get());
    ask_at_once(session, bench);
    bench.begin("twins", session.seed(3));
    bench.run(kIdleCycles / 10);
    drive_randomly(session, bench, 0.5, 0.3);
    bench.run(kTwinCycles);
    bench.drain();
  }
}

const std::vector<Phase>& phases() {
  static const std::vector<Phase> kPhases{
      {"idle", {kQuiet}, run_idle},
      {"measures", {}, run_measures},
      {"lone", {kMade, kLost, kOrder, kWhole, kCredits, kLatency}, run_lone},
      {"places", {kWay}, run_places},
      {"streams", {kRate}, run_streams},
      {"hot output", {kFair}, run_hot_output},
      {"random",
       {kQuiet, kMade, kLost, kWay, kOrder, kWhole, kHold, kCredits, kNoShortcut},
       run_random},
      {"probes", {kNoShortcut}, run_probes},
      {"twins", {kKnown}, run_twins},
      {"blocked output", {kHold, kCredits, kRoom}, run_blocked},
      {"apart", {kApart}, run_apart},
      {"circles", {kNoCircle}, run_circles},
      {"chain of three", {kMade, kLost, kWay, kOrder, kRate}, run_chain},
      {"3 x 3 mesh", {kMade, kLost, kWay, kOrder}, run_block},
  };
  return kPhases;
}

}  // namespace flitwise::kit
