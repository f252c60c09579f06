#include "sim/collective/combine_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "sim/collective/run_contents.h"
#include "sim/collective/word_figures.h"
#include "sim/run/family/family.h"
#include "systemc/network/collective/combine_network.h"
#include "systemc/pe/codecs/combine_codec.h"
#include "systemc/pe/codecs/flit_ops.h"
#include "systemc/protocols/faults.h"
#include "tb/theory/collective/collective_contents.h"
#include "tb/theory/combining/flood_events.h"

namespace flitwise {
namespace {

constexpr char kRecurrence[] =
    "max-plus: a word is combined when all its operands are there and there is room ahead";

// Of worms, PEs take results from their ports, as all that comes.
bool takes_from_ports(const WordRun& run) { return run.is_on_worms; }

// The stages of a network's routers, which have nothing else to do.
class CombineMachine final : public Machine {
 public:
  CombineMachine(const CollectiveScenario& scenario, std::vector<std::string> names)
      : run_(*scenario.words),
        names_(std::move(names)),
        addresses_(AddressBook::of_numbers(static_cast<Node>(scenario.pe_of.size())).speak({})) {}

  const AddressBook& addresses() const override { return addresses_; }
  std::vector<std::string> node_names() const override { return names_; }
  std::unique_ptr<FlitCodec> codec(Node pe) const override {
    return std::make_unique<CombineCodec>(pe, flit_op(run_.arithmetic.op));
  }
  Handover handover() const override {
    return takes_from_ports(run_) ? Handover::kFromPorts : Handover::kFromStages;
  }

  std::unique_ptr<Network> build(const Options& options, WaveRecorder* waves) override {
    CombineNetworkConfig config;
    set_common(options, waves, config);
    config.add = static_cast<int>(run_.request.add);
    config.depth = run_.combine->is_own_pace ? static_cast<int>(run_.request.operand_depth) : 0;
    config.width = run_.arithmetic.width;
    config.pes = static_cast<Node>(addresses_.pes());
    config.node_names = names_;
    models_ = std::make_unique<ModelLibrary>(ModelLibrary::terminal_config());
    return options.build == Build::kElaborated
               ? elaborate_combining(*run_.combine, config, *models_)
               : assemble_combining(*run_.combine, config, *models_);
  }

