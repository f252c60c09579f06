#include "tb/theory/collective/mesh_collectives.h"

#include "tb/theory/collective/collective_terms.h"

namespace flitwise::theory {
namespace {

// Of an all-gather on a line.
struct LineRounds {
  Step rounds = 0;
  Step hops = 0;
};

LineRounds rounds_of_line(int side) {
  if (side <= 2) return {side - 1, 1};
  return {side - 1 + (side + 1) / 2, 1};
}

LineRounds rounds_of_ring(int side) { return {side - 1, side == 2 ? 1 : 2}; }

CollectiveFigures by_lines(const CollectiveRequest& request, const XyMesh& mesh,
                           LineRounds (*rounds_of)(int side)) {
  Flits block = spread_length(request, mesh.size());
  GatherRounds gather;
  for (const int side : mesh.sides()) {
    block = (block + side - 1) / side;
    const LineRounds line = rounds_of(side);
    gather.rounds += line.rounds;
    gather.steps +=
        line.rounds * (request.send_overhead + line.hops + block + request.receive_overhead);
  }
  return figures_of_rounds(request, gather);
}

}  // namespace

CollectiveFigures mesh_line(const CollectiveRequest& request, const XyMesh& mesh) {
  return by_lines(request, mesh, rounds_of_line);
}

CollectiveFigures mesh_ring(const CollectiveRequest& request, const XyMesh& mesh) {
  return by_lines(request, mesh, rounds_of_ring);
}

}  // namespace flitwise::theory
