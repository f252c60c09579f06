#include "sim/report/diagram.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <tuple>

#include "sim/report/report_plot.h"
#include "sim/run/family/family.h"
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
    case FlitKind::kCombine:
    case FlitKind::kMerge:
      return fmt::format("+{}", mark.index);
    case FlitKind::kResult:
      return fmt::format("={}", mark.index);
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

Extent extent_of(const SpaceTimeGrid& grid, const GridWindow& window) {
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

std::string what_is_left_out(const SpaceTimeGrid& grid, const Extent& extent) {
  std::string text;
  if (extent.pes < grid.pes)
    text += grid.pes - extent.pes == 1
                ? fmt::format("left out: the column of PE {}\n", extent.pes)
                : fmt::format("left out: the columns of PEs {} to {}\n", extent.pes, grid.pes - 1);
  if (extent.last_row < grid.last_row())
    text += fmt::format("left out: steps {} to {}\n", extent.last_row + 1, grid.last_row());
  if (!text.empty()) text += "(-o DIR with --diagram writes the whole diagram as SVG)\n";
  return text;
}

// Okabe and Ito's palette: its colours stay apart for every kind of colour blindness. Neighbouring
// messages, which touch in a diagram, get colours far apart.
constexpr std::array<const char*, 7> kPalette{"#0072b2", "#e69f00", "#009e73", "#cc79a7",
                                              "#56b4e9", "#d55e00", "#f0e442"};
constexpr std::array<bool, 7> kLightText{true, false, true, false, false, true, false};
constexpr const char* kControlFill = "#d0d0d0";
constexpr const char* kProblemFill = "#000000";  // several flits in one register
constexpr Node kMostPesWithText = 64;

struct Layout {
  double cell_width = 46;
  double cell_height = 20;
  double left = 64;
  double top = 84;
  bool with_text = true;

  double x(Node pe) const { return left + cell_width * pe; }
  double y(Step row, Step first) const {
    return top + cell_height * static_cast<double>(row - first);
  }
};

Layout layout_of(const SpaceTimeGrid& grid) {
  Layout layout;
  if (grid.pes > kMostPesWithText) {
    layout.cell_width = 8;
    layout.cell_height = 8;
    layout.with_text = false;
    return layout;
  }
  std::size_t longest = 4;
  for (const auto& [place, marks] : grid.cells)
    longest = std::max(longest, grid.text(place.first, place.second).size());
  layout.cell_width = 10 + 7.0 * static_cast<double>(std::min<std::size_t>(longest, 24));
  return layout;
}

struct Paint {
  const char* fill;
  bool light_text;
};

bool is_data(const GridMark& mark) { return mark.kind == FlitKind::kData; }

Paint paint_of(const std::vector<GridMark>& marks) {
  const auto data = std::find_if(marks.begin(), marks.end(), is_data);
  if (data == marks.end()) return {kControlFill, false};
  if (std::find_if(std::next(data), marks.end(), is_data) != marks.end())
    return {kProblemFill, true};
  const auto colour = static_cast<std::size_t>(data->message) % kPalette.size();
  return {kPalette[colour], kLightText[colour]};
}

using Out = std::back_insert_iterator<std::string>;

void draw_cells(const SpaceTimeGrid& grid, const Layout& layout, Out out) {
  for (const auto& [place, marks] : grid.cells) {
    const auto& [row, pe] = place;
    const Paint paint = paint_of(marks);
    const std::string text = xml_escaped(grid.text(row, pe));
    const double x = layout.x(pe);
    const double y = layout.y(row, grid.first_row());
    fmt::format_to(out,
                   "<g><title>step {}, P{}: {}</title><rect x=\"{}\" y=\"{}\" width=\"{}\" "
                   "height=\"{}\" fill=\"{}\"/>",
                   row, pe, text, x, y, layout.cell_width, layout.cell_height, paint.fill);
    if (layout.with_text)
      fmt::format_to(out, "<text class=\"cell\" x=\"{}\" y=\"{}\" style=\"fill:{}\">{}</text>",
                     x + layout.cell_width / 2, y + layout.cell_height - 6,
                     paint.light_text ? "#ffffff" : "#000000", text);
    fmt::format_to(out, "</g>\n");
  }
}

// Labels so far apart that they do not touch.
int label_distance(double size, double least) {
  int distance = 1;
  for (const int wider : {2, 5, 10, 20, 50, 100})
    if (size * distance < least) distance = wider;
  return distance;
}

void draw_axes(const SpaceTimeGrid& grid, const Layout& layout, double bottom, Out out) {
  const double right = layout.x(grid.pes);
  fmt::format_to(out, "<text class=\"axis\" x=\"{}\" y=\"{}\">step</text>\n", layout.left - 10,
                 layout.top - 8);
  const int columns = label_distance(layout.cell_width, 34);
  for (Node v = 0; v < grid.pes; v += columns)
    fmt::format_to(out, "<text class=\"pe\" x=\"{}\" y=\"{}\">P{}</text>\n",
                   layout.x(v) + layout.cell_width / 2, layout.top - 8, v);
  const int rows = label_distance(layout.cell_height, 14);
  for (Step row = grid.first_row(); row <= grid.last_row(); ++row) {
    if (row % rows == 0)
      fmt::format_to(out, "<text class=\"axis\" x=\"{}\" y=\"{}\">{}</text>\n", layout.left - 10,
                     layout.y(row, grid.first_row()) + layout.cell_height / 2 + 4, row);
  }
  fmt::format_to(out, "<path class=\"grid\" d=\"");
  for (Node v = 0; v <= grid.pes; ++v)
    fmt::format_to(out, "M{} {}V{}", layout.x(v), layout.top, bottom);
  for (Step row = grid.first_row(); row <= grid.last_row() + 1; ++row)
    fmt::format_to(out, "M{} {}H{}", layout.left, layout.y(row, grid.first_row()), right);
  fmt::format_to(out, "\"/>\n");
}

constexpr const char* kDiagramRules =
    ".axis{text-anchor:end;fill:#555}"
    ".pe{text-anchor:middle;font-weight:bold}.cell{text-anchor:middle;font-size:11px}"
    ".grid{stroke:#c4c4c4;stroke-width:0.6;fill:none}";

}  // namespace

