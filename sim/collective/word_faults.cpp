#include "sim/collective/word_faults.h"

#include <fmt/format.h>

#include <algorithm>

#include "systemc/protocols/faults.h"
#include "tb/theory/collective/collective_timing.h"

namespace flitwise {
namespace {

const std::vector<RankOp>& program_of(const Value& value, const WordRun& run, Node pe) {
  const Collective& schedule = run.plan->schedule;
  if (pe >= schedule.ranks())
    throw bad_value(
        value, fmt::format("is no PE of the network, which are 0 to {}", schedule.ranks() - 1));
  return schedule.programs[index_of(pe)];
}

bool sends_something(const std::vector<RankOp>& program) {
  return std::any_of(program.begin(), program.end(),
                     [](const RankOp& op) { return op.kind == RankOpKind::kSend; });
}

protocols::PlacedTransfers placed(const Collective& schedule) {
  protocols::PlacedTransfers all;
  for (const CollectiveTransfer& transfer : schedule.transfers)
    all.push_back({transfer.from, transfer.to, transfer.flits, transfer.hops});
  return all;
}

// In which steps the operations of all PEs start.
theory::CollectiveTiming timing_of(const Value& early, const WordRun& run, const Machine& machine) {
  const Collective& schedule = run.plan->schedule;
  const auto carrier = machine.carry(placed(schedule));
  if (!carrier->way(0)) throw bad_value(early, "cannot be: no times are predicted on this network");
  theory::CollectiveTiming timing = theory::time_collective(
      schedule, [&](std::size_t transfer) { return *carrier->way(transfer); });
  if (!timing.is_exact())
    throw bad_value(early, "would be early unseen: messages meet, so that no times are predicted");
  return timing;
}

// Of all messages.
std::vector<Step> leaving_times(const Collective& schedule, const Machine& machine) {
  const auto carrier = machine.carry(placed(schedule));
  return theory::time_collective(schedule,
                                 [&](std::size_t transfer) { return *carrier->way(transfer); })
      .leaves;
}

}  // namespace

std::vector<RankOp> early_program(const Value& early, const WordRun& run, const Machine& machine) {
  const Node pe = *run.fault.early;
  std::vector<RankOp> program = program_of(early, run, pe);
  if (!sends_something(program)) throw bad_value(early, "has nothing that it could send early");
  const theory::CollectiveTiming timing = timing_of(early, run, machine);
  std::vector<Step> starts;
  for (const theory::OpTimes& op : timing.ops[index_of(pe)]) starts.push_back(op.start);
  if (protocols::make_early(program, starts, run.fault.by) == 0)
    throw bad_value(early, "sends all that it has in the first step already");
  Collective broken = run.plan->schedule;
  broken.programs[index_of(pe)] = program;
  if (leaving_times(broken, machine) == timing.leaves)
    throw bad_value(early, "is early unseen: its port has other messages before it all the time");
  return program;
}

void check_mute(const Value& mute, const WordRun& run) {
  if (!sends_something(program_of(mute, run, *run.fault.mute)))
    throw bad_value(mute, "has nothing to send: its silence would go unseen");
}

}  // namespace flitwise
