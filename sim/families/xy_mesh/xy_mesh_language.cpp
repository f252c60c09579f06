// xy_mesh_language.cpp: every key of a scenario on a mesh of XY routers, once.
#include "sim/families/xy_mesh/xy_mesh_language.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "sim/families/torus/own_router_keys.h"
#include "sim/families/torus/torus_latency_keys.h"
#include "sim/families/torus/worm_keys.h"
#include "sim/families/xy_mesh/xy_mesh_ledger.h"
#include "sim/families/xy_mesh/xy_mesh_methods.h"
#include "sim/families/xy_mesh/xy_mesh_work.h"
#include "sim/language/key_table.h"
#include "sim/language/scenario_lengths.h"
#include "sim/language/scenario_options.h"
#include "sim/router/router_key.h"
#include "sim/run/family/hosts.h"

namespace flitwise::language {
namespace {

// What a file says.
struct XyMeshFile {
  Options run;
  XyMeshScenario mesh;
  TorusTrafficScenario traffic;
};

constexpr const char* kAbout = "the mesh";
constexpr const char* kNetworkExample = "{kind: xy-mesh, sides: [8, 8]}";
constexpr const char* kFaultExampleOfMeshes = "{mute: [1, 0]}";

// What limits and nodes depend on.
std::optional<Torus> sides_in(const Known& known) {
  if (!known.are_good({"network.sides"})) return std::nullopt;
  return Torus(known.whole<XyMeshFile>().mesh.sides);
}

const protocols::TrafficPlan& plan_in(const Known& known) {
  return known.whole<XyMeshFile>().traffic.plan;
}

constexpr WormFamily kMeshes{"mesh",
                             XyMesh::kLargestSide,
                             "",
                             XyMesh::kMostNodes,
                             XyMesh::kDimensions,
                             XyMesh::kDimensions,
                             sides_in,
                             plan_in};

KnownPes pes_in(const Known& known) {
  const std::optional<Torus> sides = sides_in(known);
  if (!sides || !known.are_good({"root"})) return {};
  return {sides->size(), known.whole<XyMeshFile>().mesh.root};
}

// Types of values.
std::vector<XyMeshMethod> methods_of(XyMeshOperation operation) {
  std::vector<XyMeshMethod> all;
  std::copy_if(xy_mesh_methods().begin(), xy_mesh_methods().end(), std::back_inserter(all),
               [&](const XyMeshMethod& method) { return method.operation == operation; });
  return all;
}

Type pattern_type() {
  const Type patterns = algorithm_type(xy_mesh_traffic_methods(), "");
  return read_by(patterns, [patterns](const Value& value, Known& known) {
    if (value.node.text == "tornado")
      throw bad_value(value, "goes round rings, and a mesh has none");
    return patterns->read(value, known);
  });
}

// What rules ask.
std::string too_many_copies(const XyMeshScenario& mesh) {
  const Flits total = mesh.lengths.empty()
                          ? mesh.length * (mesh_of(mesh).size() - 1)
                          : std::accumulate(mesh.lengths.begin(), mesh.lengths.end(), Flits{0});
  return too_many_flits(total);
}

std::string too_slow(const XyMeshScenario& mesh) {
  if (!is_planned(mesh)) return "";
  const Step need = depth_for_planned_steps(mesh);
  if (mesh.options.depth >= need) return "";
  return too_shallow(mesh.options.depth, need,
                     mesh.operation == XyMeshOperation::kBroadcast ? "barrier: false, or " : "");
}

const WormScenario& worms_of(const XyMeshFile& file) { return file.mesh; }

// Keys of sections.
constexpr auto kRouter = member_of<XyMeshScenario>(&XyMeshScenario::router);
constexpr auto kSides = member_of<XyMeshScenario>(&XyMeshScenario::sides);
constexpr auto kOptions = member_of<XyMeshScenario>(&XyMeshScenario::options);

Keys<XyMeshScenario> network_keys() {
  return Keys<XyMeshScenario>()
      .known("kind", word<int>({{"xy-mesh", 0}}), "a mesh of wormhole routers that go x first")
      .required()
      .key("sides", kSides, sides_type(kMeshes),
           fmt::format("columns and rows, each 1 to {}", XyMesh::kLargestSide))
      .required("columns and rows")
      .key("router", kRouter, own_router_type(own::Family::kMesh),
           "the description of an own router, in place of the project's")
      .then([](XyMeshScenario& mesh, const Value&, Known&) {
        if (mesh.router) take_numbers(mesh);
        const int first = mesh_of(mesh).first();
        mesh.order = {first, 1 - first};
      });
}

void expect_fit(const XyMeshScenario& mesh, const Value& value, const Known&) {
  const std::string broken = unfit_router(mesh);
  if (!broken.empty()) throw bad_value(value, broken);
}

Keys<XyMeshFile> expect_fitting_router() {
  return Keys<XyMeshFile>().in(
      &XyMeshFile::mesh,
      Keys<XyMeshScenario>().rule({"network.router"}, {"network.sides"}, expect_fit));
}

std::string too_long_for_heads(const XyMeshScenario& mesh) {
  Flits longest = mesh.lengths.empty() ? mesh.length : 0;
  for (const Flits length : mesh.lengths) longest = std::max(longest, length);
  return too_long_to_say(mesh, longest);
}

std::string too_slow_router(const XyMeshScenario& mesh) {
  if (!mesh.router || !is_planned(mesh)) return {};
  return too_slow_for_plans(mesh, depth_for_planned_steps(mesh),
                            mesh.operation == XyMeshOperation::kBroadcast);
}

Keys<XyMeshFile> of_options(const Keys<TorusOptions>& keys) {
  return Keys<XyMeshFile>().in(&XyMeshFile::mesh, Keys<XyMeshScenario>().in(kOptions, keys));
}

// Of the routers and of all networks.
Keys<XyMeshFile> router_keys(const Keys<TorusOptions>& latency_keys) {
  return Keys<XyMeshFile>()
      .in(of_options(queue_keys("of a channel; one is enough")))
      .in(of_options(latency_keys))
      .in(&XyMeshFile::run, common_option_keys())
      .rule({"options.build"}, {"network.sides"}, too_large_to_elaborate(),
            [](const XyMeshFile& file) {
              return file.run.build == Build::kElaborated &&
                     mesh_of(file.mesh).size() > kMostElaboratedNodes;
            })
      .in(own_router_rules<XyMeshFile>());
}

const Keys<XyMeshFile>& shared_option_keys() {
  static const auto keys =
      Keys<XyMeshFile>()
          .in(router_keys(torus_latency_keys(kMeshes)))
          .in(of_options(Keys<TorusOptions>().map(
              "break",
              worm_fault_keys(kMeshes, {"broadcast", "scatter", "gather"},
                              "belongs to broadcast, scatter and gather, and the operation is {}: "
                              "there is only mute"),
              kFaultExampleOfMeshes, kAboutFault)));
  return keys;
}

Keys<TorusOptions> barrier_key() {
  return Keys<TorusOptions>().key(
      "barrier", &TorusOptions::barrier, truth(),
      "steps begin for all nodes together, or each node goes on by itself");
}

Keys<XyMeshScenario> broadcast_keys() {
  return Keys<XyMeshScenario>()
      .key("algorithm", &XyMeshScenario::algorithm,
           algorithm_type(methods_of(XyMeshOperation::kBroadcast), ""), "how a text is broadcast")
      .key("root", &XyMeshScenario::root, node_type(kMeshes),
           "coordinates of the node that has the text")
      .by_default("all 0")
      .key("length", &XyMeshScenario::length, whole(1, kMostFlits), "L, flits of the text")
      .required("flits of the text");
}

// Of what every other node has a message of its own in: one algorithm.
template <XyMeshOperation kOperation, XyMeshAlgorithm kAlgorithm>
Keys<XyMeshScenario> message_keys(const char* about_root) {
  return Keys<XyMeshScenario>()
      .key("algorithm", &XyMeshScenario::algorithm, algorithm_type(methods_of(kOperation), ""),
           "in which order")
      .by_default(
          "furthest-first", {},
          +[](const XyMeshScenario&) { return static_cast<std::int64_t>(kAlgorithm); })
      .key("root", &XyMeshScenario::root, node_type(kMeshes), about_root)
      .by_default("all 0")
      .key("lengths", &XyMeshScenario::lengths, lengths_type(pes_in),
           "flits of each node's message, by its number x + a y")
      .required();
}

Keys<XyMeshFile> planned_case(const Keys<XyMeshScenario>& keys, const Keys<TorusOptions>& options,
                              const char* example) {
  return Keys<XyMeshFile>()
      .in(&XyMeshFile::mesh, keys)
      .map("options",
           Keys<XyMeshFile>()
               .in(of_options(options))
               .in(of_options(overhead_keys()))
               .in(of_options(arrivals_key()))
               .in(shared_option_keys()),
           example, "how it runs")
      .in(&XyMeshFile::mesh,
          Keys<XyMeshScenario>()
              .rule({"length", "lengths"}, {"network.sides"}, alone<too_many_copies>)
              .rule({"options.depth", "options.pipeline", "options.link_latency",
                     "options.credit_latency"},
                    {}, alone<too_slow>)
              .rule({"network.router"}, {}, alone<too_long_for_heads>)
              .rule({"network.router"}, {}, alone<too_slow_router>)
              .rule({"options.break.early", "options.break.mute"}, {},
                    alone<unseen_fault<XyMeshScenario>>));
}

Keys<XyMeshFile> traffic_case() {
  const auto pattern = Keys<protocols::TrafficPlan>().key(
      "algorithm", &protocols::TrafficPlan::pattern, pattern_type(), "who sends to whom");
  return Keys<XyMeshFile>()
      .in(&XyMeshFile::traffic,
          Keys<TorusTrafficScenario>().in(&TorusTrafficScenario::plan, pattern))
      .required(fmt::format("{}", fmt::join(words_of(xy_mesh_traffic_methods(), "traffic"), ", ")))
      .map("options",
           Keys<XyMeshFile>()
               .in(&XyMeshFile::traffic, traffic_option_keys(kMeshes))
               .in(shared_option_keys()),
           kTrafficExample, "how it runs")
      .required(kTrafficExample)
      .rule({"algorithm"}, {}, alone<misfit_of<XyMeshFile>>)
      .in(own_router_traffic_rules<XyMeshFile>())
      .rule({"options.break.mute"}, {}, alone<unseen_silence_of<XyMeshFile>>);
}

const Keys<XyMeshFile>& xy_mesh_keys() {
  using Operation = XyMeshOperation;
  using Algorithm = XyMeshAlgorithm;
  static const auto keys =
      Keys<XyMeshFile>()
          .known("name", text(), "what reports call it")
          .by_default("the file's name")
          .map("network", &XyMeshFile::mesh, network_keys(), kNetworkExample, kAbout)
          .required()
          .in(expect_fitting_router())
          .in(&XyMeshFile::mesh,
              Keys<XyMeshScenario>().key("operation", &XyMeshScenario::operation,
                                         host_operation(word(xy_mesh_operation_words())),
                                         "what the nodes do"))
          .required(host_operations(word(xy_mesh_operation_words())))
          .with("operation", "broadcast",
                planned_case(broadcast_keys(), barrier_key(), "{barrier: false}"))
          .with("operation", "scatter",
                planned_case(message_keys<Operation::kScatter, Algorithm::kScatterFurthestFirst>(
                                 "coordinates of the node that has the messages"),
                             {}, "{send_overhead: 1}"))
          .with("operation", "gather",
                planned_case(message_keys<Operation::kGather, Algorithm::kGatherFurthestFirst>(
                                 "coordinates of the node that gets the messages"),
                             {}, "{send_overhead: 1}"))
          .with("operation", "traffic", traffic_case());
  return keys;
}

// As the network of work that is no operation of meshes.
const Keys<XyMeshFile>& xy_mesh_host_keys() {
  static const auto keys = worm_host_keys(&XyMeshFile::mesh, network_keys(), kNetworkExample,
                                          kAbout, router_keys(refused_torus_latency_keys()))
                               .in(expect_fitting_router());
  return keys;
}

std::string shape_of(const XyMeshScenario& mesh) {
  return fmt::format("{} mesh", fmt::join(mesh.sides, " x "));
}

}  // namespace
}  // namespace flitwise::language

