// measured.h: the numbers of a router that formulas need, as the kit measures them.
#ifndef FLITWISE_TB_KIT_MEASURED_H_
#define FLITWISE_TB_KIT_MEASURED_H_

#include <array>
#include <cstdint>
#include <optional>

#include "tb/kit/place.h"

namespace flitwise::kit {

/// Cycles from a head on the input wires to the same on those of an output, in an idle router.
struct LatencyRange {
  std::uint64_t least = 0;
  std::uint64_t greatest = 0;
};

/// Units: cycles. Empty: not measured, or the router has no such number.
struct Measured {
  std::array<std::optional<LatencyRange>, kPassages> router;  ///< r, by Passage
  std::optional<std::uint64_t> head_wait;   ///< Fh: period of a stream of one-flit packets, less 1
  std::optional<std::uint64_t> body_wait;   ///< Fb: of a body flit after a pause, against r - Fh
  std::optional<std::uint64_t> loop;        ///< least queue with which such a stream is not slowed
  std::optional<std::uint64_t> loop_body;   ///< likewise a long worm
  std::optional<std::uint64_t> turnaround;  ///< between the tail and the next head of a queue
  std::optional<std::uint64_t> wait;        ///< most packets that one had to let pass
  std::optional<std::uint64_t> room;        ///< least flits that a blocked lane took

  // Of credit links: from a flit on the input wires to its credit, from a credit to the flit.
  std::optional<std::uint64_t> credit_return;
  std::optional<std::uint64_t> body_credit_return;

  /// r where all passages have the same one.
  std::optional<std::uint64_t> latency() const;
};

}  // namespace flitwise::kit

#endif  // FLITWISE_TB_KIT_MEASURED_H_
