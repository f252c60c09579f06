#include "sim/collective/collective_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "sim/collective/missing_transfers.h"
#include "sim/collective/word_figures.h"
#include "sim/run/family/family.h"
#include "systemc/protocols/faults.h"

namespace flitwise {
namespace {

constexpr std::size_t kMostTold = 20;  // conflicts in sentences
constexpr std::int64_t kNoWord = -1;   // of a flit that carries none

std::vector<check::ExpectedTransfer> expected_transfers(const CollectiveScenario& scenario,
                                                        const TransferCarrier& carrier) {
  std::vector<check::ExpectedTransfer> expected;
  const protocols::PlacedTransfers placed = place_transfers(scenario);
  for (std::size_t t = 0; t < placed.size(); ++t)
    expected.push_back({placed[t].from, placed[t].to, carrier.flits_sent(placed[t].flits),
                        scenario.schedule->transfers[t].name});
  return expected;
}

theory::CollectiveNetworkFacts facts_of(const CollectiveScenario& scenario,
                                        const TransferCarrier& carrier) {
  theory::CollectiveNetworkFacts facts;
  for (const protocols::PlacedTransfer& transfer : place_transfers(scenario)) {
    facts.latency.push_back(carrier.latency(transfer));
    facts.load.push_back(carrier.flits_sent(transfer.flits));
  }
  for (const Node pe : scenario.pe_of) facts.ports.push_back(carrier.ports(pe));
  return facts;
}

// Latency counts hops and flits, so that their product is at least the flits' hops.
std::int64_t transfers_expected(const theory::CollectiveNetworkFacts& facts) {
  std::int64_t transfers = 0;
  for (std::size_t t = 0; t < facts.load.size(); ++t)
    transfers += facts.load[t] * std::max<Step>(1, facts.latency[t] - facts.load[t] + 1);
  return transfers;
}

// In the order of their first waits.
std::vector<WaitGroup> grouped(const std::vector<check::Wait>& waits) {
  using Key = std::tuple<Node, Node, std::size_t, std::optional<std::size_t>>;
  std::vector<WaitGroup> groups;
  std::map<Key, std::size_t> numbers;
  for (const check::Wait& wait : waits) {
    const Key key{wait.node, wait.to, wait.transfer, wait.behind};
    const auto [found, is_new] = numbers.emplace(key, groups.size());
    if (is_new) groups.push_back({wait, wait.step, 0, 0});
    WaitGroup& group = groups[found->second];
    group.first.step = std::min(group.first.step, wait.step);
    group.last_step = std::max(group.last_step, wait.step);
    group.steps += wait.steps;
    ++group.waits;
  }
  return groups;
}

}  // namespace

CollectiveWork::CollectiveWork(const Scenario& scenario, Events events)
    : collective_(collective_of(scenario)),
      machine_(collective_.host.family->make_host(collective_.host)),
      carrier_(machine_->carry(place_transfers(collective_))),
      contents_(collective_.words ? make_word_contents(collective_)
                                  : make_chunk_contents(collective_)),
      names_(machine_->node_names()),
      facts_(facts_of(collective_, *carrier_)),
      lower_bound_(theory::collective_lower_bound(*collective_.schedule, facts_)),
      predicted_(collective_, *carrier_, names_),
      scoreboard_(
          expected_transfers(collective_, *carrier_), [this](RawFlit flit) { return read(flit); },
          carrier_->delivery_delay(), names_),
      event_check_(keeps_list(events, transfers_expected(facts_)), decode(), expected_events()) {
  if (carrier_->hop() == 0) return;
  waits_.emplace(
      carrier_->hop(), carrier_->rest(),
      [this](RawFlit flit) -> std::optional<std::size_t> {
        const std::optional<check::TransferFlit> read = carrier_->read(flit);
        return read ? std::optional(read->transfer) : std::nullopt;
      },
      [this](RawFlit flit) { return carrier_->is_routed(flit); });
}

protocols::Protocols CollectiveWork::make_protocols() {
  const std::optional<Collective> broken = schedule_with_fault();
  protocols::Protocols all = make_collective(
      broken ? *broken : *collective_.schedule, collective_.pe_of,
      static_cast<Node>(machine_->addresses().pes()), carrier_->carriage(), contents_->make());
  for (const auto& pe : all) pes_.push_back(dynamic_cast<const protocols::CollectivePe*>(pe.get()));
  if (collective_.words && collective_.words->fault.mute)
    protocols::make_mute(all, *collective_.words->fault.mute);
  return all;
}

// What PEs do, where one of them breaks its program.
std::optional<Collective> CollectiveWork::schedule_with_fault() const {
  if (!collective_.words || !collective_.words->broken) return std::nullopt;
  const BrokenProgram& broken = *collective_.words->broken;
  Collective schedule = *collective_.schedule;
  schedule.programs[index_of(broken.pe)] = broken.ops;
  return schedule;
}

std::vector<NetworkObserver*> CollectiveWork::monitors() {
  std::vector<NetworkObserver*> monitors{&scoreboard_};
  if (waits_) monitors.push_back(&*waits_);
  event_check_.watch(monitors);
  if (NetworkObserver* circles = machine_->circle_watch()) monitors.push_back(circles);
  return monitors;
}

void CollectiveWork::close() {
  scoreboard_.close();
  predicted_.hear((waits_ && !waits_->waits().empty()) || scoreboard_.violation_count() > 0);
}

Step CollectiveWork::step_limit() const {
  constexpr Step kMargin = 1000;
  Step steps = kMargin;
  if (collective_.words && collective_.words->fault.late) steps += collective_.words->fault.by;
  for (const auto& program : collective_.schedule->programs)
    for (const RankOp& op : program) steps += op.steps + op.not_before;
  for (std::size_t t = 0; t < facts_.load.size(); ++t)
    steps += 2 * (facts_.latency[t] + facts_.load[t]);
  return steps;
}

// What routers report, and where messages wait.
std::vector<Figure> CollectiveWork::conflict_figures() const {
  std::vector<Figure> all;
  for (const Violation& violation : scoreboard_.violations())
    all.emplace_back(Figure::Members{{"step", violation.step},
                                     {"node", std::int64_t{violation.node}},
                                     {"rule", static_cast<std::int64_t>(violation.kind)}});
  if (!waits_) return all;
  for (const check::Wait& wait : waits_->waits())
    all.emplace_back(Figure::Members{{"step", wait.step},
                                     {"node", std::int64_t{wait.node}},
                                     {"to", std::int64_t{wait.to}},
                                     {"transfer", static_cast<std::int64_t>(wait.transfer)},
                                     {"steps", wait.steps}});
  return all;
}

Step CollectiveWork::done() const {
  Step done = 0;
  for (const protocols::CollectivePe* pe : pes_) done = std::max(done, pe->done());
  return done;
}

// A receiver's overhead is part of what an operation on vectors takes.
void CollectiveWork::add_times(Ledger& ledger) const {
  if (!collective_.words) {
    ledger.add("finish", scoreboard_.finish(), predicted_.finish(), predicted_.source());
    ledger.add("quiesce", scoreboard_.quiesce(), predicted_.quiesce(), predicted_.source());
    return;
  }
  const WordRun& run = *collective_.words;
  const Step overhead = scoreboard_.delivered() > 0 ? run.request.receive_overhead : 0;
  const Step finish = scoreboard_.finish() + overhead;
  const bool has_formula = predicted_.formula_gap().empty();
  if (run.predicted.finish && has_formula)
    ledger.add("finish", finish, run.predicted.finish, run.source);
  else if (predicted_.finish())
    ledger.add("finish", finish, *predicted_.finish() + overhead, predicted_.source());
  else
    ledger.add("finish", finish);
  ledger.add("quiesce", scoreboard_.quiesce(), predicted_.quiesce(), predicted_.source());
  if (run.predicted.done && has_formula)
    ledger.add("done", done(), run.predicted.done, run.source);
  else
    ledger.add("done", done(), predicted_.done(), predicted_.source());
  add_volume(run, scoreboard_.flit_hops(), scoreboard_.delivered() == scoreboard_.expected(),
             ledger);
}

// A flit that carries a word has no room for its number, which is counted: flits of a transfer
// cross a link in their order. What else it says of its message stays beside the word.
check::Recorder::Decode CollectiveWork::decode() const {
  const check::Recorder::DecodeFlit reader = machine_->event_reader();
  const auto event_of = [reader](Step step, const LinkTransfer& t) {
    return reader(step, t.from, t.to, t.flit);
  };
  if (!collective_.words) return event_of;
  // Of those that go on, by transfer and the ends of the link, which have 20 bits each.
  auto passed = std::make_shared<std::unordered_map<std::uint64_t, Flits>>();
  const auto on_link = [](std::size_t transfer, const LinkTransfer& t) {
    return std::uint64_t{transfer} << 40 | static_cast<std::uint64_t>(t.from) << 20 |
           static_cast<std::uint64_t>(t.to);
  };
  const std::optional<Flits> first_word = carrier_->carriage()->first_word();
  const FlitFormat format = machine_->addresses().format();
  const std::vector<Flits>& loads = facts_.load;
  return [=, &loads](Step step, const LinkTransfer& t) {
    LinkEvent event = event_of(step, t);
    const std::optional<check::TransferFlit> flit = carrier_->read(t.flit);
    if (!flit || !first_word) {
      event.value = kNoWord;
      return event;
    }
    const auto before = passed->try_emplace(on_link(flit->transfer, t), 0).first;
    event.index = ++before->second;
    if (event.index == loads[flit->transfer]) passed->erase(before);
    event.stream = event.value;
    event.value = event.index > *first_word ? unpack(t.flit, format).payload : kNoWord;
    return event;
  };
}

// A flit that carries a word has no room for its number.
std::optional<check::TransferFlit> CollectiveWork::read(RawFlit flit) const {
  std::optional<check::TransferFlit> read = carrier_->read(flit);
  if (read && collective_.words) read->index = 0;
  return read;
}

Ledger CollectiveWork::ledger() const {
  const std::int64_t waits = waits_ ? static_cast<std::int64_t>(waits_->waits().size()) : 0;
  Ledger ledger;
  add_times(ledger);
  ledger.add("transfers", scoreboard_.complete());
  ledger.add("conflicts", scoreboard_.violation_count() + waits, predicted_.none(),
             predicted_.source());
  ledger.add("waited", waits_ ? waits_->waited() : 0, predicted_.none(), predicted_.source());
  ledger.add("arrivals", scoreboard_.arrivals());
  ledger.add("conflict_list", conflict_figures());
  contents_->add_figures(ledger);
  // Of a part of the transfers it says nothing.
  if (scoreboard_.delivered() != scoreboard_.expected()) return ledger;
  if (collective_.words && collective_.words->bound.done > 0)
    ledger.add_lower_bound(collective_.words->bound.done, collective_.words->bound.source, done());
  if (!collective_.words) ledger.add_lower_bound(lower_bound_, carrier_->bound_source());
  return ledger;
}

Figure::Members blank_collective_figures() {
  return {{"transfers", Figure()},
          {"conflicts", Figure()},
          {"waited", Figure()},
          {"arrivals", Figure()},
          {"conflict_list", Figure()}};
}

check::Check CollectiveWork::delivered_transfers() const {
  const auto all = static_cast<std::int64_t>(collective_.schedule->transfers.size());
  return {"transfers", fmt::format("{} of {} transfers", scoreboard_.complete(), all),
          fmt::format("{} of {} transfers", all, all), scoreboard_.complete() == all,
          "every send of the schedule reaches its receive, once and whole"};
}

std::string CollectiveWork::node_name(Node node) const {
  const auto index = static_cast<std::size_t>(node);
  return index < names_.size() ? names_[index] : fmt::format("PE {}", node);
}

// Packets of one transfer that wait at one link behind one other are told in one sentence: where
// messages wait for each other nothing is lost, so that this is no failure.
std::vector<std::string> CollectiveWork::conflicts() const {
  std::vector<std::string> sentences;
  if (!waits_) return sentences;
  const std::vector<WaitGroup> groups = grouped(waits_->waits());
  std::size_t told = 0;
  for (std::size_t i = 0; i < groups.size() && i < kMostTold; ++i) {
    sentences.push_back(sentence_of(groups[i]));
    told += groups[i].waits;
  }
  if (groups.size() > kMostTold)
    sentences.push_back(fmt::format("and {} more conflicts", waits_->waits().size() - told));
  return sentences;
}

std::string CollectiveWork::sentence_of(const WaitGroup& group) const {
  const auto name = [&](std::size_t transfer) {
    return fmt::format("transfer {} ({})", transfer,
                       collective_.schedule->transfers[transfer].name);
  };
  const check::Wait& first = group.first;
  const std::string behind = first.behind ? " behind " + name(*first.behind) : "";
  const std::string when = group.last_step == first.step
                               ? fmt::format("step {}", first.step)
                               : fmt::format("steps {} to {}", first.step, group.last_step);
  const std::string packets = group.waits == 1 ? "" : fmt::format(" in {} packets", group.waits);
  return fmt::format("conflict: {}, {}, link to {}: {} waits {} step{}{}{}", when,
                     node_name(first.node), node_name(first.to), name(first.transfer), group.steps,
                     group.steps == 1 ? "" : "s", packets, behind);
}

// The cause of all that follows: a port that most who write schedules take for granted.
std::vector<std::string> CollectiveWork::port_hint() const {
  const std::int64_t times = collective_.words ? 0 : scoreboard_.port_violations();
  const std::string hint = times == 0 ? "" : carrier_->port_hint(times);
  return hint.empty() ? std::vector<std::string>() : std::vector{hint};
}

// What words flits carry is not predicted.
EventCheck::Expected CollectiveWork::expected_events() const {
  EventCheck::Expected expected = predicted_.expected_events();
  if (!collective_.words) return expected;
  expected.comparable = [have_words =
                             carrier_->carriage()->first_word().has_value()](LinkEvent event) {
    event.value = have_words ? std::exchange(event.stream, 0) : 0;
    return event;
  };
  return expected;
}

Evidence CollectiveWork::evidence() const {
  Evidence evidence;
  evidence.is_in_order = false;  // a transfer is over when all its flits have come
  evidence.ledger = ledger();
  evidence.checks.push_back(delivered_transfers());
  const bool all_came = scoreboard_.delivered() == scoreboard_.expected();
  const auto name_of = [this](Node rank) { return node_name(collective_.pe_of[index_of(rank)]); };
  const std::vector<Step> due = predicted_.arrivals();
  if (!all_came)
    evidence.first_missing =
        first_missing_transfers(*collective_.schedule, scoreboard_.arrivals(), due, name_of);
  else if (!due.empty())
    evidence.problems =
        first_untimely_transfer(*collective_.schedule, scoreboard_.arrivals(), due, name_of);
  contents_->check(name_of, all_came ? RunContents::Came::kAll : RunContents::Came::kSome,
                   scoreboard_.arrivals(), evidence);
  evidence.notes = collective_.schedule->notes;
  if (scoreboard_.violation_count() > check::TransferScoreboard::kMostViolations)
    evidence.notes.push_back(fmt::format("conflict_list has the first {} of {} reports of routers",
                                         check::TransferScoreboard::kMostViolations,
                                         scoreboard_.violation_count()));
  for (std::string& sentence : conflicts()) evidence.notes.push_back(std::move(sentence));
  if (predicted_.says_events())
    event_check_.testify(evidence);
  else
    evidence.measured_events.emplace();  // a note says why
  predicted_.add_to(evidence, scoreboard_.arrivals());
  const bool has_formula = collective_.words && collective_.words->predicted.done;
  if (const std::string gap = predicted_.formula_gap(); has_formula && !gap.empty())
    evidence.notes.push_back(gap);
  evidence.circular_wait = machine_->circular_wait();
  std::vector<std::string> wrong = std::move(evidence.problems);
  take_counts(scoreboard_, evidence);
  evidence.problems.insert(evidence.problems.end(), wrong.begin(), wrong.end());
  const std::vector<std::string> cause = port_hint();
  evidence.problems.insert(evidence.problems.begin(), cause.begin(), cause.end());
  return evidence;
}

}  // namespace flitwise
