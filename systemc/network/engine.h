// engine.h: steps any number of verilated routers that are linked at run time.
//
// Plain C++: it knows neither SystemC nor any verilated class. A router is a set of pins; routers
// have registered outputs only, so that the order of evaluation within a clock edge is free and a
// router without input whose `busy` pin is low can be left out. Ready wires, which a router drives
// from its inputs and registers, settle before the edge and only where flow control uses them.
#ifndef FLITWISE_SYSTEMC_NETWORK_ENGINE_H_
#define FLITWISE_SYSTEMC_NETWORK_ENGINE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "systemc/network/flits_in_flight.h"
#include "systemc/network/network.h"
#include "systemc/network/receivers.h"

namespace flitwise {

/// The pins of one verilated router. The first `own_lanes` lanes belong to the PE, one a port.
/// Pins with a bit per lane have lane 0 in the lowest bit of the first byte.
struct RouterPins {
  void* model = nullptr;
  void (*cycle)(void* model) = nullptr;   ///< one clock cycle
  void (*settle)(void* model) = nullptr;  ///< between edges: inputs to `ready_out`
  unsigned char* in = nullptr;            ///< `in_lane_i`, 8 bytes a lane
  const unsigned char* out = nullptr;     ///< `out_lane_o`
  const std::uint8_t* busy = nullptr;
  const std::uint8_t* violation = nullptr;       ///< a bit per ViolationKind
  const unsigned char* violation_in = nullptr;   ///< a bit per lane
  const unsigned char* violation_out = nullptr;  ///< likewise
  unsigned char* ready_in = nullptr;             ///< likewise; null without ready wires
  const unsigned char* ready_out = nullptr;      ///< likewise; null without ready wires
  unsigned char* credit_in = nullptr;            ///< a byte per lane of `out`; null without credits
  const unsigned char* credit_out = nullptr;     ///< a byte per lane of `in`; null without credits
  unsigned char* stall_in = nullptr;             ///< a bit per own lane of `out`; null without
  std::uint32_t own_credits = 0;  ///< flits that the queue of one of the PE's ports has room for
  std::uint32_t lanes = 0;        ///< lanes in use, the PE's included
  std::uint32_t own_lanes = 1;
  Step latency = 1;  ///< steps from the edge that captures a flit to its first one on a link
};

/// The steps in which a link carries flits: two directions that share wires take turns.
enum class LinkTurn : std::uint8_t { kAlways, kOddSteps, kEvenSteps };

/// One directed link: output lane of a router to input lane of another.
struct Link {
  Node from = kNoNode;
  std::uint32_t from_lane = 0;
  Node to = kNoNode;
  std::uint32_t to_lane = 0;
  LinkTurn turn = LinkTurn::kAlways;
  /// From the step in which a flit is sent to that in which it is received, both counted.
  std::uint32_t latency = 1;
  /// The same of a credit, on its way from the far end back to the near one.
  std::uint32_t credit_latency = 1;
};

/// Whether routers that cannot change are evaluated.
enum class IdleRouters : std::uint8_t { kSkip, kEvaluate };

/// What keeps a flit from a router that has no room for it.
enum class FlowControl : std::uint8_t {
  kNone,          ///< nothing
  kBackPressure,  ///< it stays in its output until the far end's ready wire takes it
  kCredits,       ///< routers and PEs send only what they have a credit for
};

/// Owns what the pins point into; lives as long as the engine.
class RouterOwner {
 public:
  virtual ~RouterOwner() = default;
  virtual int assertion_failures() const = 0;
  /// The step whose clock edge comes next, for the messages of assertions.
  virtual void set_step(Step step) = 0;
};

/// Assembled network: one verilated router per node, wired from a list of links.
class Engine final : public Network {
 public:
  /// Shape:  one entry of `pins`, of `lane_names` and, unless it is empty, of `node_names` per
  ///         node; links may be in any order. `receivers` that may stall: with credits only.
  /// Errors: throws std::logic_error when a link names a node or lane that is not there, when two
  ///         links leave or enter the same lane, when a router lacks ready or credit wires that
  ///         `flow` needs, or stall pins that `receivers` need, when links take turns without
  ///         back pressure, which holds the flits of the others, or when it crosses links that take
  ///         several steps or routers that do.
  Engine(std::unique_ptr<RouterOwner> owner, std::vector<RouterPins> pins,
         const std::vector<Link>& links, std::vector<std::vector<std::string>> lane_names,
         IdleRouters idle, FlowControl flow = FlowControl::kNone,
         std::vector<std::string> node_names = {}, Receivers receivers = {});

