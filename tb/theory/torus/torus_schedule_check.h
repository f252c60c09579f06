// torus_schedule_check.h: whether a schedule of a broadcast on a torus is right, and which message
// holds which channel when.
#ifndef FLITWISE_TB_THEORY_TORUS_TORUS_SCHEDULE_CHECK_H_
#define FLITWISE_TB_THEORY_TORUS_TORUS_SCHEDULE_CHECK_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "systemc/topology/torus/torus_schedule.h"
#include "tb/theory/torus/torus_arithmetic.h"

namespace flitwise::theory {

/// Two messages that want one channel at the same time, or with PEs of one port that port.
struct ChannelConflict {
  std::string name;       ///< "channel +x_1 of (1, 2)"
  Step time = 0;          ///< from when both want it
  std::size_t first = 0;  ///< number of the message that wants it first
  std::size_t second = 0;
};

/// Collects the channels that messages hold, each from its head to its tail, as if alone.
class ChannelUse {
 public:
  /// Two messages want a channel at the same time if their heads are less than `distance` cycles
  /// apart there: L for the channel itself, `model.head_distance()` for the queue behind it as
  /// well. With one port a PE its way in and its way out are channels, too.
  ChannelUse(const Torus& torus, DimensionOrder order, const CycleModel& model, Step distance)
      : torus_(torus), order_(std::move(order)), model_(model), distance_(distance) {}

  /// Adds a message whose head takes its first channel at time `head`; messages count from 0.
  void add(const TorusMessage& message, Step head);

  /// The conflict with the earliest time, if there is any. Without one, no message ever waits.
  std::optional<ChannelConflict> first_conflict() const;

 private:
  struct Claim {
    std::int64_t link = 0;
    Step from = 0;
    std::size_t message = 0;
  };

  std::int64_t way_in(Node v) const { return std::int64_t{torus_.size()} * torus_.channels() + v; }
  std::int64_t way_out(Node v) const { return way_in(torus_.size() + v); }
  std::string name_of(std::int64_t link) const;

  const Torus& torus_;
  DimensionOrder order_;
  CycleModel model_;
  Step distance_;
  std::size_t messages_ = 0;
  std::vector<Claim> claims_;
};

/// What a schedule must keep.
enum class ScheduleRule : std::uint8_t {
  kChannelOnce,     ///< no directed channel is used twice in a step
  kSenderInformed,  ///< every sender got the text in an earlier step
  kAllReached,      ///< every node gets the text
  kSomeHops,        ///< no message goes nowhere
  kFewHops,         ///< |hops_d| < n_d
};

/// One rule broken once.
struct ScheduleFault {
  ScheduleRule rule;
  int step = 0;      ///< from 1; 0 where no step is to blame
  std::string text;  ///< one sentence that names step, nodes and channel
};

/// Whether a schedule is right, with every rule that it breaks, and what it sends.
struct ScheduleVerdict {
  std::vector<ScheduleFault> faults;  ///< by step, then by message
  std::int64_t messages = 0;
  std::int64_t duplicates = 0;  ///< messages to nodes that have the text already, or get it twice

  bool is_right() const { return faults.empty(); }
};

/// Holds a schedule against the rules of the model: all-port nodes, wormhole switching, dimension
/// order. Uses the schedule's own words only, whatever made it.
///
/// A schedule with starts is held to time instead of steps: messages of `schedule.flits` flits, or
/// else `model.flits`, must not want a channel at the same time, and a sender must have had the
/// text for `model.send_overhead` cycles. Of conflicts in time only the earliest is named. A start
/// is the cycle in which heads take their first channel where r is 1, and r - 1 before it else.
/// Errors: throws TopologyError for sides, an order, nodes or a number of hops that no torus has,
///         std::invalid_argument for a bad model and for starts that are not one per step, from 1,
///         increasing.
ScheduleVerdict check_schedule(const TorusSchedule& schedule, const CycleModel& model = {});

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_TORUS_TORUS_SCHEDULE_CHECK_H_
