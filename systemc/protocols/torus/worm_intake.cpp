#include "systemc/protocols/torus/worm_intake.h"

#include <algorithm>

#include "systemc/protocols/complaint_book.h"

namespace flitwise::protocols {

// One by one: there are few, and this runs for every flit that comes.
std::vector<WormIntake::Position>::iterator WormIntake::find(const WormName& worm) {
  auto position = open_.begin();
  while (position != open_.end() && position->worm != worm) ++position;
  return position;
}

WormIntake::Taken WormIntake::take(const Arrival& arrival, Flits length) {
  auto position = find(worm_of(arrival));
  if (position == open_.end()) position = open_.insert(position, {worm_of(arrival), 0, 0});
  Taken taken;
  const Flits due = position->last_index + 1;
  if (arrival.index != due)
    taken.fault = "expected flit " + std::to_string(due) + " of this message";
  else if (arrival.is_last != (arrival.index == length))
    taken.fault = std::string(arrival.is_last ? "marked" : "not marked") + " as the last one of " +
                  std::to_string(length);
  position->last_index = arrival.index;
  ++position->flits;
  if (arrival.is_last) {
    taken.is_complete = position->flits == length;
    *position = open_.back();
    open_.pop_back();
  }
  return taken;
}

Flits WormIntake::taken(const WormName& worm) const {
  for (const Position& position : open_)
    if (position.worm == worm) return position.flits;
  return 0;
}

std::vector<WormName> WormIntake::open() const {
  std::vector<WormName> worms;
  for (const Position& position : open_) worms.push_back(position.worm);
  std::sort(worms.begin(), worms.end());
  return worms;
}

}  // namespace flitwise::protocols
