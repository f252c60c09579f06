// star_ledger.cpp: every figure of a run on a star graph once, with its source.
#include "sim/families/star/star_ledger.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

#include "systemc/network/star/star_routers.h"
#include "tb/theory/star/star_faults.h"

namespace flitwise {
namespace {

using Least = std::vector<std::optional<std::int64_t>>;

Least least_of(const theory::StarCopies& copies) {
  return Least(copies.least.begin(), copies.least.end());
}

std::optional<std::int64_t> least_of_all(const Least& by_node) {
  std::optional<std::int64_t> least;
  for (const auto& copies : by_node)
    if (copies) least = std::min(least.value_or(*copies), *copies);
  return least;
}

Figure copies_figure(const StarFindings& f, const Least& by_node,
                     const std::vector<std::int64_t>& histogram) {
  Figure::Members members{{"min", least_of_all(by_node)}, {"histogram", histogram}};
  if (f.shows_nodes) members.emplace_back("by_node", by_node);
  return members;
}

Figure votes_figure(const theory::StarVotes& votes) {
  return Figure::Members{
      {"right", votes.right}, {"wrong", votes.wrong}, {"undecided", votes.undecided}};
}

// Where every packet on a link is a copy for the PE behind it.
bool is_every_transmission_a_copy(const StarScenario& star) {
  return !theory::is_routed(star.algorithm) && !star.options.has_bit_errors() &&
         !star.breaks_lockstep();
}

constexpr std::size_t kMostNamed = 8;

// What is said behind figures in cycles.
std::string cycles_of(const StarScenario& star) {
  if (star.options.latency.cut_through)
    return fmt::format(
        "; routers cut through: {} t begins in cycle 1 + {} (t - 1), later by the source's skew, a "
        "hop takes Phi = r + w - 1 = {}, and packets are received F + w - 2 cycles after "
        "their heads are sent",
        star.pace().is_spaced() ? "slot" : "packet step", star.pace().step(), star.pace().hop());
  if (star.pace().hop() == star.options.flits && !star.pace().is_spaced())
    return "; packet step t is the cycles tF to tF + F - 1, F flits a packet, later by the "
           "source's skew";
  if (star.pace().is_spaced())
    return fmt::format(
        "; slot t is the cycles tF to tF + F - 1, later by the source's skew, and a hop takes Phi "
        "= F + r + w - 2 = {}",
        star.pace().hop());
  return fmt::format(
      "; packet step t begins in cycle F + (t - 1) Phi, Phi = F + r + w - 2 = {}, later by the "
      "source's skew, and its packets are received F + w - 2 cycles later",
      star.pace().hop());
}

std::string source_of(const StarFindings& f, const std::string& name) {
  const theory::StarPrediction& whole = f.forecast.whole;
  if (name == "finish") return whole.source_of("last_delivery") + cycles_of(f.scenario);
  if (name == "quiesce") return whole.source_of("steps") + cycles_of(f.scenario);
  if (name == "crc_errors")
    return f.scenario.options.has_bit_errors() ? theory::dropped_source()
                                               : "no bit errors, nothing dropped";
  if (name == "transmissions" && !f.forecast.is_exact)
    return "every packet on a link is a copy for the node behind it: " + f.outcome.copies_source;
  return whole.source_of(name);
}

// In spaced slots theory counts packets from their heads on, stages included; routers do not.
bool counts_in_routers(const StarScenario& star) {
  return star.pace().is_spaced() && star.algorithm != StarAlgorithm::kStatic;
}

bool has_disjoint_bound(const StarFindings& f) {
  return f.forecast.is_exact && f.forecast.whole.disjoint_lower_bound.has_value();
}

std::int64_t least_measured(const StarFindings& f) {
  std::int64_t least = f.trees.graph().degree();
  for (const auto& copies : f.copies.least) least = std::min(least, copies.value_or(least));
  return least;
}

check::PerPe predicted_least(const StarFindings& f) {
  return check::PerPe(f.outcome.copies.least.begin(), f.outcome.copies.least.end());
}

// Cycles between the first PE's start and the last one's.
std::int64_t spread_of(const StarFindings& f) {
  const std::vector<Step> skews = skews_of(f.scenario, f.trees.graph().size());
  const auto [first, last] = std::minmax_element(skews.begin(), skews.end());
  return *last - *first;
}

// Votes are safe as long as liars and silent elements are few enough. Silent are dead elements and
// links with bit errors: those that the guarantee takes off. Without a guarantee nothing is safe.
bool is_vote_safe(const StarFindings& f) {
  const std::optional<int>& guarantee = f.outcome.copies.guarantee;
  if (!guarantee) return false;
  const auto tolerated = theory::liars_tolerated(f.scenario.copies, f.scenario.copies - *guarantee);
  return tolerated && static_cast<int>(f.scenario.options.liars.size()) <= *tolerated;
}

std::int64_t sum(const theory::StarVotes& votes) {
  return votes.right + votes.wrong + votes.undecided;
}

void name_isolated_nodes(const StarFindings& f, std::vector<std::string>& notes) {
  std::vector<std::string> names;
  const std::vector<std::string> all = star_node_names(f.trees.graph());
  for (std::size_t v = 0; v < f.copies.least.size(); ++v)
    if (f.copies.least[v] == std::int64_t{0}) names.push_back(all[v]);
  if (names.empty()) return;
  const std::size_t more = names.size() - std::min(names.size(), kMostNamed);
  names.resize(names.size() - more);
  notes.push_back(fmt::format("live nodes that miss every copy of a packet: {}{}",
                              fmt::join(names, ", "),
                              more > 0 ? fmt::format(" and {} more", more) : ""));
}

std::optional<Figure> predicted_transmissions(const StarFindings& f) {
  if (f.forecast.is_exact) return f.forecast.whole.transmissions;
  if (!is_every_transmission_a_copy(f.scenario)) return std::nullopt;
  const std::vector<std::int64_t>& received = f.outcome.copies.received;
  return std::accumulate(received.begin(), received.end(), std::int64_t{0});
}

// The lower bound holds where nothing is lost; what is lost makes no packet later.
void add_bounds(const StarFindings& f, Ledger& ledger) {
  const theory::StarPrediction& whole = f.forecast.whole;
  if (f.forecast.is_whole)
    ledger.add_lower_bound(cycle_of(f.scenario, f.forecast, whole.least_cycles),
                           whole.source_of("lower_bound") + cycles_of(f.scenario));
  else if (!f.forecast.is_exact && f.forecast.is_bounded)
    ledger.add_bound(cycle_of(f.scenario, f.forecast, whole.finish),
                     "what is lost makes no packet later: finish without faults");
  ledger.add_theory("lower_bound_steps", std::int64_t{whole.lower_bound});
  ledger.add_theory("lower_bound_transmissions", whole.transmissions_at_least);
  if (whole.disjoint_lower_bound)
    ledger.add_theory("disjoint_lower_bound_steps", std::int64_t{*whole.disjoint_lower_bound});
}

}  // namespace

Ledger star_ledger(const StarFindings& f) {
  const theory::StarPrediction& whole = f.forecast.whole;
  Ledger ledger;
  // What any fault can change.
  const auto exact = [&](const char* name, const Figure& measured, const Figure& predicted) {
    if (f.forecast.is_exact)
      ledger.add(name, measured, predicted, source_of(f, name));
    else
      ledger.add(name, measured);
  };
  exact("finish", f.meter.finish(), cycle_of(f.scenario, f.forecast, whole.finish));
  exact("quiesce", f.meter.quiesce(), cycle_of(f.scenario, f.forecast, whole.quiesce));
  exact("steps", f.meter.packet_steps(), whole.steps);
  ledger.add("transmissions", f.meter.transmissions(), predicted_transmissions(f),
             source_of(f, "transmissions"));
  if (f.scenario.algorithm == StarAlgorithm::kAcknowledged)
    exact("acknowledgements", f.meter.acknowledgements(), whole.acknowledgements);
  if (f.time_outs && f.forecast.time_outs)
    exact("time_outs", *f.time_outs, *f.forecast.time_outs);
  else if (f.time_outs)
    ledger.add("time_outs", *f.time_outs);
  if (f.max_buffer && counts_in_routers(f.scenario) && f.forecast.is_exact)
    ledger.add("max_buffer", *f.max_buffer, std::int64_t{1},
               "a packet that has come whole leaves at once");
  else if (f.max_buffer)
    exact("max_buffer", *f.max_buffer, whole.max_buffer);
  else
    ledger.add("max_buffer", Figure());
  if (f.window) exact("reorder_window", *f.window, whole.reorder_window);
  ledger.add("copies", copies_figure(f, f.copies.least, f.copies.histogram),
             copies_figure(f, least_of(f.outcome.copies), f.outcome.copies.histogram),
             f.outcome.copies_source);
  if (f.votes)
    ledger.add("votes", votes_figure(*f.votes),
               f.outcome.votes ? std::optional(votes_figure(*f.outcome.votes)) : std::nullopt,
               f.outcome.votes_source);
  ledger.add("crc_errors", f.crc_errors, f.outcome.dropped, source_of(f, "crc_errors"));
  ledger.add("misdirected", f.misdirected, std::int64_t{0}, "every packet's tree and port match");
  if (f.scenario.options.has_bit_errors())
    ledger.add("bit_errors", static_cast<std::int64_t>(f.meter.errors().size()));
  add_bounds(f, ledger);
  return ledger;
}

Figure::Members blank_star_figures() {
  return {{"steps", {}},  {"transmissions", {}}, {"max_buffer", {}},
          {"copies", {}}, {"crc_errors", {}},    {"misdirected", {}}};
}

std::int64_t star_losses(const Figures& measured) {
  const auto count = [](const std::optional<Figure>& figure) {
    return figure ? figure->number().value_or(0) : 0;
  };
  const Figure histogram = measured.find("copies.histogram").value_or(Figure());
  const bool has_any = histogram.items() != nullptr && !histogram.items()->empty();
  return (has_any ? count(histogram.items()->front()) : 0) + count(measured.find("votes.wrong")) +
         count(measured.find("votes.undecided"));
}

std::vector<check::Check> star_checks(const StarFindings& f) {
  std::vector<check::Check> checks;
  if (!f.shows_nodes)
    checks.push_back(check::compare("copies_by_node", f.copies.least, predicted_least(f),
                                    f.outcome.copies_source));
  if (f.outcome.copies.guarantee)
    checks.push_back(check::at_least("guarantee", least_measured(f), *f.outcome.copies.guarantee,
                                     theory::guarantee_source()));
  if (f.scenario.breaks_lockstep())
    checks.push_back(check::compare("lockstep", spread_of(f), 0,
                                    "with more than one source, all PEs must count packet steps "
                                    "together: cycles between the first start and the last"));
  if (has_disjoint_bound(f))
    checks.push_back(check::at_least("disjoint_lower_bound", f.meter.packet_steps(),
                                     *f.forecast.whole.disjoint_lower_bound,
                                     f.forecast.whole.source_of("disjoint_lower_bound")));
  if (f.votes && f.outcome.votes && is_vote_safe(f))
    checks.push_back(
        check::compare("majority", f.votes->right, sum(*f.outcome.votes),
                       "x > 2f + e: x copies, f liars, e dead elements or links with bit "
                       "errors"));
  return checks;
}

std::vector<std::string> star_notes(const StarFindings& f) {
  std::vector<std::string> notes;
  name_isolated_nodes(f, notes);
  for (std::string& missed : missed_bits(f.scenario, f.meter.errors()))
    notes.push_back(std::move(missed));
  if (f.forecast.is_whole && f.scenario.loses_copies())
    notes.push_back("nothing that is sent meets a fault: times are predicted as without them");
  if (!f.forecast.is_exact && f.scenario.options.timeout)
    notes.push_back(
        "a time-out that is not what the subtree takes puts walks ahead of others or behind them: "
        "times are not predicted, and packets may meet");
  else if (!f.forecast.is_exact)
    notes.push_back(
        !theory::is_routed(f.scenario.algorithm)
            ? "times are not predicted where copies are lost, only bounded"
            : "times and transmissions are not predicted where routed packets are lost half way");
  if (f.scenario.options.noise && !f.forecast.is_exact)
    notes.push_back("which bits are in error was drawn; theory says what those errors cost");
  if (f.votes && !f.outcome.votes)
    notes.push_back("votes: PEs believe the first copy, and which that is is not predicted");
  if (f.votes && f.outcome.votes && !is_vote_safe(f))
    notes.push_back(
        fmt::format("x = {} copies do not outvote that many: majorities may be wrong or missing",
                    f.scenario.copies));
  if (!f.max_buffer)
    notes.push_back("max_buffer was not measured: there are too many packets to follow");
  return notes;
}

}  // namespace flitwise
