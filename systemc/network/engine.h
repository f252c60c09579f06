// engine.h: steps any number of verilated routers that are linked at run time.
//
// Plain C++: it knows neither SystemC nor any verilated class. A router is a set of pins; routers
// have registered outputs only, so that the order of evaluation within a clock edge is free and a
// router without input whose `busy` pin is low can be left out. Ready wires, which a router drives
// from its inputs and registers, settle before the edge and only where flow control uses them. So,
// too, ranges of routers can be gone through at once, each by a thread: what crosses from one to
// another waits in its mail until all are done. And so can processes, each with models of the
// routers of one range: each knows of all that has moved, as if all routers were its own, or of
// what its own have shown, where observers and PEs are with their routers, too.
#ifndef FLITWISE_SYSTEMC_NETWORK_ENGINE_H_
#define FLITWISE_SYSTEMC_NETWORK_ENGINE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "systemc/network/flits_in_flight.h"
#include "systemc/network/network.h"
#include "systemc/network/parts/node_parts.h"
#include "systemc/network/parts/part.h"
#include "systemc/network/parts/ranks.h"
#include "systemc/network/parts/router_pins.h"
#include "systemc/network/parts/shown_bytes.h"
#include "systemc/network/parts/wiring.h"
#include "systemc/network/receivers.h"

namespace flitwise {

/// Whether routers that cannot change are evaluated.
enum class IdleRouters : std::uint8_t { kSkip, kEvaluate };

/// How an engine goes through its routers; it changes nothing of what they do.
struct Stepping {
  Stepping(IdleRouters of_idle = IdleRouters::kSkip, std::size_t at_once = 1,
           std::size_t ranges = 0, Ranks* processes = nullptr)
      : idle(of_idle), threads(at_once), parts(ranges), ranks(processes) {}

  IdleRouters idle;
  /// That go through the routers at once, the caller's included; 0: as many as there are processors
  /// for this process, and never more. With back pressure, whose wires settle from router to
  /// router, and for few routers always one.
  std::size_t threads;
  /// Ranges of routers that one thread at a time goes through; 0: as many as suit the threads. If a
  /// number is given it is kept, as is that of threads, however little there is to do.
  std::size_t parts;
  /// Processes that share the routers, each of which has an engine of the same network; nullptr:
  /// there is this one alone. They outlive the engine. Threads and parts are then left aside; back
  /// pressure is not possible, nor, where they live apart, are links of several steps.
  Ranks* ranks;
};

/// Owns what the pins point into; lives as long as the engine.
class RouterOwner {
 public:
  virtual ~RouterOwner() = default;
  virtual int assertion_failures() const = 0;
  /// The step whose clock edge comes next, for the messages of assertions.
  virtual void set_step(Step step) = 0;
  /// Called in each thread beside the caller's before it cycles any router.
  virtual void enter_thread() {}
  /// What routers print in this thread is appended to `text` from now on; nullptr: it appears at
  /// once.
  virtual void gather_prints(std::string* text) { static_cast<void>(text); }
  /// Whether it is; else an engine takes no threads, so that the order of prints is the routers'.
  virtual bool can_gather_prints() const { return true; }
  /// Whether they make one flit of several, so that nobody can count those inside.
  virtual bool merge_flits() const { return false; }
};

class Team;

/// Assembled network: one verilated router per node, wired from a list of links.
///
/// Order: transfers, deliveries, violations and what assertions print come in the order of nodes
///        and lanes, whatever the stepping.
class Engine final : public Network {
 public:
  /// Shape:  one entry of `pins` and, unless it is empty, of `node_names` per node, and of
  ///         `lane_names`, or one for all; links may be in any order. `receivers` that may stall:
  ///         with credits only.
  /// Errors: throws std::logic_error when a link names a node or lane that is not there, when two
  ///         links leave or enter the same lane, when a router lacks ready or credit wires that
  ///         `flow` needs, or stall pins that `receivers` need, when links take turns without
  ///         back pressure, which holds the flits of the others, or when it crosses links that take
  ///         several steps or routers that do, or is shared by processes; std::system_error when
  ///         there are no threads to be had.
  Engine(std::unique_ptr<RouterOwner> owner, std::vector<RouterPins> pins,
         const std::vector<Link>& links, std::vector<std::vector<std::string>> lane_names,
         Stepping stepping, FlowControl flow = FlowControl::kNone,
         std::vector<std::string> node_names = {}, Receivers receivers = {});
  ~Engine() override;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  void inject(Node node, std::uint32_t port, RawFlit flit) override;
  bool accepts(Node node, std::uint32_t port) const override;
  Step router_latency(Node node) const override { return pins(node).latency; }
  Step first_edge() const override { return first_edge_; }
  bool has_back_pressure() const override { return flow() != FlowControl::kNone; }
  /// With credits only, and exact for routers whose state changes only with a flit that moves or a
  /// credit that comes, or that show it after `hidden_edges` of the receivers: nothing lies on a
  /// link, and no PE keeps a flit from moving. Credits on their way, whose wires take no longer
  /// than `hidden_edges` and one, show it too.
  bool is_stuck() const override {
    return flow() == FlowControl::kCredits && has_active_ && !has_moved() &&
           receivers_.have_seen_all();
  }
  bool holds_flits() const override {
    return (has_active_ && inside_ + inside_others_ > 0 && !owner_->merge_flits()) ||
           in_flight_.count() > 0;
  }
  std::size_t flits_in_flight() const override { return in_flight_.count(); }
  /// Errors: throws std::logic_error when the ready wire of a link depends on what a PE injects:
  ///         what crosses the links must be known before PEs answer it.
  void clock(Step step) override;
  void gather_shown() override;
  bool is_quiet() const override {
    return !has_active_ && in_flight_.count() == 0 && credits_in_flight_.count() == 0;
  }
  std::int64_t router_cycles() const override { return router_cycles_; }
  int assertion_failures() const override {
    return owner_->assertion_failures() + failures_of_others_;
  }

