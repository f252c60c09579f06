#include "tb/check/recorder.h"

#include <algorithm>

namespace flitwise::check {

void Recorder::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  for (const LinkTransfer& t : transfers) events_.push_back(decode_(step, t));
}

std::vector<LinkEvent> Recorder::sorted_events() const {
  std::vector<LinkEvent> sorted = events_;
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

}  // namespace flitwise::check
