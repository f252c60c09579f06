// channel_use.h: which message holds which channel when.
#ifndef FLITWISE_TB_THEORY_TORUS_CHANNEL_USE_H_
#define FLITWISE_TB_THEORY_TORUS_CHANNEL_USE_H_

#include <cstddef>
#include <optional>
#include <vector>

#include "systemc/topology/torus/torus_schedule.h"
#include "tb/theory/torus/cycle_model.h"

namespace flitwise::theory {

/// Two messages that want one channel at the same time.
struct ChannelConflict {
  TorusLink link;
  Step time = 0;          ///< from when both want it
  std::size_t first = 0;  ///< number of the message that wants it first
  std::size_t second = 0;
};

/// Collects the channels that messages hold, each from its head to its tail, as if alone.
class ChannelUse {
 public:
  ChannelUse(const Torus& torus, DimensionOrder order, const CycleModel& model)
      : torus_(torus), order_(std::move(order)), model_(model) {}

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

  const Torus& torus_;
  DimensionOrder order_;
  CycleModel model_;
  std::size_t messages_ = 0;
  std::vector<Claim> claims_;
};

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_TORUS_CHANNEL_USE_H_
