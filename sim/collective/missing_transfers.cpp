// missing_transfers.cpp: goes through each rank's program as far as what has come lets it.
#include "sim/collective/missing_transfers.h"

#include <fmt/format.h>

#include <utility>

namespace flitwise {
namespace {

class Progress {
 public:
  Progress(const std::vector<RankOp>& program,
           const std::vector<std::optional<std::int64_t>>& arrivals)
      : program_(program), arrivals_(arrivals), missing_(program.size()), behind_(program.size()) {
    for (std::size_t op = 0; op < program.size(); ++op) {
      missing_[op] = program[op].after.size();
      for (const RankDependency& dependency : program[op].after)
        behind_[dependency.op].emplace_back(op, dependency.on_start);
      if (missing_[op] == 0) started_.push_back(op);
    }
  }

  // Of sends that could start, the transfers that never came.
  std::vector<std::size_t> missing() {
    std::vector<std::size_t> missing;
    for (std::size_t i = 0; i < started_.size(); ++i) {
      const std::size_t op = started_[i];
      const RankOpKind kind = program_[op].kind;
      const bool came = kind == RankOpKind::kCompute || arrivals_[program_[op].transfer];
      if (kind == RankOpKind::kSend && !came) missing.push_back(program_[op].transfer);
      const bool has_ended = kind != RankOpKind::kReceive || came;
      for (const auto& [next, on_start] : behind_[op])
        if ((on_start || has_ended) && --missing_[next] == 0) started_.push_back(next);
    }
    return missing;
  }

 private:
  const std::vector<RankOp>& program_;
  const std::vector<std::optional<std::int64_t>>& arrivals_;
  std::vector<std::size_t> missing_;  // by operation, those that it waits for
  std::vector<std::vector<std::pair<std::size_t, bool>>> behind_;  // who waits for it, as RankOp
  std::vector<std::size_t> started_;
};

}  // namespace

std::vector<std::string> first_missing_transfers(
    const Collective& schedule, const std::vector<std::optional<std::int64_t>>& arrivals,
    const std::vector<Step>& due, const std::function<std::string(Node rank)>& name_of) {
  std::vector<std::string> sentences;
  for (std::size_t rank = 0; rank < schedule.programs.size(); ++rank) {
    const auto missing = Progress(schedule.programs[rank], arrivals).missing();
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

}  // namespace flitwise
