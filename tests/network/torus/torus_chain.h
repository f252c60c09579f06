// torus_chain.h: worms along a chain of torus routers on one lane, as a network passes them on and
// as a recurrence has it.
#ifndef FLITWISE_TESTS_NETWORK_TORUS_TORUS_CHAIN_H_
#define FLITWISE_TESTS_NETWORK_TORUS_TORUS_CHAIN_H_

#include <vector>

#include "systemc/network/torus/torus_routers.h"

namespace flitwise::test {

/// Routers 0 to `routers` - 1 of a ring of six with one lane; worms go from the first to the last.
struct Chain {
  TorusPipeline pipeline;
  Step link = 1;
  Step credit = 1;
  std::uint32_t depth = 2;
  int routers = 2;

  TorusLatency latency() const { return {pipeline, {link}, credit}; }
  Step loop() const { return latency().head_loop(0); }
  Step body_loop() const { return latency().body_loop(0); }
};

/// A message whose head is captured at edge `due`, or later if others are before it.
struct ChainWorm {
  Flits length = 1;
  Step due = 0;
};

/// When flits are let go.
struct ChainRun {
  /// Shape: by router and flit, in order; edges.
  std::vector<std::vector<Step>> granted;
  Stalls stalls;
};

/// What a network of RTL does.
/// Errors: fails where an assertion does, where a flit comes to the far end of a link in any other
///         step than the link's latency says, or is lost.
ChainRun run_chain(const Chain& chain, const std::vector<ChainWorm>& worms, Checkers checkers,
                   ModelLibrary& models);

/// A recurrence over flits and routers: a flit goes when it has come and waited its stages, the one
/// before it has gone, and a slot beyond the link is known to be free.
ChainRun reckon_chain(const Chain& chain, const std::vector<ChainWorm>& worms);

/// The twelve different routers: of one another's stages, those that act alike appear once.
std::vector<TorusPipeline> different_pipelines();

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_NETWORK_TORUS_TORUS_CHAIN_H_
