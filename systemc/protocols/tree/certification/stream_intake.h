// stream_intake.h: takes in a stream that was promised to begin in a certain step and have no gap.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TREE_CERTIFICATION_STREAM_INTAKE_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TREE_CERTIFICATION_STREAM_INTAKE_H_

#include <optional>
#include <string>
#include <vector>

#include "systemc/protocols/pe_protocol.h"
#include "systemc/protocols/tree/message_intake.h"

namespace flitwise::protocols {

/// A stream of whole messages, a flit every `every` steps from the first to the last.
class StreamIntake {
 public:
  /// `flits` of them, the first one due in step `first`; empty: in any step.
  StreamIntake(std::optional<Step> first, Flits flits, Step every = 1)
      : next_due_(first), flits_(flits), every_(every) {}

  /// Takes a data flit; says what is wrong with it. A flit beyond the last one is not taken.
  std::vector<std::string> take(const Arrival& arrival);

  /// Flits that have not come yet.
  Flits missing() const { return flits_ - intake_.flits(); }
  /// The message whose last flit has not come yet, kNoNode between messages.
  Node open_message() const { return intake_.open_message(); }

 private:
  std::optional<Step> next_due_;
  Flits flits_;
  Step every_;
  MessageIntake intake_;
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TREE_CERTIFICATION_STREAM_INTAKE_H_
