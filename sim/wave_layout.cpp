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

}  // namespace

WaveLayout::WaveLayout(Node pes, WaveWindow window)
    : open_groups_((window.nodes.empty() ? pes : static_cast<Node>(window.nodes.size())) <=
                   kMostOpenGroups),
      window_(std::move(window)) {}

void WaveLayout::decimal(const std::string& alias, const std::string& name) {
  signal(kDecimal, alias, name);
}
void WaveLayout::binary(const std::string& alias, const std::string& name) {
  signal(kBinary, alias, name);
}
void WaveLayout::names(const std::string& alias, const std::string& name) {
  signal(kEnum, alias, name);
}

void WaveLayout::signal(const char* format, const std::string& alias, const std::string& name) {
  if (!is_shown(name)) return;
  write_pending_groups();
  if (format != format_) line(format);
  format_ = format;
  line(fmt::format("+{{{}}} {}", alias, name));
}

void WaveLayout::lane(const std::string& title, const std::string& scope) {
  names(title, scope + ".kind[3:0]");
  decimal("   of message", scope + ".message[12:0]");
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
  for (const std::string& name : pending_) group(open_groups_ ? kOpenGroup : kClosedGroup, name);
  pending_.clear();
}

void WaveLayout::end_group(const std::string& name) {
  if (!pending_.empty())
    pending_.pop_back();
  else
    group(open_groups_ ? kEndOfOpenGroup : kEndOfClosedGroup, name);
}

void WaveLayout::group(const char* flags, const std::string& name) {
  line(flags);
  line("-" + name);
  format_ = flags;
}

std::string wave_layout(const Scenario& scenario, const std::string& wave_name, Step last_step,
                        const WaveWindow& window) {
  const Family& family = family_of(scenario);
  Result result;
  family.identify(scenario, result);
  WaveLayout layout(result.pes, window);
  layout.line("[*] Flitwise: registers at the end of step t stand from t to t + 1 ns");
  layout.line(fmt::format("[dumpfile] \"{}\"", wave_name));
  layout.line("[size] 1600 1050");
  layout.line("[pos] -1 -1");
  layout.line(fmt::format("*{:.6f} 0", zoom_for(last_step + 2)));
  layout.line("[sst_width] 220");
  layout.line("[signals_width] 260");
  layout.decimal("step", "run.run_view.step[31:0]");
  family.add_waves(scenario, layout);
  return layout.text();
}

}  // namespace flitwise
