// tree_device.h: a router of a tree as its bench sees it.
#ifndef FLITWISE_TB_KIT_TREE_TREE_DEVICE_H_
#define FLITWISE_TB_KIT_TREE_TREE_DEVICE_H_

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "systemc/network/models/model_library.h"
#include "systemc/network/own/tree/tree_wires.h"
#include "tb/kit/device.h"

namespace flitwise::kit {

inline constexpr int kParent = 1;
inline constexpr int kFirstChild = static_cast<int>(own::kPortsBesideChildren);

/// A node of a tree with `numbers` nodes: its number, and what lies below each child.
class TreeSite {
 public:
  TreeSite(own::TreePlace place, std::uint32_t numbers);

  const own::TreePlace& place() const { return place_; }
  /// Its number, as breaches name places.
  Place at() const { return {static_cast<std::uint32_t>(place_.number), 0}; }
  /// Ports with a neighbour, in order; the PE's always has.
  const std::vector<int>& ports() const { return ports_; }
  /// The port by which a flit for this number must leave.
  int way(std::uint32_t to) const;
  /// Where flits that come in by a port of ports() can be bound for: nothing turns back, and PEs
  /// send nothing to themselves.
  const std::vector<std::uint32_t>& destinations(int in) const {
    return destinations_[static_cast<std::size_t>(in)];
  }
  /// Of them, the ends of all intervals, those beside them, and some between.
  std::vector<std::uint32_t> edge_destinations(int in) const;
  /// Pairs of ports that some flit goes through.
  std::vector<std::pair<int, int>> pairs() const;
  /// The least destination of a pair of ports. Shape: one of pairs().
  std::uint32_t destination(int in, int out) const;

 private:
  own::TreePlace place_;
  std::uint32_t numbers_;
  std::vector<int> ports_;
  std::vector<std::vector<std::uint32_t>> destinations_;  // by port
};

/// Numbers that a field of destinations can say, 4,096 at most.
std::uint32_t numbers_of(const own::RouterDescription& router);

/// All kinds of places for a router of so many children: inside, where all ports have neighbours,
/// first; then the root, the tree's last nodes, leaves, children of one node each, an only child.
std::vector<TreeSite> tree_sites(std::uint32_t numbers, std::uint32_t children);

/// Of inputs flit and valid count, of outputs those and what was dropped. There is no monitor.
class TreeDevice : public Device {
 public:
  /// Before a reset.
  virtual void set_place(const own::TreePlace& place) = 0;
  /// Whether it says what it throws away.
  virtual bool reports_drops() const = 0;
  RuleReport rules() final { return {}; }
};

/// Makes a router with room for so many children. Registers are drawn from the seed.
using TreeDeviceFactory =
    std::function<std::unique_ptr<TreeDevice>(std::uint32_t children, std::uint64_t seed)>;

/// Makes them of a description, which outlives them, compiled on first use.
/// Errors, of calls: throws ModelError with Verilator's first message and what may help.
TreeDeviceFactory verilated_trees(const own::RouterDescription& router,
                                  const ModelLibrary::Config& config);

}  // namespace flitwise::kit

#endif  // FLITWISE_TB_KIT_TREE_TREE_DEVICE_H_
