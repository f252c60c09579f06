// xy_mesh_methods.cpp: what each row says and does.
#include "sim/families/xy_mesh/xy_mesh_methods.h"

#include "sim/families/torus/torus_ledger.h"
#include "sim/families/torus/torus_work.h"
#include "systemc/protocols/xy_mesh/mesh_protocols.h"

namespace flitwise {
namespace {

const std::string kUmeshPaper =
    "P. K. McKinley, H. Xu, A.-H. Esfahanian, L. M. Ni, \"Unicast-Based Multicast Communication in "
    "Wormhole-Routed Networks\", IEEE Transactions on Parallel and Distributed Systems 5(12), 1994";
const std::string kHere = "this project";
const std::string kAnySides = "2 sides of 1 to 64, any ";
// Of all broadcasts.
const std::string kPace =
    "; with a barrier, finish is the sum over the steps of (os + r - 1 + W_s + L + orv), W_s the "
    "longest way of step s: p = r + w - 1 for each hop, 1 without options.pipeline (routers of r "
    "steps) and link_latency (w)";
// Of scatters and gathers, behind what lies between two messages.
const std::string kBackToBack =
    "max over the ways x of (x + sum of (L_i + e) over the nodes with a way of x or more) - e + os "
    "+ r - 1 + orv; p = r + w - 1 for each hop of a way, 1 without options.pipeline (routers of r "
    "steps, in which heads wait Fh) and link_latency (w)";

theory::SendPace pace_in_theory(const XyMeshScenario& scenario) {
  return scenario.options.barrier ? theory::SendPace::kBarrier : theory::SendPace::kFree;
}

template <protocols::MeshScheme kScheme>
TorusSchedule made(const XyMeshScenario& scenario) {
  return protocols::make_mesh_broadcast(mesh_of(scenario), scenario.root, kScheme,
                                        scenario.options.latency);
}

template <protocols::MeshScheme kScheme>
std::vector<protocols::WormRole> broadcast_roles(const XyMeshScenario& scenario) {
  const auto pace = scenario.options.barrier ? protocols::BroadcastPace::kBarrier
                                             : protocols::BroadcastPace::kOwn;
  return protocols::roles_of(made<kScheme>(scenario), pace,
                             broadcast_timing(scenario.options, scenario.length),
                             protocols::PePorts::kOne);
}

template <theory::MeshScheme kScheme>
theory::MeshTiming timed_broadcast(const XyMeshScenario& scenario) {
  return theory::time_broadcast(mesh_of(scenario), kScheme, scenario.root,
                                cycle_model(scenario.options, scenario.length),
                                pace_in_theory(scenario));
}

std::vector<protocols::WormRole> scatter_roles(const XyMeshScenario& scenario) {
  return protocols::mesh_scatter_roles(mesh_of(scenario), scenario.root, scenario.lengths,
                                       broadcast_timing(scenario.options, scenario.length));
}

std::vector<protocols::WormRole> gather_roles(const XyMeshScenario& scenario) {
  return protocols::mesh_gather_roles(mesh_of(scenario), scenario.root, scenario.lengths,
                                      broadcast_timing(scenario.options, scenario.length));
}

theory::MeshTiming timed_scatter(const XyMeshScenario& scenario) {
  return theory::time_scatter(mesh_of(scenario), scenario.root, scenario.lengths,
                              cycle_model(scenario.options, scenario.length));
}

theory::MeshTiming timed_gather(const XyMeshScenario& scenario) {
  return theory::time_gather(mesh_of(scenario), scenario.root, scenario.lengths,
                             cycle_model(scenario.options, scenario.length));
}

}  // namespace

std::string XyMeshMethod::operation_word() const {
  return word_for(xy_mesh_operation_words(), operation);
}

const std::vector<Choice<XyMeshOperation>>& xy_mesh_operation_words() {
  static const std::vector<Choice<XyMeshOperation>> words{
      {"broadcast", XyMeshOperation::kBroadcast},
      {"scatter", XyMeshOperation::kScatter},
      {"gather", XyMeshOperation::kGather},
      {"traffic", XyMeshOperation::kTraffic}};
  return words;
}

const std::vector<XyMeshMethod>& xy_mesh_methods() {
  using Algorithm = XyMeshAlgorithm;
  using Operation = XyMeshOperation;
  using Pes = protocols::MeshScheme;
  using Theory = theory::MeshScheme;
  static const std::vector<XyMeshMethod> methods{
      {Algorithm::kUmesh, Operation::kBroadcast, "umesh", "halving of a chain of all nodes",
       "All nodes, sorted by x and then by y, are a chain. A node that has the text and a part of "
       "the chain to serve sends it to the nearest node of the other half and leaves that half to "
       "it. Sorted so, messages never meet where routers go x first.",
       "steps: ceil(log_2 N), the fewest with one port a PE" + kPace,
       kAnySides + "root, any length", kUmeshPaper, made<Pes::kUmesh>, broadcast_roles<Pes::kUmesh>,
       timed_broadcast<Theory::kUmesh>},
      {Algorithm::kSeparate, Operation::kBroadcast, "separate",
       "the source sends to every node itself",
       "The source sends a message to every node, the one with the longest way first: a baseline.",
       "steps: N - 1" + kPace, kAnySides + "root, any length", "folklore", made<Pes::kSeparate>,
       broadcast_roles<Pes::kSeparate>, timed_broadcast<Theory::kSeparate>},
      {Algorithm::kScatterFurthestFirst, Operation::kScatter, "furthest-first",
       "messages back to back, that of the longest way first",
       "The root sends its messages one right behind the other, that of the longest way first. "
       "Ways from one node are a tree, so that nothing meets on them.",
       kBackToBack + ", and e = max(os, Fh)", kAnySides + "root, any lengths", kHere, nullptr,
       scatter_roles, timed_scatter},
      {Algorithm::kGatherFurthestFirst, Operation::kGather, "furthest-first",
       "the scatter backwards: messages arrive back to back",
       "The scatter backwards in time: each node begins so that its message comes to the root "
       "right behind the one before it, that of the longest way last. Ways to one node are a tree, "
       "so that nothing meets on them.",
       kBackToBack + ", and e = Fh", kAnySides + "root, any lengths", kHere, nullptr, gather_roles,
       timed_gather},
  };
  return methods;
}

const XyMeshMethod& method_of(const XyMeshScenario& mesh) {
  return method_with(xy_mesh_methods(), mesh.algorithm);
}

const std::vector<TrafficMethod>& xy_mesh_traffic_methods() {
  using Pattern = protocols::TrafficPattern;
  static const std::vector<TrafficMethod> methods = [] {
    std::vector<TrafficMethod> all;
    for (TrafficMethod method : traffic_methods()) {
      if (method.algorithm == Pattern::kTornado) continue;  // there are no rings to go round
      method.range = method.algorithm == Pattern::kTranspose
                         ? "2 equal sides"
                         : kAnySides + "rate and packet lengths";
      all.push_back(std::move(method));
    }
    return all;
  }();
  return methods;
}

std::vector<Explanation> xy_mesh_explanations() {
  const char* system = "meshes of XY routers";
  std::vector<Explanation> all = explanations_of(system, xy_mesh_methods());
  for (const Explanation& one : explanations_of(system, xy_mesh_traffic_methods()))
    all.push_back(one);
  return all;
}

}  // namespace flitwise
