// star_storage.h: how many packets wait at the ports of PEs that pass packets on.
#ifndef FLITWISE_TB_CHECK_STAR_STAR_STORAGE_H_
#define FLITWISE_TB_CHECK_STAR_STAR_STORAGE_H_

#include <cstdint>
#include <vector>

#include "systemc/network/network_observer.h"
#include "systemc/topology/star/star_graph.h"
#include "tb/check/star/star_flits.h"

namespace flitwise::check {

/// Follows the packets of an operation whose packets travel from PE to PE, as the links show them:
/// a packet is held at the port by which it came from its arrival to the packet step in which it
/// leaves for the last time. A place that is freed can be taken in the same step.
class StarStorage final : public NetworkObserver {
 public:
  /// More would take more memory than the network.
  static constexpr std::int64_t kMostCopies = std::int64_t{1} << 24;
  /// The number of copies that pass through nodes of a graph; not more than kMostCopies are
  /// followed.
  static std::int64_t copies(const StarGraph& graph, std::int64_t packets);

  StarStorage(const StarGraph& graph, std::int64_t packets, Flits flits);

  void on_transfers(Step step, const std::vector<LinkTransfer>& transfers) override;
  void on_edge(Step, const Network&, const Injector&) override {}

  /// Most packets held at a port between two packet steps.
  std::int64_t max_held() const;

 private:
  struct Stay {
    std::int32_t from = 0;  // packet step; 0: has not come
    std::int32_t until = 0;
    std::int8_t port = 0;
  };
  Stay* stay(Node node, Node source, const StarHeadView& head);

  Node nodes_;
  int degree_;
  std::int64_t packets_;
  Flits flits_;
  std::vector<Stay> stays_;  // by node, source, tree, packet
};

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_STAR_STAR_STORAGE_H_
