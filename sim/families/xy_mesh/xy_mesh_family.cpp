// xy_mesh_family.cpp: meshes of XY routers, as the command knows them.
#include "sim/families/xy_mesh/xy_mesh_family.h"

#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "sim/families/torus/torus_machine.h"
#include "sim/families/torus/torus_work.h"
#include "sim/families/torus/traffic_ledger.h"
#include "sim/families/xy_mesh/xy_mesh_language.h"
#include "sim/families/xy_mesh/xy_mesh_ledger.h"
#include "sim/families/xy_mesh/xy_mesh_methods.h"
#include "sim/families/xy_mesh/xy_mesh_work.h"
#include "sim/run/family/recipe.h"
#include "sim/run/family/scenario_reader.h"
#include "systemc/network/torus/torus_routers.h"

namespace flitwise {
namespace {

bool is_same(const Scenario& a, const Scenario& b) {
  return xy_mesh_of(a).algorithm == xy_mesh_of(b).algorithm &&
         xy_mesh_of(a).options.barrier == xy_mesh_of(b).options.barrier;
}

// Every way to broadcast, with a barrier and at the nodes' own pace. Of other operations there is
// one algorithm.
std::vector<Scenario> mesh_alternatives(const ScenarioReading& own) {
  if (xy_mesh_of(*own.scenario).operation != XyMeshOperation::kBroadcast) return {};
  std::vector<Scenario> known{*own.scenario};
  for (const XyMeshMethod& one : xy_mesh_methods())
    for (const char* barrier : {"true", "false"})
      if (one.operation == XyMeshOperation::kBroadcast)
        add_if_new(known,
                   cook(*own.families,
                        {{}, {{"algorithm", one.word}, {"options.barrier", barrier}}}, own.values),
                   is_same);
  known.erase(known.begin());
  return known;
}

class XyMeshFamily final : public Family {
 public:
  const std::vector<std::string>& kinds() const override {
    static const std::vector<std::string> kinds{"xy-mesh"};
    return kinds;
  }

  const language::Table* language() const override { return &xy_mesh_language(); }

  void read(const Value& root, const std::string&, Scenario& scenario,
            ErrorList& errors) const override {
    read_xy_mesh_scenario(root, scenario, errors);
  }

  void identify(const Scenario& scenario, Result& result) const override {
    const XyMeshScenario& mesh = xy_mesh_of(scenario);
    result.variant = xy_mesh_variant(mesh);
    result.pes = mesh_of(mesh).size();
    if (mesh.traffic) {
      result.algorithm = traffic_method_of(mesh).word;
      if (is_soon_counted(mesh)) result.flits = expected_flits(mesh);
      result.columns = traffic_columns(mesh);
      return;
    }
    result.algorithm = method_of(mesh).word;
    result.flits = mesh.lengths.empty()
                       ? mesh.length
                       : std::accumulate(mesh.lengths.begin(), mesh.lengths.end(), Flits{0});
    if (mesh.operation == XyMeshOperation::kBroadcast) result.columns.push_back({"steps", "steps"});
    if (!mesh.router) result.columns.push_back({"stalls", "stalls"});
  }

  Figure::Members blank_figures(const Scenario& scenario) const override {
    const XyMeshScenario& mesh = xy_mesh_of(scenario);
    return mesh.traffic ? blank_traffic_figures(mesh) : blank_xy_mesh_figures(mesh);
  }

  std::unique_ptr<Work> make_work(const Scenario& scenario, Events events) const override {
    return make_xy_mesh_work(scenario, events);
  }

  const language::Table* host_language() const override { return &xy_mesh_host_language(); }

  void read_host(const Value& root, const std::string&, Scenario& host,
                 ErrorList& errors) const override {
    read_xy_mesh_host(root, host, errors);
  }

  std::unique_ptr<Machine> make_host(const Scenario& host) const override {
    const XyMeshScenario& mesh = xy_mesh_of(host);
    return std::make_unique<TorusMachine>(wiring_of(mesh), worm_network_config(mesh), mesh.router);
  }

  std::vector<Scenario> alternatives(const ScenarioReading& own) const override {
    return mesh_alternatives(own);
  }

  std::vector<double> costs(const Result& result) const override {
    return result.measured.find("stable") ? traffic_costs(result.measured) : Family::costs(result);
  }

  std::string value_name(FlitKind kind) const override {
    return kind == FlitKind::kData ? "packet" : "";
  }

  std::vector<NodePlace> places(const Scenario& scenario) const override {
    return grid_places(xy_mesh_of(scenario).sides);
  }

  std::vector<std::string> node_labels(const Scenario& scenario) const override {
    return mesh_node_names(mesh_of(xy_mesh_of(scenario)));
  }

  Phases phases(const Scenario& scenario, const Result&) const override {
    const XyMeshScenario& mesh = xy_mesh_of(scenario);
    if (mesh.traffic) return traffic_phases(mesh);
    Phases phases;
    if (mesh.operation != XyMeshOperation::kBroadcast || !mesh.options.barrier) return phases;
    for (const theory::MeshWorm& worm : predict(mesh).worms)
      if (static_cast<std::size_t>(worm.step) == phases.size())
        phases.push_back({worm.begin + 1, "step " + std::to_string(worm.step + 1)});
    return phases;
  }

  void add_waves(const Scenario& scenario, WaveLayout& layout) const override {
    add_worm_waves(xy_mesh_of(scenario), scenario.options.build, layout);
  }

  std::string title() const override { return "Meshes of XY routers"; }

  FamilyHelp help() const override {
    FamilyHelp help;
    help.scenario = R"(or, on a mesh of XY routers:
  network: {kind: xy-mesh, sides: [8, 8]}
  operation: broadcast            # or scatter, gather, traffic
  algorithm: umesh                # default; `flitwise list` has them all
  root: [0, 0]                    # coordinates (default all 0)
  length: 16                      # flits of the text; scatter and gather: lengths: {each: 4}
)";
    help.compared =
        "  on a mesh of XY routers, both ways to broadcast, each with a barrier and at the nodes' "
        "own\n  pace\n";
    return help;
  }

  std::vector<Explanation> explanations() const override { return xy_mesh_explanations(); }
};

}  // namespace

const Family& xy_mesh_family() {
  static const XyMeshFamily family;
  return family;
}

}  // namespace flitwise
