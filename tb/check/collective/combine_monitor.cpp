#include "tb/check/collective/combine_monitor.h"

#include <fmt/format.h>

#include <numeric>
#include <utility>

namespace flitwise::check {

CombineMonitor::CombineMonitor(std::vector<Flits> due, Step delay, std::vector<std::string> names)
    : ResultMonitor(std::accumulate(due.begin(), due.end(), Flits{0}), std::move(names)),
      due_(std::move(due)),
      delay_(delay),
      received_(due_.size()) {}

void CombineMonitor::on_edge(Step step, const Network& network, const Injector& injector) {
  report_ports(network, injector);
  for (const Delivery& delivery : network.deliveries()) {
    const bool is_pe = index_of(delivery.node) < due_.size();
    if (!is_pe || received_[index_of(delivery.node)] == due_[index_of(delivery.node)]) {
      flit_error(fmt::format("step {}: {} receives a result more than the {} that it must get",
                             step + delay_, name(delivery.node),
                             is_pe ? due_[index_of(delivery.node)] : 0));
      continue;
    }
    ++received_[index_of(delivery.node)];
    count_result(step + delay_);
  }
}

void CombineMonitor::close() {
  for (std::size_t pe = 0; pe < due_.size(); ++pe) {
    const Flits missing = due_[pe] - received_[pe];
    if (missing > 0)
      never_came(fmt::format("{} of {} results of {} never came", missing, due_[pe],
                             name(static_cast<Node>(pe))),
                 missing);
  }
}

}  // namespace flitwise::check
