#include "sim/collective/merge_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

#include "sim/collective/run_contents.h"
#include "sim/collective/word_figures.h"
#include "sim/run/family/family.h"
#include "systemc/network/fat_tree/fat_tree_routers.h"
#include "systemc/pe/codecs/flit_ops.h"
#include "systemc/pe/codecs/merge_codec.h"
#include "systemc/protocols/faults.h"
#include "tb/theory/collective/collective_contents.h"
#include "tb/theory/combining/merging_events.h"

namespace flitwise {
namespace {

// A fat tree whose switches stand behind stages that add.
class MergeMachine final : public Machine {
 public:
  MergeMachine(const WordRun& run, const FatTree& tree)
      : run_(run), tree_(tree), addresses_(AddressBook::of_numbers(tree_.leaves())) {}

  const AddressBook& addresses() const override { return addresses_; }
  std::vector<std::string> node_names() const override { return fat_tree_node_names(tree_); }
  std::unique_ptr<FlitCodec> codec(Node pe) const override {
    return std::make_unique<MergeCodec>(pe, flit_op(run_.arithmetic.op));
  }
  check::Recorder::DecodeFlit event_reader() const override { return to_merge_event; }

  std::unique_ptr<Network> build(const Options& options, WaveRecorder* waves) override {
    FatTreeNetworkConfig config;
    set_common(options, waves, config);
    config.depth.assign(static_cast<std::size_t>(tree_.levels()) + 1, packets());
    config.scheduled = true;
    config.merge_width = run_.arithmetic.width;
    models_ = std::make_unique<ModelLibrary>(ModelLibrary::terminal_config());
    return options.build == Build::kElaborated ? elaborate_fat_tree(tree_, config, *models_).network
                                               : assemble_fat_tree(tree_, config, *models_).network;
  }

 private:
  // In an output: nothing ever waits, and each link has a place. What a late leaf sends or one that
  // sends twice, and what that keeps from its place, may wait, but no more than is on its way to
  // all leaves.
  std::uint32_t packets() const {
    const auto links = static_cast<std::uint32_t>(tree_.capacities().back());
    const auto leaves = static_cast<std::uint32_t>(tree_.leaves());
    return run_.fault.late || run_.doubled ? std::min(leaves * leaves, kMaxFatTreeDepth)
                                           : std::max(std::uint32_t{16}, links);
  }

