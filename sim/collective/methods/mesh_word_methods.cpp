// mesh_word_methods.cpp: rows of meshes: what PEs do and what formulas say of it.
#include "sim/collective/methods/word_methods.h"
#include "sim/collective/methods/word_rows.h"
#include "systemc/protocols/collective/mesh_plans.h"
#include "tb/theory/collective/mesh_collectives.h"

namespace flitwise {
namespace {

// The timing model alone says them.
theory::CollectiveFigures no_figures(const CollectiveRequest&, const XyMesh&) { return {}; }

}  // namespace

std::vector<WordMethod> mesh_word_methods() {
  using Operation = CollectiveOperation;
  const std::vector<Operation> halves{Operation::kReduceScatter, Operation::kAllGather,
                                      Operation::kAllReduce};
  const std::string by_lines =
      " A reduce-scatter goes along the rows, then along the columns; an all-gather is the same "
      "backwards. A PE has one port: one message out and one in at a time.";
  const std::string blocks =
      "; all-gather with a = 0, all-reduce both; B_0 = ceil(M / n_x), B_1 = ceil(B_0 / n_y), M the "
      "words that are moved";
  return {
      word_row<XyMesh, protocols::mesh_line, theory::mesh_line>(
          "line", halves, "from neighbour to neighbour, both ways",
          "Blocks go from neighbour to neighbour along each line, both ways." + by_lines,
          "reduce-scatter: sum over the sides of R (os + 1 + B_d + orv + a), R = n - 1 + ceil(n / "
          "2), 1 of two PEs" +
              blocks,
          "any sides, length, a, os and orv", kThisProject),
      word_row<XyMesh, protocols::mesh_ring, theory::mesh_ring>(
          "ring", halves, "around a folded ring of each line: the fewest rounds with one port",
          "Blocks go around the ring 0, 2, 4, .., 5, 3, 1 of each line, whose neighbours are two "
          "hops apart at most." +
              by_lines,
          "reduce-scatter: sum over the sides of (n - 1)(os + 2 + B_d + orv + a), with 1 hop of "
          "two PEs" +
              blocks,
          "any sides, length, a, os and orv", kThisProject),
      word_row<XyMesh, protocols::mesh_reversed_umesh, no_figures>(
          "reversed-umesh", {Operation::kReduce, Operation::kAllReduce, Operation::kBarrier},
          "the broadcast umesh backwards: whole vectors, ceil(log2 N) steps",
          "The broadcast umesh backwards, on the mesh with x and y swapped: what it copies is "
          "combined. An all-reduce and a barrier end with umesh itself.",
          "sum over the ceil(log2 N) steps of (os + H_s + m + orv + a), H_s the hops of the "
          "longest message of step s; of an all-reduce umesh's sum without a comes on top. The "
          "timing model says it, flit by flit",
          "any sides, root, length, a, os and orv", kThisProject),
  };
}

}  // namespace flitwise
