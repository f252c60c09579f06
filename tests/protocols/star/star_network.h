// star_network.h: an ideal store-and-forward star graph, for tests of protocols.
//
// It stands in for the routers: a packet that begins to cross a link in cycle c is whole in its end
// in cycle c + F - 1 and crosses the next ones from cycle c + F on. Nothing waits: two packets on
// one link at a time are written down, and both go on. PEs see each flit as it crosses the last
// link. Fails silently where it is told to.
#ifndef FLITWISE_TESTS_PROTOCOLS_STAR_STAR_NETWORK_H_
#define FLITWISE_TESTS_PROTOCOLS_STAR_STAR_NETWORK_H_

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "systemc/protocols/pe_protocol.h"
#include "systemc/protocols/star/star_settings.h"

namespace flitwise::protocols::test {

/// What passes nothing from packet step `from_step` on.
struct StarFaults {
  std::set<Node> nodes;
  std::set<std::pair<Node, Node>> links;  ///< lower end, higher end
  Step from_step = 1;
};

struct StarRecord {
  Step steps = 0;                  ///< packet steps until the last packet has crossed its last link
  Step last_packet = 0;            ///< the same, without acknowledgements
  std::int64_t transmissions = 0;  ///< packets over links, without acknowledgements
  std::int64_t acknowledgements = 0;
  int max_buffer = 0;              ///< packets at a port that PEs have yet to send on
  std::vector<std::string> wrong;  ///< links used twice, packets sent too late or wrongly made
  std::vector<std::string> complaints;
  std::vector<std::string> waiting;  ///< "PE 3: ..."

  /// The first few things that are wrong; empty for a clean run.
  std::string faults() const;
};

class StarNetwork {
 public:
  StarNetwork(const StarSettings& settings, std::vector<PeProtocol*> pes, StarFaults faults = {});

  StarRecord run();

 private:
  class Port;
  struct Packet {
    FlitKind kind = FlitKind::kData;
    std::uint64_t header = 0;  // as the node at the end of the link reads it
    Node source = kNoNode;
    Flits number = 0;
    std::int64_t value = 0;
    Node from = kNoNode;
    int dimension = 0;
  };
  struct Delivery {
    Node to = kNoNode;
    Arrival arrival;
  };
  struct Cycle {
    std::set<Node> alarms;
    std::vector<Packet> packets;
    std::vector<Delivery> deliveries;
  };
  struct Holding {
    Node node = kNoNode;
    int port = 0;
    Step from = 0;
    Step until = 0;
  };

  void set_alarm(Node v);
  void accept(Node from, const Transmission& transmission);
  void cross(const Packet& packet);
  void forward(Packet packet, Node at, int dimension);
  void deliver(const Packet& packet, Node to);
  bool is_dead(Node v) const;
  bool is_blocked(Node from, Node to) const;
  Step packet_step(Step cycle) const;  // from 1; before, PEs fill their routers
  std::uint64_t name_of_copy(Node at, Node source, std::uint64_t route_header, Flits number) const;
  int max_buffer() const;

  const StarSettings& settings_;
  const StarTrees& trees_;
  const StarGraph& graph_;
  std::vector<PeProtocol*> pes_;
  StarFaults faults_;
  Step flits_;
  Step now_ = 0;
  Step last_ = 0;
  std::map<Step, Cycle> calendar_;
  std::vector<Step> busy_until_;  // by node, dimension
  std::unordered_map<std::uint64_t, Holding> holdings_;
  StarRecord record_;
};

/// Runs `pes`, whatever they are, to the end.
template <typename Pes>
StarRecord run_star(const StarSettings& settings, const Pes& pes, const StarFaults& faults = {}) {
  std::vector<PeProtocol*> pointers;
  for (const auto& pe : pes) pointers.push_back(pe.get());
  return StarNetwork(settings, pointers, faults).run();
}

/// Trees of S_n, made once.
StarSettings star_settings(int n, StarRule rule, int packets, int copies, int flits = 1);

}  // namespace flitwise::protocols::test

#endif  // FLITWISE_TESTS_PROTOCOLS_STAR_STAR_NETWORK_H_
