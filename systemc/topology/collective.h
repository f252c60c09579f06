// collective.h: a collective operation as programs of its ranks, whatever file it comes from.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_COLLECTIVE_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_COLLECTIVE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "systemc/topology/types.h"

namespace flitwise {

/// A piece of data, named by where it lies at the start: chunk `index` of rank `rank`.
struct Chunk {
  Node rank = kNoNode;
  std::int32_t index = 0;

  friend bool operator==(const Chunk& a, const Chunk& b) {
    return a.rank == b.rank && a.index == b.index;
  }
  friend bool operator<(const Chunk& a, const Chunk& b) {
    return std::tie(a.rank, a.index) < std::tie(b.rank, b.index);
  }
};

/// What lies in one cell of a rank's memory: the chunks that have been reduced into it, sorted,
/// each as often as it has been; one chunk where nothing is reduced; none: nothing.
using CellContent = std::vector<Chunk>;
/// Number of a cell of a rank's memory, from 0.
using Cell = std::int32_t;

enum class RankOpKind : std::uint8_t { kSend, kReceive, kCompute };

/// An operation of the same rank that must come first: be done, or only have started.
struct RankDependency {
  std::size_t op = 0;
  bool on_start = false;
};

/// One operation of a rank.
///
/// Data:  a send takes the contents of `reads` when it starts. A receive puts what it gets, and a
///        compute what it reads, into `writes`, reduced with the cells of `operands` if there are
///        any, when it is done. All lists that are used are as long as the message has cells;
///        programs without data have none.
/// Time:  a compute is done after `steps`; computes of one `processor` that have some take turns. A
///        send takes its port for `steps`, in which no flit leaves, and then for its flits; it is
///        done when the last one has left the PE. A receive is done `steps` after the last flit is
///        there.
struct RankOp {
  RankOpKind kind = RankOpKind::kCompute;
  std::size_t transfer = 0;  ///< of a send or receive
  Step steps = 0;            ///< send: overhead; receive: overhead, and combining
  Step not_before = 0;  ///< it starts in this step at the earliest, as if all before it ended then
  int processor = 0;    ///< of a compute; below 0: one of its own
  std::vector<RankDependency> after;
  std::vector<Cell> reads, writes, operands;
  std::string name;  ///< for messages: "l2 (line 5)"
};

/// A message from rank to rank.
struct CollectiveTransfer {
  Node from = kNoNode;
  Node to = kNoNode;
  Flits flits = 1;
  std::string name;  ///< of its send, with rank: "rank 0: l2 (line 5)"
  /// On a torus, its signed hops; empty: the shorter way in each dimension. Elsewhere empty.
  std::vector<int> hops{};
};

/// What a cell must hold in the end.
struct CellDemand {
  Node rank = kNoNode;
  Cell cell = 0;
  CellContent content;
  std::string name;  ///< of the cell, for messages: "o[3]"
};

/// Shape: `programs` and `memory` have one entry per rank; memory is what the cells hold at first.
///        Every transfer has one send and one receive, at its ends.
struct Collective {
  std::string name;       ///< of the algorithm; may be empty
  std::string operation;  ///< "allgather", or empty where the file says none
  std::vector<std::vector<RankOp>> programs;
  std::vector<CollectiveTransfer> transfers;
  std::vector<std::vector<CellContent>> memory;
  std::vector<CellDemand> demands;
  std::vector<std::string> notes;  ///< sentences: what of the file is not followed

  Node ranks() const { return static_cast<Node>(programs.size()); }
};

/// Start or end of an operation.
struct RankEvent {
  Node rank = kNoNode;
  std::size_t op = 0;
  bool is_end = false;

  friend bool operator==(const RankEvent& a, const RankEvent& b) {
    return a.rank == b.rank && a.op == b.op && a.is_end == b.is_end;
  }
};

/// What must come before what: an operation's end after its start, its start after what it depends
/// on, the end of a receive after the start of its send. A processor's turns are left out.
class CollectiveOrder {
 public:
  explicit CollectiveOrder(const Collective& collective);

  /// All events, each behind those it waits for; some are missing where there is a circle.
  const std::vector<RankEvent>& events() const { return events_; }
  /// Events that wait for each other, each for the next and the last for the first; empty: none do.
  std::vector<RankEvent> circle() const;
  /// What an event waits for.
  std::vector<RankEvent> before(const RankEvent& event) const;

 private:
  std::size_t index(const RankEvent& event) const;

  const Collective* collective_;
  std::vector<std::size_t> first_;     // event number of a rank's first operation
  std::vector<RankEvent> send_start_;  // of each transfer
  std::vector<RankEvent> events_;
  std::vector<bool> is_ordered_;  // by event number
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_COLLECTIVE_H_
