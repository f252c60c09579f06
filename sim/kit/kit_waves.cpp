#include "sim/kit/kit_waves.h"

#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <map>
#include <vector>

#include "sim/text/atomic_file.h"

namespace flitwise {
namespace {

using kit::CycleView;

// A signal of the dump, its bits as text, most significant first.
struct Signal {
  std::string scope;
  std::string name;
  std::uint32_t bits;
  std::function<std::string(const CycleView&)> value;
};

std::string bits_of(std::uint64_t value, std::uint32_t width) {
  std::string text;
  for (std::uint32_t k = width; k-- > 0;) text += (value >> k & 1U) != 0 ? '1' : '0';
  return text;
}

std::string bits_of(const own::FlitBits& flit, std::uint32_t width) {
  std::string text;
  for (std::uint32_t k = width; k-- > 0;) text += (flit[k / 64] >> (k % 64) & 1U) != 0 ? '1' : '0';
  return text;
}

// A short name for the dump: "!", "\"", ... as the format has them.
std::string code_of(std::size_t number) {
  constexpr std::size_t kFirst = 33;
  constexpr std::size_t kCodes = 94;
  std::string code;
  do {
    code += static_cast<char>(kFirst + number % kCodes);
    number /= kCodes;
  } while (number > 0);
  return code;
}

std::string scope_of_port(own::Family family, int port) {
  constexpr const char* kNames[] = {"pe", "plus_x", "minus_x", "plus_y", "minus_y"};
  if (family != own::Family::kTree) return kNames[port];
  return port < 2 ? (port == 0 ? "pe" : "parent") : fmt::format("child_{}", port - 2);
}

// The wires of one direction of a port, and the fields of its flit.
void add_side(std::vector<Signal>& signals, const own::RouterDescription& router, int port,
              bool is_out) {
  const auto p = static_cast<std::size_t>(port);
  const bool is_tree = router.family == own::Family::kTree;
  const std::string scope =
      fmt::format("{}_{}", is_out ? "out" : "in", scope_of_port(router.family, port));
  const std::uint32_t lanes = router.lanes;
  const auto lane_wires = [&](const char* name, auto&& wires) {
    signals.push_back({scope, name, lanes, [=](const CycleView& view) {
                         return bits_of(std::uint64_t{wires(view)}, lanes);
                       }});
  };
  lane_wires("valid",
             [=](const CycleView& view) { return is_out ? view.out[p].valid : view.in[p].valid; });
  if (is_tree && !is_out)
    signals.push_back({scope, "dropped", 1, [=](const CycleView& view) {
                         return bits_of(std::uint64_t{view.out[p].has_dropped}, 1);
                       }});
  if (!is_tree) {
    lane_wires("ready", [=](const CycleView& view) {
      return is_out ? view.in[p].ready : view.out[p].ready;
    });
    lane_wires("credit", [=](const CycleView& view) {
      return is_out ? view.in[p].credit : view.out[p].credit;
    });
  }
  const auto flit_of = [=](const CycleView& view) {
    return is_out ? view.out[p].flit : view.in[p].flit;
  };
  const std::uint32_t width = router.flit.width;
  signals.push_back(
      {scope, "flit", width, [=](const CycleView& view) { return bits_of(flit_of(view), width); }});
  const own::FlitLayout layout = router.flit;
  const auto field = [&](const char* name, std::uint32_t bits, auto&& value) {
    signals.push_back(
        {scope, name, bits, [=](const CycleView& view) {
           return bits_of(static_cast<std::uint64_t>(value(own::to_fields(layout, flit_of(view)))),
                          bits);
         }});
  };
  const auto column = [](const own::FlitFields& f) { return f.x; };
  if (is_tree) {
    field("destination", layout.x.width, column);
  } else {
    field("head", 1, [](const own::FlitFields& f) { return f.head ? 1 : 0; });
    field("tail", 1, [](const own::FlitFields& f) { return f.tail ? 1 : 0; });
    field("x", layout.x.width, column);
    field("y", layout.y.width, [](const own::FlitFields& f) { return f.y; });
  }
  field("payload", 64, [](const own::FlitFields& f) { return f.payload; });
}

}  // namespace

std::string waves_text(const own::RouterDescription& router, const kit::BreachWaves& waves) {
  std::vector<Signal> signals;
  const int ports = router.family == own::Family::kTree ? kit::kMostPorts : kit::kPorts;
  for (int port = 0; port < ports; ++port)
    for (const bool is_out : {false, true}) add_side(signals, router, port, is_out);
  std::string text = fmt::format(
      "$comment {} breaks clause {} in cycle {} $end\n$timescale 1ns $end\n", router.name,
      kit::clause_names()[static_cast<std::size_t>(waves.clause - 1)], waves.breach.cycle);
  text += "$scope module router $end\n";
  for (std::size_t k = 0; k < signals.size(); ++k) {
    if (k == 0 || signals[k].scope != signals[k - 1].scope)
      text += fmt::format("{}$scope module {} $end\n", k == 0 ? "" : "$upscope $end\n",
                          signals[k].scope);
    text += fmt::format("$var wire {} {} {} $end\n", signals[k].bits, code_of(k), signals[k].name);
  }
  text += "$upscope $end\n$upscope $end\n$enddefinitions $end\n";
  std::vector<std::string> last(signals.size());
  for (const CycleView& view : waves.cycles) {
    text += fmt::format("#{}\n", view.number);
    for (std::size_t k = 0; k < signals.size(); ++k) {
      std::string value = signals[k].value(view);
      if (value == last[k]) continue;
      text += fmt::format("b{} {}\n", value, code_of(k));
      last[k] = std::move(value);
    }
  }
  if (!waves.cycles.empty()) text += fmt::format("#{}\n", waves.cycles.back().number + 1);
  return text;
}

void write_waves(const own::RouterDescription& router, const std::string& folder,
                 kit::KitReport& report) {
  for (const kit::BreachWaves& waves : report.waves) {
    if (waves.cycles.empty()) continue;
    for (kit::ClauseReport& clause : report.clauses) {
      if (clause.number != waves.clause || !clause.breach) continue;
      clause.breach->waves = (std::filesystem::path(folder) / (clause.name + ".vcd")).string();
      clause.breach->first_wave = waves.cycles.front().number;
      clause.breach->last_wave = waves.cycles.back().number;
      write_file(clause.breach->waves, waves_text(router, waves));
    }
  }
}

}  // namespace flitwise
