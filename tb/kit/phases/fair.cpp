// fair.cpp: clause fair: all inputs ask for one output for a long time.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "tb/kit/session.h"

namespace flitwise::kit {
namespace {

constexpr std::uint64_t kHotCycles = 20'000;
constexpr std::uint32_t kLongPacket = 3;

// What one lane of an input has to let pass.
struct Asker {
  std::uint64_t inside = 0;  // its flits
  bool is_served = false;    // between its head and its tail
  std::uint64_t since = 0;   // the cycle from which others' packets count
  std::uint64_t passed = 0;
};

class HotOutput {
 public:
  HotOutput(Session& session, Bench& bench, int out)
      : session_(&session), bench_(&bench), out_(out) {}

  // Whether at least two inputs can ask. All packets are equally long: lanes that take turns flit
  // by flit let more short packets pass than long ones.
  bool begin(std::uint32_t length) {
    bench_->begin(fmt::format("hot output {}", port_name(out_)), session_->seed(30));
    askers_.clear();
    int inputs = 0;
    for (const int in : bench_->ports()) {
      const std::optional<Place> to = bench_->mesh().destination(bench_->at(), in, out_);
      if (!to) continue;
      ++inputs;
      for (std::uint32_t lane = 0; lane < session_->router().lanes; ++lane)
        askers_[{in, static_cast<int>(lane)}];
      bench_->driver(in).set_source([to, length](int) -> std::optional<Packet> {
        return Packet{*to, length, 0};
      });
    }
    return inputs > 1;
  }

  void run(std::uint64_t cycles) {
    for (std::uint64_t k = 0; k < cycles && !clause().breach(); ++k) {
      bench_->step();
      count();
    }
    bench_->drain();
  }

  std::uint64_t worst() const { return worst_; }
  std::uint64_t bound() const {
    return session_->router().wait ? static_cast<std::uint64_t>(*session_->router().wait)
                                   : askers_.size();
  }

 private:
  Clause& clause() { return session_->clauses().of(kFair); }

  void count() {
    const std::uint64_t latency = session_->measured().latency().value_or(4);
    for (auto& [place, asker] : askers_) {
      const std::uint64_t inside = bench_->inside(place.first, place.second);
      // Packets that were granted before its head came are none that it let pass.
      if (asker.inside == 0 && inside > 0) asker.since = bench_->now() + latency;
      asker.inside = inside;
    }
    for (const KitFlit& flit : bench_->take_left()) {
      if (flit.out_port != out_) continue;
      if (flit.head)
        for (auto& [place, asker] : askers_)
          if (place != std::make_pair(flit.in_port, flit.in_lane)) let_pass(place, asker);
      Asker& own = askers_[{flit.in_port, flit.in_lane}];
      if (flit.head) {
        clause().exercise();
        own.passed = 0;
      }
      own.is_served = !flit.tail;
    }
  }

  void let_pass(const std::pair<int, int>& place, Asker& asker) {
    if (asker.inside == 0 || asker.is_served || bench_->now() < asker.since) return;
    worst_ = std::max(worst_, ++asker.passed);
    if (asker.passed <= bound()) return;
    Breach breach;
    breach.cycle = bench_->now();
    breach.port = out_;
    breach.lane = place.second;
    breach.text =
        fmt::format("input {}, lane {}, lets {} packets pass to {}{}", port_name(place.first),
                    place.second, asker.passed, port_name(out_),
                    session_->router().wait ? "" : " (wait in the description says its own bound)");
    breach.expected = fmt::format("at most {}", bound());
    breach.seen = std::to_string(asker.passed);
    bench_->fail(kFair, std::move(breach));
  }

  Session* session_;
  Bench* bench_;
  int out_;
  std::map<std::pair<int, int>, Asker> askers_;  // by input and lane
  std::uint64_t worst_ = 0;
};

}  // namespace

void run_hot_output(Session& session) {
  Bench& bench = session.bench();
  Clause& clause = session.clauses().of(kFair);
  std::uint64_t worst = 0;
  std::uint64_t bound = 0;
  for (const int out : bench.ports()) {
    HotOutput hot(session, bench, out);
    for (const std::uint32_t length : {1U, kLongPacket})
      if (session.longest(length) == length && hot.begin(length))
        hot.run(kHotCycles / 2 / bench.ports().size());
    worst = std::max(worst, hot.worst());
    bound = std::max(bound, hot.bound());
  }
  session.measured().wait = worst;
  clause.set_detail(fmt::format("worst wait {} packets, bound {}", worst, bound));
}

}  // namespace flitwise::kit