 private:
  struct Offer {
    Node node = kNoNode;
    std::uint32_t port = 0;
    RawFlit flit = 0;
  };

  bool has_moved() const {
    return has_any_moved_ || !(transfers_.empty() && deliveries_.empty() && violations_.empty() &&
                               arrivals_.empty() && in_flight_.count() == 0);
  }
  FlowControl flow() const { return wiring_.flow(); }
  const RouterPins& pins(Node node) const { return wiring_.pins(node); }
  Part& part_of(Node node) { return parts_[node_parts_.part_of(node)]; }
  std::vector<RouterPins> with_far_pins(std::vector<RouterPins> pins);
  void take_threads(std::size_t threads);
  void activate(Node node);
  void step_parts(Step step);
  void step_own_part(Step step);
  void exchange_shown(Step step);
  void pass_border(Step step);
  void find_near(const std::vector<Link>& links);
  bool is_worth_threads();
  void step_in_threads(Step step);
  void step_gathering(Part& part, Step step);
  void gather();
  void take_own_arrivals();
  void gather_from(Part& part);
  void hand_out_mail(Part& part);
  void land_flits();
  void land_credits();
  void settle_offers();
  void restore_held_offers();
  void settle_links(Step step);
  void pass_ready_back(Node node, Step step);

  std::unique_ptr<RouterOwner> owner_;
  Stepping stepping_;
  NodeParts node_parts_;
  std::vector<unsigned char> far_pins_;  // of other ranks' routers: inputs that nobody reads
  Wiring wiring_;
  Receivers receivers_;
  std::vector<std::uint32_t> own_credit_;  // with credits: of the PEs' ports, by Wiring::index
  std::vector<Part> parts_;
  FlitsInFlight in_flight_;
  InFlight<CreditMail> credits_in_flight_;
  std::vector<Offer> offers_;  // with back pressure: flits at PEs' ports, not yet taken
  bool has_active_ = false;    // whether any part has
  std::int64_t inside_ = 0;    // with credits: flits injected and not delivered
  bool has_injected_ = false;  // at this edge
  std::int64_t router_cycles_ = 0;
  const bool lives_apart_;  // each rank sees its own nodes
  int failures_of_others_ = 0;
  // Where each sees its own nodes: of the others, and of all.
  std::int64_t inside_others_ = 0;
  bool is_any_active_ = false;
  bool has_any_moved_ = false;
  std::string said_;                    // to them
  std::vector<BorderBytes> border_to_;  // where they live apart, by rank
  std::vector<std::string> to_near_;    // likewise, by ranks near
  Step first_edge_ = 0;
  Step step_ = 0;               // that the threads do
  std::vector<bool> wanted_;    // parts that have anything to do in it
  std::unique_ptr<Team> team_;  // nullptr: the caller does all; the first to go
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_ENGINE_H_
