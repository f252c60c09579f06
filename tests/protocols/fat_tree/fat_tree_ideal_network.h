// fat_tree_ideal_network.h: a fat tree of plain queues, for tests of protocols and schedules.
//
// It stands in for the switches. Every branch has one queue per direction, without limit, and c_i
// links: in each step the first c_i flits of a queue cross them, and in the same step they are
// written into the queues of the node where they arrive, first come first served; with latencies,
// as many steps later. A flit that a leaf sends in step t is in the leaf's queue when step t
// begins. Nothing is ever lost.
#ifndef FLITWISE_TESTS_PROTOCOLS_FAT_TREE_FAT_TREE_IDEAL_NETWORK_H_
#define FLITWISE_TESTS_PROTOCOLS_FAT_TREE_FAT_TREE_IDEAL_NETWORK_H_

#include <cstdint>
#include <deque>
#include <map>
#include <random>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "systemc/protocols/pe_protocol.h"
#include "systemc/protocols/tree/tree_protocols.h"
#include "systemc/topology/fat_tree/fat_tree.h"
#include "systemc/topology/fat_tree/fat_tree_latency.h"

namespace flitwise::protocols::test {

/// Order in which a switch takes the flits that arrive in one step.
enum class Intake { kUpFirst, kLocalFirst, kRoundRobin, kRandom };

enum class Forwarding {
  kCutThrough,
  kStore,  ///< a switch passes a flit on when the tail of its message is in the same queue
};

struct FatTreeOptions {
  Intake intake = Intake::kUpFirst;
  std::uint64_t seed = 1;  ///< kRandom only
  Forwarding forwarding = Forwarding::kCutThrough;
  FatTreeLatency latency{};
};

/// The largest occupancy of a queue.
struct QueueMaxima {
  Flits wait = 0;    ///< flits left over after the departures of a step
  Flits stored = 0;  ///< flits held at the end of a step
};

/// What a run has shown.
struct FatTreeRecord {
  Step finish = 0;                          ///< step of the last arrival
  std::vector<std::vector<Step>> arrivals;  ///< by leaf, one entry per flit
  std::vector<QueueMaxima> up;              ///< by level of the node: 0 for leaves
  std::vector<QueueMaxima> down;            ///< by level of the switch; entry 0 is unused
  std::vector<std::string> complaints;      ///< of all PEs
  std::vector<std::string> waiting;         ///< what PEs still wait for at the end
  std::vector<std::string> refused;         ///< transmissions that cannot be

  /// Everything that PEs say is wrong, one per line; empty for a complete run.
  std::string faults() const;
  /// Largest `wait` of all queues.
  Flits max_wait() const;
  Flits max_stored() const;
};

class FatTreeIdealNetwork {
 public:
  FatTreeIdealNetwork(const FatTree& tree, Protocols& protocols, const FatTreeOptions& options);
  FatTreeRecord run();

 private:
  class Port;
  struct Flit {
    FlitKind kind;
    Node destination;
    std::uint32_t copies;
    Node message;
    Flits index;
    bool is_last;
    std::tuple<Node, Node, FlitKind> owner() const { return {message, destination, kind}; }
  };
  struct Queue {
    std::deque<Flit> flits;
    std::map<std::tuple<Node, Node, FlitKind>, int> tails;  // store and forward: those inside
  };
  // An input or output of a node: kUp, or the number of a child.
  static constexpr int kUp = -1;
  using Arrived = std::pair<int, Flit>;

  void accept(Node from, const Transmission& transmission);
  void step();
  void depart(Node from, int branch);
  bool may_leave(Node from, const Queue& queue) const;
  void take_in(Node node, std::vector<Arrived> arrived);
  std::vector<int> intake_order();
  void route(Node node, int input, const Flit& flit);
  void route_copies(Node node, int child, const Flit& flit);
  void route_data(Node node, int input, const Flit& flit);
  void flood(Node node, int input, const Flit& flit);
  void push(Node node, int branch, const Flit& flit);
  void deliver(Node leaf, const Flit& flit);
  Queue& queue(Node node, int branch);
  QueueMaxima& maxima(Node node, int branch);

  const FatTree& tree_;
  Protocols& protocols_;
  FatTreeOptions options_;
  std::mt19937_64 random_;
  std::map<Step, std::vector<std::pair<Node, Flit>>> calendar_;      // what leaves send
  std::vector<std::vector<Queue>> queues_;                           // by node: up, then children
  std::vector<std::vector<Arrived>> arriving_;                       // by node
  std::map<Step, std::vector<std::pair<Node, Arrived>>> under_way_;  // by the step of their arrival
  Flits inside_ = 0;
  Step now_ = 0;
  FatTreeRecord run_;
};

/// `protocols` on `tree` from step 0 to the end.
FatTreeRecord run_on(const FatTree& tree, Protocols protocols, const FatTreeOptions& options = {});

}  // namespace flitwise::protocols::test

#endif  // FLITWISE_TESTS_PROTOCOLS_FAT_TREE_FAT_TREE_IDEAL_NETWORK_H_
