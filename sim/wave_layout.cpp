#include "sim/wave_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "systemc/topology/tree.h"

namespace flitwise {
namespace {

// GTKWave's trace flags, right-justified: decimal, binary, and an enum's names over binary.
constexpr const char* kDecimal = "@24";
constexpr const char* kBinary = "@28";
constexpr const char* kEnum = "@100000028";
constexpr const char* kOpenGroup = "@800200";
constexpr const char* kClosedGroup = "@c00200";
constexpr const char* kEndOfOpenGroup = "@1000200";
constexpr const char* kEndOfClosedGroup = "@1401200";

constexpr Node kMostOpenGroups = 16;

class Layout {
 public:
  explicit Layout(bool open_groups) : open_groups_(open_groups) {}

  void line(const std::string& text) { text_ += text + "\n"; }

  void signal(const char* format, const std::string& alias, const std::string& name) {
    if (format != format_) line(format);
    format_ = format;
    line(fmt::format("+{{{}}} {}", alias, name));
  }

  // Kind, message and payload of one lane.
  void lane(const std::string& title, const std::string& scope) {
    signal(kEnum, title, scope + ".kind[3:0]");
    signal(kDecimal, "   of message", scope + ".message[12:0]");
    signal(kDecimal, "   flit, s or c", scope + ".value[30:0]");
  }

  void begin_group(const std::string& name) {
    group(open_groups_ ? kOpenGroup : kClosedGroup, name);
  }
  void end_group(const std::string& name) {
    group(open_groups_ ? kEndOfOpenGroup : kEndOfClosedGroup, name);
  }

  const std::string& text() const { return text_; }

 private:
  void group(const char* flags, const std::string& name) {
    line(flags);
    line("-" + name);
    format_ = flags;
  }

  bool open_groups_;
  std::string text_;
  std::string format_;
};

std::string router_scope(const Scenario& scenario, Node pe) {
  if (scenario.options.build == Build::kElaborated)
    return fmt::format("network.tree_network.gen_pe[{}].i_router", pe);
  return fmt::format(
      "pe{}.router.{}", pe,
      scenario.options.ports == Ports::kMulti ? "multiport_router" : "bufferless_router");
}

void add_single_port_lanes(Layout& layout, const std::string& view, const Tree& tree, Node pe) {
  layout.lane("delivered", view + ".delivered");
  if (pe != 0) layout.lane(fmt::format("to parent PE {}", tree.parent(pe)), view + ".to_parent");
  int number = 0;
  for (const Node child : tree.children(pe))
    layout.lane(fmt::format("to child PE {}", child),
                view + fmt::format(".child[{}].to", number++));
}

// Link 0 leads to the parent, link 1 + k to child k.
void add_multiport_lanes(Layout& layout, const std::string& view, const Tree& tree, Node pe) {
  const auto add_link = [&](std::size_t link, const char* kind, Node neighbour) {
    const std::string scope = view + fmt::format(".link[{}]", link);
    layout.lane(fmt::format("from {} PE {}", kind, neighbour), scope + ".delivered");
    layout.lane(fmt::format("to {} PE {}", kind, neighbour), scope + ".to");
  };
  if (pe != 0) add_link(0, "parent", tree.parent(pe));
  std::size_t link = 1;
  for (const Node child : tree.children(pe)) add_link(link++, "child", child);
}

void add_pe(Layout& layout, const Scenario& scenario, const Tree& tree, Node pe) {
  const std::string view = router_scope(scenario, pe) + ".view";
  const std::string protocol = fmt::format("pe{}.protocol.pe_view", pe);
  const std::string name = pe == 0 ? std::string("PE 0 (root)")
                                   : fmt::format("PE {} (child of PE {})", pe, tree.parent(pe));
  layout.begin_group(name);
  layout.signal(kEnum, "state", protocol + ".state[3:0]");
  layout.signal(kBinary, "hands a flit to its router", protocol + ".sending");
  if (scenario.options.ports == Ports::kMulti)
    add_multiport_lanes(layout, view, tree, pe);
  else
    add_single_port_lanes(layout, view, tree, pe);
  layout.signal(kEnum, "violation", view + ".reported.violation[2:0]");
  layout.end_group(name);
}

// GTKWave's zoom, a base-2 logarithm: at 0, about 4.4 ns fill a window of the size below. Short
// runs are shown whole, of long ones as many steps as remain readable.
double zoom_for(Step steps) {
  constexpr double kStepsAtZoom0 = 4.4;
  constexpr Step kMostReadable = 40;
  return std::log2(kStepsAtZoom0 / static_cast<double>(std::min(steps, kMostReadable)));
}

}  // namespace

std::string wave_layout(const Scenario& scenario, const std::string& wave_name, Step last_step) {
  const Tree tree(scenario.parents);
  Layout layout(tree.size() <= kMostOpenGroups);
  layout.line("[*] Flitwise: registers at the end of step t stand from t to t + 1 ns");
  layout.line(fmt::format("[dumpfile] \"{}\"", wave_name));
  layout.line("[size] 1600 1050");
  layout.line("[pos] -1 -1");
  layout.line(fmt::format("*{:.6f} 0", zoom_for(last_step + 2)));
  layout.line("[sst_width] 220");
  layout.line("[signals_width] 260");
  layout.signal(kDecimal, "step", "run.run_view.step[31:0]");
  for (Node pe = 0; pe < tree.size(); ++pe) add_pe(layout, scenario, tree, pe);
  return layout.text();
}

}  // namespace flitwise
