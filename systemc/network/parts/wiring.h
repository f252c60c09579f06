// wiring.h: where the lanes of routers lead, as tables that a step reads and never changes.
#ifndef FLITWISE_SYSTEMC_NETWORK_PARTS_WIRING_H_
#define FLITWISE_SYSTEMC_NETWORK_PARTS_WIRING_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "systemc/network/parts/node_parts.h"
#include "systemc/network/parts/router_pins.h"

namespace flitwise {

/// Behind an output lane.
struct LinkTarget {
  unsigned char* in = nullptr;  ///< input lane at the far end
  Node node = kNoNode;
  std::uint32_t lane = 0;
  LinkTurn turn = LinkTurn::kAlways;
  std::uint8_t latency = 1;
  bool is_cut = false;  ///< the far end is in another part
};

/// Behind an input lane: where its credits go.
struct CreditTarget {
  unsigned char* credit = nullptr;  ///< that the output at the far end reads
  Node node = kNoNode;
  std::uint8_t latency = 1;  ///< of a credit on its way there
  bool is_cut = false;       ///< likewise
};

/// Routers, the links between them and their names in reports.
class Wiring {
 public:
  /// Shape:  one entry of `pins` and, unless it is empty, of `node_names` per node, and of
  ///         `lane_names`, or one for all; links may be in any order.
  /// Errors: throws std::logic_error as Engine, which makes it.
  Wiring(std::vector<RouterPins> pins, const std::vector<Link>& links,
         std::vector<std::vector<std::string>> lane_names, std::vector<std::string> node_names,
         FlowControl flow, const NodeParts& node_parts);

  FlowControl flow() const { return flow_; }
  /// In steps.
  std::uint32_t slowest_link() const { return slowest_link_; }
  std::uint32_t slowest_credit() const { return slowest_credit_; }
  bool has_slow_links() const { return slowest_link_ > 1; }
  bool has_slow_credits() const { return slowest_credit_ > 1; }

  const std::vector<RouterPins>& all_pins() const { return pins_; }
  const RouterPins& pins(Node node) const { return pins_[static_cast<std::size_t>(node)]; }
  /// Of all lanes of all routers, from 0 on: that of this one.
  std::size_t index(Node node, std::uint32_t lane) const {
    return first_lane_[static_cast<std::size_t>(node)] + lane;
  }
  std::size_t lanes() const { return targets_.size(); }
  /// Of a router's output lanes, from the first one on.
  const LinkTarget* targets(Node node) const { return &targets_[index(node, 0)]; }

  /// The same as pointers, for loops that write bytes; entries of targets by `index`.
  struct Tables {
    const RouterPins* pins;
    const std::size_t* first_lane;
    const LinkTarget* targets;
    const CreditTarget* credit_targets;
  };
  Tables tables() const {
    return {pins_.data(), first_lane_.data(), targets_.data(), credit_targets_.data()};
  }

  const std::vector<std::string>& lane_names(Node node) const {
    return lane_names_[lane_names_.size() == 1 ? 0 : static_cast<std::size_t>(node)];
  }
  std::string node_name(Node node) const {
    return node_names_.empty() ? std::string() : node_names_[static_cast<std::size_t>(node)];
  }

 private:
  void check_pins(const RouterPins& pins) const;
  void check_link(const Link& link) const;
  void connect(const Link& link, const NodeParts& node_parts);

  std::vector<RouterPins> pins_;
  std::vector<std::vector<std::string>> lane_names_;
  std::vector<std::string> node_names_;
  FlowControl flow_;
  std::vector<std::size_t> first_lane_;  // of each node in the tables below
  std::vector<LinkTarget> targets_;
  std::vector<CreditTarget> credit_targets_;
  std::uint32_t slowest_link_;
  std::uint32_t slowest_credit_;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_PARTS_WIRING_H_
