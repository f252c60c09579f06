#include "tests/protocols/collective/torus_plan_checks.h"

#include "tests/support/plan_times.h"

namespace flitwise::protocols::test {
namespace {

std::vector<TorusLink> path_of(const CollectiveTransfer& transfer, const Torus& torus) {
  return torus.path(transfer.from, transfer.hops);
}

// A port a channel; the link into the PE is its receiver's own.
flitwise::test::PlanWay way_of(const CollectiveTransfer& transfer, const Torus& torus) {
  flitwise::test::PlanWay way;
  Step delay = 0;
  for (const TorusLink& link : path_of(transfer, torus))
    way.resources.push_back({torus.link_index(link), delay++});
  way.port = way.resources.front().number;
  way.hops = delay + 1;
  return way;
}

}  // namespace

TorusPlanTimes torus_plan_times(const CollectivePlan& plan, const Torus& torus) {
  const Collective& schedule = plan.schedule;
  const auto run = flitwise::test::plan_times(
      schedule, [&](const CollectiveTransfer& transfer) { return way_of(transfer, torus); },
      flitwise::test::PlanPace::kOwn);
  TorusPlanTimes times;
  times.done = run.done;
  times.finish = run.finish;
  times.worms = schedule.transfers.size();
  times.complaints = run.complaints;
  for (const CollectiveTransfer& transfer : schedule.transfers)
    times.crossings += transfer.flits * static_cast<Flits>(path_of(transfer, torus).size());
  for (const std::vector<RankOp>& program : schedule.programs)
    for (const RankOp& op : program)
      if (op.kind == RankOpKind::kSend && run.starts[op.transfer] > op.not_before) ++times.late;
  return times;
}

}  // namespace flitwise::protocols::test