namespace flitwise {

const language::Table& xy_mesh_language() { return language::xy_mesh_keys(); }

void read_xy_mesh_scenario(const Value& root, Scenario& scenario, ErrorList& errors) {
  language::XyMeshFile file;
  read_keys(root, language::xy_mesh_keys(), file, errors);
  if (!errors.empty()) return;
  if (file.mesh.operation == XyMeshOperation::kTraffic) file.mesh.traffic = file.traffic;
  scenario.operation = word_for(xy_mesh_operation_words(), file.mesh.operation);
  scenario.options = file.run;
  scenario.shape = language::shape_of(file.mesh);
  add_router_files(file.mesh, scenario);
  scenario.system = std::move(file.mesh);
}

const language::Table& xy_mesh_host_language() { return language::xy_mesh_host_keys(); }

void read_xy_mesh_host(const Value& root, Scenario& host, ErrorList& errors) {
  language::XyMeshFile file;
  read_keys(root, language::xy_mesh_host_keys(), file, errors);
  host.options = file.run;
  host.shape = language::shape_of(file.mesh);
  host.system = std::move(file.mesh);
}

std::string xy_mesh_variant(const XyMeshScenario& mesh) {
  std::vector<std::string> parts;
  if (mesh.traffic) parts.push_back(traffic_variant(mesh));
  if (mesh.operation == XyMeshOperation::kBroadcast)
    parts.emplace_back(mesh.options.barrier ? "barrier" : "own pace");
  if (mesh.router) parts.push_back("router " + mesh.router->name);
  const std::string latency = mesh.router ? "" : latency_text(mesh.options.latency);
  if (!latency.empty()) parts.push_back(latency);
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace flitwise
