// star_prediction.h: the prediction of one run on a star graph, before anything has run.
#ifndef FLITWISE_TB_THEORY_STAR_STAR_PREDICTION_H_
#define FLITWISE_TB_THEORY_STAR_STAR_PREDICTION_H_

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "systemc/topology/types.h"
#include "tb/theory/prediction.h"

namespace flitwise::theory {

/// What every source sends: `packets` m packets, each through `copies` x of the n-1 trees.
struct StarTraffic {
  std::int64_t packets = 1;
  int copies = 1;
};

/// Predicted figures of one run.
///
/// Units: packet steps, in which each link carries one packet per direction; packets.
struct StarPrediction {
  Step steps = 0;                     ///< last step in which any link carries a packet
  Step last_delivery = 0;             ///< last step in which a packet reaches a node that it is for
  std::int64_t transmissions = 0;     ///< packets times links, without acknowledgements
  std::int64_t acknowledgements = 0;  ///< the same of acknowledgements
  /// Most packets that came through one input port of a node and are still to be sent on, between
  /// two steps.
  std::int64_t max_buffer = 0;
  /// Broadcast: most steps between the first and the last copy of a packet at a node.
  std::optional<Step> reorder_window;
  Step lower_bound = 0;                      ///< no schedule of this operation needs fewer steps
  std::int64_t transmissions_at_least = 0;   ///< nor fewer transmissions
  std::optional<Step> disjoint_lower_bound;  ///< nor steps if copies take disjoint paths, x = n-1
  std::vector<Source> sources;

  double ratio() const { return static_cast<double>(steps) / static_cast<double>(lower_bound); }
  /// Text of the source of a quantity, called as the member.
  /// Errors: throws std::out_of_range for a quantity that this prediction does not have.
  const std::string& source_of(const std::string& quantity) const;
};

enum class StarPacketKind : std::uint8_t { kData, kAcknowledgement };

/// One packet (or acknowledgement) crossing one link.
struct StarLinkEvent {
  Step step = 0;
  Node from = kNoNode;
  Node to = kNoNode;
  StarPacketKind kind = StarPacketKind::kData;
  int tree = 0;                ///< 2..n, relative to the source
  Node source = kNoNode;       ///< where the packet comes from (an acknowledgement: goes to)
  Node destination = kNoNode;  ///< scatter, exchange: where it goes; else none
  std::int64_t packet = 0;     ///< 0..m-1; 0 for an acknowledgement

  auto key() const { return std::tie(step, from, to, kind, tree, source, destination, packet); }
  friend bool operator==(const StarLinkEvent& a, const StarLinkEvent& b) {
    return a.key() == b.key();
  }
  friend bool operator<(const StarLinkEvent& a, const StarLinkEvent& b) {
    return a.key() < b.key();
  }
};

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_STAR_STAR_PREDICTION_H_
