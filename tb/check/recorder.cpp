#include "tb/check/recorder.h"

#include <algorithm>
#include <utility>

namespace flitwise::check {

void Recorder::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  if (decode_) {
    for (const LinkTransfer& t : transfers) events_.push_back(decode_(step, t));
    return;
  }
  transfers_.insert(transfers_.end(), transfers.begin(), transfers.end());
  steps_.push_back({step, transfers_.size()});
}

const std::vector<LinkEvent>& Recorder::events() const {
  events_.reserve(events_.size() + transfers_.size());
  auto transfer = transfers_.cbegin();
  for (const Recorded& recorded : steps_)
    for (; transfer != transfers_.cbegin() + static_cast<std::ptrdiff_t>(recorded.transfers);
         ++transfer)
      events_.push_back(decode_flit_(recorded.step, transfer->from, transfer->to, transfer->flit));
  std::vector<LinkTransfer>().swap(transfers_);
  steps_.clear();
  return events_;
}

std::vector<LinkEvent> Recorder::sorted_events() const {
  std::vector<LinkEvent> sorted = events();
  std::sort(sorted.begin(), sorted.end());
  return sorted;
}

// Within a step in the order of nodes.
void Recorder::add(std::vector<LinkEvent> before, const std::vector<LinkEvent>& behind) {
  const auto is_earlier = [](const LinkEvent& a, const LinkEvent& b) { return a.step < b.step; };
  std::vector<LinkEvent> all = std::move(before);
  const std::vector<LinkEvent>& own = events();
  all.insert(all.end(), own.begin(), own.end());
  all.insert(all.end(), behind.begin(), behind.end());
  std::stable_sort(all.begin(), all.end(), is_earlier);
  events_ = std::move(all);
}

}  // namespace flitwise::check
