// collective_timing.h: a collective operation as a max-plus system: when every operation starts and
// ends and every flit is where, as long as nothing waits in the network; and where two messages
// first meet, if any do.
//
// A message that nothing holds back passes every place of its way a fixed number of steps after it
// has left its PE. So what an operation waits for is a maximum of sums: of the ends of those before
// it, of the end of what its port sends before it, and of constants of the network. A place takes
// so many flits in a step; whether any wants more is seen from the passages alone.
#ifndef FLITWISE_TB_THEORY_COLLECTIVE_COLLECTIVE_TIMING_H_
#define FLITWISE_TB_THEORY_COLLECTIVE_COLLECTIVE_TIMING_H_

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "systemc/topology/collective.h"

namespace flitwise::theory {

enum class PlaceKind : std::uint8_t {
  kLink,         ///< all parallel links from one node to another
  kInjection,    ///< a port of a PE into its router
  kEjection,     ///< the port by which a router hands flits of all its links to its PE
  kSendPort,     ///< all links out of a node that sends one flit a step
  kReceivePort,  ///< all links into a node that receives one flit a step
  kQueue,        ///< what waits in a node for all parallel links to another
};

/// What messages share. Of ports both nodes are the one that has them.
struct Place {
  PlaceKind kind = PlaceKind::kLink;
  Node from = kNoNode;
  Node to = kNoNode;
  int channel = 0;  ///< tells links between the same nodes, or ports of one node, apart

  auto key() const { return std::tie(kind, from, to, channel); }
  friend bool operator==(const Place& a, const Place& b) { return a.key() == b.key(); }
  friend bool operator<(const Place& a, const Place& b) { return a.key() < b.key(); }
};

/// How much passes a place without waiting.
struct PlaceLimits {
  Flits flits = 1;  ///< in a step
  /// Steps that must pass between the last flit of one message and the first of the next, beyond
  /// the one that lies between any two flits.
  Step gap = 0;
  /// Any so many steps in a row can have that many flits; 0: no such limit. A queue behind a link
  /// whose slots are in use again after so many steps is one.
  Step window = 0;
  Flits slots = 0;

  friend bool operator==(const PlaceLimits& a, const PlaceLimits& b) {
    return std::tie(a.flits, a.gap, a.window, a.slots) ==
           std::tie(b.flits, b.gap, b.window, b.slots);
  }
};

/// A message's way through one place.
struct Passage {
  Place place;
  /// In which its first flit is there, if the flit leaves its PE in step 1. Of links, the first
  /// step in which the flit is on the wires.
  Step step = 1;
  PlaceLimits limits{};
};

/// How the network carries one transfer whose flits nothing holds back.
///
/// Its flits follow each other at `rate` a step at every place; packets that routers store whole
/// come at each hop one right behind the other.
struct TransferWay {
  std::uint32_t port = 0;  ///< of the sending PE: its transfers take turns
  Flits flits = 1;         ///< that the network carries: those that fill the last packet, too
  Flits rate = 1;          ///< flits in a step, through the PE's port and everywhere
  Step delivery = 1;       ///< step in which the first flit comes to the PE, counted as `step`s
  /// Steps that the router's port rests behind a message: a head behind it is so much late. The PE
  /// does not see that.
  Step port_rest = 0;
  std::vector<Passage> passages;  ///< in the order in which the first flit comes to them

