#include "sim/wave_layout.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/families.h"

namespace flitwise {
namespace {

// GTKWave's trace flags, right-justified: decimal, binary, and an enum's names over binary.
constexpr const char* kDecimal = "@24";
constexpr const char* kBinary = "@28";
constexpr const char* kEnum = "@100000028";
constexpr const char* kTranslated = "@2024";  // decimal, looked up in a file
constexpr const char* kOpenGroup = "@800200";
constexpr const char* kClosedGroup = "@c00200";
constexpr const char* kEndOfOpenGroup = "@1000200";
constexpr const char* kEndOfClosedGroup = "@1401200";

constexpr Node kMostOpenGroups = 16;

// GTKWave's zoom, a base-2 logarithm: at 0, about 4.4 ns fill a window of the size below. Short
// runs are shown whole, of long ones as many steps as remain readable.
double zoom_for(Step steps) {
  constexpr double kStepsAtZoom0 = 4.4;
  constexpr Step kMostReadable = 40;
  return std::log2(kStepsAtZoom0 / static_cast<double>(std::min(steps, kMostReadable)));
}

// What the views of tb/view show for the node of a link without a flit.
constexpr int kNoNodeInViews = 8191;

// Named markers, A to Z; -1 where there is none.
std::string markers(const Phases& phases) {
  std::string places;
  std::string names;
  for (std::size_t i = 0; i < kMostMarkers; ++i) {
    const bool is_there = i < phases.size();
    places += fmt::format(" {}", is_there ? phases[i].first : -1);
    if (is_there)
      names += fmt::format("[markername] {}{}\n", static_cast<char>('A' + i), phases[i].name);
  }
  if (!names.empty()) names.pop_back();
  return names.empty() ? places : places + "\n" + names;
}

// Evenly chosen, the first and the last among them.
Phases thinned(const Phases& phases) {
  if (phases.size() <= kMostMarkers) return phases;
  Phases chosen;
  for (std::size_t i = 0; i < kMostMarkers; ++i)
    chosen.push_back(phases[i * (phases.size() - 1) / (kMostMarkers - 1)]);
  return chosen;
}

}  // namespace

WaveLayout::WaveLayout(Node pes, WaveWindow window, std::string node_file)
    : open_groups_((window.nodes.empty() ? pes : static_cast<Node>(window.nodes.size())) <=
                   kMostOpenGroups),
      window_(std::move(window)),
      node_file_(std::move(node_file)) {}

void WaveLayout::decimal(const std::string& alias, const std::string& name) {
  signal(kDecimal, alias, name);
}
void WaveLayout::binary(const std::string& alias, const std::string& name) {
  signal(kBinary, alias, name);
}
void WaveLayout::names(const std::string& alias, const std::string& name) {
  signal(kEnum, alias, name);
}

void WaveLayout::node(const std::string& alias, const std::string& name) {
  signal(node_file_.empty() ? kDecimal : kTranslated, alias, name);
}

void WaveLayout::signal(const char* format, const std::string& alias, const std::string& name) {
  if (!is_shown(name)) return;
  write_pending_groups();
  if (format != format_) {
    line(format);
    if (format == kTranslated) line("^1 " + node_file_);
  }
  format_ = format;
  line(fmt::format("+{{{}}} {}", alias, name));
}

void WaveLayout::lane(const std::string& title, const std::string& scope) {
  names(title, scope + ".kind[3:0]");
  node("   of message", scope + ".message[12:0]");
  decimal("   flit, s or c", scope + ".value[30:0]");
}

// In waves, the scope of PE 5's router begins with "pe5." or "leaf.5.".
bool WaveLayout::is_shown(const std::string& signal) const {
  std::string router = signal.substr(0, signal.find('.'));
  if (router == "leaf") router = "leaf " + signal.substr(5);
  return window_.shows_router(router);
}

void WaveLayout::begin_group(const std::string& name) { pending_.push_back(name); }

void WaveLayout::write_pending_groups() {
  for (const std::string& name : pending_) {
    const bool is_first = groups_ == is_open_.size();  // all groups so far are around it
    is_open_.push_back(open_groups_ || is_first);
    group(is_open_.back() ? kOpenGroup : kClosedGroup, name);
    ++groups_;
  }
  pending_.clear();
}

void WaveLayout::end_group(const std::string& name) {
  if (!pending_.empty()) return pending_.pop_back();
  group(is_open_.back() ? kEndOfOpenGroup : kEndOfClosedGroup, name);
  is_open_.pop_back();
}

void WaveLayout::group(const char* flags, const std::string& name) {
  line(flags);
  line("-" + name);
  format_ = flags;
}

std::string wave_layout(const Scenario& scenario, const std::string& wave_name, Step last_step,
                        const WaveWindow& window, const Phases& phases) {
  const Family& family = family_of(scenario);
  Result result;
  family.identify(scenario, result);
  WaveLayout layout(result.pes, window, node_file_name(wave_name));
  layout.line("[*] Flitwise: registers at the end of step t stand from t to t + 1 ns");
  layout.line(fmt::format("[dumpfile] \"{}\"", wave_name));
  layout.line("[size] 1600 1050");
  layout.line("[pos] -1 -1");
  layout.line(fmt::format("*{:.6f} 0{}", zoom_for(last_step + 2), markers(thinned(phases))));
  layout.line("[sst_width] 220");
  layout.line("[signals_width] 260");
  layout.decimal("step", "run.run_view.step[31:0]");
  family.add_waves(scenario, layout);
  return layout.text();
}

Phases phases_of(const Scenario& scenario, const Result& result) {
  Phases phases = family_of(scenario).phases(scenario, result);
  if (result.measured.finish > 0) phases.push_back({result.measured.finish, "finish"});
  phases.push_back({result.measured.quiesce + 1, "quiet"});
  std::stable_sort(phases.begin(), phases.end(),
                   [](const Phase& a, const Phase& b) { return a.first < b.first; });
  Phases distinct;
  for (Phase& phase : phases) {
    if (distinct.empty() || distinct.back().first != phase.first)
      distinct.push_back(std::move(phase));
    else
      distinct.back().name += ", " + phase.name;
  }
  return distinct;
}

std::string node_file_name(const std::string& wave_name) {
  return wave_name.substr(0, wave_name.rfind(".fst")) + ".nodes.txt";
}

std::string node_file(const Scenario& scenario) {
  const Family& family = family_of(scenario);
  Result result;
  family.identify(scenario, result);
  const std::vector<std::string> labels = family.node_labels(scenario);
  std::string text;
  for (Node pe = 0; pe < result.pes; ++pe) {
    const auto at = static_cast<std::size_t>(pe);
    std::string label = at < labels.size() ? labels[at] : fmt::format("PE {}", pe);
    if (labels.empty() && at < result.node_names.size()) label += " " + result.node_names[at];
    text += fmt::format("{} {}\n", pe, label);
  }
  return text + fmt::format("{} -\n", kNoNodeInViews);
}

}  // namespace flitwise
