// chunk_contents.cpp: chunks that have names, held against a schedule's demands.
#include <fmt/format.h>

#include "sim/collective/run_contents.h"
#include "tb/check/collective/result_tally.h"

namespace flitwise {
namespace {

class ChunkContents final : public RunContents {
 public:
  explicit ChunkContents(const CollectiveScenario& scenario) : schedule_(*scenario.schedule) {}

  std::vector<std::unique_ptr<protocols::CellContents>> make() override {
    auto payloads = std::make_shared<protocols::Payloads<CellContent>>(schedule_.transfers.size());
    std::vector<std::unique_ptr<protocols::CellContents>> all;
    for (const std::vector<CellContent>& memory : schedule_.memory) {
      auto cells = std::make_unique<protocols::ChunkCells>(memory, payloads);
      cells_.push_back(cells.get());
      all.push_back(std::move(cells));
    }
    return all;
  }

  void check(const std::function<std::string(Node)>& name_of, Came /*came*/,
             const std::vector<std::optional<std::int64_t>>& /*arrivals*/,
             Evidence& evidence) const override {
    if (schedule_.demands.empty()) return;
    std::size_t wrong = 0;
    for (const CellDemand& demand : schedule_.demands) {
      const CellContent& found = cells_[index_of(demand.rank)]->memory()[index_of(demand.cell)];
      if (found == demand.content) continue;
      if (wrong++ < check::kMostContentsTold)
        evidence.problems.push_back(fmt::format("rank {} ({}): {} holds {}, not {}", demand.rank,
                                                name_of(demand.rank), demand.name, text_of(found),
                                                text_of(demand.content)));
    }
    const std::size_t all = schedule_.demands.size();
    if (wrong > check::kMostContentsTold)
      evidence.problems.push_back(
          fmt::format("and {} more cells hold the wrong", wrong - check::kMostContentsTold));
    evidence.checks.push_back({"contents", fmt::format("{} of {} chunks", all - wrong, all),
                               fmt::format("{} of {} chunks", all, all), wrong == 0,
                               "every rank ends with the chunks that the collective gives it"});
  }

 private:
  const Collective& schedule_;
  std::vector<const protocols::ChunkCells*> cells_;  // the PEs'
};

}  // namespace

std::unique_ptr<RunContents> make_chunk_contents(const CollectiveScenario& scenario) {
  return std::make_unique<ChunkContents>(scenario);
}

std::string text_of(const CellContent& content) {
  if (content.empty()) return "nothing";
  constexpr std::size_t kMostChunks = 4;
  std::string text;
  for (std::size_t i = 0; i < content.size() && i < kMostChunks; ++i)
    text += fmt::format("{}chunk {} of rank {}", i == 0 ? "" : " + ", content[i].index,
                        content[i].rank);
  if (content.size() > kMostChunks) text += fmt::format(" + {} more", content.size() - kMostChunks);
  return text;
}

}  // namespace flitwise
