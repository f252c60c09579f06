#include "tb/check/collective/combine_monitor.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "systemc/network/collective/combine_flit.h"

namespace flitwise::check {

CombineMonitor::CombineMonitor(const CombinePlan& plan, std::vector<Flits> due, Handover handover,
                               std::vector<std::string> names)
    : ResultMonitor(std::accumulate(due.begin(), due.end(), Flits{0}), std::move(names)),
      plan_(plan),
      due_(std::move(due)),
      handover_(handover),
      received_(due_.size()),
      injected_(due_.size()) {
  std::size_t numbers = 0;
  for (const CombineTree& tree : plan.trees) {
    first_number_.push_back(numbers);
    numbers += static_cast<std::size_t>(std::min<Flits>(tree.words, kCombineNumbers));
  }
  handed_.assign(due_.size(), std::vector<std::uint16_t>(numbers));
}

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
  for (const Injection& injection : injector.injections()) {
    ++injected_[index_of(injection.node)];
    count_operand(step + 1, injection);  // in which a leaf's crosses its first link
  }
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

// Numbers begin again from 0, so that those of long vectors come several times.
void CombineMonitor::count_operand(Step step, const Injection& injection) {
  const CombineFlit flit = combine_flit(injection.flit);
  if (flit.kind != FlitKind::kCombine || flit.tree >= plan_.trees.size()) return;
  const CombineTree& tree = plan_.trees[flit.tree];
  const auto first = static_cast<std::uint32_t>(tree.first_word % kCombineNumbers);
  const Flits place = (flit.number + kCombineNumbers - first) % kCombineNumbers;
  if (place >= tree.words) return;  // another tree's, which its router drops
  const auto times_of = [&](Flits number) -> std::uint16_t& {
    return handed_[index_of(injection.node)]
                  [first_number_[flit.tree] + static_cast<std::size_t>(number)];
  };
  // A number comes again when all others have, so that it is behind the one before it.
  const Flits last = std::min<Flits>(tree.words, kCombineNumbers) - 1;
  const Flits rounds = (tree.words - 1 - place) / kCombineNumbers + 1;
  const Flits most = place == 0 ? times_of(last) + 1 : std::max<Flits>(times_of(place - 1), 1);
  if (++times_of(place) > std::min(most, rounds))
    flit_error(fmt::format("step {}: {} hands its operand of word {} over once more, tree {}", step,
                           name(injection.node), flit.number, flit.tree));
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
