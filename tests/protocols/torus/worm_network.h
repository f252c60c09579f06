// worm_network.h: ideal wormhole routers for PEs of tori and meshes, and the cycles that broadcasts
// on them should take.
#ifndef FLITWISE_TESTS_PROTOCOLS_TORUS_WORM_NETWORK_H_
#define FLITWISE_TESTS_PROTOCOLS_TORUS_WORM_NETWORK_H_

#include <cstdint>
#include <deque>
#include <queue>
#include <string>
#include <vector>

#include "systemc/protocols/torus/torus_broadcast_pe.h"
#include "systemc/protocols/tree/tree_protocols.h"
#include "systemc/topology/torus/torus.h"

namespace flitwise::protocols::test {

/// What happened in a run.
struct WormRecord {
  Step finish = 0;              ///< last step in which a flit reaches a PE
  std::vector<Step> last_tail;  ///< by node: the step of its last tail, 0 if none came
  std::int64_t messages = 0;
  std::int64_t stalls = 0;            ///< steps that heads waited for channels
  std::int64_t stuck = 0;             ///< messages whose head never got its channel
  std::vector<std::string> problems;  ///< complaints, messages that cannot be, PEs that wait

  /// Problems, one per line.
  std::string faults() const;
};

/// One lane per channel, first come first served: a head takes its first channel at the earliest
/// r - 1 steps after its PE would have it sent, channel j at the earliest p steps after channel
/// j - 1, and holds it until the tail has passed; a blocked worm has room for p flits per hop.
/// Heads that wait in their router's stages hold up nobody behind them. PEs sink everything.
///
/// With one port a PE its messages begin their stages one behind the other, and its port out of the
/// router is one more channel of their ways.
///
/// Shape: links of all dimensions alike. Ways on a mesh cross no border.
class WormNetwork {
 public:
  WormNetwork(const Torus& torus, DimensionOrder order, Protocols& protocols,
              const TorusLatency& latency, PePorts ports);

  WormRecord run();

 private:
  class Port;
  struct Worm {
    Transmission message;
    Node from = kNoNode;
    Node to = kNoNode;
    std::vector<std::size_t> channels;
    std::vector<Step> taken;  // step in which the head crossed each, so far
    Step requested = 0;
  };
  struct Channel {
    bool busy = false;
    std::deque<std::size_t> queue;
  };
  enum class What : std::uint8_t { kRelease, kDeliver, kRequest };  // order within a step
  struct Event {
    Step step = 0;
    What what = What::kRequest;
    std::int64_t number = 0;
    std::size_t subject = 0;  // a channel, or a worm
    Flits index = 0;
    bool operator<(const Event& other) const;
  };

  void accept(Node from, const Transmission& message);
  void add(Step step, What what, std::size_t subject, Flits index = 0);
  void request(std::size_t worm);
  void take(std::size_t worm);
  void release(std::size_t channel);
  void plan_releases(const Worm& worm);
  void deliver(std::size_t worm, Flits index);

  const Torus& torus_;
  DimensionOrder order_;
  Protocols& protocols_;
  Step to_first_;  // channel: r - 1
  Step hop_;       // p
  Step head_wait_;
  PePorts ports_;
  std::vector<Step> port_free_;  // by node with one port: step from which a head may be sent
  Step now_ = 0;
  std::int64_t added_ = 0;
  std::priority_queue<Event> events_;
  std::vector<Channel> channels_;
  std::vector<Worm> worms_;
  WormRecord record_;
};

/// `protocols` on `torus` from step 0 until nothing moves any more.
WormRecord run_worms(const Torus& torus, const DimensionOrder& order, Protocols protocols,
                     const TorusLatency& latency = {}, PePorts ports = PePorts::kByChannel);

WormRecord run_broadcast(const TorusSchedule& schedule, BroadcastPace pace,
                         const BroadcastTiming& timing, PePorts ports = PePorts::kByChannel);

/// Cycles until the last PE can use the text.
Step cycles_of(const WormRecord& record, const BroadcastTiming& timing);

/// Sum over the steps of os + r - 1 + p H_s + L + orv.
Step barrier_cycles(const TorusSchedule& schedule, const BroadcastTiming& timing);

/// By node: cycles until it can use the text if nothing is ever blocked: R(source) = 0, R(child) =
/// R(parent) + q (os + L) + os + r - 1 + p h + L + orv with q the active steps of the parent before
/// that one.
std::vector<Step> free_cycles(const TorusSchedule& schedule, const BroadcastTiming& timing);

}  // namespace flitwise::protocols::test

#endif  // FLITWISE_TESTS_PROTOCOLS_TORUS_WORM_NETWORK_H_
