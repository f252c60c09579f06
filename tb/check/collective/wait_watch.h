// wait_watch.h: where in a network of queues messages wait, how long and behind what.
#ifndef FLITWISE_TB_CHECK_COLLECTIVE_WAIT_WATCH_H_
#define FLITWISE_TB_CHECK_COLLECTIVE_WAIT_WATCH_H_

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "systemc/network/network_observer.h"

namespace flitwise::check {

/// A message, or a packet of it, that did not leave a node as soon as it could.
struct Wait {
  Step step = 0;   ///< first step in which it could have crossed the link
  Step steps = 0;  ///< how many steps later it did
  Node node = kNoNode;
  Node to = kNoNode;  ///< the other end of the link
  std::size_t transfer = 0;
  std::optional<std::size_t> behind;  ///< whose flit crossed the link in the step before
};

/// Watches the flits that find their own way: heads, or all of them where the flits of a message
/// travel one by one.
///
/// Time: a flit that is injected at edge e, or crosses a link in step e, can cross the next one in
///       step e + `hop`. Flits of one transfer that pass a node are taken to keep their order.
///       What waits behind a flit of its own transfer only does so because that one has waited.
///       A head for which its PE's router looks only `rest` steps after the tail of what the PE
///       sent before waits for no other message until then; 0: there is no such rest.
class WaitWatch final : public NetworkObserver {
 public:
  /// `transfer_of` says which transfer a flit belongs to, `is_routed` whether to watch it.
  WaitWatch(Step hop, Step rest, std::function<std::optional<std::size_t>(RawFlit)> transfer_of,
            std::function<bool(RawFlit)> is_routed);

  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override;
  void on_edge(Step step, const Network& network, const Injector& injector) override;

  /// In the order in which they ended.
  const std::vector<Wait>& waits() const { return waits_; }
  /// Sum of their steps.
  Step waited() const { return waited_; }

 private:
  struct Crossing {
    Step step = 0;
    std::size_t transfer = 0;
  };

  Crossing& last(const LinkTransfer& transfer);
  void leave(Step step, const LinkTransfer& transfer, std::size_t whose);

  const Step hop_;
  const Step rest_;
  const std::function<std::optional<std::size_t>(RawFlit)> transfer_of_;
  const std::function<bool(RawFlit)> is_routed_;
  std::map<std::pair<Node, std::size_t>, std::deque<Step>> inside_;  // by node and transfer
  std::vector<std::vector<Crossing>> last_;  // by node and lane, over each link
  // Of routers with a rest alone.
  std::map<std::size_t, Node> sender_;  // of each transfer that has begun
  std::map<Node, Crossing> own_;        // the last flit of a PE's messages over their first links
  std::vector<Wait> waits_;
  Step waited_ = 0;
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_COLLECTIVE_WAIT_WATCH_H_
