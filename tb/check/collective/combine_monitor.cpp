#include "tb/check/collective/combine_monitor.h"

#include <fmt/format.h>

#include <numeric>
#include <utility>

namespace flitwise::check {

CombineMonitor::CombineMonitor(std::vector<Flits> due, Step delay, std::vector<std::string> names)
    : due_(std::move(due)),
      delay_(delay),
      names_(std::move(names)),
      received_(due_.size()),
      expected_(std::accumulate(due_.begin(), due_.end(), Flits{0})) {}

void CombineMonitor::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  if (!transfers.empty()) quiesce_ = step;
  flit_hops_ += static_cast<std::int64_t>(transfers.size());
}

void CombineMonitor::on_edge(Step step, const Network& network, const Injector& injector) {
  report_ports(network, injector);
  for (const Delivery& delivery : network.deliveries()) {
    const bool is_pe = index_of(delivery.node) < due_.size();
    if (!is_pe || received_[index_of(delivery.node)] == due_[index_of(delivery.node)]) {
      flit_error(fmt::format("step {}: {} receives a result more than the {} that it must get",
                             step + delay_, node_name(delivery.node),
                             is_pe ? due_[index_of(delivery.node)] : 0));
      continue;
    }
    ++received_[index_of(delivery.node)];
    ++delivered_;
    finish_ = step + delay_;
  }
}

void CombineMonitor::close() {
  for (std::size_t pe = 0; pe < due_.size(); ++pe) {
    const Flits missing = due_[pe] - received_[pe];
    if (missing > 0)
      never_came(fmt::format("{} of {} results of {} never came", missing, due_[pe],
                             node_name(static_cast<Node>(pe))),
                 missing);
  }
}

std::string CombineMonitor::node_name(Node node) const {
  return index_of(node) < names_.size() ? names_[index_of(node)] : fmt::format("PE {}", node);
}

}  // namespace flitwise::check