Step SpaceTimeGrid::first_row() const {
  const bool has_row_0 = !cells.empty() && cells.begin()->first.first <= 0;
  return has_row_0 ? 0 : 1;
}

Step SpaceTimeGrid::last_row() const { return cells.empty() ? 0 : cells.rbegin()->first.first; }

std::string SpaceTimeGrid::text(Step row, Node pe) const {
  const auto found = cells.find({row, pe});
  if (found == cells.end()) return {};
  std::string joined;
  for (const GridMark& mark : found->second) {
    if (!joined.empty()) joined += '+';
    joined += text_of(mark);
  }
  return joined;
}

SpaceTimeGrid make_grid(const std::vector<LinkEvent>& events, Node pes,
                        const LinkSteps& link_steps) {
  SpaceTimeGrid grid;
  grid.pes = pes;
  const auto mark_of = [](const LinkEvent& event) {
    return GridMark{event.kind, event.message, event.index, event.value};
  };
  for (const LinkEvent& event : events) {
    const Step more = link_steps ? link_steps(event.from, event.to) - 1 : 0;
    grid.cells[{event.step + more, event.to}].push_back(mark_of(event));
  }
  const std::set<Lying> brought = brought_by_links(events);
  for (const LinkEvent& event : events)
    if (is_message(event) && brought.count({event.from, event.message, event.index}) == 0)
      grid.cells[{event.step - 1, event.from}].push_back(mark_of(event));
  return grid;
}

SpaceTimeGrid grid_of(const Scenario& scenario, const Result& result) {
  return make_grid(result.events, result.pes, family_of(scenario).link_steps(scenario));
}

std::string render_grid(const SpaceTimeGrid& grid, const GridWindow& window) {
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

std::string grid_to_svg(const SpaceTimeGrid& grid, const std::string& title,
                        const std::string& subtitle) {
  const Layout layout = layout_of(grid);
  const double bottom = layout.y(grid.last_row() + 1, grid.first_row());
  const double text_width = 40 + std::max(11.0 * static_cast<double>(title.size()),
                                          7.0 * static_cast<double>(subtitle.size()));
  const double width = std::max(layout.x(grid.pes) + 24, text_width);
  std::string svg = svg_head(title, subtitle, 50, kDiagramRules, width, bottom + 24);
  Out out = std::back_inserter(svg);
  draw_cells(grid, layout, out);
  draw_axes(grid, layout, bottom, out);
  return svg + "</svg>\n";
}

}  // namespace flitwise
