// torus_draft.h: a collective plan on a torus as it grows, message by message.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_TORUS_DRAFT_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_TORUS_DRAFT_H_

#include <cstddef>
#include <initializer_list>
#include <string>
#include <vector>

#include "systemc/topology/collective_plan.h"

namespace flitwise::protocols::torus_plans {

/// What a receive does with the words that come: put them into cells, or combine them with what is
/// there.
enum class Intake : std::uint8_t { kPut, kCombine };

/// Operations of one PE, by their numbers in its program.
using OpNumbers = std::vector<std::size_t>;

/// A message from a PE's cells to another PE's.
struct DraftMessage {
  Node from = kNoNode;
  Hops hops;
  std::vector<Cell> reads;
  std::vector<Cell> writes;  ///< as many
  Intake intake = Intake::kPut;
  Step not_before = 0;  ///< of the send
  OpNumbers after;      ///< operations of the sender that are done before
  std::string name;
};

/// The plan so far. Sends last for the overhead of sending, receives for that of receiving and,
/// where words are combined, for the steps of combining. A PE that comes late to a barrier sends
/// nothing before it.
class TorusDraft {
 public:
  struct Ops {
    std::size_t send = 0;     ///< of the sender
    std::size_t receive = 0;  ///< of the receiver
  };

  /// `name`: of the algorithm.
  /// Errors: throws TopologyError for an operation that is none of `does` and for numbers out of
  ///         range.
  TorusDraft(const CollectiveRequest& request, const Torus& torus, std::string name,
             std::initializer_list<CollectiveOperation> does);

  Ops send(DraftMessage message);
  /// Makes an operation of PE `at` wait for others of its own.
  void wait(Node at, std::size_t op, const std::vector<RankDependency>& others);
  /// Combines the words of `reads` into `into`, in the steps of combining, whatever else the PE is
  /// combining; returns the operation.
  std::size_t combine(Node at, std::vector<Cell> reads, const std::vector<Cell>& into,
                      std::vector<RankDependency> after);

  /// What PEs hold at first and must have in the end, as the operation says.
  void hold_and_owe();
  /// Reserves `cells` cells a PE and hands the plan over.
  CollectivePlan finish(Cell cells);

  const CollectiveRequest& request() const { return request_; }
  const Torus& torus() const { return torus_; }
  /// Steps from the start of a send to the end of its receive, its hops and flits left out.
  Step overheads(Intake intake) const;

 private:
  void hold_operands();
  void owe_results(Node at);
  void hold_and_owe_blocks();
  void exchange_blocks();

  CollectiveRequest request_;
  Torus torus_;
  CollectivePlan plan_;
  PlanRoom room_;
};

/// Signed hops along one dimension.
Hops hops_along(const Torus& torus, int dimension, int hops);

/// The cells `first`, `first` + 1, and so on.
std::vector<Cell> cells_from(Cell first, Flits count);

/// a / b, rounded up. Shape: a >= 0, b > 0.
constexpr Flits divided_up(Flits a, Flits b) { return (a + b - 1) / b; }

/// Dimensions whose sides are larger than 1, ascending.
std::vector<int> long_dimensions(const Torus& torus);
/// The order in which the torus's routers use the dimensions.
DimensionOrder order_of(const CollectiveRequest& request, const Torus& torus);

/// The side of those dimensions; 1 where there are none.
/// Errors: throws TopologyError, which says that algorithm `name` needs it, unless they all have
///         the same.
int equal_side(const std::string& name, const Torus& torus);

}  // namespace flitwise::protocols::torus_plans

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_COLLECTIVE_TORUS_DRAFT_H_