  const WordRun& run_;
  const FatTree& tree_;
  const AddressBook addresses_;
  std::unique_ptr<ModelLibrary> models_;
};

protocols::MergePlan plan_of(const WordRun& run) {
  if (run.doubled) return protocols::with_double_operand(*run.merge, *run.doubled);
  if (!run.fault.late) return *run.merge;
  return protocols::with_late_leaf(*run.merge, *run.fault.late, run.fault.by);
}

// As the network's own family reads it.
FatTree tree_of(const CollectiveScenario& scenario) {
  return std::get<FatTree>(*scenario.host.family->make_host(scenario.host)->shape());
}

// Every flit crosses at most two links a level.
std::int64_t most_transfers(const FatTree& tree, bool is_all_reduce) {
  const std::int64_t leaves = tree.leaves();
  return (is_all_reduce ? 2 : 1) * 2 * tree.levels() * leaves * leaves;
}

}  // namespace

MergeWork::MergeWork(const Scenario& scenario, Events events)
    : collective_(collective_of(scenario)),
      run_(*collective_.words),
      tree_(tree_of(collective_)),
      plan_(plan_of(run_)),
      machine_(std::make_unique<MergeMachine>(run_, tree_)),
      monitor_(tree_.leaves(), is_all_reduce() ? tree_.leaves() - 1 : 0),
      event_check_(keeps_list(events, most_transfers(tree_, is_all_reduce())), to_merge_event,
                   expected_events()) {}

MergeWork::~MergeWork() = default;

EventCheck::Expected MergeWork::expected_events() const {
  return {[this](const theory::TakeEvent& take) {
            theory::visit_merging_events(run_.request, tree_, run_.arithmetic, take);
          },
          tree_.size(), run_.predicted.done.value_or(1)};
}

protocols::Protocols MergeWork::make_protocols() {
  protocols::Protocols all;
  for (Node pe = 0; pe < tree_.leaves(); ++pe) {
    std::vector<std::uint32_t> operands;
    for (Node word = 0; word < tree_.leaves(); ++word)
      operands.push_back(
          word < run_.request.length ? test_operand({pe, word}, run_.arithmetic.width) : 0);
    auto protocol =
        std::make_unique<protocols::MergePe>(pe, plan_, std::move(operands), run_.arithmetic);
    pes_.push_back(protocol.get());
    all.push_back(std::move(protocol));
  }
  if (run_.fault.mute) protocols::make_mute(all, *run_.fault.mute);
  return all;
}

std::vector<NetworkObserver*> MergeWork::monitors() {
  std::vector<NetworkObserver*> monitors{&monitor_};
  event_check_.watch(monitors);
  return monitors;
}

Step MergeWork::expected_steps() const {
  return run_.predicted.done.value_or(0) + (run_.fault.late ? run_.fault.by : 0);
}

bool MergeWork::is_all_reduce() const {
  return run_.request.operation == CollectiveOperation::kAllReduce;
}

bool MergeWork::is_due(Node pe, Flits word) const { return pe == word || is_all_reduce(); }

std::uint32_t MergeWork::due_value(Flits word) const {
  return theory::due_word({kAllOperands, static_cast<std::int32_t>(word)}, tree_.leaves(),
                          run_.arithmetic)
      .value;
}

Ledger MergeWork::ledger() const {
  Ledger ledger;
  ledger.add("finish", monitor_.finish(), run_.predicted.finish, run_.source);
  ledger.add("quiesce", monitor_.quiesce());
  ledger.add("done", monitor_.finish(), run_.predicted.done, run_.source);
  const bool all_came = monitor_.delivered() == monitor_.expected();
  add_volume(run_, monitor_.flit_hops(), all_came, ledger);
  ledger.add("partials", Figure(monitor_.sums()),
             std::optional(Figure(theory::partial_sums(tree_))),
             "sums that come to each leaf, as many as copies that it has in the broadcast");
  ledger.add("merges", Figure(monitor_.merges()), std::optional(Figure(theory::merges_of(tree_))),
             "n (n - 1) operands less the sums that come to leaves");
  std::vector<std::uint32_t> measured, predicted;
  for (Flits word = 0; word < run_.request.length; ++word) {
    if (!is_due(0, word)) continue;
    measured.push_back(pes_[0]->results()[static_cast<std::size_t>(word)].value_or(0));
    predicted.push_back(due_value(word));
  }
  add_result_crc(measured, predicted, ledger);
  if (all_came && run_.bound.done > 0)
    ledger.add_lower_bound(run_.bound.done, run_.bound.source, monitor_.finish());
  return ledger;
}

check::ResultTally MergeWork::results() const {
  check::ResultTally tally;
  for (Flits word = 0; word < run_.request.length; ++word) {
    const std::uint32_t due = due_value(word);
    for (std::size_t pe = 0; pe < pes_.size(); ++pe) {
      if (!is_due(static_cast<Node>(pe), word)) continue;
      const std::optional<std::uint32_t>& found =
          pes_[pe]->results()[static_cast<std::size_t>(word)];
      const bool is_own = found && static_cast<Flits>(pe) == word;
      const Node twice = is_own ? monitor_.sent_twice(static_cast<Node>(word)) : kNoNode;
      const Node lacking = is_own ? monitor_.never_sent(static_cast<Node>(word)) : kNoNode;
      if (twice != kNoNode)
        tally.hold_double(pe, word, twice);
      else if (lacking != kNoNode)
        tally.hold_lacking(pe, word, lacking);
      else
        tally.hold(pe, word, found, due);
    }
  }
  return tally;
}

Evidence MergeWork::evidence() const {
  Evidence evidence;
  evidence.ledger = ledger();
  const check::ResultTally tally = results();
  evidence.checks.push_back(tally.check());
  event_check_.testify(evidence);
  take_counts(monitor_, evidence);
  evidence.problems.insert(evidence.problems.end(), tally.problems().begin(),
                           tally.problems().end());
  return evidence;
}

}  // namespace flitwise
