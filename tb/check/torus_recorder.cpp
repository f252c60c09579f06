#include "tb/check/torus_recorder.h"

namespace flitwise::check {

void TorusRecorder::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  for (const LinkTransfer& t : transfers)
    events_.push_back(to_torus_event(step, t.from, t.to, t.flit));
}

}  // namespace flitwise::check
