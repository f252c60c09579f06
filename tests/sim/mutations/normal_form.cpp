#include "tests/sim/mutations/normal_form.h"

#include <any>
#include <map>
#include <memory>
#include <optional>
#include <regex>
#include <sstream>
#include <type_traits>
#include <utility>
#include <variant>

#include "sim/collective/collective_scenario.h"
#include "sim/families/cover/cover_scenario.h"
#include "sim/families/fat_tree/fat_tree_scenario.h"
#include "sim/families/graph/graph_scenario.h"
#include "sim/families/star/star_scenario.h"
#include "sim/families/torus/torus_scenario.h"
#include "sim/families/tree/tree_scenario.h"
#include "sim/families/xy_mesh/xy_mesh_scenario.h"

namespace flitwise::test {
namespace {

class Form {
 public:
  std::string text() const { return stream_.str(); }

  template <typename... Members>
  void all(const Members&... members) {
    stream_ << "(";
    (put(members), ...);
    stream_ << ")";
  }

 private:
  template <typename T>
  std::enable_if_t<std::is_arithmetic_v<T>> put(const T& value) {
    stream_.precision(17);
    stream_ << +value << " ";
  }
  template <typename T>
  std::enable_if_t<std::is_enum_v<T>> put(const T& value) {
    put(static_cast<std::underlying_type_t<T>>(value));
  }
  void put(const std::string& text) { stream_ << text.size() << ":" << text << " "; }
  template <typename T>
  void put(const std::optional<T>& value) {
    if (value) put(*value);
    stream_ << "; ";
  }
  template <typename T>
  void put(const std::shared_ptr<T>& value) {
    if (value) put(*value);
    stream_ << "; ";
  }
  template <typename A, typename B>
  void put(const std::pair<A, B>& value) {
    all(value.first, value.second);
  }
  template <typename T>
  void put(const std::vector<T>& values) {
    stream_ << "[";
    for (const T& value : values) put(value);
    stream_ << "]";
  }
  template <typename K, typename V>
  void put(const std::map<K, V>& values) {
    stream_ << "{";
    for (const auto& [key, value] : values) all(key, value);
    stream_ << "}";
  }
  template <typename... T>
  void put(const std::variant<T...>& value) {
    stream_ << value.index() << "|";
    std::visit([this](const auto& held) { put(held); }, value);
  }

  template <typename System>
  bool put_if(const std::any& value) {
    const auto* held = std::any_cast<System>(&value);
    if (held != nullptr) put(*held);
    return held != nullptr;
  }
  // A family that is not listed here would count for nothing: it throws.
  void put(const std::any& value) {
    stream_ << value.type().name() << "|";
    const bool is_known = put_if<TreeScenario>(value) || put_if<CoverScenario>(value) ||
                          put_if<FatTreeScenario>(value) || put_if<TorusScenario>(value) ||
                          put_if<XyMeshScenario>(value) || put_if<StarScenario>(value) ||
                          put_if<CollectiveScenario>(value) || put_if<GraphScenario>(value);
    if (!is_known) throw std::logic_error(value.type().name());
  }