  /// Steps that the transfer takes at a place.
  Step steps() const { return (flits + rate - 1) / rate; }
};

/// The way of each transfer, by its number in the collective.
using WayOf = std::function<TransferWay(std::size_t transfer)>;

enum class MeetingKind : std::uint8_t {
  kSameStep,  ///< more flits than pass the place in a step
  kTooClose,  ///< a message comes before the place has rested
  kNoRoom,    ///< a flit comes before the queue has a slot for it
};

/// Where a flit of `second` has to wait. `first` is the earliest of those whose flits are in its
/// way; `second` itself where it fills a queue alone.
struct Meeting {
  MeetingKind kind = MeetingKind::kSameStep;
  Step step = 0;
  Place place;
  std::size_t first = 0;
  std::size_t second = 0;
};

/// Units: steps. An operation that need not wait for anything starts in step 0.
struct OpTimes {
  Step start = 0;  ///< a send has its port, a compute its processor
  Step end = 0;
};

/// When everything happens if no message waits in the network. All of it is so if `meeting` is
/// empty, and else what is before its step; what is behind that may be anything.
///
/// Shape: `ops` by rank and operation, `leaves` and `arrivals` by transfer.
/// Units: steps; 0 where nothing happens.
struct CollectiveTiming {
  std::vector<std::vector<OpTimes>> ops;
  std::vector<Step> leaves;    ///< step before that in which the first flit leaves its PE
  std::vector<Step> arrivals;  ///< step in which the last flit comes to its PE
  Step finish = 0;             ///< the last of them
  Step quiesce = 0;            ///< last step in which a flit comes on a link
  Step done = 0;               ///< the last operation ends
  std::optional<Meeting> meeting;
  /// Whether there were too many passages to look for meetings; then nothing is exact.
  bool is_too_large = false;

  bool is_exact() const { return !meeting && !is_too_large; }
};

/// Passages beyond which meetings are not looked for.
inline constexpr std::int64_t kMostPassages = 16'000'000;

/// The times of a collective.
///
/// Time:   an operation may begin in the step in which the last that it waits for ends, or has
///         started where only that is asked for, and not before `not_before`. A port's sends go in
///         the order in which they may begin; each starts when it has the port, and takes it for
///         `steps` and then for its flits. Its first flit leaves in the step behind the overhead;
///         it ends when the last has left. A receive ends `steps` after it has started and all its
///         flits are there. Computes of a processor that have `steps` go in turn likewise. Of those
///         that may begin in one step, the order is that of the program; behind them come those
///         that their starts, or ends in this very step, let begin, and so on.
/// Shape:  `way_of` is asked for each transfer of the collective, more than once.
/// Errors: throws std::invalid_argument for operations that wait for each other in a circle, and
///         for transfers that have not one send and one receive at their ends.
/// Source: F. Baccelli, G. Cohen, G. J. Olsder, J.-P. Quadrat, "Synchronization and Linearity",
///         Wiley 1992: event graphs are linear in the max-plus algebra.
CollectiveTiming time_collective(const Collective& collective, const WayOf& way_of);

/// One flit that comes on one link.
struct TransferEvent {
  Step step = 0;  ///< the first of those in which it is on the wires
  Node from = kNoNode;
  Node to = kNoNode;
  std::size_t transfer = 0;
  Flits index = 0;  ///< of the flit in its transfer, from 1

  auto key() const { return std::tie(step, from, to, transfer, index); }
  friend bool operator==(const TransferEvent& a, const TransferEvent& b) {
    return a.key() == b.key();
  }
  friend bool operator<(const TransferEvent& a, const TransferEvent& b) {
    return a.key() < b.key();
  }
};

/// Hands on every link event of a timing, in any order.
void visit_transfer_events(const CollectiveTiming& timing, const WayOf& way_of,
                           const std::function<void(const TransferEvent& event)>& take);
/// All of them, sorted.
std::vector<TransferEvent> transfer_events(const CollectiveTiming& timing, const WayOf& way_of);

/// "in step 4 transfer 3 (rank 0: l1 (line 5)) and transfer 7 (rank 2: l2) want the link from
/// PE 1 to PE 2". `names` are those of nodes; "PE 3" for nodes without an entry.
std::string text_of(const Meeting& meeting, const Collective& collective,
                    const std::vector<std::string>& names = {});

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_COLLECTIVE_COLLECTIVE_TIMING_H_
