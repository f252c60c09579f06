// flits_in_flight.h: what is on links that take several steps from end to end.
#ifndef FLITWISE_SYSTEMC_NETWORK_FLITS_IN_FLIGHT_H_
#define FLITWISE_SYSTEMC_NETWORK_FLITS_IN_FLIGHT_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "systemc/network/network.h"

namespace flitwise {

/// Longest link, in steps from the first one on its wires to the one in which it is received.
inline constexpr std::uint32_t kMostLinkLatency = 16;

/// A ring with an entry per step: links are pipelines, each of which takes an item a step.
///
/// Time: an item held between two edges for a link of `latency` steps is in `take_arrivals()` after
///       the `latency`-th of the edges that follow the one before, that is, of a link of one step
///       at once.
template <class Item>
class InFlight {
 public:
  /// `longest`: the latency of the slowest link, at least 1.
  explicit InFlight(std::uint32_t longest) : by_step_(longest) {}

  void hold(const Item& item, std::uint32_t latency) {
    by_step_[(now_ + latency - 1) % by_step_.size()].push_back(item);
    ++count_;
  }

  /// Once an edge, after all that leave at it are held: those whose last step on their link is the
  /// next one. Valid until the next call.
  const std::vector<Item>& take_arrivals() {
    arrived_.clear();
    arrived_.swap(by_step_[now_]);
    now_ = (now_ + 1) % by_step_.size();
    count_ -= arrived_.size();
    return arrived_;
  }

  /// Items that have not arrived.
  std::size_t count() const { return count_; }

 private:
  std::vector<std::vector<Item>> by_step_;
  std::vector<Item> arrived_;
  std::size_t now_ = 0;
  std::size_t count_ = 0;
};

struct FlitInFlight {
  LinkTransfer transfer;
  std::size_t lane = 0;  ///< at the far end
};

using FlitsInFlight = InFlight<FlitInFlight>;

/// The latency of the slowest of `links`, 1 if there is none. Shape: each has a `latency`.
template <class Links>
std::uint32_t slowest_link(const Links& links) {
  std::uint32_t slowest = 1;
  for (const auto& link : links) slowest = std::max(slowest, link.latency);
  return slowest;
}

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_FLITS_IN_FLIGHT_H_