  void put(const Options& value) {
    const auto& [a, b, c, d, e, f, ranks] = value;
    static_cast<void>(ranks);  // of the process, not of what was read
    all(a, b, c, d, e, f);
  }
  void put(const Printed& value) {
    const auto& [a, b, c] = value;
    all(a, b, c);
  }
  void put(const TreeOptions& value) {
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m] = value;
    all(a, b, c, d, e, f, g, h, i, j, k, l, m);
  }
  void put(const LatencyOption& value) {
    const auto& [a, b] = value;
    all(a, b);
  }
  void put(const LatencyOption::Steps& value) {
    const auto& [a, b] = value;
    all(a, b);
  }
  void put(const TreeScenario& value) {
    const auto& [a, b, c, d, e, f, g, h, i] = value;
    all(a, b, c, d, e, f, g, h, i);
  }
  void put(const CoverScenario& value) {
    const auto& [a, b, c, d, e, f, g, h] = value;
    all(a, b, c, d, e, f, g, h);
  }
  void put(const Graph& graph) {
    for (Node v = 0; v < graph.size(); ++v) put(graph.neighbours(v));
    put(graph.names());
  }
  void put(const TreeSource& value) {
    const auto& [a, b] = value;
    all(a, b);
  }
  void put(const TreeCount& value) {
    const auto& [a] = value;
    all(a);
  }
  void put(const TreeChoice& value) {
    const auto& [a, b, c, d, e] = value;
    all(a, b, c, d, e);
  }
  void put(const GraphReady& value) {
    const auto& [a, b] = value;
    all(a, b);
  }
  void put(const GraphDeaths& value) {
    const auto& [a, b] = value;
    all(a, b);
  }
  void put(const TimeSlots& value) {
    const auto& [a, b] = value;
    all(a, b);
  }
  void put(const GraphOptions& value) {
    const auto& [a, b, c, d, e, f] = value;
    all(a, b, c, d, e, f);
  }
  void put(const GraphScenario& value) {
    const auto& [a, b, c, d, e, f, g, h, i, j, k] = value;
    all(a, b, c, d, e, f, g, h, i, j, k);
  }
  void put(const PeFault& value) {
    const auto& [a, b, c, d] = value;
    all(a, b, c, d);
  }
  void put(const FatTreeOptions& value) {
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l] = value;
    all(a, b, c, d, e, f, g, h, i, j, k, l);
  }
  void put(const FatTreeScenario& value) {
    const auto& [a, b, c, d, e, f, g, h] = value;
    all(a, b, c, d, e, f, g, h);
  }
  void put(const PassageSteps& value) {
    const auto& [a, b, c, d] = value;
    all(a, b, c, d);
  }
  void put(const DeclaredWaits& value) {
    const auto& [a, b, c, d] = value;
    all(a, b, c, d);
  }
  void put(const TorusPipeline& value) {
    const auto& [a, b, c, d, e, f, g, h] = value;
    all(a, b, c, d, e, f, g, h);
  }
  void put(const TorusLatency& value) {
    const auto& [a, b, c] = value;
    all(a, b, c);
  }
  void put(const TorusOptions& value) {
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l] = value;
    all(a, b, c, d, e, f, g, h, i, j, k, l);
  }
  void put(const protocols::PacketLength& value) {
    const auto& [a, b] = value;
    all(a, b);
  }
  void put(const protocols::TrafficPlan& value) {
    const auto& [a, b, c, d, e, f, g] = value;
    all(a, b, c, d, e, f, g);
  }
  void put(const TorusTrafficScenario& value) {
    const auto& [a, b, c, d, e] = value;
    all(a, b, c, d, e);
  }
  void put(const TorusMessage& value) {
    const auto& [a, b] = value;
    all(a, b);
  }
  void put(const TorusSchedule& value) {
    const auto& [a, b, c, d, e, f, g] = value;
    all(a, b, c, d, e, f, g);
  }
  // Of an own router its file, whose numbers are among the options.
  void put(const std::shared_ptr<const own::RouterDescription>& value) {
    all(value ? value->file : std::string());
  }
  void put(const WormScenario& value) {
    const auto& [a, b, c, d, e, f] = value;
    all(a, b, c, d, e, f);
  }
  void put(const TorusScenario& value) {
    put(static_cast<const WormScenario&>(value));
    all(value.algorithm, value.root, value.length, value.imported);
  }
  void put(const XyMeshScenario& value) {
    put(static_cast<const WormScenario&>(value));
    all(value.operation, value.algorithm, value.root, value.length, value.lengths);
  }
  void put(const theory::StarLink& value) {
    const auto& [a, b] = value;
    all(a, b);
  }
  void put(const StarDeaths& value) {
    const auto& [a, b, c] = value;
    all(a, b, c);
  }
  void put(const StarBadBit& value) {
    const auto& [a, b, c, d, e] = value;
    all(a, b, c, d, e);
  }
  void put(const StarNoise& value) {
    const auto& [a, b] = value;
    all(a, b);
  }
  void put(const StarSkew& value) {
    const auto& [a, b] = value;
    all(a, b);
  }
  void put(const StarPatience& value) {
    const auto& [a] = value;
    all(a);
  }
  void put(const StarLatency& value) {
    const auto& [a, b, c, d] = value;
    all(a, b, c, d);
  }
  void put(const StarOptions& value) {
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m] = value;
    all(a, b, c, d, e, f, g, h, i, j, k, l, m);
  }
  void put(const StarScenario& value) {
    const auto& [a, b, c, d, e, f] = value;
    all(a, b, c, d, e, f);
  }
  void put(const Chunk& value) {
    const auto& [a, b] = value;
    all(a, b);
  }
  void put(const RankDependency& value) {
    const auto& [a, b] = value;
    all(a, b);
  }
  // Names hold the lines that operations stand in.
  void put_name(const std::string& name) {
    static const std::regex line(" ?\\(line \\d+\\)");
    put(std::regex_replace(name, line, ""));
  }
  void put(const RankOp& value) {
    const auto& [a, b, c, d, e, f, g, h, i, name] = value;
    all(a, b, c, d, e, f, g, h, i);
    put_name(name);
  }
  void put(const CollectiveTransfer& value) {
    const auto& [a, b, c, name, d] = value;
    all(a, b, c, d);
    put_name(name);
  }
  void put(const CellDemand& value) {
    const auto& [a, b, c, d] = value;
    all(a, b, c, d);
  }
  void put(const Collective& value) {
    const auto& [a, b, c, d, e, f, g] = value;
    all(a, b, c, d, e, f, g);
  }
  void put(const Scenario& value) {
    const auto& [file, name, text, shape, inputs, operation, options, families, family, system] =
        value;
    static_cast<void>(file);
    static_cast<void>(families);
    static_cast<void>(family);  // the type of `system` says it
    static_cast<void>(text);
    all(name, shape, inputs, operation, options, system);
  }
  void put(const CollectiveRequest& value) {
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o] = value;
    all(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o);
  }
  void put(const WordArithmetic& value) {
    const auto& [a, b] = value;
    all(a, b);
  }
  // Plan, prediction and the program of a PE that breaks it follow from these.
  void put(const WordRun& value) {
    all(value.request, value.arithmetic, value.fault, value.swapped, value.doubled);
  }
  void put(const CollectiveScenario& value) {
    const auto& [a, b, c, d, e] = value;
    all(a, b, c, d, e);
  }

  std::ostringstream stream_;
};

template <typename... T>
std::string form_of(const T&... values) {
  Form form;
  form.all(values...);
  return form.text();
}

}  // namespace

std::string normal_form(const Scenario& scenario) { return form_of(scenario); }

std::string normal_form(const Collective& collective) { return form_of(collective); }

std::string normal_form(const std::vector<TorusSchedule>& schedules) { return form_of(schedules); }

std::string normal_form(const Graph& graph) {
  std::vector<std::vector<Node>> neighbours;
  for (Node v = 0; v < graph.size(); ++v) neighbours.push_back(graph.neighbours(v));
  return form_of(neighbours, graph.names());
}

}  // namespace flitwise::test
