#include "sim/report/diagram.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "sim/text/report_text.h"

namespace flitwise {
namespace {

bool is_message(const LinkEvent& event) {
  return event.kind == FlitKind::kData || event.kind == FlitKind::kEnd;
}

// Where and which: a flit of a message that lies in a node.
using Lying = std::tuple<Node, Node, Flits>;

// A PE that puts a flit on a link and never had it from another one made it.
std::set<Lying> brought_by_links(const std::vector<LinkEvent>& events) {
  std::set<Lying> brought;
  for (const LinkEvent& event : events)
    if (is_message(event)) brought.insert({event.to, event.message, event.index});
  return brought;
}

std::string text_of(const GridMark& mark) {
  switch (mark.kind) {
    case FlitKind::kData:
    case FlitKind::kFlood:
    case FlitKind::kCopies:
      return fmt::format("m{},{}", mark.message, mark.index);
    case FlitKind::kEnd:
      return "end";
    case FlitKind::kTap:
    case FlitKind::kOrder:
      return fmt::format("({})", mark.value);
    case FlitKind::kToken:
      return "[*]";
    case FlitKind::kCertificate:
      return fmt::format("<{}>", mark.value);
    case FlitKind::kIdle:
      break;
  }
  return "?";
}

std::string trim_right(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

struct Extent {
  Node pes = 0;
  Step last_row = 0;
  std::vector<std::size_t> widths;  // of each PE's column
};

Extent extent_of(const Grid& grid, const GridWindow& window) {
  Extent extent;
  extent.last_row = std::min(grid.last_row(), grid.first_row() + window.most_rows - 1);
  extent.pes = std::min(grid.pes, window.most_pes);
  for (Node v = 0; v < extent.pes; ++v) extent.widths.push_back(fmt::format("P{}", v).size());
  for (const auto& [place, marks] : grid.cells) {
    if (place.first > extent.last_row || place.second >= extent.pes) continue;
    std::size_t& width = extent.widths[static_cast<std::size_t>(place.second)];
    width = std::max(width, grid.text(place.first, place.second).size());
  }
  if (window.width == 0) return extent;
  std::size_t used = 6;  // the column of steps
  Node fitting = 0;
  while (fitting < extent.pes &&
         (used += extent.widths[static_cast<std::size_t>(fitting)] + 2) <= window.width)
    ++fitting;
  extent.pes = std::max(fitting, std::min<Node>(extent.pes, 1));
  return extent;
}

std::string what_is_left_out(const Grid& grid, const Extent& extent) {
  std::string text;
  if (extent.pes < grid.pes)
    text += fmt::format("left out: the columns of PEs {} to {}\n", extent.pes, grid.pes - 1);
  if (extent.last_row < grid.last_row())
    text += fmt::format("left out: steps {} to {}\n", extent.last_row + 1, grid.last_row());
  if (!text.empty()) text += "(-o DIR with --diagram writes the whole diagram as SVG)\n";
  return text;
}

}  // namespace

Step Grid::first_row() const {
  const bool has_row_0 = !cells.empty() && cells.begin()->first.first <= 0;
  return has_row_0 ? 0 : 1;
}

Step Grid::last_row() const { return cells.empty() ? 0 : cells.rbegin()->first.first; }

std::string Grid::text(Step row, Node pe) const {
  const auto found = cells.find({row, pe});
  if (found == cells.end()) return {};
  std::string joined;
  for (const GridMark& mark : found->second) {
    if (!joined.empty()) joined += '+';
    joined += text_of(mark);
  }
  return joined;
}

Grid make_grid(const std::vector<LinkEvent>& events, Node pes) {
  Grid grid;
  grid.pes = pes;
  const auto mark_of = [](const LinkEvent& event) {
    return GridMark{event.kind, event.message, event.index, event.value};
  };
  for (const LinkEvent& event : events)
    grid.cells[{event.step, event.to}].push_back(mark_of(event));
  const std::set<Lying> brought = brought_by_links(events);
  for (const LinkEvent& event : events)
    if (is_message(event) && brought.count({event.from, event.message, event.index}) == 0)
      grid.cells[{event.step - 1, event.from}].push_back(mark_of(event));
  return grid;
}

std::string render_grid(const Grid& grid, const GridWindow& window) {
  if (grid.cells.empty()) return "nothing was sent\n";
  const Extent extent = extent_of(grid, window);
  std::string line = pad_to_width("step", 6, Align::kRight);
  const auto append = [&](Node v, const std::string& cell) {
    line += "  " + pad_to_width(cell, extent.widths[static_cast<std::size_t>(v)], Align::kLeft);
  };
  for (Node v = 0; v < extent.pes; ++v) append(v, fmt::format("P{}", v));
  std::string text = trim_right(line);
  for (Step row = grid.first_row(); row <= extent.last_row; ++row) {
    line = fmt::format("{:>6}", row);
    for (Node v = 0; v < extent.pes; ++v) append(v, grid.text(row, v));
    text += trim_right(line);
  }
  return text + what_is_left_out(grid, extent);
}

}  // namespace flitwise
