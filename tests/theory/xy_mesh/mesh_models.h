// mesh_models.h: routers, links and messages of meshes to go through in tests.
#ifndef FLITWISE_TESTS_THEORY_XY_MESH_MESH_MODELS_H_
#define FLITWISE_TESTS_THEORY_XY_MESH_MESH_MODELS_H_

#include <random>
#include <vector>

#include "systemc/topology/xy_mesh/xy_mesh.h"
#include "tests/theory/torus/torus_latencies.h"

namespace flitwise::test {

/// r and w alike, in which only those count.
inline theory::CycleModel model_of(Flits flits, Step r, Step w) {
  theory::CycleModel model;
  model.flits = flits;
  model.latency.pipeline = router_of(r);
  model.latency.link = {w, w};
  return model;
}

inline std::vector<XyMesh> meshes_to(int most) {
  std::vector<XyMesh> all;
  for (int a = 1; a <= most; ++a)
    for (int b = 1; b <= most; ++b) all.emplace_back(std::vector<int>{a, b});
  return all;
}

/// Draws what theory is asked of.
class MeshDraw {
 public:
  explicit MeshDraw(unsigned seed) : random_(seed) {}

  int from_to(int least, int most) {
    return std::uniform_int_distribution<int>(least, most)(random_);
  }
  XyMesh mesh(int most) { return XyMesh({from_to(1, most), from_to(1, most)}); }
  theory::CycleModel model() {
    theory::CycleModel model;
    model.flits = from_to(1, 9);
    model.send_overhead = from_to(0, 4);
    model.receive_overhead = from_to(0, 3);
    const std::vector<TorusPipeline> routers = pipelines();
    model.latency.pipeline = routers[static_cast<std::size_t>(from_to(0, 11))];
    model.latency.pipeline.credit_delay = from_to(0, 1);
    model.latency.link = {from_to(1, 4), from_to(1, 4)};
    model.latency.credit = from_to(1, 3);
    return model;
  }
  /// One in four has no message.
  std::vector<Flits> lengths(const XyMesh& mesh, Node root) {
    std::vector<Flits> lengths;
    for (Node v = 0; v < mesh.size(); ++v)
      lengths.push_back(v == root || from_to(0, 3) == 0 ? 0 : from_to(1, 9));
    return lengths;
  }

 private:
  std::mt19937 random_;
};

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_THEORY_XY_MESH_MESH_MODELS_H_
