// worm_timing.h: worms on a chain of routers, in cycles: when nothing waits, how fast a lane is,
// and every grant where something waits.
//
// A router holds Depth flits of a lane. A head waits Fh = head_wait() cycles from the one at which
// it is first in its queue, a body flit Fb = body_wait() from its arrival, and a granted flit is on
// the output X = out_stages() cycles later than a router without stages puts it there. The slot of
// a flit can be used again loop = p + w_c + credit_delay cycles after a head has taken it and
// loop_b = loop - Fh + Fb after a body flit has.
#ifndef FLITWISE_TB_THEORY_TORUS_WORM_TIMING_H_
#define FLITWISE_TB_THEORY_TORUS_WORM_TIMING_H_

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "systemc/topology/torus/torus_latency.h"
#include "tb/theory/torus/torus_arithmetic.h"

namespace flitwise::theory {

/// The longest loops among the dimensions that have links; 0 without any.
struct CreditLoops {
  Step head = 0;
  Step body = 0;
};

/// Shape: `sides` in the order of `latency.link`.
CreditLoops credit_loops(const std::vector<int>& sides, const TorusLatency& latency);

/// Whether a worm of L flits that is alone arrives as if queues were endless, over any number of
/// links: Depth >= min(L, loop_b). A body flit may wait for a credit and catch up with the head,
/// which waits Fh in the next router. If and only if where all links are equal, otherwise if.
bool arrives_on_time(Flits flits, Step depth, const CreditLoops& loops);

/// Whether none of its flits ever waits: Depth >= min(L, loop), if and only if where all links are
/// equal, otherwise if.
bool never_waits(Flits flits, Step depth, const CreditLoops& loops);

/// Flits a cycle of one lane whose sender never lacks flits, where nothing else is in the way.
///
/// Errors: throws std::invalid_argument for a depth or a length below 1.
struct LaneRates {
  TorusLatency latency;
  int dimension = 0;
  std::optional<Step> depth;  ///< none: as many as come

  /// min(1, Depth / loop_b).
  double of_long_worm() const;
  /// min(1/(1 + Fh), Depth / loop).
  double of_single_flits() const;
  /// l/(l + Fh) with deep queues, for the next head begins its stages when the tail has left. With
  /// others min(that, of_long_worm()), a bound but for packets of one flit.
  double of_packets(double mean_flits) const;
};

/// A channel of several lanes carries at most min(1, lanes rate).
double channel_rate(double lane_rate, int lanes);

/// Routers in a row, each with one lane and one queue on the way.
struct RouterChain {
  TorusPipeline pipeline;
  std::vector<Step> links;    ///< w of each, one less than routers
  Step credit = 1;            ///< w_c of each
  std::optional<Step> depth;  ///< none: as many as come
  std::vector<Step>
      slow{};  ///< r of each router where they differ, 1 at least; none: the pipeline's

  std::size_t routers() const { return links.size() + 1; }
  /// r of a router, Fh and X: a quicker one waits less, then has fewer registers behind it.
  Step router(std::size_t i) const { return slow.empty() ? pipeline.router() : slow[i]; }
  Step head_wait(std::size_t i) const { return std::min(pipeline.head_wait(), router(i) - 1); }
  Step out_stages(std::size_t i) const { return router(i) - 1 - head_wait(i); }
};

/// A packet that its PE hands to the first router flit by flit, the head at `ready`.
struct ChainPacket {
  Step ready = 0;
  Flits flits = 1;
};

/// When a router grants each flit: at the end of that cycle. On a link, or on the port to the PE
/// behind the last router, it is in cycle grant + 1 + X.
struct ChainTiming {
  std::vector<std::vector<Step>> grants;  ///< by router, then by flit over all packets
  std::int64_t stalls =
      0;  ///< cycles that flits wait for a credit or a receiver, their stages done

  /// The cycle of a flit's passage behind a router.
  Step passage(const RouterChain& chain, std::size_t router, std::size_t flit) const {
    return grants[router][flit] + 1 + chain.out_stages(router);
  }
};

/// The max-plus recurrence of a chain, exact for any packets: flit k leaves router i at
///
///   x_i(k) = max(came + F, x_i(k-1) + 1 [+ Fh for a head], x_(i+1)(k - Depth) + w_c + cd),
///
/// where came = x_(i-1)(k) + X + w, in the first router ready + index, and F = Fh or Fb. Fh and X
/// may differ by router. The last router has no credits, but its port takes no flit in a cycle for
/// which `is_stalled`. Errors: throws TopologyError for a pipeline that no router has and latencies
/// below 1,
///         std::invalid_argument for a depth or flits below 1.
ChainTiming time_chain(const RouterChain& chain, const std::vector<ChainPacket>& packets,
                       const std::function<bool(Step)>& is_stalled = {});

/// The chain under a path of a torus.
/// Shape: as Torus::path().
RouterChain chain_of(const Hops& hops, const DimensionOrder& order, const TorusLatency& latency,
                     std::optional<Step> depth);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_TORUS_WORM_TIMING_H_
