// reference_fat_tree.h: the contracts of a fat tree's switch and leaf as plain queues.
#ifndef FLITWISE_TESTS_RTL_FAT_TREE_REFERENCE_FAT_TREE_H_
#define FLITWISE_TESTS_RTL_FAT_TREE_REFERENCE_FAT_TREE_H_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <ostream>
#include <set>
#include <vector>

#include "systemc/network/flit.h"

namespace flitwise::rtl_test {

inline constexpr unsigned kWaitedBit = 1U << 5;
inline constexpr unsigned kOverflowBit = 1U << 6;
inline constexpr FlitKind kFloodKind{7};
inline constexpr FlitKind kCopiesKind{8};

enum class Policy : std::uint8_t { kUpFirst, kLocalFirst, kRoundRobin, kRandom };

/// The parameters of a switch. Branch 0 leads up, branch 1 + k to child k.
struct SwitchShape {
  std::size_t arity = 2;
  std::size_t down_links = 1;
  std::size_t up_links = 1;
  std::size_t depth = 4;
  std::size_t stages = 0;
  FlitFormat format{};

  std::size_t lanes() const { return up_links + arity * down_links; }
  std::size_t branches() const { return arity + 1; }
  std::size_t links(std::size_t branch) const { return branch == 0 ? up_links : down_links; }
  std::size_t first_lane(std::size_t branch) const {
    return branch == 0 ? 0 : up_links + (branch - 1) * down_links;
  }
  std::size_t branch_of(std::size_t lane) const {
    return lane < up_links ? 0 : 1 + (lane - up_links) / down_links;
  }
};

/// The configuration pins of a switch and, as far as they are there, of a leaf.
struct NodeSetup {
  std::uint32_t leaf_base = 0;
  std::uint32_t leaf_span = 1;
  std::uint32_t level = 1;
  std::uint32_t limit = 4;
  Policy policy = Policy::kUpFirst;
  std::uint32_t seed = 1;
  bool scheduled = false;
  bool backpressure = false;
  bool store_forward = false;
  FlitFormat format{};
};
std::ostream& operator<<(std::ostream& stream, const NodeSetup& setup);

/// What a node shows after a clock edge.
struct NodeOutputs {
  std::vector<RawFlit> lanes;
  bool busy = false;
  unsigned violation = 0;
  std::set<std::size_t> involved_in;
  std::set<std::size_t> involved_out;
  std::vector<std::uint32_t> max_stored;
  std::vector<std::uint32_t> max_wait;

  friend bool operator==(const NodeOutputs& a, const NodeOutputs& b);
};
std::ostream& operator<<(std::ostream& stream, const NodeOutputs& outputs);

using LaneFlits = std::map<std::size_t, RawFlit>;
using LaneSet = std::set<std::size_t>;

/// A node of a fat tree, written down from the contract and from nothing else.
class ReferenceNode {
 public:
  virtual ~ReferenceNode() = default;
  /// Lanes whose flit is taken at the next edge, and those without a flit.
  virtual LaneSet ready(const LaneFlits& inputs) const = 0;
  /// One clock edge; `taken` are the lanes whose flit the far end takes.
  virtual NodeOutputs clock(const LaneFlits& inputs, const LaneSet& taken) = 0;
};

/// A queue with its output registers.
class ReferenceQueue {
 public:
  explicit ReferenceQueue(std::size_t links, FlitFormat format)
      : format_(format), links_(links, 0) {}

  std::size_t stored() const;
  bool full(std::size_t limit) const { return stored() >= limit; }
  const std::vector<RawFlit>& links() const { return links_; }
  void leave(std::size_t link) { links_[link] = 0; }
  void push(RawFlit flit) { rest_.push_back(flit); }
  /// Fills free links from the front.
  void refill(bool whole_messages_only);

 private:
  bool tail_is_here() const;

  FlitFormat format_;
  std::vector<RawFlit> links_;
  std::deque<RawFlit> rest_;
};

class ReferenceSwitch final : public ReferenceNode {
 public:
  ReferenceSwitch(const SwitchShape& shape, const NodeSetup& setup);

  LaneSet ready(const LaneFlits& inputs) const override;
  NodeOutputs clock(const LaneFlits& inputs, const LaneSet& taken) override;

  /// Branches that a flit from `lane` leaves by.
  std::set<std::size_t> ways(std::size_t lane, RawFlit flit) const;

 private:
  std::vector<std::size_t> order() const;
  std::vector<std::size_t> admitted(const LaneFlits& inputs, std::vector<std::size_t> stored) const;
  // Round robin with back pressure: by lane the branches that take its packet in this step, where
  // `before` lay in each, in turns that begin where `turns` says and that move on there.
  using Grants = std::map<std::size_t, std::set<std::size_t>>;
  bool is_fair() const;
  Grants fair_grants(const LaneFlits& inputs, const std::vector<std::size_t>& before,
                     std::vector<std::size_t>& turns) const;
  std::set<std::size_t> still_needed(std::size_t lane, RawFlit flit, const Grants& grants) const;
  void take_fairly(const LaneFlits& inputs, const std::vector<std::size_t>& before);

  std::vector<std::size_t> stored() const;
  void take(const LaneFlits& inputs, const std::vector<std::size_t>& lanes);
  void report_lost(const LaneFlits& inputs, const std::vector<std::size_t>& lanes,
                   NodeOutputs& outputs) const;
  void involve(std::size_t branch, NodeOutputs& outputs) const;
  void finish(NodeOutputs& outputs);

  const SwitchShape shape_;
  const NodeSetup setup_;
  std::vector<ReferenceQueue> queues_;
  std::uint16_t draw_ = 0;                             // random order
  std::size_t first_ = 0;                              // round robin
  std::vector<std::size_t> turns_;                     // with back pressure, by branch
  std::map<std::size_t, std::set<std::size_t>> have_;  // by lane, branches that have its packet
  std::vector<std::uint32_t> max_stored_;
  std::vector<std::uint32_t> max_wait_;
};

/// A switch that sees what comes `shape.stages` edges later.
class ReferenceStagedSwitch final : public ReferenceNode {
 public:
  ReferenceStagedSwitch(const SwitchShape& shape, const NodeSetup& setup)
      : stages_(shape.stages), rules_(shape, setup) {}

  LaneSet ready(const LaneFlits& inputs) const override {
    return rules_.ready(stages_.empty() ? inputs : stages_.back());
  }
  NodeOutputs clock(const LaneFlits& inputs, const LaneSet& taken) override;

 private:
  std::deque<LaneFlits> stages_;  // those that came last first
  ReferenceSwitch rules_;
};

/// The first lanes are the PE's, a port a link, the others the links up.
class ReferenceLeaf final : public ReferenceNode {
 public:
  explicit ReferenceLeaf(const NodeSetup& setup, std::size_t links = 1)
      : setup_(setup), links_(links), queue_(links, setup.format) {}

  LaneSet ready(const LaneFlits& inputs) const override;
  NodeOutputs clock(const LaneFlits& inputs, const LaneSet& taken) override;

 private:
  bool is_misplaced(std::size_t lane, RawFlit flit) const;

  bool is_for_the_queue(const LaneFlits& inputs, std::size_t port) const;

  const NodeSetup setup_;
  const std::size_t links_;
  ReferenceQueue queue_;
  std::uint32_t max_stored_ = 0;
  std::uint32_t max_wait_ = 0;
};

}  // namespace flitwise::rtl_test

#endif  // FLITWISE_TESTS_RTL_FAT_TREE_REFERENCE_FAT_TREE_H_
