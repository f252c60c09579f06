#include "sim/kit/self_test.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sim/router/router_reader.h"
#include "tb/kit/verilated_routers.h"

namespace flitwise {
namespace {

using kit::ClauseReport;
using kit::ClauseResult;

constexpr std::uint64_t kCycles = 20'000;
// A router that loses flits, but only behind another one of its kind.
constexpr int kTogether = kit::kClauses + 1;

int clause_of(int fault) { return fault == kTogether ? kit::kLost : fault; }

own::RouterDescription bad_router(const std::string& folder, const std::string& link, int fault) {
  ErrorList errors;
  std::optional<own::RouterDescription> router =
      read_router(folder + "/" + link + ".yaml", errors, std::nullopt);
  if (!router) throw ConfigError(errors.sorted().front());
  for (std::string& parameter : router->parameters)
    if (parameter.rfind("Fault=", 0) == 0) parameter = fmt::format("Fault={}", fault);
  return *router;
}

// Clauses way and no-circle need routers at many places. Where each is a model of its own, they are
// judged there for the good router and for the two faults that show there only.
std::set<int> judged(int fault, const own::RouterDescription& router) {
  std::set<int> clauses;
  const bool everywhere = router.coordinates == own::CoordinatePins::kInputs || fault == 0 ||
                          fault == kit::kWay || fault == kit::kNoCircle || fault == kTogether;
  for (int k = 1; k <= kit::kClauses; ++k)
    if (everywhere || (k != kit::kWay && k != kit::kNoCircle)) clauses.insert(k);
  return clauses;
}

std::vector<std::string> names_of(const std::set<int>& clauses) {
  std::vector<std::string> names;
  for (const int k : clauses) names.push_back(kit::clause_names()[static_cast<std::size_t>(k - 1)]);
  return names;
}

FaultRun run_fault(const own::RouterDescription& router, const std::string& link, int fault,
                   const ModelLibrary::Config& config, std::uint64_t seed) {
  kit::KitOptions options;
  options.clauses = judged(fault, router);
  options.cycles = kCycles;
  options.seed = seed;
  const kit::KitReport report = kit::check_verilated(router, config, options);
  FaultRun run;
  run.fault = fault;
  run.link = link;
  run.allowed = companions(fault, link);
  for (const ClauseReport& clause : report.clauses) {
    if (clause.result == ClauseResult::kFails) run.failed.insert(clause.number);
    if (clause.result == ClauseResult::kNotExercised) run.idle.insert(clause.number);
    if (clause.number == clause_of(fault)) run.detail = clause.detail;
  }
  return run;
}

}  // namespace

std::set<int> companions(int fault, const std::string& link) {
  switch (fault) {
    case kit::kQuiet:  // a flit out of nothing was never sent
      return {kit::kMade};
    case kit::kHold:  // an offer that is taken back comes late, or never
      return link == "ready" ? std::set<int>{kit::kRate} : std::set<int>{};
    case kit::kCredits:  // a credit too many lets a flit run into a full queue
      return {kit::kMade, kit::kLost};
    case kit::kRoom:  // what is written over is lost
      return {kit::kLost};
    case kit::kApart:  // one full signal for all is a deadlock as soon as two wait for each other
      return link == "ready" ? std::set<int>{kit::kLost, kit::kRoom} : std::set<int>{};
    case kit::kNoShortcut:  // a bypass takes no time
      return {kit::kLatency};
    case kit::kNoCircle:  // who keeps to dimension order has none, and a circle fills up
      return {kit::kWay, kit::kLost};
    default:
      return {};
  }
}

bool FaultRun::is_right() const {
  if (!idle.empty()) return false;
  if (fault > 0 && failed.count(clause_of(fault)) == 0) return false;
  // With its clause removed the router passes, but for what cannot be otherwise.
  return std::all_of(failed.begin(), failed.end(), [&](int clause) {
    return clause == clause_of(fault) || allowed.count(clause) != 0;
  });
}

std::vector<FaultRun> self_test(const std::string& folder, const ModelLibrary::Config& config,
                                const std::function<void(const std::string&)>& progress,
                                std::uint64_t seed) {
  std::vector<FaultRun> runs;
  for (int fault = 0; fault <= kTogether; ++fault)
    for (const char* const word : {"ready", "credit", "registered"}) {
      const std::string link = word;
      const own::RouterDescription router = bad_router(folder, link, fault);
      const kit::Clauses clauses;
      if (fault > 0 && !clauses.of(clause_of(fault)).refusal(router).empty()) continue;
      // Neighbours that keep to their credits cannot overfill a queue: there is no such fault.
      if (fault == kit::kRoom && link == "credit") continue;
      // Only ready can wait for an offer.
      if (fault == kTogether && link != "ready") continue;
      progress(fmt::format("{}, fault {}", link, fault));
      runs.push_back(run_fault(router, link, fault, config, seed));
    }
  return runs;
}

std::string self_test_text(const std::vector<FaultRun>& runs) {
  std::string text = fmt::format("{:<5}  {:<12}  {:<6}  {:<7}  {}\n", "fault", "clause", "link",
                                 "result", "fails beside it");
  std::size_t right = 0;
  for (const FaultRun& run : runs) {
    std::set<int> others = run.failed;
    others.erase(clause_of(run.fault));
    const std::string name =
        run.fault == 0 ? "none"
                       : kit::clause_names()[static_cast<std::size_t>(clause_of(run.fault) - 1)];
    const bool is_noticed = run.fault == 0 || run.failed.count(clause_of(run.fault)) != 0;
    std::string line = fmt::format("{:<5}  {:<12}  {:<6}  {:<7}  {}", run.fault, name, run.link,
                                   run.is_right() ? "ok"
                                   : is_noticed   ? "FAIL"
                                                  : "MISSED",
                                   fmt::join(names_of(others), ", "));
    if (!run.idle.empty())
      line += fmt::format(" (not exercised: {})", fmt::join(names_of(run.idle), ", "));
    while (line.back() == ' ') line.pop_back();
    text += line + "\n";
    if (run.is_right()) ++right;
  }
  return text + fmt::format("{} faults and links: {} as they must be, {} not\n", runs.size(), right,
                            runs.size() - right);
}

}  // namespace flitwise
