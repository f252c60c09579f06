// pace.h: how much a PE can send, the cost beta + L tau of a message (Bhatt et al., Remark 2), as
// theory counts them, and the words for both that and latencies in sources.
#ifndef FLITWISE_TB_THEORY_PACE_H_
#define FLITWISE_TB_THEORY_PACE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "systemc/topology/tree/tree_latency.h"
#include "systemc/topology/types.h"

namespace flitwise::theory {

/// How many flits a PE sends and receives in a step.
enum class Ports : std::uint8_t {
  kSingle,  ///< one of each
  kMulti,   ///< one per link and direction
};

/// beta steps of its sender's port for a message, then tau for each of its flits; the flit crosses
/// its link in the last of them. Relays take one step. beta = 0, tau = 1 is one flit a step.
struct Pace {
  Step beta = 0;
  Step tau = 1;

  bool is_plain() const { return beta == 0 && tau == 1; }
  /// The words that a source adds for it; empty where it is plain.
  std::string note(const char* how) const { return is_plain() ? "" : std::string("; ") + how; }
};

/// The words that a source adds for latencies; empty where all are one step.
inline std::string note(const TreeLatency& latency, const char* how) {
  return latency.is_unit() ? "" : std::string("; latencies: ") + how;
}

/// The lengths in steps of a port: `setup` + L tau for each message that is not null.
inline std::vector<Flits> in_steps(std::vector<Flits> lengths, Step setup, const Pace& pace) {
  for (Flits& length : lengths)
    if (length > 0) length = setup + length * pace.tau;
  return lengths;
}

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_PACE_H_
