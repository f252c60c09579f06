#include "systemc/topology/collective_plan.h"

#include <string>

namespace flitwise {
namespace {

struct PesOf {
  Node operator()(const TreeShape& shape) const { return shape.tree.nodes(); }
  Node operator()(const FatTree& tree) const { return tree.leaves(); }
  Node operator()(const Torus& torus) const { return torus.size(); }
  Node operator()(const XyMesh& mesh) const { return mesh.size(); }
  Node operator()(const StarGraph& graph) const { return graph.size(); }
};

}  // namespace

Node pes_of(const NetworkShape& shape) { return std::visit(PesOf(), shape); }

void PlanRoom::add(Flits flits) {
  flits_ += flits;
  if (++messages_ > kMostMessages)
    throw RequestError(RequestPart::kSize,
                       "it takes more than " + std::to_string(kMostMessages) + " messages");
  if (flits_ > kMostFlits)
    throw RequestError(RequestPart::kSize,
                       "its messages have more than " + std::to_string(kMostFlits) + " flits");
}

}  // namespace flitwise
