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

// Within a step in the order of nodes.
void Recorder::add(const std::vector<LinkEvent>& before, const std::vector<LinkEvent>& behind) {
  const auto is_earlier = [](const LinkEvent& a, const LinkEvent& b) { return a.step < b.step; };
  std::vector<LinkEvent> all = before;
  all.insert(all.end(), events_.begin(), events_.end());
  all.insert(all.end(), behind.begin(), behind.end());
  std::stable_sort(all.begin(), all.end(), is_earlier);
  events_ = std::move(all);
}

}  // namespace flitwise::check