  void inject(Node node, std::uint32_t port, RawFlit flit) override;
  bool accepts(Node node, std::uint32_t port) const override;
  Step router_latency(Node node) const override { return pins(node).latency; }
  Step first_edge() const override { return first_edge_; }
  bool has_back_pressure() const override { return flow_ != FlowControl::kNone; }
  /// With credits only, and exact for routers whose state changes only with a flit that moves or a
  /// credit that comes, or that show it after `hidden_edges` of the receivers: nothing lies on a
  /// link, and no PE keeps a flit from moving. Credits on their way, whose wires take no longer
  /// than `hidden_edges` and one, show it too.
  bool is_stuck() const override {
    return flow_ == FlowControl::kCredits && has_active_ && !has_moved() &&
           receivers_.have_seen_all();
  }
  bool holds_flits() const override {
    return (has_active_ && inside_ > 0) || in_flight_.count() > 0;
  }
  std::size_t flits_in_flight() const override { return in_flight_.count(); }
  /// Errors: throws std::logic_error when the ready wire of a link depends on what a PE injects:
  ///         what crosses the links must be known before PEs answer it.
  void clock(Step step) override;
  bool is_quiet() const override {
    return !has_active_ && in_flight_.count() == 0 && credits_in_flight_.count() == 0;
  }
  std::int64_t router_cycles() const override { return router_cycles_; }
  int assertion_failures() const override { return owner_->assertion_failures(); }

 private:
  struct Target {
    unsigned char* in = nullptr;  ///< input lane at the far end
    Node node = kNoNode;
    std::uint32_t lane = 0;
    LinkTurn turn = LinkTurn::kAlways;
    std::uint8_t latency = 1;
  };
  struct Source {
    unsigned char* credit = nullptr;  ///< that the output at the far end of an input lane reads
    Node node = kNoNode;
    std::uint8_t latency = 1;  ///< of a credit on its way there
  };
  struct Credit {
    Source source;
    unsigned char lanes = 0;  ///< that it is for, one bit each
  };
  struct Offer {
    Node node = kNoNode;
    std::uint32_t port = 0;
    RawFlit flit = 0;
  };

  bool has_moved() const {
    return !(transfers_.empty() && deliveries_.empty() && violations_.empty() &&
             arrivals_.empty() && in_flight_.count() == 0);
  }
  const RouterPins& pins(Node node) const { return pins_[static_cast<std::size_t>(node)]; }
  std::size_t index(Node node, std::uint32_t lane) const {
    return first_target_[static_cast<std::size_t>(node)] + lane;
  }
  void check_wires(const RouterPins& pin) const;
  void connect(const std::vector<Link>& links);
  void activate(Node node);
  template <FlowControl flow>
  void pass_edge(Step step);
  template <FlowControl flow>
  void evaluate(Step step);
  template <FlowControl flow>
  void collect(Step step);
  void land_flits();
  void land_credits();
  void settle_offers();
  void restore_held_offers();
  void settle_links(Step step);
  void pass_ready_back(Node node, Step step);
  void report(Node node, Step step);
  void report_unlinked(Node node, std::uint32_t lane, Step step);
  std::string name_of_node(Node node) const;

  std::unique_ptr<RouterOwner> owner_;
  std::vector<RouterPins> pins_;
  std::vector<std::size_t> first_target_;  // of each node in targets_, by output lane
  std::vector<Target> targets_;
  std::vector<Source> sources_;            // with credits: like targets_, by input lane
  std::vector<std::uint32_t> own_credit_;  // with credits: like targets_, of the PE's ports
  std::vector<std::vector<std::string>> lane_names_;
  IdleRouters idle_;
  FlowControl flow_;
  std::vector<std::string> node_names_;
  Receivers receivers_;
  std::vector<unsigned char*> lit_;       // without back pressure: input lanes that hold a flit
  std::vector<unsigned char*> credited_;  // credits that routers are about to read
  FlitsInFlight in_flight_;
  InFlight<Credit> credits_in_flight_;
  bool has_slow_credits_ = false;      // of more than a step
  std::vector<Offer> offers_;          // with back pressure: flits at PEs' ports, not yet taken
  std::vector<std::uint64_t> active_;  // bitmap: routers to evaluate at the next edge
  std::vector<std::uint64_t> now_;     // bitmap: routers evaluated at this edge
  bool has_active_ = false;            // whether a bit of active_ is set
  std::int64_t inside_ = 0;            // with credits: flits injected and not delivered
  std::int64_t router_cycles_ = 0;
  Step first_edge_ = 0;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_ENGINE_H_
