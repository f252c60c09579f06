// engine.h: steps any number of verilated routers that are linked at run time.
//
// Plain C++: it knows neither SystemC nor any verilated class. A router is a set of pins; routers
// have registered outputs only, so that the order of evaluation within a clock edge is free and a
// router without input whose `busy` pin is low can be left out.
#ifndef FLITWISE_SYSTEMC_NETWORK_ENGINE_H_
#define FLITWISE_SYSTEMC_NETWORK_ENGINE_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "systemc/network/network.h"

namespace flitwise {

/// Lane masks of a violation report, lane 0 in bit 0 of word 0: room for 192 lanes.
struct ViolationMasks {
  std::array<std::uint64_t, 3> inputs{};
  std::array<std::uint64_t, 3> outputs{};
};

/// The pins of one verilated router. The first `own_lanes` lanes belong to the PE, one a port.
struct RouterPins {
  void* model = nullptr;
  void (*cycle)(void* model) = nullptr;  ///< one clock cycle
  unsigned char* in = nullptr;           ///< `in_lane_i`, 8 bytes a lane
  const unsigned char* out = nullptr;    ///< `out_lane_o`
  const std::uint8_t* busy = nullptr;
  const std::uint8_t* violation = nullptr;
  ViolationMasks (*masks)(void* model) = nullptr;
  std::uint32_t lanes = 0;  ///< lanes in use, the PE's included
  std::uint32_t own_lanes = 1;
};

/// One directed link: output lane of a router to input lane of another.
struct Link {
  Node from = kNoNode;
  std::uint32_t from_lane = 0;
  Node to = kNoNode;
  std::uint32_t to_lane = 0;
};

/// Whether routers that cannot change are evaluated.
enum class IdleRouters : std::uint8_t { kSkip, kEvaluate };

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
  /// Shape:  one entry of `pins` and of `lane_names` per node; links may be in any order.
  /// Errors: throws std::logic_error when a link names a node or lane that is not there, or when
  ///         two links leave or enter the same lane.
  Engine(std::unique_ptr<RouterOwner> owner, std::vector<RouterPins> pins,
         const std::vector<Link>& links, std::vector<std::vector<std::string>> lane_names,
         IdleRouters idle);

  void inject(Node node, std::uint32_t port, RawFlit flit) override;
  void clock(Step step) override;
  bool is_quiet() const override { return active_count_ == 0; }
  std::int64_t router_cycles() const override { return router_cycles_; }
  int assertion_failures() const override { return owner_->assertion_failures(); }

 private:
  struct Target {
    unsigned char* in = nullptr;  ///< input lane at the far end
    Node node = kNoNode;
  };

  static RawFlit load(const unsigned char* lane) {
    RawFlit flit;
    std::memcpy(&flit, lane, sizeof flit);
    return flit;
  }
  static void store(unsigned char* lane, RawFlit flit) { std::memcpy(lane, &flit, sizeof flit); }
  void activate(Node node);
  void evaluate(Node node);
  void collect(Node node, Step step);
  void report(Node node, Step step);

  std::unique_ptr<RouterOwner> owner_;
  std::vector<RouterPins> pins_;
  std::vector<std::size_t> first_target_;  // of each node in targets_, by output lane
  std::vector<Target> targets_;
  std::vector<std::vector<std::string>> lane_names_;
  IdleRouters idle_;
  std::vector<std::uint64_t> active_;  // bitmap: routers to evaluate at the next edge
  std::vector<std::uint64_t> now_;     // bitmap: routers evaluated at this edge
  std::int64_t active_count_ = 0;
  std::int64_t router_cycles_ = 0;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_ENGINE_H_
