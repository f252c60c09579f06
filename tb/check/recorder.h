// recorder.h: keeps what happened on the links, as events.
#ifndef FLITWISE_TB_CHECK_RECORDER_H_
#define FLITWISE_TB_CHECK_RECORDER_H_

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include "systemc/network/network_observer.h"

namespace flitwise::check {

/// Every link transfer of a run, by step, router and port.
class Recorder final : public NetworkObserver {
 public:
  /// How the family of networks reads what crosses a link.
  using Decode = std::function<LinkEvent(Step step, const LinkTransfer& transfer)>;
  /// Likewise where the flit alone says it: to_event, to_fat_tree_event.
  using DecodeFlit = std::function<LinkEvent(Step step, Node from, Node to, RawFlit flit)>;

  /// What reads a transfer by its flit alone.
  static Decode by_flit(DecodeFlit decode) {
    return [decode = std::move(decode)](Step step, const LinkTransfer& t) {
      return decode(step, t.from, t.to, t.flit);
    };
  }

  explicit Recorder(DecodeFlit decode = to_event) : decode_flit_(std::move(decode)) {}
  explicit Recorder(Decode decode) : decode_(std::move(decode)) {}

  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override;
  void on_edge(Step, const Network&, const Injector&) override {}

  const std::vector<LinkEvent>& events() const;
  /// In the order in which two runs are compared.
  std::vector<LinkEvent> sorted_events() const;

  /// Adds the events of nodes that another process watches.
  /// Shape: in the order of events().
  void add(const std::vector<LinkEvent>& of_others);

 private:
  struct Recorded {
    Step step = 0;
    std::size_t transfers = 0;  // up to the step's last one
  };

  const Decode decode_;
  const DecodeFlit decode_flit_;
  // What the flit alone says is read when it is asked for: half the bytes are kept until then.
  mutable std::vector<LinkTransfer> transfers_;
  mutable std::vector<Recorded> steps_;
  mutable std::vector<LinkEvent> events_;
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_RECORDER_H_
