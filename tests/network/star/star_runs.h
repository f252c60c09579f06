// star_runs.h: packets and runs, without SystemC, for the tests of star graphs' networks.
#ifndef FLITWISE_TESTS_NETWORK_STAR_STAR_RUNS_H_
#define FLITWISE_TESTS_NETWORK_STAR_STAR_RUNS_H_

#include <string>
#include <tuple>
#include <vector>

#include "systemc/network/injector.h"
#include "systemc/network/star/star_routers.h"

namespace flitwise::test {

/// A flit that has come to `node` over the link of `dimension` in `step`.
struct StarReception {
  Step step = 0;
  Node node = kNoNode;
  int dimension = 0;
  Node source = kNoNode;
  Flits index = 0;
  RawFlit flit = 0;

  friend bool operator==(const StarReception& a, const StarReception& b) {
    return std::tie(a.step, a.node, a.dimension, a.source, a.index, a.flit) ==
           std::tie(b.step, b.node, b.dimension, b.source, b.index, b.flit);
  }
};

/// For packets of so many flits.
StarNetworkConfig with_flits(std::uint32_t flits);

/// Content of heads as PEs hand them to their routers.
std::uint64_t star_flood_head(const StarGraph& graph, int tree, Flits number);
std::uint64_t star_route_head(int tree, const std::vector<int>& dimensions);

/// A network with the source queues of its PEs.
class StarRun {
 public:
  StarRun(const StarGraph& graph, StarNetwork made, const StarNetworkConfig& config);

  /// A broadcast packet whose head is due on the root's link of `tree` in `first_step`.
  void flood(Node source, int tree, Flits number, Step first_step);
  /// A packet over links of these dimensions, the first one in `first_step`.
  void route(Node source, const std::vector<int>& dimensions, Flits number, Step first_step);
  /// Runs until all is quiet or step `last` is over.
  void run(Step last = 100'000);

  Network& network() { return *made_.network; }
  const StarCounters& counters() const { return *made_.counters; }
  /// Flits that the PEs take from their links, in the steps in which they are received.
  const std::vector<StarReception>& tapped() const { return tapped_; }
  /// Flits that the routers deliver, in the steps in which they reach the PE.
  const std::vector<StarReception>& delivered() const { return delivered_; }
  /// Every link, delivery and violation, step by step, in words.
  const std::vector<std::string>& happened() const { return happened_; }
  const std::vector<LinkTransfer>& crossed() const { return crossed_; }
  const std::vector<std::string>& violations() const { return violations_; }
  Step step() const { return step_; }

 private:
  void send(Node source, int dimension, FlitKind kind, std::uint64_t header, Flits number,
            Step first_step);
  void take_transfers();
  void take_deliveries();

  StarGraph graph_;
  StarNetwork made_;
  Flits flits_;
  Injector injector_;
  std::vector<StarReception> tapped_;
  std::vector<StarReception> delivered_;
  std::vector<std::string> happened_;
  std::vector<LinkTransfer> crossed_;
  std::vector<std::string> violations_;
  Step step_;
};

/// Broadcasts from `source` in all trees at once, packet 0, the roots' links in steps F to 2F - 1.
void flood_all_trees(StarRun& run, const StarGraph& graph, const StarNetworkConfig& config,
                     Node source);

/// Broadcasts of all nodes and packets on random ways through the graph as one model of the whole
/// network, whose checkers are left out, and assembled from its routers: with either rule, without
/// faults and with dead elements and bit errors. Both show the same.
void expect_equal_builds(const StarGraph& graph, StarNetworkConfig config);

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_NETWORK_STAR_STAR_RUNS_H_
