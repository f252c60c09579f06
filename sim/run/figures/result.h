// result.h: what one run gave: measured and predicted figures, checks, verdict.
#ifndef FLITWISE_SIM_RUN_FIGURES_RESULT_H_
#define FLITWISE_SIM_RUN_FIGURES_RESULT_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/run/figures/figure.h"
#include "systemc/topology/types.h"
#include "tb/check/verdict.h"

namespace flitwise {

using check::Check;

/// How a run ended; the values are the command's exit status.
enum class Outcome : std::uint8_t { kPass = 0, kFail = 1, kBadInput = 2, kNoEnd = 3 };

/// A column that a family adds to the tables: the measured figure of this name, if it is a number.
struct FigureColumn {
  std::string heading;
  std::string figure;
  bool is_main = false;  ///< what such runs are for: as hard to do without as their finish
};

/// Everything that a run leaves behind.
struct Result {
  std::string scenario;  ///< its name
  std::string file;
  std::string network, operation, algorithm, variant;
  std::vector<std::string> node_names;  ///< by PE; empty: PEs have no names but their numbers
  Node pes = 0;
  Flits flits = 0;        ///< M, flits of all messages
  Figure::Members facts;  ///< of the family: what is known of the network before anything runs
  Outcome outcome = Outcome::kPass;
  bool broke_off = false;  ///< the simulation died: there are no figures, and its files are torn
  Figures measured;
  PredictedFigures predicted;
  std::vector<FigureColumn> columns;  ///< of the family, for tables
  std::optional<Step> lower_bound;    ///< theory's bounds on finish, where it has them
  std::optional<Step> bound;
  std::vector<Check> checks;
  std::vector<std::string> problems;  ///< sentences: node, port, step of all that went wrong
  std::vector<std::string> notes;     ///< sentences: what was not checked, and why
  std::int64_t collisions = 0;
  std::int64_t port_violations = 0;
  std::int64_t router_cycles = 0;  ///< router evaluations
  std::int64_t flit_hops = 0;      ///< flits that crossed links
  double seconds = 0;              ///< wall time of the simulation alone
  std::vector<LinkEvent> events;   ///< only when events, a diagram or an event check was asked for
};

/// As bytes, to hand it from one process to another.
std::string to_wire(const Result& result);

/// Errors: throws std::runtime_error when `bytes` is cut off or not a Result.
Result from_wire(const std::string& bytes);

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_FIGURES_RESULT_H_
