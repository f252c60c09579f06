// neighbours.h: the neighbours of a router under test: one sends into a port, one takes what leaves
// by it.
#ifndef FLITWISE_TB_KIT_NEIGHBOURS_H_
#define FLITWISE_TB_KIT_NEIGHBOURS_H_

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

/// How a receiver treats a lane. With `ready`: when it is ready; with `credit`: when it returns the
/// credit of a flit that has come.
struct Reception {
  double stall = 0;            ///< chance of a cycle in which it is not ready, or keeps a credit
  bool is_blocked = false;     ///< takes nothing, returns nothing
  std::uint32_t period = 1;    ///< ready: takes a flit in every so many cycles
  std::uint32_t delay = 1;     ///< credit: cycles after the flit in which the credit comes back
  std::uint32_t withheld = 0;  ///< credit: of the first flits, which it keeps
};

class Receiver {
 public:
  explicit Receiver(const own::RouterDescription& router);

  void reset();
  void set_all(const Reception& reception);
  void set(int lane, const Reception& reception);
  /// Takes all, and returns all credits that it has kept.
  void open();

  void answer(std::uint64_t now, Dice& dice, PortInputs& wires);
  /// Whether a flit on this lane moves in a cycle with these answers.
  bool takes(const PortInputs& wires, int lane) const;
  void took(std::uint64_t now, int lane);

 private:
  struct Lane {
    Reception reception;
    std::uint32_t kept = 0;
    std::deque<std::uint64_t> due;  // cycles in which credits go back
  };
  const own::RouterDescription* router_;
  std::vector<Lane> lanes_;
  std::size_t last_ = 0;
};

}  // namespace flitwise::kit

#endif  // FLITWISE_TB_KIT_NEIGHBOURS_H_
