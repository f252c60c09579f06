#include "tb/check/star/star_meter.h"

#include <algorithm>

namespace flitwise::check {

StarMeter::StarMeter(int order, Flits flits, StarCarriage carriage)
    : degree_(order - 1), flits_(flits), carriage_(carriage) {}

void StarMeter::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  if (transfers.empty()) return;
  if (first_ == 0) first_ = step;
  quiesce_ = step;
  flit_hops_ += static_cast<std::int64_t>(transfers.size());
  for (const LinkTransfer& transfer : transfers) {
    if (!is_intact(transfer.flit)) {
      errors_.push_back({step, transfer.from, static_cast<int>(transfer.lane) - degree_ + 2});
      continue;
    }
    if (!unpack(transfer.flit).head) continue;
    const StarHeadView head = view_head(transfer.flit, carriage_);
    ++(head.acknowledges ? acknowledgements_ : transmissions_);
    if (head.ends_here && !head.acknowledges) finish_ = step + flits_ - 1;
  }
}

Step StarMeter::packet_steps() const {
  return first_ == 0 ? 0 : (quiesce_ - first_ + flits_) / flits_;
}

}  // namespace flitwise::check
