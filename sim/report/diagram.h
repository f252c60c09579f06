// diagram.h: a run as a space-time table: one row per step, one column per PE; as text and as a
// picture.
#ifndef FLITWISE_SIM_REPORT_DIAGRAM_H_
#define FLITWISE_SIM_REPORT_DIAGRAM_H_

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "systemc/topology/types.h"

namespace flitwise {

struct Result;
struct Scenario;

/// One flit in one cell of the table.
struct GridMark {
  FlitKind kind = FlitKind::kIdle;
  Node message = kNoNode;
  Flits index = 0;
  std::int64_t value = 0;
};

/// What is in every PE's register after every step.
///
/// Time:   row t is the state at the end of step t. A flit received in step t by PE v is in cell
///         (t, v). A flit of a message that its originator sends in step t is in the originator's
///         column in row t-1 already: loaded, as the figures of the source draw it.
/// Source: Bhatt, Pucci, Ranade, Rosenberg, Figures 1 to 4.
struct SpaceTimeGrid {
  Node pes = 0;
  std::map<std::pair<Step, Node>, std::vector<GridMark>> cells;

  /// Rows from the first that is not empty (0 or 1) to the last; none when there are no cells.
  Step first_row() const;
  Step last_row() const;
  /// "m5,1", "end", "(3)", "[*]", "<2>", several joined by "+"; empty for an idle register.
  std::string text(Step row, Node pe) const;
};

/// Steps that a flit takes over the link from one node to another.
using LinkSteps = std::function<Step(Node from, Node to)>;

/// Shape: `link_steps` may be empty: every link takes one step.
SpaceTimeGrid make_grid(const std::vector<LinkEvent>& events, Node pes,
                        const LinkSteps& link_steps = {});

/// That of a run. Shape: `result` is of `scenario`, on a network that has diagrams.
SpaceTimeGrid grid_of(const Scenario& scenario, const Result& result);

/// How much of a grid a table shows.
struct GridWindow {
  std::size_t width = 0;  ///< columns of the terminal; 0: as many as needed
  Node most_pes = 40;
  Step most_rows = 2000;
};

/// The grid as a table of text; says what the window leaves out.
std::string render_grid(const SpaceTimeGrid& grid, const GridWindow& window);

/// A self-contained SVG: time runs down, PEs run right, each message has a colour and sweeps out
/// its parallelogram, control flits are grey.
/// Shape: `title` is UTF-8 text; it is escaped. Large grids are drawn with small cells without
///        text; a browser then shows each flit's name when the pointer is over it.
std::string grid_to_svg(const SpaceTimeGrid& grid, const std::string& title,
                        const std::string& subtitle);

}  // namespace flitwise

#endif  // FLITWISE_SIM_REPORT_DIAGRAM_H_
