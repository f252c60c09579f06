// collective_plan.h: a collective operation on vectors of words: what is asked, on which network,
// and the programs that do it.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_COLLECTIVE_PLAN_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_COLLECTIVE_PLAN_H_

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "systemc/topology/collective.h"
#include "systemc/topology/fat_tree/fat_tree.h"
#include "systemc/topology/star/star_graph.h"
#include "systemc/topology/star/star_trees.h"
#include "systemc/topology/torus/torus.h"
#include "systemc/topology/tree/tree.h"
#include "systemc/topology/types.h"
#include "systemc/topology/xy_mesh/xy_mesh.h"

namespace flitwise {

enum class CollectiveOperation : std::uint8_t {
  kReduce,
  kAllReduce,
  kReduceScatter,
  kAllGather,
  kAllToAll,
  kBarrier,
  kMulticast,
};

/// What all PEs of a network do together. PEs are numbered as the network numbers them, N of them.
///
/// A word is one flit. Every PE v has an operand for each word q of a vector. Reduce: the root ends
/// with the results of all words, each the operands of all PEs combined; all-reduce: everybody
/// does; reduce-scatter: word q's result ends at PE q div B, B = ceil(length / N); blocks are
/// padded to B words, also where an algorithm cuts the vector in other pieces. All-gather: every PE
/// has a block, and all end with all; all-to-all: every PE has a block for every other one. A
/// barrier is an all-reduce of one word; a multicast brings the root's words to `destinations`.
struct CollectiveRequest {
  CollectiveOperation operation = CollectiveOperation::kAllReduce;
  Node root = 0;
  Flits length = 1;  ///< m, words of a vector; of a multicast, of the text; 1 of a barrier
  Flits block = 1;   ///< P, words of a block: all-gather, all-to-all
  Step add = 0;      ///< a, steps to combine: an operand that came in step t can leave in t + 1 + a
  Step send_overhead = 0;       ///< os
  Step receive_overhead = 0;    ///< orv
  std::optional<Flits> packet;  ///< flits of a packet, of algorithms that have packets
  bool own_pace = false;        ///< of algorithms in lockstep: everybody goes on as soon as it can
  Flits operand_depth =
      0;  ///< of routers that combine, at own pace: operands that wait at an input
  StarRule rule = StarRule::kQ;    ///< of star graphs' trees
  std::optional<int> trees;        ///< of routers that combine along several: how many; else all
  DimensionOrder dimension_order;  ///< of a torus's routers; empty: ascending
  std::vector<Node> destinations;
  std::vector<Step> start;  ///< by PE, steps that it comes late to it; empty: nobody does
};

/// What of a request does not go with the algorithm or the network.
enum class RequestPart : std::uint8_t { kAdd, kOverheads, kSize, kOperandDepth, kStart, kTrees };

/// A request whose named part alone is in the way.
class RequestError final : public TopologyError {
 public:
  RequestError(RequestPart part, const std::string& rule) : TopologyError(rule), part_(part) {}
  RequestPart part() const { return part_; }

 private:
  RequestPart part_;
};

struct TreeShape {
  PlacedTree tree;
  bool is_multiport = false;  ///< else one send and one receive a step
};

/// A network as PEs and theory know it.
using NetworkShape = std::variant<TreeShape, FatTree, Torus, XyMesh, StarGraph>;

/// PEs of the network.
Node pes_of(const NetworkShape& shape);

/// Of whom a word's operands are: one PE, or all of them.
inline constexpr Node kAllOperands = -2;

/// Operand or result of word `word`. All-gather: PE v's block is its words v P to (v+1) P - 1.
/// All-to-all: PE v's block for PE u is its words u P to (u+1) P - 1.
struct WordName {
  Node of = kAllOperands;
  std::int32_t word = 0;
};

/// Where a word lies at first, or must lie in the end.
struct WordPlace {
  Node rank = kNoNode;
  Cell cell = 0;
  WordName word;
};

/// Counts what a plan consists of, all of which lies in memory.
class PlanRoom {
 public:
  static constexpr std::int64_t kMostMessages = std::int64_t{1} << 20;
  static constexpr Flits kMostFlits = Flits{1} << 25;

  /// One more message. Errors: throws RequestError where there are too many, or too many flits.
  void add(Flits flits);

 private:
  std::int64_t messages_ = 0;
  Flits flits_ = 0;
};

/// Programs of all PEs, rank v being PE v, and what their memories hold.
///
/// Shape: one cell a word. Cell q of a reduction is word q; cells beyond the vector are padding and
///        hold nothing. All-gather: cell v P + i is word i of PE v's block. All-to-all: cell u P +
///        i holds what goes to PE u at first, and cell N P + v P + i what came from PE v. A message
///        has as many flits as `reads` and `writes` have cells.
struct CollectivePlan {
  Collective schedule;          ///< without memory and demands of its own
  std::vector<Cell> cells;      ///< by rank, cells of its memory
  std::vector<WordPlace> held;  ///< at first
  std::vector<WordPlace> due;   ///< in the end; each once
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_COLLECTIVE_PLAN_H_
