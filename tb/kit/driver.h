// driver.h: the neighbour that sends into a port of the router.
#ifndef FLITWISE_TB_KIT_DRIVER_H_
#define FLITWISE_TB_KIT_DRIVER_H_

#include <deque>
#include <functional>
#include <optional>
#include <vector>

#include "tb/kit/flits.h"

namespace flitwise::kit {

/// Sends packets, in order a lane, by the rules of the link: with `ready` an offer stays until it
/// is taken; with `credit` no flit without one.
class Driver {
 public:
  Driver(const own::RouterDescription& router, int port, FlitBook& book, std::uint64_t& packets);

  /// Forgets all packets and has all credits.
  void reset();
  void send(int lane, const Packet& packet) { lanes_[lane].waiting.push_back(packet); }
  /// Asked for the next packet of a lane that has none; may say nothing.
  using Source = std::function<std::optional<Packet>(int lane)>;
  void set_source(Source source) { source_ = std::move(source); }
  void set_rate(double rate) { rate_ = rate; }
  /// Whether something stands to be sent, a worm that has begun included.
  bool is_done() const;
  LaneSet has_waiting() const;

  /// Chooses what to offer in this cycle. `ready` is what the router says before the offer.
  void offer(std::uint64_t now, LaneSet ready, Dice& dice, PortInputs& wires);
  /// Looks at the answer. Returns the flit if it has moved.
  std::optional<KitFlit> move(std::uint64_t now, const PortOutputs& answer);
  std::uint32_t credits(int lane) const { return lanes_[lane].credits; }

 private:
  struct Lane {
    std::deque<Packet> waiting;
    std::optional<Packet> current;
    std::uint64_t number = 0;
    std::uint32_t next = 0;
    std::uint32_t credits = 0;
    std::uint64_t not_before = 0;
  };
  bool has_flit(Lane& lane, std::uint64_t now, int number);
  int choose(std::uint64_t now, LaneSet ready, Dice& dice);

  const own::RouterDescription* router_;
  int port_;
  FlitBook* book_;
  std::uint64_t* packets_;  // counts them over all drivers
  std::vector<Lane> lanes_;
  Source source_;
  double rate_ = 1;
  std::optional<KitFlit> offered_;
  std::size_t last_ = 0;  // the lane served last
};

}  // namespace flitwise::kit

#endif  // FLITWISE_TB_KIT_DRIVER_H_
