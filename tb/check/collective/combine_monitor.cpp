#include "tb/check/collective/combine_monitor.h"

#include <fmt/format.h>

#include <numeric>
#include <utility>

namespace flitwise::check {

CombineMonitor::CombineMonitor(const CombinePlan& plan, std::vector<Flits> due, Handover handover,
                               std::vector<std::string> names)
    : ResultMonitor(std::accumulate(due.begin(), due.end(), Flits{0}), std::move(names)),
      plan_(plan),
      due_(std::move(due)),
      handover_(handover),
      received_(due_.size()),
      injected_(due_.size()) {}

void CombineMonitor::on_transfers(Step step, const std::vector<LinkTransfer>& transfers) {
  ResultMonitor::on_transfers(step, transfers);
  for (const Delivery& delivery : in_ports_) take(step, delivery);
  in_ports_.clear();
}

void CombineMonitor::on_edge(Step step, const Network& network, const Injector& injector) {
  if (plan_.floods())
    report_ports(network, injector);
  else
    report_routers(network, injector, plan_);
  for (const Injection& injection : injector.injections()) ++injected_[index_of(injection.node)];
  if (handover_ == Handover::kFromPorts)
    in_ports_ = network.deliveries();
  else
    for (const Delivery& delivery : network.deliveries()) take(step, delivery);
}

void CombineMonitor::take(Step step, const Delivery& delivery) {
  const bool is_pe = index_of(delivery.node) < due_.size();
  if (!is_pe || received_[index_of(delivery.node)] == due_[index_of(delivery.node)])
    return flit_error(fmt::format("step {}: {} receives a result more than the {} that it must get",
                                  step, name(delivery.node),
                                  is_pe ? due_[index_of(delivery.node)] : 0));
  ++received_[index_of(delivery.node)];
  count_results(step, 1);
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
