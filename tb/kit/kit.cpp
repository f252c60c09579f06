#include "tb/kit/kit.h"

#include <fmt/format.h>

#include "tb/kit/session.h"

namespace flitwise::kit {
namespace {

bool needs(const Phase& phase, const Session& session) {
  if (phase.clauses.empty()) return true;
  for (const int clause : phase.clauses)
    if (session.wants(clause)) return true;
  return false;
}

std::string place_text(own::Family family, int clause, const Breach& breach) {
  std::string text = breach.text;
  if (clause != kWay)  // whose text says it
    text += fmt::format(": expected {}, seen {}", breach.expected, breach.seen);
  text += fmt::format("; router at {}, {}", text_of(family, breach.at), breach.phase);
  if (breach.cycle > 0) text += fmt::format(", cycle {}", breach.cycle);
  return text;
}

ClauseReport report_of(const Clause& clause, const own::RouterDescription& router,
                       std::uint64_t left) {
  ClauseReport report;
  report.number = clause.number();
  report.name = clause.name();
  report.text = clause.text();
  const std::string refusal = clause.refusal(router);
  // A router that lets nothing through is put to no test.
  if (left > 0) report.exercised = clause.exercised();
  report.detail = clause.detail();
  report.breach = clause.breach();
  if (!refusal.empty()) {
    report.result = ClauseResult::kNotApplicable;
    report.exercised = 0;
    report.detail = refusal;
    report.breach.reset();
  } else if (report.breach) {
    report.result = ClauseResult::kFails;
    report.detail = place_text(router.family, report.number, *report.breach);
  } else if (report.exercised == 0) {
    report.result = ClauseResult::kNotExercised;
    if (left == 0) report.detail = "no flit left the router";
  } else {
    report.result = ClauseResult::kHolds;
  }
  return report;
}

}  // namespace

KitReport report_of_all(const own::RouterDescription& router, const Findings& findings,
                        const Measured& measured, const KitOptions& options) {
  KitReport report;
  for (const auto& clause : findings.clauses.all())
    if (options.clauses.empty() || options.clauses.count(clause->number()) != 0)
      report.clauses.push_back(report_of(*clause, router, findings.left));
  report.measured = measured;
  report.hangs = findings.hangs;
  report.waves = findings.waves;
  report.own_fault = findings.own_fault;
  report.cycles = findings.cycles;
  return report;
}

KitReport check_router(const own::RouterDescription& router, const DeviceFactory& make,
                       const KitOptions& options) {
  Session session(router, make, options);
  for (const Phase& phase : phases()) {
    if (!needs(phase, session)) continue;
    if (options.progress) options.progress(phase.name);
    phase.run(session);
  }
  return report_of_all(router, session.findings(), session.measured(), options);
}

}  // namespace flitwise::kit
