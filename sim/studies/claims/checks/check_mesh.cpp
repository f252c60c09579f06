// The chain that a broadcast on a mesh halves, sorted as routers go and the other way.
#include <string>
#include <utility>
#include <vector>

#include "sim/studies/claims/checks/claim_checks.h"
#include "systemc/topology/xy_mesh/xy_mesh.h"
#include "tb/theory/xy_mesh/mesh_operations.h"

namespace flitwise {
namespace {

struct MeshSetting {
  TorusPipeline pipeline;
  Step link;
  Step send_overhead;
  Step receive_overhead;
  Flits flits;
};

const std::vector<MeshSetting>& mesh_settings() {
  static const std::vector<MeshSetting> all{
      {{0, 0, 0, 0, false, false, 0}, 1, 0, 0, 1}, {{0, 0, 0, 0, false, false, 0}, 1, 1, 1, 16},
      {{1, 0, 0, 0, false, false, 0}, 1, 0, 0, 8}, {{1, 0, 0, 1, false, false, 0}, 2, 0, 0, 8},
      {{1, 1, 1, 1, false, false, 0}, 4, 2, 0, 3}, {{1, 1, 0, 1, false, false, 0}, 1, 0, 5, 64}};
  return all;
}

theory::CycleModel model_of(const MeshSetting& setting) {
  theory::CycleModel model;
  model.flits = setting.flits;
  model.send_overhead = setting.send_overhead;
  model.receive_overhead = setting.receive_overhead;
  model.latency.pipeline = setting.pipeline;
  model.latency.link = {setting.link, setting.link};
  return model;
}

}  // namespace

// Takes `side`: of all meshes with sides up to that, broadcasts from the first, the middle and the
// last node in six settings. Gives how many these `runs` are, in how many messages meet where the
// chain is sorted by y, at the nodes' own pace (`meet_free`) and with a barrier (`meet_barrier`),
// and in how many where it is sorted by x, at either pace (`meet_columns`).
Figure::Members mesh_chains(const Names& values) {
  using theory::ChainOrder;
  using theory::SendPace;
  const auto most = static_cast<int>(number_of(values, "side", 2, 8));
  std::int64_t runs = 0, free = 0, barrier = 0, columns = 0;
  for (int a = 1; a <= most; ++a)
    for (int b = 1; b <= most; ++b) {
      const XyMesh mesh({a, b});
      if (mesh.size() == 1) continue;
      for (const Node source : {0, mesh.size() / 2, mesh.size() - 1})
        for (const MeshSetting& setting : mesh_settings()) {
          const auto meets = [&](ChainOrder order, SendPace pace) {
            const theory::MeshPlan plan = theory::umesh_plan(mesh, source, order);
            return !theory::time_plan(mesh, source, plan, model_of(setting), pace).exact;
          };
          ++runs;
          free += meets(ChainOrder::kTurned, SendPace::kFree);
          barrier += meets(ChainOrder::kTurned, SendPace::kBarrier);
          columns += meets(ChainOrder::kAsPacketsGo, SendPace::kFree) ||
                     meets(ChainOrder::kAsPacketsGo, SendPace::kBarrier);
        }
    }
  return {{"runs", Figure(runs)},
          {"meet_free", Figure(free)},
          {"meet_barrier", Figure(barrier)},
          {"meet_columns", Figure(columns)}};
}

}  // namespace flitwise
