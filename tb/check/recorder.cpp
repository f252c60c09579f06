#include "tb/check/recorder.h"

namespace flitwise::check {

void Recorder::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  const auto read = data_value_ == DataValue::kDestination ? to_fat_tree_event : to_event;
  for (const LinkTransfer& t : transfers) events_.push_back(read(step, t.from, t.to, t.flit));
}

}  // namespace flitwise::check
