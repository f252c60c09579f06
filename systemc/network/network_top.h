// network_top.h: a network that is verilated whole, for adapters only.
#ifndef FLITWISE_SYSTEMC_NETWORK_NETWORK_TOP_H_
#define FLITWISE_SYSTEMC_NETWORK_NETWORK_TOP_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "systemc/network/engine.h"
#include "systemc/network/flits_in_flight.h"
#include "systemc/network/models/model_instance.h"
#include "systemc/network/network.h"
#include "systemc/network/receivers.h"

namespace flitwise {

/// A node of a top, in whose pins all nodes lie one after the other.
struct TopNode {
  std::uint32_t own_lanes = 1;          ///< of the PE, before those of the links
  std::vector<std::string> lane_names;  ///< of all lanes
  std::string name{};                   ///< empty for "PE " and its number
  Step latency = 1;                     ///< as RouterPins::latency
};

/// Elaborated network: one SystemVerilog top, told of the links that it has inside. All nodes are
/// evaluated at every edge.
///
/// Pins: `out_lane_o`, `busy_o` and the three of violations. PEs inject at `own_lane_i`, with back
///       pressure beside `own_ready_o` and `ready_o`, with credits beside `own_credit_o`, or where
///       those of ready wires stood; or with credits at `inject_i`, beside `inject_credit_o` and
///       `stall_i`.
class NetworkTop final : public Network {
 public:
  /// Shape:  `numbers` are the nodes' places in the top; empty: each has its own number.
  ///         `own_credits` are those of a PE's port; only networks with credits have them, and
  ///         receivers that may stall. `top` is the owner's.
  NetworkTop(std::unique_ptr<RouterOwner> owner, const ModelInstance& top,
             std::vector<TopNode> nodes, const std::vector<Link>& links,
             FlowControl flow = FlowControl::kNone, std::vector<std::size_t> numbers = {},
             std::uint32_t own_credits = 0, Receivers receivers = {});

  void inject(Node node, std::uint32_t port, RawFlit flit) override;
  bool accepts(Node node, std::uint32_t port) const override;
  Step router_latency(Node node) const override { return nodes_[index_of(node)].latency; }
  Step first_edge() const override { return first_edge_; }
  bool has_back_pressure() const override { return flow_ != FlowControl::kNone; }
  bool is_stuck() const override {
    return flow_ == FlowControl::kCredits && !is_quiet() && !has_moved() &&
           receivers_.have_seen_all();
  }
  bool holds_flits() const override {
    return (!is_quiet() && inside_ > 0 && !owner_->merge_flits()) || in_flight_.count() > 0;
  }
  std::size_t flits_in_flight() const override { return in_flight_.count(); }
  void clock(Step step) override;
  bool is_quiet() const override { return !has_offers_ && *busy_ == 0 && in_flight_.count() == 0; }
  std::int64_t router_cycles() const override { return router_cycles_; }
  int assertion_failures() const override { return owner_->assertion_failures(); }

 private:
  // Where a node's share of the pins begins.
  struct Place {
    std::size_t number;
    std::size_t own;   // of the PEs' ports
    std::size_t lane;  // of all lanes
  };

  bool has_moved() const {
    return !(transfers_.empty() && deliveries_.empty() && violations_.empty() &&
             arrivals_.empty() && in_flight_.count() == 0);
  }
  std::size_t port_at(Node node, std::uint32_t port) const;
  void take_offers();
  void take_credits();
  void collect(Node node, Step step);
  void land_flits();
  void report(Node node, Step step);

  const std::unique_ptr<RouterOwner> owner_;
  const ModelInstance& top_;
  const std::vector<TopNode> nodes_;
  const FlowControl flow_;
  std::vector<Place> places_;  // by node
  struct Target {
    Node node = kNoNode;
    std::size_t lane = 0;  // of all lanes
    std::uint32_t latency = 1;
  };
  std::vector<Target> targets_;        // by lane
  std::vector<std::uint32_t> credit_;  // of the PEs' ports
  FlitsInFlight in_flight_;            // as the top's own registers have them, which no pin shows
  Receivers receivers_;
  const bool has_ports_;                  // `inject_i`
  const std::optional<Pin> own_credits_;  // that come for PEs
  unsigned char* const own_;
  const unsigned char* const out_;
  const unsigned char* const busy_;
  const Pin violation_;
  const Pin violation_in_;
  const Pin violation_out_;
  std::int64_t inside_ = 0;  // with credits: flits injected and not delivered
  bool has_offers_ = false;
  std::int64_t router_cycles_ = 0;
  Step first_edge_ = 0;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_NETWORK_TOP_H_
