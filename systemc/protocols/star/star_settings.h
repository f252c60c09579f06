// star_settings.h: what all PEs of a star graph are configured with, which trees a packet uses, and
// which trees serve which nodes.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_SETTINGS_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_SETTINGS_H_

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "systemc/topology/star/star_latency.h"
#include "systemc/topology/star/star_trees.h"
#include "systemc/topology/types.h"

namespace flitwise::protocols {

/// Whether a PE believes the first copy of a packet or the majority of all copies.
enum class StarBelief { kFirstCopy, kMajority };

/// Whether copies may get lost: then PEs wait for none, and a packet that breaks off is lost, which
/// is not a fault of the protocol.
enum class StarLoss { kNone, kExpected };

/// How long a PE of a walk with acknowledgements waits for one, in packet steps after those in
/// which it has sent a group: then it serves the next child, or acknowledges to its parent.
struct StarTimeout {
  /// None: as long as the subtree of the child takes, so that whether an acknowledgement has come
  /// makes no difference in time. Else at least 1; an acknowledgement that comes in one of the last
  /// two steps comes too late, since a PE needs a step to notice and one to hand a packet over.
  std::optional<Step> steps;
};

/// What all PEs of one operation know beforehand; check_settings has the ranges.
struct StarSettings {
  std::shared_ptr<const StarTrees> trees;
  int packets = 1;  ///< m: packets of a source, in a scatter or an exchange for each node
  int copies = 1;   ///< x: trees that a packet uses, 1 to n-1
  int flits = 1;    ///< F: flits of a packet
  StarLatency latency{};
  StarBelief belief = StarBelief::kFirstCopy;
  StarLoss loss = StarLoss::kNone;
  std::optional<StarTimeout> timeout;  ///< of walks with acknowledgements; none: PEs wait for ever

  const StarGraph& graph() const { return trees->graph(); }
  int order() const { return graph().order(); }
  int degree() const { return graph().degree(); }
  bool is_spaced() const { return latency.slots == StarSlots::kSpaced; }
  /// Phi: cycles from a packet's sending to its earliest sending on.
  Step hop() const { return latency.packet_hop(flits); }
  /// Cycles of a packet step, or of a slot: never fewer than a packet takes on a link.
  Step step() const { return is_spaced() ? flits : std::max<Step>(flits, hop()); }
  /// k: steps or slots from a packet's sending to its earliest sending on.
  Step lag() const { return (hop() + step() - 1) / step(); }
};

/// Errors: throws std::invalid_argument without trees, for n > 7, m not 1 to 4096, x not 1 to n-1,
///         F not 1 to 16, latencies below 1 and a time-out below 1.
void check_settings(const StarSettings& settings);

/// Trees of packet q in broadcasts, bit l - 2 for tree l: 2 + ((q x + i) mod (n-1)), 0 <= i < x.
/// Source: Fragopoulou, Akl (IEEE TC 45(2), 1996), for x = 1 and n-1; round robin in between.
unsigned trees_of_packet(const StarSettings& settings, int packet);
/// Number of trees in a set.
int count_trees(unsigned trees);
/// Packets that use `tree`, in increasing order.
std::vector<int> packets_of_tree(const StarSettings& settings, int tree);
/// g = ceil(m x/(n-1)): packets of the trees that have most.
int largest_share(const StarSettings& settings);

/// What packet `packet` of `source` for `receiver` (kNoNode: for all) says: a number below
/// kStarValues that differs between most packets, so that mistaken identity shows.
std::int64_t star_content(Node source, Node receiver, int packet);

/// Of every necklace of s addresses the ceil(x s/(n-1)) of least depth in tree 2 are selected, of
/// equal depths those of least rank. Node u then uses tree l if R^-(l-2) u is selected: at least x
/// trees, the same for all sources.
/// Source: Fragopoulou, Akl (IEEE TC 45(2), 1996), unfolded necklaces.
class StarSelection {
 public:
  StarSelection(const StarTrees& trees, int copies);

  /// Selected addresses in tree 2, by decreasing depth, equal depths by increasing rank.
  const std::vector<Node>& order() const { return order_; }
  /// Trees of the node with relative address `u`, not 0: bit l - 2 for tree l.
  unsigned trees_of(Node u) const { return trees_of_[static_cast<std::size_t>(u)]; }

 private:
  std::vector<Node> order_;
  std::vector<unsigned> trees_of_;
};

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_SETTINGS_H_
