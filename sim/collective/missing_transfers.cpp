// missing_transfers.cpp: goes through each rank's program as far as what has come lets it.
#include "sim/collective/missing_transfers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <tuple>
#include <utility>

namespace flitwise {
namespace {

class Progress {
 public:
  // `came`: by transfer, whether it did, or did as it must.
  Progress(const std::vector<RankOp>& program, const std::vector<bool>& came)
      : program_(program), came_(came), missing_(program.size()), behind_(program.size()) {
    for (std::size_t op = 0; op < program.size(); ++op) {
      missing_[op] = program[op].after.size();
      for (const RankDependency& dependency : program[op].after)
        behind_[dependency.op].emplace_back(op, dependency.on_start);
      if (missing_[op] == 0) started_.push_back(op);
    }
  }

  // Of sends that could start, the transfers that did not.
  std::vector<std::size_t> missing() {
    std::vector<std::size_t> missing;
    for (std::size_t i = 0; i < started_.size(); ++i) {
      const std::size_t op = started_[i];
      const RankOpKind kind = program_[op].kind;
      const bool came = kind == RankOpKind::kCompute || came_[program_[op].transfer];
      if (kind == RankOpKind::kSend && !came) missing.push_back(program_[op].transfer);
      const bool has_ended = kind != RankOpKind::kReceive || came;
      for (const auto& [next, on_start] : behind_[op])
        if ((on_start || has_ended) && --missing_[next] == 0) started_.push_back(next);
    }
    return missing;
  }

 private:
  const std::vector<RankOp>& program_;
  const std::vector<bool>& came_;
  std::vector<std::size_t> missing_;  // by operation, those that it waits for
  std::vector<std::vector<std::pair<std::size_t, bool>>> behind_;  // who waits for it, as RankOp
  std::vector<std::size_t> started_;
};

}  // namespace

std::vector<std::string> first_missing_transfers(
    const Collective& schedule, const std::vector<std::optional<std::int64_t>>& arrivals,
    const std::vector<Step>& due, const std::function<std::string(Node rank)>& name_of) {
  std::vector<bool> came;
  for (const std::optional<std::int64_t>& arrival : arrivals) came.push_back(arrival.has_value());
  std::vector<std::string> sentences;
  for (std::size_t rank = 0; rank < schedule.programs.size(); ++rank) {
    const auto missing = Progress(schedule.programs[rank], came).missing();
    if (missing.empty()) continue;
    const std::size_t first = missing.front();
    std::string sentence =
        fmt::format("transfer {} ({}){} never came, and nothing before it is missing", first,
                    schedule.transfers[first].name,
                    due.empty() ? "" : fmt::format(", due in step {},", due[first]));
    if (missing.size() > 1)
      sentence += fmt::format("; likewise {} more of {}", missing.size() - 1,
                              name_of(static_cast<Node>(rank)));
    sentences.push_back(std::move(sentence));
  }
  return sentences;
}

std::vector<std::string> first_untimely_transfer(
    const Collective& schedule, const std::vector<std::optional<std::int64_t>>& arrivals,
    const std::vector<Step>& due, const std::function<std::string(Node rank)>& name_of) {
  std::vector<bool> came;
  for (std::size_t t = 0; t < due.size(); ++t) came.push_back(arrivals[t] == due[t]);
  const auto untimely = std::count(came.begin(), came.end(), false);
  // By the step in which it was noticed: it came, or it should have come.
  std::optional<std::tuple<Step, std::size_t, Node>> first;
  for (std::size_t rank = 0; rank < schedule.programs.size(); ++rank)
    for (const std::size_t t : Progress(schedule.programs[rank], came).missing()) {
      const std::tuple one{std::min(*arrivals[t], due[t]), t, static_cast<Node>(rank)};
      if (!first || one < *first) first = one;
    }
  if (!first) return {};
  const auto [noticed, transfer, rank] = *first;
  const Step late = *arrivals[transfer] - due[transfer];
  std::string sentence = fmt::format(
      "step {}: transfer {} ({}) of {} comes {} step{} {}, the first that is not on time",
      *arrivals[transfer], transfer, schedule.transfers[transfer].name, name_of(rank),
      std::abs(late), std::abs(late) == 1 ? "" : "s", late > 0 ? "late" : "early");
  if (untimely > 1) sentence += fmt::format("; {} more are not", untimely - 1);
  return {sentence};
}

}  // namespace flitwise
