// torus_runs.h: messages and runs, without SystemC, for the tests of networks of tori and meshes.
#ifndef FLITWISE_TESTS_NETWORK_TORUS_TORUS_RUNS_H_
#define FLITWISE_TESTS_NETWORK_TORUS_TORUS_RUNS_H_

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "systemc/network/injector.h"
#include "systemc/network/torus/torus_routers.h"

namespace flitwise::test {

/// A flit that has crossed the ejection link of `node` in `step`.
struct Reception {
  Step step = 0;
  Node node = kNoNode;
  std::uint32_t port = 0;
  WormId worm{kNoNode, 0};
  Flits index = 0;
  bool is_last = false;

  friend bool operator==(const Reception& a, const Reception& b) {
    return std::tie(a.step, a.node, a.port, a.worm, a.index, a.is_last) ==
           std::tie(b.step, b.node, b.port, b.worm, b.index, b.is_last);
  }
};

/// Flits as a PE makes them.
std::vector<RawFlit> torus_message(const WormId& worm, const Hops& hops, Flits length,
                                   const DimensionOrder& order, FlitFormat format = {});

/// A network with the source queues of its PEs.
class TorusRun {
 public:
  TorusRun(const Torus& torus, TorusNetwork made, DimensionOrder order = {});
  TorusRun(const XyMesh& mesh, TorusNetwork made);
  TorusRun(TorusWiring wiring, TorusNetwork made);

  /// A message whose head is due on its first link in `first_step`; returns its number.
  std::uint32_t send(Node from, const Hops& hops, Flits length, Step first_step);
  /// Runs to the end: all is quiet, or stuck, or step `last` is over.
  void run(Step last = 1'000'000);

  Network& network() { return *made_.network; }
  TorusWorms& worms() { return *made_.worms; }
  const TorusStalls& stalls() const { return *made_.stalls; }
  const Injector& injector() const { return injector_; }
  bool is_stuck() const {
    return made_.network->is_stuck() && injector_.is_held_back(*made_.network);
  }
  const std::vector<Reception>& received() const { return received_; }
  /// Every link, delivery and violation, step by step, in words.
  const std::vector<std::string>& happened() const { return happened_; }
  /// Heads that took a lane which usable_lanes does not have.
  int forbidden_lanes() const { return forbidden_lanes_; }
  Step step() const { return step_; }
  void note_lanes_of(const LaneChoice& choice) { choice_ = choice; }

 private:
  void take_transfers();
  void take_deliveries();

  TorusWiring wiring_;
  TorusNetwork made_;
  Injector injector_;
  std::vector<std::uint32_t> sent_;  // by node
  std::vector<Reception> received_;
  std::vector<std::string> happened_;
  std::map<WormId, TorusLane> last_lane_;
  std::map<WormId, std::uint32_t> route_;
  LaneChoice choice_;
  int forbidden_lanes_ = 0;
  Step step_ = -1;
};

/// Sends `messages` random messages, any hops shorter than the sides, within the first `steps`.
void send_at_random(TorusRun& run, const Torus& torus, unsigned seed, int messages, Step steps);
/// The same between any two nodes of a mesh.
void send_at_random(TorusRun& run, const XyMesh& mesh, unsigned seed, int messages, Step steps);

/// Every flit of so many messages, once and in order.
void expect_each_once_and_in_order(const TorusRun& run, std::size_t messages);

/// Random messages through the torus as one model of the whole network, whose checkers are left
/// out, and assembled from its routers: by either lane rule, with PEs that take every flit and with
/// others. Both show the same, `least` words and more.
void expect_equal_builds(const Torus& torus, TorusNetworkConfig config, int messages,
                         std::size_t least);
void expect_equal_builds(const XyMesh& mesh, TorusNetworkConfig config, int messages,
                         std::size_t least);

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_NETWORK_TORUS_TORUS_RUNS_H_
