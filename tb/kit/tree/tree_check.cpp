// tree_check.cpp: the phases of a router of a tree.
#include "tb/kit/tree/tree_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "tb/kit/tree/tree_bench.h"

namespace flitwise::kit {
namespace {

constexpr std::uint32_t kChildren[] = {2, 4};
constexpr std::uint64_t kIdleCycles = 1000;
constexpr std::uint64_t kStreamCycles = 48;
constexpr std::uint64_t kTwinCycles = 2000;
constexpr std::uint64_t kProbeCycles = 800;
constexpr std::uint64_t kProbeEvery = 13;
constexpr std::uint64_t kTwins = 4;
constexpr double kRates[] = {0.1, 0.3, 0.6, 1.0};
constexpr std::uint32_t kGaps[] = {0, 1, 7, 17};  // idle cycles before a lone flit

// What all benches of a check share.
struct TreeSession {
  const own::RouterDescription& router;
  const TreeDeviceFactory& make;
  const KitOptions& options;
  Findings findings{};
  Measured measured{};
  std::optional<std::uint64_t> latency{};  // declared, or of the first lone flit

  bool wants(std::initializer_list<int> clauses) const {
    return options.clauses.empty() || std::any_of(clauses.begin(), clauses.end(), [&](int clause) {
             return options.clauses.count(clause) != 0;
           });
  }
  std::uint64_t seed(std::uint64_t salt) const { return options.seed * 1'000'003 + salt; }
  void tell(const char* phase) const {
    if (options.progress) options.progress(phase);
  }
};

Passage passage_of_tree(int in, int out) {
  if (out == kPe) return Passage::kEject;
  if (in == kPe) return Passage::kInject;
  return in == kParent || out == kParent ? Passage::kStraight : Passage::kTurn;
}

// All checks with room for so many children.
class TreeChecks {
 public:
  TreeChecks(TreeSession& session, std::uint32_t children)
      : session_(session),
        children_(children),
        sites_(tree_sites(numbers_of(session.router), children)),
        device_(session.make(children, session.seed(0))),
        bench_(session.router, *device_, session.findings, session.latency) {}

  void run() {
    if (session_.wants({kQuiet})) run_idle();
    run_lone();  // measures
    session_.latency = bench_.latency();
    if (session_.wants({kWay})) run_places();
    if (session_.wants({kOrder, kRate, kLost, kMade})) run_streams();
    if (session_.wants({kQuiet, kMade, kLost, kWay, kOrder, kRate, kNoShortcut})) run_random();
    if (session_.wants({kMade, kLost})) run_crowd();
    if (session_.wants({kNoShortcut})) run_probes();
    if (session_.wants({kKnown})) run_twins();
  }

 private:
  const TreeSite& inside() const { return sites_.front(); }

  void begin(TreeBench& bench, const char* phase, std::uint64_t salt, const TreeSite& site,
             TreeTraffic traffic) {
    bench.begin(fmt::format("{}, {} children", phase, children_), session_.seed(salt), site,
                traffic);
  }

  void run_idle() {
    session_.tell("idle");
    for (const TreeSite& site : sites_) {
      begin(bench_, "idle", 1, site, TreeTraffic::kTimed);
      bench_.run(kIdleCycles / sites_.size());
    }
  }

  // One flit, alone in the router.
  void send_lone(int in, std::uint32_t to) {
    constexpr std::uint64_t kLongest = 200;
    bench_.take_left();
    bench_.send(in, to);
    for (std::uint64_t k = 0; k < kLongest; ++k) {
      bench_.step();
      if (bench_.inside() == 0) break;
    }
    if (bench_.inside() > 0) bench_.drain();
    for (const KitFlit& flit : bench_.take_left()) measure(flit);
  }

  void measure(const KitFlit& flit) {
    if (flit.out_port != bench_.site().way(flit.to.x)) return;
    const auto passage = static_cast<std::size_t>(passage_of_tree(flit.in_port, flit.out_port));
    std::optional<LatencyRange>& range = session_.measured.router[passage];
    const std::uint64_t latency = flit.left - flit.taken;
    if (!range) range = LatencyRange{latency, latency};
    range->least = std::min(range->least, latency);
    range->greatest = std::max(range->greatest, latency);
  }

  void run_lone() {
    session_.tell("lone");
    begin(bench_, "lone", 2, inside(), TreeTraffic::kTimed);
    for (const auto& [in, out] : inside().pairs())
      for (const std::uint32_t gap : kGaps) {
        bench_.run(gap);
        send_lone(in, inside().destination(in, out));
      }
    bench_.drain();
  }

  void run_places() {
    session_.tell("places");
    for (const TreeSite& site : sites_) {
      begin(bench_, "places", 4, site, TreeTraffic::kTimed);
      for (const int in : site.ports())
        for (const std::uint32_t to : site.edge_destinations(in)) send_lone(in, to);
      bench_.drain();
    }
  }

