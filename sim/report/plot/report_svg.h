// report_svg.h: the space-time diagram of a run as a picture.
#ifndef FLITWISE_SIM_REPORT_PLOT_REPORT_SVG_H_
#define FLITWISE_SIM_REPORT_PLOT_REPORT_SVG_H_

#include <string>

#include "sim/report/diagram.h"

namespace flitwise {

/// A self-contained SVG: time runs down, PEs run right, each message has a colour and sweeps out
/// its parallelogram, control flits are grey.
/// Shape: `title` is UTF-8 text; it is escaped. Large grids are drawn with small cells without
///        text; a browser then shows each flit's name when the pointer is over it.
std::string grid_to_svg(const Grid& grid, const std::string& title, const std::string& subtitle);

}  // namespace flitwise

#endif  // FLITWISE_SIM_REPORT_PLOT_REPORT_SVG_H_
