// tree_picture.cpp: trees of a graph as SVG, side by side.
#include <fmt/format.h>

#include <algorithm>

#include "sim/graph/texts/tree_texts.h"
#include "sim/text/report_text.h"

namespace flitwise {
namespace {

constexpr double kRow = 34;     // between depths
constexpr double kColumn = 15;  // between leaves
constexpr double kGap = 30;     // between trees
constexpr double kHead = 24;    // for a family's title
constexpr Node kMostLabelled = 300;

// Okabe and Ito's palette without yellow, too pale for thin lines.
constexpr const char* kColours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                    "#e69f00", "#56b4e9", "#000000"};

struct Drawing {
  std::string body;
  double width = 0;
  double height = 0;
};

// Leaves stand beside each other in depth-first order, a parent over the middle of its children.
class TreeDrawing {
 public:
  TreeDrawing(const Parents& tree, const TreeStudy& study, const char* colour)
      : depths_(depths_of(tree)), x_(tree.size(), 0), children_(tree.size()) {
    for (std::size_t v = 0; v < tree.size(); ++v)
      if (tree[v] != kNoNode) children_[index_of(tree[v])].push_back(static_cast<Node>(v));
    place(root_of(tree));
    for (std::size_t v = 0; v < tree.size(); ++v)
      if (tree[v] != kNoNode)
        lines_ += fmt::format("<path d=\"M{:g} {:g}L{:g} {:g}\" stroke=\"{}\"/>\n", x_[v], y(v),
                              x_[index_of(tree[v])], y(index_of(tree[v])), colour);
    for (std::size_t v = 0; v < tree.size(); ++v) draw_node(v, study, colour);
  }

  Drawing drawing() const {
    const Node height = *std::max_element(depths_.begin(), depths_.end());
    return {lines_ + dots_, next_ * kColumn, kRow * (height + 1)};
  }

 private:
  double y(std::size_t v) const { return kRow * (depths_[v] + 0.5); }

  void place(Node v) {
    const std::vector<Node>& children = children_[index_of(v)];
    for (const Node child : children) place(child);
    x_[index_of(v)] = children.empty()
                          ? kColumn * (next_++ + 0.5)
                          : (x_[index_of(children.front())] + x_[index_of(children.back())]) / 2;
  }

  void draw_node(std::size_t v, const TreeStudy& study, const char* colour) {
    dots_ +=
        fmt::format("<circle cx=\"{:g}\" cy=\"{:g}\" r=\"3\" fill=\"{}\"/>\n", x_[v], y(v), colour);
    if (study.nodes > kMostLabelled) return;
    const std::string name =
        study.node_names.empty() ? std::to_string(v) : cut_to_width(study.node_names[v], 12);
    dots_ +=
        fmt::format("<text x=\"{:g}\" y=\"{:g}\">{}</text>\n", x_[v], y(v) - 5, xml_escaped(name));
  }

  std::vector<Node> depths_;
  std::vector<double> x_;
  std::vector<std::vector<Node>> children_;
  std::string lines_;
  std::string dots_;
  int next_ = 0;
};

std::string title_of(const FoundFamily& found) {
  return fmt::format("{} tree{} without a common {}, heights {}", found.heights.size(),
                     found.heights.size() == 1 ? "" : "s", word_of(found.family.disjoint),
                     heights_text(found.heights));
}

}  // namespace

std::string study_picture(const TreeStudy& study) {
  std::string body;
  double width = 420;  // for the titles
  double top = 0;
  for (const FoundFamily& found : study.families) {
    double left = kGap / 2;
    double height = 0;
    body += fmt::format("<text class=\"title\" x=\"{:g}\" y=\"{:g}\">{}: {}</text>\n", left,
                        top + kHead - 6, xml_escaped(study.name), title_of(found));
    for (std::size_t t = 0; t < found.family.trees.size(); ++t) {
      const Drawing drawing =
          TreeDrawing(found.family.trees[t], study, kColours[t % std::size(kColours)]).drawing();
      body += fmt::format("<g transform=\"translate({:g} {:g})\">\n{}</g>\n", left, top + kHead,
                          drawing.body);
      left += drawing.width + kGap;
      height = std::max(height, drawing.height);
    }
    width = std::max(width, left - kGap / 2);
    top += kHead + height;
  }
  return fmt::format(
             "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg "
             "xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:g}\" height=\"{1:g}\" "
             "viewBox=\"0 0 {0:g} {1:g}\">\n",
             width, top) +
         "<style>text{font:8px sans-serif;text-anchor:middle}"
         ".title{font-size:13px;text-anchor:start}path{fill:none}</style>\n"
         "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n" +
         body + "</svg>\n";
}

}  // namespace flitwise
