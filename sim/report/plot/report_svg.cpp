#include "sim/report/plot/report_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "sim/text/report_xml.h"

namespace flitwise {
namespace {

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

Layout layout_of(const Grid& grid) {
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

void draw_cells(const Grid& grid, const Layout& layout, Out out) {
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

void draw_axes(const Grid& grid, const Layout& layout, double bottom, Out out) {
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

constexpr const char* kStyle =
    "<style>text{font-family:'DejaVu Sans',Helvetica,Arial,sans-serif;font-size:12px;fill:#222}"
    ".title{font-size:18px;font-weight:bold}.subtitle{fill:#555}.axis{text-anchor:end;fill:#555}"
    ".pe{text-anchor:middle;font-weight:bold}.cell{text-anchor:middle;font-size:11px}"
    ".grid{stroke:#c4c4c4;stroke-width:0.6;fill:none}</style>\n";

}  // namespace

std::string grid_to_svg(const Grid& grid, const std::string& title, const std::string& subtitle) {
  const Layout layout = layout_of(grid);
  const double bottom = layout.y(grid.last_row() + 1, grid.first_row());
  const double text_width = 40 + std::max(11.0 * static_cast<double>(title.size()),
                                          7.0 * static_cast<double>(subtitle.size()));
  const double width = std::max(layout.x(grid.pes) + 24, text_width);
  const double height = bottom + 24;
  std::string svg = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
  Out out = std::back_inserter(svg);
  fmt::format_to(out,
                 "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
                 "viewBox=\"0 0 {0} {1}\" role=\"img\">\n",
                 width, height);
  fmt::format_to(out, "<title>{}</title>\n", xml_escaped(title));
  svg += kStyle;
  fmt::format_to(out, "<rect width=\"{}\" height=\"{}\" fill=\"#ffffff\"/>\n", width, height);
  fmt::format_to(out, "<text class=\"title\" x=\"20\" y=\"30\">{}</text>\n", xml_escaped(title));
  fmt::format_to(out, "<text class=\"subtitle\" x=\"20\" y=\"50\">{}</text>\n",
                 xml_escaped(subtitle));
  draw_cells(grid, layout, out);
  draw_axes(grid, layout, bottom, out);
  return svg + "</svg>\n";
}

}  // namespace flitwise
