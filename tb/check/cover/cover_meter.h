// cover_meter.h: reads the figures of a run over a cover off the routers' ports, tree by tree.
#ifndef FLITWISE_TB_CHECK_COVER_COVER_METER_H_
#define FLITWISE_TB_CHECK_COVER_COVER_METER_H_

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "systemc/network/network_observer.h"
#include "systemc/topology/cover/cover.h"
#include "tb/check/message_meter.h"

namespace flitwise::check {

/// Measures a scatter or a gather over several trees. What a flit belongs to, its destination
/// field says. All figures are in node numbers.
///
/// Units: steps; `root_loads` in flits.
class CoverMeter final : public NetworkObserver {
 public:
  /// `first_addresses[t]` is the first destination field of tree t, ascending.
  CoverMeter(const Cover& cover, std::vector<std::uint32_t> first_addresses);
  /// The same of trees of any graph. Shape: all have one root.
  CoverMeter(const std::vector<PlacedTree>& trees, std::vector<std::uint32_t> first_addresses);

  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override;
  void on_arrivals(Step step, const std::vector<LinkTransfer>& arrivals) override;
  void on_edge(Step step, const Network& network, const Injector&) override;

  /// Those of one tree.
  const MessageMeter& tree(TreeIndex t) const { return meters_[index_of(t)]; }
  /// Message flits that crossed the links of the root in tree `t`, by the node at the other end.
  const std::map<Node, Flits>& root_loads(TreeIndex t) const { return root_loads_[index_of(t)]; }

  /// The latest of the trees' steps; 0 if there was none.
  Step finish() const;
  Step quiesce() const;
  std::optional<Step> t_sync() const;
  /// By node, on the tree that carries its message.
  std::vector<std::optional<std::int64_t>> dispatch() const;
  std::int64_t flit_hops() const;

  /// As MessageMeter's.
  void write_to(std::string& bytes) const;
  void add_from(bytes::Reader& reader);

 private:
  std::size_t tree_of(RawFlit flit) const;
  void sort_by_tree(const std::vector<LinkTransfer>& transfers);
  void count_at_root(const LinkTransfer& transfer, std::map<Node, Flits>& loads) const;

  const Node root_;
  const std::vector<std::uint32_t> first_addresses_;
  const FlitFormat format_;
  std::vector<MessageMeter> meters_;
  std::vector<std::map<Node, Flits>> root_loads_;
  // Of one step, by tree.
  std::vector<std::vector<LinkTransfer>> transfers_;
  std::vector<std::vector<Delivery>> deliveries_;
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_COVER_COVER_METER_H_