  // A flit a cycle through each pair of ports, then through all inputs at once.
  void run_streams() {
    session_.tell("streams");
    for (const auto& [in, out] : inside().pairs()) {
      begin(bench_, "streams", 20, inside(), TreeTraffic::kTimed);
      for (std::uint64_t k = 0; k < kStreamCycles; ++k) {
        bench_.send(in, inside().destination(in, out));
        bench_.step();
      }
      bench_.drain();
    }
    begin(bench_, "all at once", 21, inside(), TreeTraffic::kTimed);
    const std::vector<int>& ports = inside().ports();
    const auto pairs = inside().pairs();
    for (std::size_t shift = 1; shift < ports.size(); ++shift) {
      for (std::uint64_t k = 0; k < kStreamCycles; ++k) {
        for (std::size_t i = 0; i < ports.size(); ++i) {
          const std::pair<int, int> pair{ports[i], ports[(i + shift) % ports.size()]};
          if (std::find(pairs.begin(), pairs.end(), pair) != pairs.end())
            bench_.send(pair.first, inside().destination(pair.first, pair.second));
        }
        bench_.step();
      }
    }
    bench_.drain();
  }

  // In any order, each input with this chance a flit for anywhere; `is_timed`: none for an output
  // that another one has asked for in the cycle.
  static void drive_randomly(TreeBench& bench, double rate, bool is_timed) {
    std::vector<int> ports = bench.site().ports();
    for (std::size_t left = ports.size(); left > 0; --left) {
      const std::size_t k = bench.dice().below(static_cast<std::uint32_t>(left));
      std::swap(ports[k], ports[left - 1]);
      const int in = ports[left - 1];
      const std::vector<std::uint32_t>& all = bench.site().destinations(in);
      if (all.empty() || !bench.dice().chance(rate)) continue;
      // By port first, so that small intervals are not seldom.
      const int out =
          bench.site()
              .ports()[bench.dice().below(static_cast<std::uint32_t>(bench.site().ports().size()))];
      std::uint32_t to = all[bench.dice().below(static_cast<std::uint32_t>(all.size()))];
      for (int tries = 0; tries < kTries && bench.site().way(to) != out; ++tries)
        to = all[bench.dice().below(static_cast<std::uint32_t>(all.size()))];
      if (!is_timed || bench.is_free(bench.site().way(to))) bench.send(in, to);
    }
  }

  void run_random() {
    session_.tell("random");
    const std::uint64_t cycles =
        session_.options.cycles / (std::size(kRates) * std::size(kChildren));
    std::uint64_t salt = 100;
    for (const double rate : kRates) {
      begin(bench_, "random", ++salt, inside(), TreeTraffic::kTimed);
      bench_.probe_every(session_.wants({kNoShortcut}) ? kProbeEvery : 0);
      for (std::uint64_t k = 0; k < cycles; ++k) {
        drive_randomly(bench_, rate, true);
        bench_.step();
      }
      bench_.probe_every(0);
      bench_.drain();
    }
  }

  // What no schedule does: flits for one output at once.
  void run_crowd() {
    session_.tell("crowd");
    begin(bench_, "crowd", 60, inside(), TreeTraffic::kCrowd);
    for (std::uint64_t k = 0; k < kTwinCycles; ++k) {
      drive_randomly(bench_, kRates[k / 16 % std::size(kRates)], false);
      bench_.step();
    }
    bench_.drain();
  }

  void run_probes() {
    session_.tell("probes");
    begin(bench_, "probes", 5, inside(), TreeTraffic::kTimed);
    bench_.probe_every(1);  // an empty router, that a bypass would go through
    bench_.run(kProbeCycles);
    for (std::uint64_t k = 0; k < kProbeCycles; ++k) {
      drive_randomly(bench_, kRates[0], true);
      bench_.step();
    }
    bench_.probe_every(0);
    bench_.drain();
  }

  // Two routers whose registers were drawn apart. Those that ask for an output at once are chosen
  // from by nothing but the reset.
  void run_twins() {
    session_.tell("twins");
    for (std::uint64_t pair = 0; pair < kTwins && !session_.findings.clauses.of(kKnown).breach();
         ++pair) {
      const auto one = session_.make(children_, session_.seed(200 + 2 * pair));
      const auto two = session_.make(children_, session_.seed(201 + 2 * pair));
      TreeBench bench(session_.router, *one, session_.findings, session_.latency);
      bench.set_twin(two.get());
      for (const int out : inside().ports()) {
        begin(bench, "twins", 3, inside(), TreeTraffic::kCrowd);
        for (const auto& [from, to] : inside().pairs())
          if (to == out) bench.send(from, inside().destination(from, to));
        bench.step();
        bench.drain();
      }
      begin(bench, "twins", 3, inside(), TreeTraffic::kCrowd);
      for (std::uint64_t k = 0; k < kTwinCycles; ++k) {
        drive_randomly(bench, kRates[2], false);
        bench.step();
      }
      bench.drain();
    }
  }

  static constexpr int kTries = 8;

  TreeSession& session_;
  std::uint32_t children_;
  std::vector<TreeSite> sites_;
  std::unique_ptr<TreeDevice> device_;
  TreeBench bench_;
};

}  // namespace

KitReport check_tree_router(const own::RouterDescription& router, const TreeDeviceFactory& make,
                            const KitOptions& options) {
  TreeSession session{router, make, options};
  if (router.latency) session.latency = static_cast<std::uint64_t>(router.latency->router.most());
  for (const std::uint32_t children : kChildren) {
    if (children + 1 > numbers_of(router)) continue;
    TreeChecks(session, children).run();
  }
  session.measured.head_wait = session.measured.body_wait = 0;
  return report_of_all(router, session.findings, session.measured, options);
}

}  // namespace flitwise::kit
