// plan_builder.h: writes the plan of a collective operation message by message.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_PLAN_BUILDER_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_PLAN_BUILDER_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "systemc/topology/collective_plan.h"

namespace flitwise::protocols {

/// What a message does at its receiver.
enum class PlannedUse : std::uint8_t {
  kCopy,     ///< it replaces what lies there
  kOperand,  ///< it is combined with what lies there
};

/// A message from PE to PE.
struct PlannedMessage {
  Node from = kNoNode;
  Node to = kNoNode;
  std::vector<Cell> reads;   ///< the sender's cells, a flit each
  std::vector<Cell> writes;  ///< the receiver's; empty: the same
  PlannedUse use = PlannedUse::kCopy;
  /// Step in which its first flit crosses its first link, or starts to, at the earliest; 0: as soon
  /// as its words are there.
  Step first = 0;
  /// Whether it leaves behind all that was added before for its sender, though its words may be
  /// there sooner.
  bool in_turn = false;
  std::string note{};  ///< for messages: " in tree 2"
};

/// Words of one PE's block of a vector: ceil(length / pes).
Flits padded_block(Flits length, Node pes);

/// Shape: messages are added in an order in which everything that a message carries has been added
///        before it. A send then waits for all that has been received into what it reads.
class PlanBuilder {
 public:
  /// What is held and due follows from the request.
  /// Shape:  `cells` for each PE, of which a reduction needs `length`, an all-gather one per PE and
  ///         word of a block, an all-to-all two.
  /// Errors: throws TopologyError when there are more cells than can be numbered.
  PlanBuilder(const std::string& algorithm, const CollectiveRequest& request, Node pes,
              std::int64_t cells);

  void add(const PlannedMessage& message);
  /// One more cell of a PE, for words on their way.
  Cell add_cell(Node rank);

  CollectivePlan take() { return std::move(plan_); }

 private:
  void place_reduction(Node pes);
  void place_gather(Node pes);
  void place_exchange(Node pes);
  void place_text();
  RankOp send_of(const PlannedMessage& message) const;
  RankOp receive_of(const PlannedMessage& message) const;

  CollectiveRequest request_;
  CollectivePlan plan_;
  PlanRoom room_;
  std::vector<std::vector<std::vector<std::size_t>>> writers_;  // by rank, cell: receives
  std::vector<std::optional<std::size_t>> last_sends_;          // by rank
};

/// Words of a name as users write it: "allreduce".
const char* name_of(CollectiveOperation operation);

/// Refuses what an algorithm does not do.
/// Errors: throws TopologyError unless the operation is one of `can`, root and lengths are in
/// range,
///         and PEs have no overhead and come in time.
void check_request(const std::string& algorithm, const CollectiveRequest& request, Node pes,
                   std::initializer_list<CollectiveOperation> can);

/// The same where PEs may have overheads.
void check_request_with_overheads(const std::string& algorithm, const CollectiveRequest& request,
                                  Node pes, std::initializer_list<CollectiveOperation> can);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_PLAN_BUILDER_H_
