#include "tb/check/collective/result_monitor.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "tb/check/collective/unmet_operands.h"

namespace flitwise::check {

void ResultMonitor::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  if (!transfers.empty()) quiesce_ = step;
  flit_hops_ += static_cast<std::int64_t>(transfers.size());
}

void ResultMonitor::report_routers(const Network& network, const Injector& injector,
                                   const CombinePlan& plan) {
  for (const Violation& violation : network.violations()) {
    if (is_known(violation)) continue;
    if (violation.kind != ViolationKind::kMismatch) {
      report(violation);
      continue;
    }
    for (std::string& sentence : unmet_operands(violation, plan, names_))
      router_error(std::move(sentence));
  }
  report_conflicts(injector);
}

void ResultMonitor::count_results(Step step, Flits results) {
  delivered_ += results;
  finish_ = step;
}

void ResultMonitor::write_counts(std::string& bytes) const {
  for (const std::int64_t count : {delivered_, flit_hops_, finish_, quiesce_})
    bytes::put(bytes, count);
}

void ResultMonitor::add_counts(bytes::Reader& reader) {
  for (std::int64_t* count : {&delivered_, &flit_hops_}) *count += reader.take<std::int64_t>();
  for (Step* step : {&finish_, &quiesce_}) *step = std::max(*step, reader.take<Step>());
}

std::string ResultMonitor::name(Node node) const {
  return index_of(node) < names_.size() ? names_[index_of(node)] : fmt::format("PE {}", node);
}

}  // namespace flitwise::check
