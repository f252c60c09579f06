// torus_latency.h: how many cycles the routers, links and credit wires of a torus take.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_TORUS_TORUS_LATENCY_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_TORUS_TORUS_LATENCY_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "systemc/topology/types.h"

namespace flitwise {

/// How a head goes through a router: on in its dimension, into another one, from its PE, to its PE.
enum class RouterPassage : std::uint8_t { kStraight, kTurn, kInject, kEject };

/// r by passage, of a router in which it is not the same for all.
/// Units: cycles, each at least 1.
struct PassageSteps {
  PassageSteps() = default;
  // One number stands for four alike.  NOLINTNEXTLINE(google-explicit-constructor)
  PassageSteps(Step all) : straight(all), turn(all), inject(all), eject(all) {}

  Step straight = 1;
  Step turn = 1;
  Step inject = 1;
  Step eject = 1;

  Step of(RouterPassage passage) const;
  Step least() const;
  Step most() const;
  bool is_uniform() const { return least() == most(); }

  friend bool operator==(const PassageSteps& a, const PassageSteps& b);
};

/// The three numbers through which stages act, of a router that says them itself.
struct DeclaredWaits {
  Step head_wait = 0;
  Step body_wait = 0;
  Step out_stages = 0;                     ///< any; of the slowest passage, if they differ
  std::optional<PassageSteps> passages{};  ///< none: all take 1 + head_wait + out_stages

  friend bool operator==(const DeclaredWaits& a, const DeclaredWaits& b);
};

/// The stages of a wormhole router, each of 0 or 1 extra cycles; all 0: everything happens at the
/// edge that captures the flit.
///
/// They act through three numbers only, so that there are 12 different routers: (head_wait,
/// body_wait) is one of (0,0), (1,0), (1,1), (2,0), (2,1), (3,1), each with or without out_stages.
/// Source: the stages of W. J. Dally and B. Towles, "Principles and Practices of Interconnection
///         Networks", 2004, chapter 16.
struct TorusPipeline {
  Step rc = 0;               ///< route computation
  Step va = 0;               ///< lane (virtual channel) allocation
  Step sa = 0;               ///< switch allocation
  Step st = 0;               ///< switch traversal
  bool lookahead = false;    ///< the route is computed one router earlier: rc costs nothing
  bool speculative = false;  ///< va and sa in one cycle; needs both
  Step credit_delay = 0;     ///< a credit that has come may be spent so many cycles later
  /// Of a router that is none of this project's; then all above counts for nothing.
  std::optional<DeclaredWaits> declared{};

  friend bool operator==(const TorusPipeline& a, const TorusPipeline& b);
  friend bool operator!=(const TorusPipeline& a, const TorusPipeline& b) { return !(a == b); }

  /// Edges that a head waits from the one at which it is first in its queue: 0 to 3, if not
  /// declared.
  Step head_wait() const;
  /// Those of one passage: a quicker one waits less, before it has fewer registers behind it.
  Step head_wait(RouterPassage passage) const;
  /// Edges that a body flit waits after its arrival: sa.
  Step body_wait() const { return declared ? declared->body_wait : sa; }
  /// Registers between grant and output: st.
  Step out_stages() const { return declared ? declared->out_stages : st; }
  /// r: a head received in step t is sent on in step t + r if nothing is in its way. Where passages
  /// differ, the slowest one's.
  Step router() const { return 1 + head_wait() + out_stages(); }
  /// The same of one passage.
  Step router(RouterPassage passage) const;
  /// Whether passages differ, and how much longer the slowest takes than the quickest.
  Step spread() const;

  /// Errors: throws TopologyError for stages other than 0 and 1 and for speculation without both
  ///         allocations.
  void check() const;
};

/// Latencies of a torus; as it stands every hop takes one cycle.
///
/// Shape: `link` has an entry per dimension of the torus, or none: all 1.
/// Units: cycles, each at least 1; `credit` of a declared router may be 0, where a flit's slot is
///        free before the flit is on its way: it lies in a register in front of the link.
struct TorusLatency {
  TorusPipeline pipeline;
  std::vector<Step> link;  ///< w_d: from the cycle in which a flit is sent to that of its reception
  Step credit = 1;         ///< w_c: the same of a credit, on its wire

  /// True when a hop takes one cycle and a credit one.
  bool is_unit() const;

  Step router() const { return pipeline.router(); }
  Step router(RouterPassage passage) const { return pipeline.router(passage); }
  Step link_of(int dimension) const { return link.empty() ? 1 : link[index_of(dimension)]; }
  /// p_d = r + w_d - 1: a hop of a head in this dimension, sending to sending. Where passages
  /// differ, the slowest one's.
  Step hop(int dimension) const { return router() + link_of(dimension) - 1; }
  /// Cycles from a head's use of a slot beyond a link to the next use of it: p + w_c +
  /// credit_delay.
  Step head_loop(int dimension) const;
  /// The same of body flits, which wait less: p - head_wait + body_wait + w_c + credit_delay.
  Step body_loop(int dimension) const;

  /// Refuses what does not fit a torus of so many dimensions.
  /// Errors: throws TopologyError also for the pipeline.
  void check(int dimensions) const;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_TORUS_TORUS_LATENCY_H_
