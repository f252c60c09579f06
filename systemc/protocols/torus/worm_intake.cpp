#include "systemc/protocols/torus/worm_intake.h"

#include "systemc/protocols/complaint_book.h"

namespace flitwise::protocols {

WormIntake::Taken WormIntake::take(const Arrival& arrival, Flits length) {
  Position& position = open_[worm_of(arrival)];
  Taken taken;
  const Flits due = position.last_index + 1;
  if (arrival.index != due)
    taken.fault = "expected flit " + std::to_string(due) + " of this message";
  else if (arrival.is_last != (arrival.index == length))
    taken.fault = std::string(arrival.is_last ? "marked" : "not marked") + " as the last one of " +
                  std::to_string(length);
  position.last_index = arrival.index;
  ++position.flits;
  if (arrival.is_last) {
    taken.is_complete = position.flits == length;
    open_.erase(worm_of(arrival));
  }
  return taken;
}

Flits WormIntake::taken(const WormName& worm) const {
  const auto found = open_.find(worm);
  return found == open_.end() ? 0 : found->second.flits;
}

std::vector<WormName> WormIntake::open() const {
  std::vector<WormName> worms;
  for (const auto& [worm, position] : open_) worms.push_back(worm);
  return worms;
}

}  // namespace flitwise::protocols
