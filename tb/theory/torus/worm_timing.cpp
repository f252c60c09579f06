#include "tb/theory/torus/worm_timing.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <stdexcept>

namespace flitwise::theory {
namespace {

double share(Step part, Step whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

// Flits a cycle that slots allow which are in use for `loop` cycles each.
double rate_of(const std::optional<Step>& depth, Step loop) {
  return depth ? std::min(1.0, share(*depth, loop)) : 1.0;
}

void check_rule(bool holds, const char* rule) {
  if (!holds) throw std::invalid_argument(rule);
}

}  // namespace

CreditLoops credit_loops(const std::vector<int>& sides, const TorusLatency& latency) {
  CreditLoops longest;
  for (std::size_t d = 0; d < sides.size(); ++d) {
    if (sides[d] == 1) continue;
    longest.head = std::max(longest.head, latency.head_loop(static_cast<int>(d)));
    longest.body = std::max(longest.body, latency.body_loop(static_cast<int>(d)));
  }
  return longest;
}

bool arrives_on_time(Flits flits, Step depth, const CreditLoops& loops) {
  return depth >= std::min<Step>(flits, loops.body);
}

bool never_waits(Flits flits, Step depth, const CreditLoops& loops) {
  return depth >= std::min<Step>(flits, loops.head);
}

double LaneRates::of_long_worm() const {
  check_rule(depth.value_or(1) >= 1, "depth must be at least 1");
  return rate_of(depth, latency.body_loop(dimension));
}

double LaneRates::of_single_flits() const {
  check_rule(depth.value_or(1) >= 1, "depth must be at least 1");
  return std::min(share(1, 1 + latency.pipeline.head_wait()),
                  rate_of(depth, latency.head_loop(dimension)));
}

double LaneRates::of_packets(double mean_flits) const {
  check_rule(mean_flits >= 1, "packets must have at least 1 flit");
  if (mean_flits == 1) return of_single_flits();
  const auto wait = static_cast<double>(latency.pipeline.head_wait());
  return std::min(mean_flits / (mean_flits + wait), of_long_worm());
}

double channel_rate(double lane_rate, int lanes) { return std::min(1.0, lane_rate * lanes); }

namespace {

// Flits of all packets in the order in which they leave, and what may hold them up.
class Recurrence {
 public:
  Recurrence(const RouterChain& chain, const std::vector<ChainPacket>& packets,
             const std::function<bool(Step)>& is_stalled)
      : chain_(chain), is_stalled_(is_stalled) {
    for (const ChainPacket& packet : packets) {
      check_rule(packet.flits >= 1, "a packet must have at least 1 flit");
      for (Flits i = 0; i < packet.flits; ++i) flits_.push_back({packet.ready + i, i == 0});
    }
    timing_.grants.assign(chain.routers(), std::vector<Step>(flits_.size()));
  }

  ChainTiming run() {
    for (std::size_t k = 0; k < flits_.size(); ++k)
      for (std::size_t i = 0; i < chain_.routers(); ++i) grant(i, k);
    return std::move(timing_);
  }

 private:
  struct Flit {
    Step ready = 0;
    bool is_head = false;
  };

  void grant(std::size_t i, std::size_t k) {
    const TorusPipeline& pipeline = chain_.pipeline;
    const Flit& flit = flits_[k];
    const Step wait = flit.is_head ? chain_.head_wait(i) : pipeline.body_wait();
    const Step came =
        i == 0 ? flit.ready
               : timing_.grants[i - 1][k] + chain_.out_stages(i - 1) + chain_.links[i - 1];
    Step asks = came + wait;
    if (k > 0)
      asks =
          std::max(asks, timing_.grants[i][k - 1] + 1 + (flit.is_head ? chain_.head_wait(i) : 0));
    Step leaves = asks;
    if (i + 1 < chain_.routers()) {
      if (chain_.depth && k >= static_cast<std::size_t>(*chain_.depth))
        leaves =
            std::max(leaves, timing_.grants[i + 1][k - static_cast<std::size_t>(*chain_.depth)] +
                                 chain_.credit + pipeline.credit_delay);
    } else if (is_stalled_) {
      while (is_stalled_(leaves + 1 + chain_.out_stages(i))) ++leaves;
    }
    timing_.grants[i][k] = leaves;
    timing_.stalls += leaves - asks;
  }

  const RouterChain& chain_;
  const std::function<bool(Step)>& is_stalled_;
  std::vector<Flit> flits_;
  ChainTiming timing_;
};

}  // namespace

ChainTiming time_chain(const RouterChain& chain, const std::vector<ChainPacket>& packets,
                       const std::function<bool(Step)>& is_stalled) {
  TorusLatency{chain.pipeline, chain.links, chain.credit}.check(
      static_cast<int>(chain.links.size()));
  check_rule(chain.depth.value_or(1) >= 1, "depth must be at least 1");
  return Recurrence(chain, packets, is_stalled).run();
}

RouterChain chain_of(const Hops& hops, const DimensionOrder& order, const TorusLatency& latency,
                     std::optional<Step> depth) {
  RouterChain chain{latency.pipeline, {}, latency.credit, depth};
  for (const int d : order)
    chain.links.insert(chain.links.end(), index_of(std::abs(hops[index_of(d)])),
                       latency.link_of(d));
  if (latency.pipeline.spread() == 0 || chain.links.empty()) return chain;
  chain.slow.assign(chain.routers(), latency.router(RouterPassage::kStraight));
  chain.slow.front() = latency.router(RouterPassage::kInject);
  std::size_t at = 0;
  for (const int d : order) {
    const std::size_t links = index_of(std::abs(hops[index_of(d)]));
    if (at > 0 && links > 0) chain.slow[at] = latency.router(RouterPassage::kTurn);
    at += links;
  }
  chain.slow.back() = latency.router(RouterPassage::kEject);
  return chain;
}

}  // namespace flitwise::theory
