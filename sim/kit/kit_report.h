// kit_report.h: what a check of an own router found, for people and for programs.
#ifndef FLITWISE_SIM_KIT_KIT_REPORT_H_
#define FLITWISE_SIM_KIT_KIT_REPORT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "sim/kit/proofs.h"
#include "sim/report/report_data.h"
#include "sim/report/report_table.h"
#include "systemc/network/own/router_description.h"
#include "tb/kit/kit.h"

namespace flitwise {

/// A router and what came out of its check.
struct RouterCheck {
  own::RouterDescription router;
  std::string hash;  ///< of its files
  kit::KitReport report;
  std::uint64_t seed = 1;
  std::uint64_t cycles = 0;   ///< of random traffic
  double seconds = 0;         ///< of the simulation
  std::vector<Proof> proofs;  ///< a clause each at most; empty where none was asked for
};

/// A clause in the words of the table.
struct ClauseRow {
  std::string name;
  std::string result;     ///< "ok", "FAIL", "not exercised", "n/a"
  std::string exercised;  ///< "3,000", "-"
  std::string proof;      ///< "depth 16", "-"
  std::string detail;     ///< what else there is to say; may be empty
  bool is_bad = false;    ///< it fails, or was never exercised
  bool applies = true;
};

/// Shape: one per clause of the report.
std::vector<ClauseRow> clause_rows(const RouterCheck& check);

/// "two-stage (two_stage.sv, 3 files 8f1c2d): mesh, ready, 2 lanes of 4, r = 3, ...".
std::string heading_of(const RouterCheck& check);

/// "16 clauses: 15 hold, 0 fail, 1 does not apply".
std::string counts_of(const RouterCheck& check);

/// What stands below the table: hangs, notes, why there are no proofs. Lines.
std::string remarks_of(const RouterCheck& check, std::size_t width);

/// 0: all clauses that apply hold; 1: one fails, was never exercised or is refuted; 3: the router
/// hangs.
int status_of(const RouterCheck& check);

/// "two-stage (two_stage.sv, 3 files 8f1c2d): ready, 2 lanes of 4, r = 3, ...", a row a clause,
/// what fails and hangs, why there are no proofs, and a last line. `width` is that of the terminal,
/// 0 if there is none.
std::string render_router_check(const RouterCheck& check, Colour colour, std::size_t width);

/// One object: `clauses` with one each, `measured`, what was checked and how.
std::string router_check_to_json(const RouterCheck& check);

/// A case a clause, with its proof's time and an equal share of that of the simulation.
std::vector<JunitCase> junit_cases(const RouterCheck& check);

}  // namespace flitwise

#endif  // FLITWISE_SIM_KIT_KIT_REPORT_H_
