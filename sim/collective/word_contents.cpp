// word_contents.cpp: words with their operands, held against what theory says they must be.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "sim/collective/run_contents.h"
#include "sim/collective/word_figures.h"
#include "tb/check/collective/result_tally.h"
#include "tb/theory/collective/collective_contents.h"

namespace flitwise {
namespace {

// Where messages never came, words lack operands, and the first few show it.
constexpr std::size_t kMostOfSomeTold = 3;

class WordContents final : public RunContents {
 public:
  explicit WordContents(const CollectiveScenario& scenario)
      : run_(*scenario.words), pes_(static_cast<Node>(scenario.pe_of.size())) {}

  std::vector<std::unique_ptr<protocols::CellContents>> make() override {
    const CollectivePlan& plan = *run_.plan;
    std::vector<std::vector<Word>> memory;
    for (const Cell cells : plan.cells) memory.emplace_back(index_of(cells));
    for (const WordPlace& held : plan.held)
      memory[index_of(held.rank)][index_of(held.cell)] = {
          test_operand(held.word, run_.arithmetic.width), 1, fingerprint(held.word)};
    auto payloads = std::make_shared<protocols::Payloads<Word>>(plan.schedule.transfers.size());
    std::vector<std::unique_ptr<protocols::CellContents>> all;
    for (std::vector<Word>& words : memory) {
      auto cells =
          std::make_unique<protocols::WordCells>(std::move(words), payloads, run_.arithmetic);
      cells_.push_back(cells.get());
      all.push_back(std::move(cells));
    }
    return all;
  }

  void check(const std::function<std::string(Node)>& name_of, Came came,
             const std::vector<std::optional<std::int64_t>>& arrivals,
             Evidence& evidence) const override {
    const std::size_t told = came == Came::kAll ? check::kMostContentsTold : kMostOfSomeTold;
    std::size_t wrong = 0;
    for (const WordPlace& due : run_.plan->due) {
      const Word& found = word_at(due);
      const Word& expected = due_word(due);
      if (found == expected) continue;
      if (wrong++ < told)
        evidence.problems.push_back(fmt::format("{}: word {} {}", name_of(due.rank), due.word.word,
                                                difference(due, found, expected, arrivals)));
    }
    const std::size_t all = run_.plan->due.size();
    if (wrong > told)
      evidence.problems.push_back(fmt::format("and {} more words are wrong", wrong - told));
    evidence.checks.push_back(check::contents_check(
        all, wrong, run_.results.empty() ? "once" : "as often as there are ways that bring it"));
  }

  // Of one PE's results, in the order of their words: those of the first PE that is due any.
  void add_figures(Ledger& ledger) const override {
    std::vector<std::uint32_t> measured, predicted;
    const std::vector<WordPlace>& due = run_.plan->due;
    for (const WordPlace& place : due) {
      if (place.rank != due.front().rank) continue;
      measured.push_back(word_at(place).value);
      predicted.push_back(due_word(place).value);
    }
    add_result_crc(measured, predicted, ledger);
  }

 private:
  const Word& word_at(const WordPlace& place) const {
    return cells_[index_of(place.rank)]->memory()[index_of(place.cell)];
  }
  const Word& due_word(const WordPlace& place) const {
    if (!run_.results.empty()) return run_.results[index_of(place.rank)];
    const WordName& name = place.word;
    const auto [found, is_new] = due_.try_emplace({name.of, name.word});
    if (is_new) found->second = theory::due_word(name, pes_, run_.arithmetic);
    return found->second;
  }

  // As many as must be there, but not those.
  std::string other_operands(const WordName& name, const Word& found, const Word& expected) const {
    constexpr Node kMostTried = 256;  // all pairs are
    for (Node twice = 0; twice < std::min(pes_, kMostTried); ++twice)
      for (Node none = 0; none < std::min(pes_, kMostTried); ++none)
        if (fingerprint({twice, name.word}) - fingerprint({none, name.word}) ==
            found.set - expected.set)
          return fmt::format("has the operand of PE {} twice and lacks that of PE {}", twice, none);
    return fmt::format("has {} operands, but not those that it must have", found.operands);
  }

  // What came last into the place: " by step 4 (from PE 2 in tree 2)".
  std::string last_into(const WordPlace& place,
                        const std::vector<std::optional<std::int64_t>>& arrivals) const {
    const RankOp* last = nullptr;
    for (const RankOp& op : run_.plan->schedule.programs[index_of(place.rank)])
      if (op.kind == RankOpKind::kReceive && arrivals[op.transfer] &&
          std::find(op.writes.begin(), op.writes.end(), place.cell) != op.writes.end() &&
          (last == nullptr || arrivals[last->transfer] < arrivals[op.transfer]))
        last = &op;
    return last == nullptr ? ""
                           : fmt::format(" by step {} ({})", *arrivals[last->transfer], last->name);
  }

  // "lacks the operand of PE 3", as far as one operand explains it.
  std::string difference(const WordPlace& place, const Word& found, const Word& expected,
                         const std::vector<std::optional<std::int64_t>>& arrivals) const {
    const WordName& name = place.word;
    if (found.operands == 0) return "is missing";
    const auto is_of = [&](Node pe, std::uint64_t set) {
      return fingerprint({pe, name.word}) == set;
    };
    for (Node pe = 0; pe < pes_; ++pe) {
      if (is_of(pe, expected.set - found.set) && found.operands + 1 == expected.operands)
        return fmt::format("lacks the operand of PE {}", pe);
      if (is_of(pe, found.set - expected.set) && found.operands - 1 == expected.operands)
        return fmt::format("has the operand of PE {} twice{}", pe, last_into(place, arrivals));
    }
    if (found.set == expected.set && found.operands == expected.operands)
      return fmt::format("is {:#x}, not {:#x}, of the right operands", found.value, expected.value);
    if (found.operands == expected.operands) return other_operands(name, found, expected);
    return fmt::format("has {} operand{}, not the {} that it must have", found.operands,
                       found.operands == 1 ? "" : "s", expected.operands);
  }

  const WordRun& run_;
  const Node pes_;
  std::vector<const protocols::WordCells*> cells_;  // the PEs'
  mutable std::map<std::pair<Node, std::int32_t>, Word> due_;
};

}  // namespace

std::unique_ptr<RunContents> make_word_contents(const CollectiveScenario& scenario) {
  return std::make_unique<WordContents>(scenario);
}

}  // namespace flitwise
