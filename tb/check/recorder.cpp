#include "tb/check/recorder.h"

#include <algorithm>
#include <tuple>

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

void Recorder::add(const std::vector<LinkEvent>& of_others) {
  const auto own = static_cast<std::ptrdiff_t>(events().size());
  events_.insert(events_.end(), of_others.begin(), of_others.end());
  std::inplace_merge(events_.begin(), events_.begin() + own, events_.end(),
                     [](const LinkEvent& a, const LinkEvent& b) {
                       return std::tie(a.step, a.from) < std::tie(b.step, b.from);
                     });
}

}  // namespace flitwise::check
