// receiver.h: the neighbour that takes what leaves by a port of the router.
#ifndef FLITWISE_TB_KIT_RECEIVER_H_
#define FLITWISE_TB_KIT_RECEIVER_H_

#include <deque>
#include <vector>

#include "tb/kit/flits.h"

namespace flitwise::kit {

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

#endif  // FLITWISE_TB_KIT_RECEIVER_H_
