// event_check.h: the events of a run against theory's, as lists or, where those would be too long,
// as digests.
#ifndef FLITWISE_SIM_RUN_FIGURES_EVENT_CHECK_H_
#define FLITWISE_SIM_RUN_FIGURES_EVENT_CHECK_H_

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "sim/run/figures/evidence.h"
#include "systemc/network/parts/bytes.h"
#include "systemc/network/parts/node_parts.h"
#include "tb/check/event_digest.h"
#include "tb/check/recorder.h"

namespace flitwise {

/// Keeps what crosses links, or digests of it, and holds it against what theory says.
class EventCheck {
 public:
  using Visit = check::DigestRecorder::Visit;
  /// What theory says, where it does, and how large the run is.
  struct Expected {
    Visit visit{};  ///< hands on all events, in any order; empty: theory says nothing of them
    Node nodes = 1;
    Step steps = 1;
    /// Of those that this process watches the senders; it digests their events alone.
    NodeRange own{};
    /// An event without what theory does not speak of; empty: as it is.
    std::function<LinkEvent(LinkEvent)> comparable{};
    /// The first step of which theory says nothing; `visit` may go on behind it.
    Step until = std::numeric_limits<Step>::max();
  };

  /// `keeps_list`: a list of all events is kept, whatever theory says.
  EventCheck(bool keeps_list, const check::Recorder::DecodeFlit& decode, Expected expected);
  EventCheck(bool keeps_list, const check::Recorder::Decode& decode, Expected expected);

  void watch(std::vector<NetworkObserver*>& monitors);
  /// Where processes watch a part each, when the run is over: writes what this one has seen, and
  /// adds what another one has written, after which nothing is written any more.
  void write_to(std::string& bytes) const;
  void add_from(bytes::Reader& reader);
  /// When the run is over: measured and predicted events, or how many digests have found right.
  /// Where theory says nothing of them a note of the caller says why.
  void testify(Evidence& evidence) const;
  /// Empty where no list is kept.
  const std::vector<LinkEvent>& events() const { return recorder_.events(); }

 private:
  EventCheck(bool keeps_list, check::Recorder recorder, const check::Recorder::Decode& decode,
             Expected expected);
  std::vector<LinkEvent> comparable(std::vector<LinkEvent> events) const;
  check::DigestRecorder::Finding found_here() const;

  const bool keeps_list_;
  const Expected expected_;
  check::Recorder recorder_;
  check::DigestRecorder digests_;                        // in place of the recorder
  std::optional<check::DigestRecorder::Finding> found_;  // here and by other processes
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_FIGURES_EVENT_CHECK_H_
