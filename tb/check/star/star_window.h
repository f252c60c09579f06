// star_window.h: how far apart the copies of a broadcast packet reach a node.
#ifndef FLITWISE_TB_CHECK_STAR_STAR_WINDOW_H_
#define FLITWISE_TB_CHECK_STAR_STAR_WINDOW_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "systemc/network/network_observer.h"
#include "tb/check/star/star_flits.h"

namespace flitwise::check {

/// Measures the room that a PE needs to put the packets of one source in order.
class StarWindow final : public NetworkObserver {
 public:
  StarWindow(Node nodes, std::int64_t packets, Flits flits)
      : packets_(packets), flits_(flits), first_(static_cast<std::size_t>(nodes * packets), 0) {}

  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override {
    for (const LinkTransfer& transfer : transfers) {
      if (!is_intact(transfer.flit) || !unpack(transfer.flit).head) continue;
      const Flits number = view_head(transfer.flit, StarCarriage::kFlood).number;
      if (number >= packets_) continue;  // the scoreboard says so
      std::int64_t& first = first_[static_cast<std::size_t>(transfer.to * packets_ + number)];
      if (first == 0) first = step;
      widest_ = std::max(widest_, (step - first) / flits_);
    }
  }
  void on_edge(Step, const Network&, const Injector&) override {}

  /// Most packet steps between the first and the last copy of a packet at a node.
  std::int64_t widest() const { return widest_; }

 private:
  std::int64_t packets_;
  Flits flits_;
  std::vector<std::int64_t> first_;  // by node, packet: cycle; 0: none has come
  std::int64_t widest_ = 0;
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_STAR_STAR_WINDOW_H_