 private:
  const WordRun& run_;
  const std::vector<std::string> names_;
  const AddressBook addresses_;
  std::unique_ptr<ModelLibrary> models_;
};

std::vector<Flits> due_results(const CollectiveScenario& scenario) {
  std::vector<Flits> due(scenario.pe_of.size());
  for (const CombineTree& tree : scenario.words->combine->trees)
    for (std::size_t pe = 0; pe < due.size(); ++pe)
      if (tree.takes_result[pe]) due[pe] += tree.words;
  return due;
}

std::int64_t transfers_expected(const CombinePlan& plan) {
  std::int64_t transfers = 0;
  for (const CombineTree& tree : plan.trees)
    transfers += 2 * tree.words * static_cast<std::int64_t>(tree.parent.size());
  return transfers;
}

bool has_operands(const CombinePlan& plan) { return theory::has_operands(plan.trees.front()); }

// Operands of trees, which go one way.
bool has_waits(const CombinePlan& plan) { return has_operands(plan) && !plan.floods(); }

theory::PacedFigures paced_figures_of(const WordRun& run, const theory::CombiningTimes& times) {
  if (times.depth == 0 || !has_operands(*run.combine)) return {};
  return theory::paced_figures(*run.combine, times);
}

// Then what comes last is an operand. A switch at the root only passes results on.
bool only_roots_take_results(const CombinePlan& plan) {
  for (const CombineTree& tree : plan.trees)
    for (std::size_t v = 0; v < tree.parent.size(); ++v)
      if (tree.takes_result[v] && !tree.is_root(static_cast<Node>(v))) return false;
  return true;
}

// Steps between the last reception and its result. PEs that take results from their ports receive
// those.
Step steps_behind_finish(const WordRun& run) {
  return only_roots_take_results(*run.combine) && !takes_from_ports(run) ? run.request.add : 0;
}

Flits words_of(const CombinePlan& plan) {
  Flits words = 0;
  for (const CombineTree& tree : plan.trees) words += tree.words;
  return words;
}

}  // namespace

CombineWork::CombineWork(const Scenario& scenario, Events events)
    : collective_(collective_of(scenario)),
      run_(*collective_.words),
      machine_(std::make_unique<CombineMachine>(
          collective_, collective_.host.family->make_host(collective_.host)->node_names())),
      times_(theory::combining_times(run_.request)),
      paced_(paced_figures_of(run_, times_)),
      monitor_(*run_.combine, due_results(collective_), machine_->handover(),
               machine_->node_names()),
      waits_(run_.combine->trees, run_.request.add),
      event_check_(keeps_list(events, transfers_expected(*run_.combine)), to_event,
                   {[this](const theory::TakeEvent& take) { visit_predicted_events(take); },
                    static_cast<Node>(machine_->node_names().size()), expected_steps()}) {}

CombineWork::~CombineWork() = default;

protocols::Protocols CombineWork::make_protocols() {
  const auto pes = static_cast<Node>(collective_.pe_of.size());
  auto parts = protocols::combine_parts(*run_.combine, run_.request, pes);
  if (run_.fault.early)
    for (protocols::CombinePart& part : parts[index_of(*run_.fault.early)])
      part.after -= run_.fault.by;
  if (run_.fault.late)
    for (protocols::CombinePart& part : parts[index_of(*run_.fault.late)])
      part.after += run_.fault.by;
  if (run_.swapped) {
    auto& own = parts[index_of(*run_.swapped)];
    own = protocols::with_swapped_operands(own);
  }
  if (run_.doubled) {
    auto& own = parts[index_of(*run_.doubled)];
    own = protocols::with_double_operand(own);
  }
  protocols::Protocols all;
  for (Node pe = 0; pe < pes; ++pe) {
    std::vector<std::uint32_t> operands;
    for (Flits q = 0; q < words_of(*run_.combine); ++q)
      operands.push_back(test_operand({pe, static_cast<std::int32_t>(q)}, run_.arithmetic.width));
    auto protocol =
        std::make_unique<protocols::CombinePe>(pe, parts[index_of(pe)], std::move(operands));
    pes_.push_back(protocol.get());
    all.push_back(std::move(protocol));
  }
  if (run_.fault.mute) protocols::make_mute(all, *run_.fault.mute);
  return all;
}

std::vector<NetworkObserver*> CombineWork::monitors() {
  std::vector<NetworkObserver*> monitors{&monitor_};
  if (has_waits(*run_.combine)) monitors.push_back(&waits_);
  event_check_.watch(monitors);
  return monitors;
}

Step CombineWork::expected_steps() const {
  const Step late = run_.fault.late ? run_.fault.by : 0;
  return late +
         run_.predicted.done.value_or(paced_.last_result + run_.request.receive_overhead + 1);
}

Ledger CombineWork::ledger() const {
  Ledger ledger;
  add_times(ledger);
  const bool all_came = monitor_.delivered() == monitor_.expected();
  add_volume(run_, monitor_.flit_hops(), all_came, ledger);
  add_crc(ledger);
  if (all_came && run_.bound.done > 0)
    ledger.add_lower_bound(run_.bound.done, run_.bound.source,
                           ledger.find("done")->measured.number());
  return ledger;
}

// Where no formula is known, PEs at own pace have a recurrence.
void CombineWork::add_times(Ledger& ledger) const {
  const Step overhead = monitor_.delivered() > 0 ? run_.request.receive_overhead : 0;
  const Step done = monitor_.finish() + overhead;
  const Step behind = steps_behind_finish(run_);
  theory::CollectiveFigures predicted = run_.predicted;
  std::string source = run_.source;
  if (!predicted.done && paced_.last_result > 0) {
    predicted.done =
        paced_.last_result + run_.request.receive_overhead + (run_.is_on_worms ? 1 : 0);
    predicted.finish = *predicted.done - behind;
    source = kRecurrence;
  }
  ledger.add("finish", done - behind, predicted.finish, source);
  ledger.add("quiesce", monitor_.quiesce());
  ledger.add("done", done, predicted.done, source);
  if (!has_waits(*run_.combine)) return;
  ledger.add("operand_wait", waits_.longest(), Figure(paced_.longest_wait),
             times_.depth == 0 ? "all operands of a node meet in one step" : kRecurrence);
}

// Of the first PE that is due results.
void CombineWork::add_crc(Ledger& ledger) const {
  const std::vector<Flits> due = due_results(collective_);
  const auto first = std::find_if(due.begin(), due.end(), [](Flits words) { return words > 0; });
  if (first == due.end()) return;
  const auto& results = pes_[static_cast<std::size_t>(first - due.begin())]->results();
  std::vector<std::uint32_t> measured, predicted;
  for (Flits q = 0; q < words_of(*run_.combine); ++q) {
    measured.push_back(results[static_cast<std::size_t>(q)].value_or(0));
    predicted.push_back(due_value(q));
  }
  add_result_crc(measured, predicted, ledger);
}

std::uint32_t CombineWork::due_value(Flits word) const {
  const bool is_text = run_.request.operation == CollectiveOperation::kMulticast;
  return theory::due_word(
             {is_text ? run_.request.root : kAllOperands, static_cast<std::int32_t>(word)},
             static_cast<Node>(pes_.size()), run_.arithmetic)
      .value;
}

check::ResultTally CombineWork::results() const {
  check::ResultTally tally;
  for (const CombineTree& tree : run_.combine->trees)
    for (Flits q = tree.first_word; q < tree.first_word + tree.words; ++q) {
      const std::uint32_t due = due_value(q);
      for (std::size_t pe = 0; pe < pes_.size(); ++pe) {
        if (tree.takes_result[pe])
          tally.hold(pe, q, pes_[pe]->results()[static_cast<std::size_t>(q)], due);
      }
    }
  return tally;
}

// First those that handed the fewest over: a router that waits for them takes a few of each other
// PE before it has no room for more.
std::vector<std::string> CombineWork::missing_operands() const {
  std::vector<std::pair<Flits, std::string>> sentences;
  const std::vector<std::string> names = machine_->node_names();
  for (std::size_t pe = 0; pe < pes_.size(); ++pe) {
    const Flits due = pes_[pe]->operands_due();
    const Flits came = monitor_.injected(static_cast<Node>(pe));
    if (came < due)
      sentences.emplace_back(
          came, fmt::format("{} of {} operands of {} never came to its router", due - came, due,
                            pe < names.size() ? names[pe] : fmt::format("PE {}", pe)));
  }
  std::stable_sort(sentences.begin(), sentences.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> sorted;
  for (auto& [came, sentence] : sentences) sorted.push_back(std::move(sentence));
  return sorted;
}

void CombineWork::visit_predicted_events(const theory::TakeEvent& take) const {
  if (run_.combine->floods())
    theory::visit_flood_events(*run_.combine, times_, run_.arithmetic, take);
  else
    theory::visit_combining_events(*run_.combine, times_, run_.arithmetic, take);
}

Evidence CombineWork::evidence() const {
  Evidence evidence;
  evidence.ledger = ledger();
  const check::ResultTally tally = results();
  evidence.checks.push_back(tally.check());
  event_check_.testify(evidence);
  evidence.first_missing = missing_operands();
  take_counts(monitor_, evidence);
  evidence.problems.insert(evidence.problems.end(), tally.problems().begin(),
                           tally.problems().end());
  return evidence;
}

}  // namespace flitwise
