// flits.h: the packets that the bench sends, and which flit is which on the wires.
#ifndef FLITWISE_TB_KIT_FLITS_H_
#define FLITWISE_TB_KIT_FLITS_H_

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "systemc/network/own/router_description.h"
#include "tb/kit/device.h"
#include "tb/kit/place.h"

namespace flitwise::kit {

struct Packet {
  Place to;
  std::uint32_t length = 1;
  std::uint32_t pause = 0;  ///< cycles between its head and what follows
};

/// A flit on its way through the router. Units: cycles of the bench.
struct KitFlit {
  std::uint64_t number = 0;  ///< as its payload says it
  std::uint64_t packet = 0;
  std::uint32_t index = 0;
  std::uint32_t length = 0;
  bool head = false;
  bool tail = false;
  Place to;
  Place at;  ///< the router
  own::Family family = own::Family::kMesh;
  int in_port = 0;
  int in_lane = 0;
  std::uint64_t taken = 0;  ///< the cycle in which it moves over the input's wires
  std::uint64_t left = 0;   ///< and over those of the output
  int out_port = -1;
  int out_lane = -1;
  FlitBits bits{};
};

/// "flit 2 of 9 of packet 17 from -x, lane 1, to (3, 4)".
std::string text_of(const KitFlit& flit);

/// Gives flits numbers that no other flit inside has, and knows them again.
class FlitBook {
 public:
  FlitBook(const own::RouterDescription& router, Place at) : router_(&router), at_(at) {}

  /// The router that flits are made for from now on.
  void stand_at(Place at) { at_ = at; }
  /// Makes the next flit of a packet; it is inside from now on.
  KitFlit make(const Packet& packet, std::uint64_t packet_number, std::uint32_t index);
  void enter(const KitFlit& flit);

  enum class Match : std::uint8_t { kKnown, kChanged, kAgain, kUnknown };
  struct Found {
    Match match = Match::kUnknown;
    KitFlit flit{};  ///< that went in, unless unknown
    std::string seen;
  };
  /// Which flit the bits are; it is no longer inside.
  Found leave(const FlitBits& bits);

  /// The flits inside, oldest first.
  std::vector<KitFlit> inside() const;
  std::size_t count() const { return inside_.size(); }
  bool holds(const KitFlit& flit) const { return inside_.count(flit.number) != 0; }
  void clear();

 private:
  // The highest bit of 64 is left out: the others are different for flits that are.
  int way_from(Place at, Place to) const;
  std::uint64_t key_of(bool head, std::uint64_t payload) const {
    return payload << 1 | (head ? 1U : 0U);
  }

  const own::RouterDescription* router_;
  Place at_;
  std::uint64_t next_ = 1;
  std::unordered_map<std::uint64_t, KitFlit> inside_;
  std::unordered_map<std::uint64_t, KitFlit> gone_;
};

/// The same stream of numbers on every machine.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  /// Shape: count >= 1.
  std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>(next() % count); }
  bool chance(double probability);

 private:
  std::uint64_t state_;
};

}  // namespace flitwise::kit

#endif  // FLITWISE_TB_KIT_FLITS_H_
