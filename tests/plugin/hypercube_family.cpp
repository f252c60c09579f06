// hypercube_family.cpp: all that the command asks of a family, in one class.
#include "hypercube_family.h"

#include <flitwise/family.h>

#include <memory>
#include <string>
#include <vector>

#include "hypercube_language.h"
#include "hypercube_methods.h"
#include "hypercube_work.h"

namespace hypercube_flitwise {
namespace {

using flitwise::Scenario;

// The number in binary, which says where the node lies.
std::string name_of(Node v, int dimensions) {
  std::string name;
  for (int k = dimensions - 1; k >= 0; --k) name += (v >> k & 1) != 0 ? '1' : '0';
  return name;
}

class CubeFamily final : public flitwise::Family {
 public:
  const std::vector<std::string>& kinds() const override {
    static const std::vector<std::string> kinds{"hypercube"};
    return kinds;
  }
  const flitwise::language::Table* language() const override { return &cube_language(); }
  void read(const flitwise::Value& root, const std::string&, Scenario& scenario,
            flitwise::ErrorList& errors) const override {
    read_cube_scenario(root, scenario, errors);
  }

  void identify(const Scenario& scenario, flitwise::Result& result) const override;
  flitwise::Figure::Members blank_figures(const Scenario&) const override {
    return blank_cube_figures();
  }
  std::unique_ptr<flitwise::Work> make_work(const Scenario& scenario,
                                            flitwise::Events events) const override {
    return std::make_unique<CubeWork>(cube_of(scenario), events);
  }
  std::vector<Scenario> alternatives(const flitwise::ScenarioReading& own) const override;

  std::vector<flitwise::NodePlace> places(const Scenario& scenario) const override;
  std::vector<std::string> node_labels(const Scenario& scenario) const override;
  void add_waves(const Scenario& scenario, flitwise::WaveLayout& layout) const override;

  std::string title() const override { return "Hypercubes"; }
  flitwise::FamilyHelp help() const override;
  std::vector<flitwise::Explanation> explanations() const override;
};

void CubeFamily::identify(const Scenario& scenario, flitwise::Result& result) const {
  const CubeScenario& own = cube_of(scenario);
  const Node nodes = own.cube().nodes();
  const bool is_broadcast = method_of(cube_of(scenario)).operation == CubeOperation::kBroadcast;
  result.algorithm = method_of(own).word;
  result.pes = nodes;
  result.flits = is_broadcast ? own.length : own.length * (nodes - 1);
  result.columns = {{"link flits", "link_flits"}};
}

std::vector<Scenario> CubeFamily::alternatives(const flitwise::ScenarioReading& own) const {
  const auto is_same = [](const Scenario& a, const Scenario& b) {
    return cube_of(a).method == cube_of(b).method;
  };
  std::vector<Scenario> known{*own.scenario};
  for (const Method& method : methods()) {
    const flitwise::Recipe recipe{{}, {{"algorithm", method.word}}};
    flitwise::add_if_new(known, flitwise::cook(*own.families, recipe, own.values), is_same);
  }
  known.erase(known.begin());
  return known;
}

// Dimensions in turn to the right and down, each pair farther apart than the one before.
std::vector<flitwise::NodePlace> CubeFamily::places(const Scenario& scenario) const {
  constexpr double kApart[] = {1, 2.5, 5.5};
  const Cube cube = cube_of(scenario).cube();
  std::vector<flitwise::NodePlace> places(flitwise::index_of(cube.nodes()));
  for (Node v = 0; v < cube.nodes(); ++v) {
    flitwise::NodePlace& place = places[flitwise::index_of(v)];
    for (int k = 0; k < cube.dimensions(); ++k)
      if ((v >> k & 1) != 0) (k % 2 == 0 ? place.x : place.y) += kApart[k / 2];
  }
  return places;
}

std::vector<std::string> CubeFamily::node_labels(const Scenario& scenario) const {
  const Cube cube = cube_of(scenario).cube();
  std::vector<std::string> names;
  for (Node v = 0; v < cube.nodes(); ++v) names.push_back(name_of(v, cube.dimensions()));
  return names;
}

void CubeFamily::add_waves(const Scenario& scenario, flitwise::WaveLayout& layout) const {
  const Cube cube = cube_of(scenario).cube();
  for (Node label = 0; label < cube.nodes(); ++label) {  // in the order of the tree
    const Node v = cube.node(label);
    const std::string pe = "pe" + std::to_string(v);
    const std::string view = pe + ".router.multiport_router.view";
    const std::string group = "PE " + std::to_string(v) + " (" + name_of(v, cube.dimensions()) +
                              (v == cube.root() ? ", root)" : ")");
    layout.begin_group(group);
    layout.names("state", pe + ".protocol.pe_view.state[3:0]");
    layout.binary("hands a flit to its router", pe + ".protocol.pe_view.sending");
    for (int k = 0; k < cube.dimensions(); ++k) {
      const std::string link = view + ".link[" + std::to_string(k) + "]";
      const std::string neighbour = "PE " + std::to_string(cube.neighbour(v, k));
      layout.lane("from " + neighbour, link + ".delivered");
      layout.lane("to " + neighbour, link + ".to");
    }
    layout.names("violation", view + ".reported.violation[3:0]");
    layout.end_group(group);
  }
}

flitwise::FamilyHelp CubeFamily::help() const {
  flitwise::FamilyHelp help;
  help.scenario = R"(or, on a hypercube:
  network: {kind: hypercube, dimensions: 3}
  operation: scatter              # or broadcast
  algorithm: furthest-first       # default; `list` has them all
  root: 0                         # default
  length: 4                       # flits of a message (default 1)
)";
  help.columns = "  link flits hypercubes: flits that crossed links\n";
  help.compared = "  on a hypercube, all algorithms of the operation\n";
  return help;
}

std::vector<flitwise::Explanation> CubeFamily::explanations() const {
  std::vector<flitwise::Explanation> all;
  for (const Method& method : methods())
    all.push_back({"hypercubes", flitwise::word_for(cube_operations(), method.operation),
                   method.word, method.what, method.finish,
                   "1 to 6 dimensions d, any root, m flits a message",
                   "this plug-in's, derived in hypercube_theory.cpp"});
  return all;
}

}  // namespace

const flitwise::Family& cube_family() {
  static const CubeFamily family;
  return family;
}

}  // namespace hypercube_flitwise
