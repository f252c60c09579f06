#include "sim/collective/word_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

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

// In which steps the operations of all PEs start. `unknown` is what it means for the fault that
// nothing is predicted of messages that meet.
theory::CollectiveTiming timing_of(const Value& fault, const char* unknown, const WordRun& run,
                                   const Machine& machine) {
  const Collective& schedule = run.plan->schedule;
  const auto carrier = machine.carry(placed(schedule));
  if (!carrier->way(0)) throw bad_value(fault, "cannot be: no times are predicted on this network");
  theory::CollectiveTiming timing = theory::time_collective(
      schedule, [&](std::size_t transfer) { return *carrier->way(transfer); });
  if (!timing.is_exact())
    throw bad_value(
        fault, fmt::format("{}: {}, so that no times are predicted", unknown,
                           timing.meeting ? "messages meet"
                                          : "messages are too many to look whether any two meet"));
  return timing;
}

std::vector<Step> starts_of(const theory::CollectiveTiming& timing, Node pe) {
  std::vector<Step> starts;
  for (const theory::OpTimes& op : timing.ops[index_of(pe)]) starts.push_back(op.start);
  return starts;
}

// Of all messages.
std::vector<Step> leaving_times(const Collective& schedule, const Machine& machine) {
  const auto carrier = machine.carry(placed(schedule));
  return theory::time_collective(schedule,
                                 [&](std::size_t transfer) { return *carrier->way(transfer); })
      .leaves;
}

}  // namespace

BrokenProgram early_program(const Value& early, const WordRun& run, const Machine& machine) {
  const Node pe = *run.fault.early;
  std::vector<RankOp> program = program_of(early, run, pe);
  if (!sends_something(program)) throw bad_value(early, "has nothing that it could send early");
  const theory::CollectiveTiming timing = timing_of(early, "would be early unseen", run, machine);
  if (protocols::make_early(program, starts_of(timing, pe), run.fault.by) == 0)
    throw bad_value(early, "sends all that it has in the first step already");
  Collective broken = run.plan->schedule;
  broken.programs[index_of(pe)] = program;
  if (leaving_times(broken, machine) == timing.leaves)
    throw bad_value(early, "is early unseen: its port has other messages before it all the time");
  return {pe, std::move(program)};
}

BrokenProgram late_program(const Value& late, const WordRun& run, const Machine& machine) {
  const Node pe = *run.fault.late;
  std::vector<RankOp> program = program_of(late, run, pe);
  if (!sends_something(program)) throw bad_value(late, "has nothing that it could send late");
  const theory::CollectiveTiming timing = timing_of(late, "cannot be", run, machine);
  protocols::make_late(program, starts_of(timing, pe), run.fault.by);
  return {pe, std::move(program)};
}

BrokenProgram double_program(const Value& twice, const WordRun& run) {
  const Node pe = *run.doubled;
  std::vector<RankOp> program = program_of(twice, run, pe);
  const std::vector<WordPlace>& held = run.plan->held;
  const auto first = std::find_if(held.begin(), held.end(),
                                  [&](const WordPlace& place) { return place.rank == pe; });
  protocols::make_double(program, first->cell);
  return {pe, std::move(program)};
}

void check_mute(const Value& mute, const WordRun& run) {
  if (!sends_something(program_of(mute, run, *run.fault.mute)))
    throw bad_value(mute, "has nothing to send: its silence would go unseen");
}

}  // namespace flitwise
