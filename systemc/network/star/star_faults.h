// star_faults.h: what fails in a star graph, where and from when on.
#ifndef FLITWISE_SYSTEMC_NETWORK_STAR_STAR_FAULTS_H_
#define FLITWISE_SYSTEMC_NETWORK_STAR_STAR_FAULTS_H_

#include <cstdint>
#include <vector>

#include "systemc/network/flit.h"
#include "systemc/topology/star/star_graph.h"

namespace flitwise {

/// From `from_step` on, the node takes and sends nothing: flits that would cross one of its links
/// in that step are the first that are lost.
struct DeadNode {
  Node node = kNoNode;
  Step from_step = 1;
};

/// The same for a link, in both directions; it can be named from either end.
struct DeadLink {
  Node node = kNoNode;
  int dimension = 0;
  Step from_step = 1;
};

/// Highest bit of a flit that can be in error: all but `valid`.
inline constexpr int kMostErrorBit = 62;

/// Bit `bit` of the flit that crosses the link from `from` in `step` arrives inverted; nothing
/// happens if none crosses it.
struct BitError {
  Node from = kNoNode;
  int dimension = 0;
  Step step = 0;
  int bit = 0;
};

/// Random bit errors: of every flit on every link, with this probability, one bit is inverted, any
/// but the valid bit. The draw depends on nothing but seed, link and step.
struct BitNoise {
  double probability = 0;
  std::uint64_t seed = 1;
};

/// All that fails. A packet that a fault cuts in two is lost; steps that are multiples of F cut
/// none where all PEs have started together.
struct StarFaults {
  std::vector<DeadNode> nodes;
  std::vector<DeadLink> links;
  std::vector<BitError> bits;
  BitNoise noise;

  bool is_empty() const {
    return nodes.empty() && links.empty() && bits.empty() && noise.probability == 0;
  }
};

/// Errors: throws TopologyError for a node, dimension, bit or probability that is not there, and
///         for a dead node or link from before step 1 on.
void check_faults(const StarGraph& graph, const StarFaults& faults);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_STAR_STAR_FAULTS_H_
