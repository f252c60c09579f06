#include "sim/run/waves/wave_viewers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "sim/run/family/family.h"
#include "sim/run/family/wave_layout.h"
#include "sim/run/waves/wave_files.h"

namespace flitwise {
namespace {

using Kind = WaveItem::Kind;

// The step, then what the family adds.
WaveLayout layout_of(const Scenario& scenario, const WaveWindow& window) {
  Result result;
  identify(scenario, result);
  WaveLayout layout(result.pes, window);
  layout.decimal("step", "run.run_view.step[31:0]");
  family_of(scenario).add_waves(scenario, layout);
  return layout;
}

// Evenly chosen, the first and the last among them.
Phases thinned(const Phases& phases) {
  if (phases.size() <= kMostMarkers) return phases;
  Phases chosen;
  for (std::size_t i = 0; i < kMostMarkers; ++i)
    chosen.push_back(phases[i * (phases.size() - 1) / (kMostMarkers - 1)]);
  return chosen;
}

// GTKWave's trace flags, right-justified: decimal, binary, an enum's names over binary, and decimal
// that is looked up in a file.
const char* flags_of(WaveFormat format) {
  switch (format) {
    case WaveFormat::kDecimal:
      return "@24";
    case WaveFormat::kBinary:
      return "@28";
    case WaveFormat::kNames:
      return "@100000028";
    case WaveFormat::kNode:
      return "@2024";
  }
  return "";
}

const char* flags_of_group(const WaveItem& item) {
  if (item.kind == Kind::kBegin) return item.is_open ? "@800200" : "@c00200";
  return item.is_open ? "@1000200" : "@1401200";
}

// Flags stand above the first of all signals in a row that have them.
std::string gtkwave_lines(const WaveLayout& layout, const std::string& node_file) {
  std::string text;
  std::string flags;
  for (const WaveItem& item : layout.items()) {
    if (item.kind == Kind::kTitle) continue;  // the signal below it has the same name
    if (item.kind != Kind::kSignal) {
      flags = flags_of_group(item);
      text += fmt::format("{}\n-{}\n", flags, item.name);
      continue;
    }
    if (flags != flags_of(item.format)) {
      flags = flags_of(item.format);
      text += flags + "\n";
      if (item.format == WaveFormat::kNode) text += fmt::format("^1 {}\n", node_file);
    }
    text += fmt::format("+{{{}}} {}\n", item.name, item.signal);
  }
  return text;
}

// GTKWave's zoom, a base-2 logarithm: at 0, about 4.4 ns fill a window of the size below. Short
// runs are shown whole, of long ones as many steps as remain readable.
double zoom_for(Step steps) {
  constexpr double kStepsAtZoom0 = 4.4;
  constexpr Step kMostReadable = 40;
  return std::log2(kStepsAtZoom0 / static_cast<double>(std::min(steps, kMostReadable)));
}

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

// As an argument of Surfer's commands, which end at ; and at #.
std::string surfer_word(std::string text) {
  std::replace(text.begin(), text.end(), ';', ',');
  std::replace(text.begin(), text.end(), '#', ' ');
  return text;
}

// Surfer knows variables without their range of bits.
std::string variable_of(const std::string& signal) {
  const std::size_t range = signal.rfind('[');
  return signal.back() == ']' && range > signal.rfind('.') ? signal.substr(0, range) : signal;
}

// Surfer's name of the item at this place: hexadecimal with the digits a to p, as many as the
// number of all items has.
std::string place_name(std::size_t place, std::size_t items) {
  std::string name;
  for (; items > 0; items /= 16, place /= 16)
    name.insert(name.begin(), static_cast<char>('a' + place % 16));
  return name;
}

// "tree 0 / PE 3 / to child PE 4".
std::string divider_of(const std::vector<std::string>& groups, const std::string& title = "") {
  std::string name;
  for (const std::string& group : groups) name += (name.empty() ? "" : " / ") + group;
  if (!title.empty()) name += (name.empty() ? "" : " / ") + title;
  return fmt::format("divider_add {}\n", surfer_word(name));
}

}  // namespace

std::string wave_layout(const Scenario& scenario, const std::string& wave_name, Step last_step,
                        const WaveWindow& window, const Phases& phases) {
  return fmt::format(
      "[*] Flitwise: registers at the end of step t stand from t to t + 1 ns\n"
      "[dumpfile] \"{}\"\n[size] 1600 1050\n[pos] -1 -1\n*{:.6f} 0{}\n"
      "[sst_width] 220\n[signals_width] 260\n{}",
      wave_name, zoom_for(last_step + 2), markers(thinned(phases)),
      gtkwave_lines(layout_of(scenario, window), node_file_name(wave_name)));
}

std::string surfer_commands(const Scenario& scenario, const std::string& wave_name,
                            const WaveWindow& window, const Phases& phases) {
  const WaveLayout layout = layout_of(scenario, window);
  std::string text = fmt::format(
      "# surfer {} --command-file THIS\n"
      "# Flitwise: registers at the end of step t stand from t to t + 1 ns\n",
      wave_name);
  std::vector<std::string> groups;
  std::vector<std::string> variables;  // by place; dividers are empty
  for (const WaveItem& item : layout.items()) {
    if (item.kind == Kind::kEnd) {
      groups.pop_back();
      continue;
    }
    if (item.kind == Kind::kBegin) groups.push_back(item.name);
    const bool is_signal = item.kind == Kind::kSignal;
    variables.push_back(is_signal ? variable_of(item.signal) : "");
    if (is_signal)
      text += fmt::format("variable_add {}\n", variables.back());
    else
      text += divider_of(groups, item.kind == Kind::kTitle ? item.name : "");
  }
  std::size_t place = 0;
  for (const WaveItem& item : layout.items()) {
    if (item.kind == Kind::kEnd) continue;
    const bool is_number = item.format == WaveFormat::kDecimal || item.format == WaveFormat::kNode;
    if (item.kind == Kind::kSignal && is_number)
      text += fmt::format("item_focus {}_{}\nitem_set_format Unsigned\n",
                          place_name(place, variables.size()), variables[place]);
    ++place;
  }
  text += "item_unfocus\n";
  for (const Phase& phase : thinned(phases)) {
    std::string name = surfer_word(phase.name);
    std::replace(name.begin(), name.end(), ' ', '_');  // it ends at a blank
    text += fmt::format("marker_set {} {}\n", name, phase.first);
  }
  return text + "zoom_fit\n";
}

}  // namespace flitwise
