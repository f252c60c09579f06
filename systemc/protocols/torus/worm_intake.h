// worm_intake.h: takes in messages that reach a PE over several ports at once.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TORUS_WORM_INTAKE_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TORUS_WORM_INTAKE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "systemc/protocols/pe_protocol.h"

namespace flitwise::protocols {

/// A message by its sender and its number there.
using WormName = std::pair<Node, std::uint32_t>;

inline WormName worm_of(const Arrival& arrival) { return {arrival.message, arrival.packet}; }

/// Follows messages whose flits may come in turns, each message's own in order.
class WormIntake {
 public:
  struct Taken {
    std::optional<std::string> fault;  ///< what is wrong with the flit
    bool is_complete = false;          ///< it was the last one, and `length` have come
  };

  /// Takes a flit of a message of `length` flits. A wrong flit is taken as the new position all the
  /// same, so that one lost flit draws one sentence.
  Taken take(const Arrival& arrival, Flits length);

  /// Flits taken of a message that is not complete.
  Flits taken(const WormName& worm) const;
  /// Messages begun and not complete, in increasing order.
  std::vector<WormName> open() const;

 private:
  struct Position {
    WormName worm;
    Flits last_index = 0;
    Flits flits = 0;
  };
  std::vector<Position>::iterator find(const WormName& worm);

  std::vector<Position> open_;  // few: as many as come in turns
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TORUS_WORM_INTAKE_H_
