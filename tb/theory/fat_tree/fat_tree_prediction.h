// fat_tree_prediction.h: the prediction of one run on a fat tree, before anything has run, and its
// events.
#ifndef FLITWISE_TB_THEORY_FAT_TREE_FAT_TREE_PREDICTION_H_
#define FLITWISE_TB_THEORY_FAT_TREE_FAT_TREE_PREDICTION_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "systemc/topology/fat_tree/fat_tree.h"
#include "systemc/topology/fat_tree/fat_tree_latency.h"
#include "systemc/topology/types.h"
#include "tb/theory/events.h"
#include "tb/theory/prediction.h"

namespace flitwise::theory {

/// What one leaf hands to its interface: a message of `flits` flits, one a step from `step` on.
///
/// `step` is the step in which the first flit crosses the leaf's link. A message that leaves over
/// several links is one entry a flit, `first` its number. A kData message goes to leaf
/// `destination`, a kFlood to all other leaves. A kCopies flit carries one digit r_h for each level
/// h from 1, lowest bits first, in fields of copy_digit_bits(): r_h > 0 sends, in the switch of
/// level h above the source, one copy to the child r_h after the one it came from (modulo b), where
/// all leaves get it; r_h = 0 sends none.
struct FatTreeDispatch {
  Step step = 0;
  Node source = kNoNode;
  FlitKind kind = FlitKind::kData;
  Node destination = kNoNode;  ///< kData only
  std::uint32_t copies = 0;    ///< kCopies only
  Flits flits = 1;
  Flits first = 1;  ///< number of the first flit within its message
};

/// All dispatches of a run, by step, then by source.
using FatTreeTable = std::vector<FatTreeDispatch>;

/// Packets in the outputs of the switches of one level: towards the parent and towards a child,
/// the largest of all switches. Empty where there is no such output or no formula.
struct OutputMaxima {
  std::optional<Flits> up;
  std::optional<Flits> down;
};

/// What a link carries in a step: a packet each way, or up in odd steps and down in even ones.
enum class Duplex : std::uint8_t { kFull, kHalf };

/// Predicted figures of one run on a fat tree. What no formula gives is empty, never guessed.
///
/// Shape: `arrivals` has one entry per leaf, sorted; `max_wait` and `max_stored` one per level from
///        0 (the leaves' interfaces) to L, or none when no formula gives them.
/// Units: steps; packets.
/// Sources: "dispatch" and "lower_bound" always; "finish", "arrivals", "max_wait", "max_stored" and
///        "queue_free" where they are there.
struct FatTreePrediction : Sourced {
  std::optional<Step> finish;  ///< last step in which a leaf receives a packet
  std::optional<std::vector<std::vector<Step>>> arrivals;  ///< steps in which a leaf receives
  std::vector<OutputMaxima> max_wait;    ///< left over after the departures of a step
  std::vector<OutputMaxima> max_stored;  ///< held at the clock edge that ends a step
  std::optional<bool> queue_free;        ///< no packet waits anywhere
  Step lower_bound = 0;                  ///< no schedule of this operation finishes earlier
  FatTreeTable dispatch;
  Duplex duplex = Duplex::kFull;
};

/// Bits of one digit of a kCopies flit, ceil(log2 b).
int copy_digit_bits(int arity);

/// Digit r of level `level` in its place.
std::uint32_t copy_digit(int arity, int level, int r);

/// Digit of level `level` in `copies`.
int copy_digit_at(int arity, std::uint32_t copies, int level);

/// A schedule in which nothing waits, on links that carry one direction a step: up in odd steps,
/// down in even ones. It takes 2T - 2 steps, T those on full-duplex links.
///
/// Let what is dispatched in step d leave in step 2d - 1 instead. Then a packet that crosses an up
/// branch in step t crosses it in step 2t - 1, and a down branch in step 2t - 2: between two up
/// branches and between two down branches a turn comes after two steps, and from the last up branch
/// (2t - 1) to the first down branch, which it crossed in step t + 1, in the next step, 2t =
/// 2 (t + 1) - 2. Both maps are one to one, so that no link is wanted by more packets in a step
/// than before, and packets wait for their turn only. The last arrival, in T, becomes 2T - 2.
/// Moving the dispatches alone does not do it: of a packet of class 2 in step 1 and one of class 1
/// in step 2, which arrive in steps 4 and 3, both would arrive in step 4.
///
/// Gives finish, arrivals, dispatch (in the new steps) and lower bound; nothing of queues.
///
/// With latencies packets wait for their turn a step or none, not as long as they travel: ways are
/// no longer twice as long, packets of different classes may meet, and no formula is known. Then
/// dispatch and lower bound alone are there.
/// Errors: throws std::invalid_argument for a prediction in which packets wait or may wait.
FatTreePrediction on_half_duplex_links(FatTreePrediction full, const FatTreeLatency& latency = {});

/// Every flit on every link of a run in which nothing waits (but, on half-duplex links, for its
/// turn), in the step in which it is sent over it, sorted. `dispatch` is in the steps of these
/// links.
///
/// `message` is the source leaf, `value` the destination leaf of data, the digits of copies, 0 of a
/// flood. Parallel links of a branch are not told apart.
/// Errors: throws std::invalid_argument for a dispatch that the tree cannot carry, and for
///         half-duplex links with latencies; TopologyError for latencies that do not fit the tree.
std::vector<LinkEvent> fat_tree_events(const FatTree& tree, const FatTreeTable& dispatch,
                                       Duplex duplex = Duplex::kFull,
                                       const FatTreeLatency& latency = {});
/// The same, where no list of them is to be kept.
void visit_fat_tree_events(const FatTree& tree, const FatTreeTable& dispatch, Duplex duplex,
                           const FatTreeLatency& latency, const TakeEvent& take);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_FAT_TREE_FAT_TREE_PREDICTION_H_
