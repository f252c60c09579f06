#include "tb/check/collective/result_monitor.h"

#include <fmt/format.h>

namespace flitwise::check {

void ResultMonitor::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  if (!transfers.empty()) quiesce_ = step;
  flit_hops_ += static_cast<std::int64_t>(transfers.size());
}

void ResultMonitor::count_result(Step step) {
  ++delivered_;
  finish_ = step;
}

std::string ResultMonitor::name(Node node) const {
  return index_of(node) < names_.size() ? names_[index_of(node)] : fmt::format("PE {}", node);
}

}  // namespace flitwise::check
