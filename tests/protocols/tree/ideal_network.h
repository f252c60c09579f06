// ideal_network.h: a network that moves flits exactly one link a step, for tests of protocols.
//
// It stands in for the routers: flit k of a transmission handed over in step `now` crosses link h
// of its path in step now + after + (k - 1) every + h - 1, or as much later as links and routers
// before it take longer than a step. Nothing is ever lost or delayed, so two flits on one link are
// written down as a collision and both go on. Single-port PEs that use two links at once are
// written down too; multiport PEs may, but have to name the link they send by.
#ifndef FLITWISE_TESTS_PROTOCOLS_TREE_IDEAL_NETWORK_H_
#define FLITWISE_TESTS_PROTOCOLS_TREE_IDEAL_NETWORK_H_

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "systemc/protocols/pe_protocol.h"
#include "systemc/protocols/tree/tree_pe.h"
#include "systemc/protocols/tree/tree_protocols.h"
#include "systemc/topology/tree/tree.h"

namespace flitwise::protocols::test {

/// What a run has shown.
struct Record {
  std::vector<LinkEvent> events;         ///< by step, that in which the flit is sent
  std::vector<std::string> collisions;   ///< two flits on one link in one step
  std::vector<std::string> port_faults;  ///< a single-port PE that sends or receives twice
  std::vector<std::string> complaints;   ///< of all PEs
  std::vector<std::string> waiting;      ///< what PEs still wait for at the end
  std::vector<std::string> refused;      ///< transmissions that cannot be: now, empty, wrong link
  Step finish = 0;                       ///< last step in which a data flit or END mark arrives
  Step quiesce = 0;                      ///< last step in which anything moves

  /// Everything that is wrong with it, one per line; empty for a clean run.
  std::string faults() const;
  /// Step in which `message`'s first flit leaves its PE of origin.
  std::optional<Step> dispatch(Node message) const;
  /// Values of the flits of `kind`, in the order in which they moved.
  std::vector<std::int64_t> values(FlitKind kind) const;
  /// Events over the link from `from` to `to` of data flits and END marks.
  std::vector<LinkEvent> data_on(Node from, Node to) const;
};

/// Runs protocols on a tree until nothing moves any more.
class IdealNetwork {
 public:
  IdealNetwork(const Tree& tree, Protocols& protocols, Ports ports = Ports::kSingle,
               TreeLatency latency = {});

  /// Stops after `limit` steps at the latest, which is far above what any test needs.
  Record run(Step limit = 100000);

 private:
  class Port;
  struct Flit {
    LinkEvent event;         // at the next link; `from` is where it is now
    std::vector<Node> path;  // nodes still to visit, next one first
    bool is_last = false;
  };

  bool is_possible(Node from, const Transmission& transmission) const;
  void accept(Node from, const Transmission& transmission);
  std::vector<Node> route(Node from, Node to) const;
  Step latency_of(const LinkEvent& event) const;
  void send(std::vector<Flit> flits);
  void receive(std::vector<Flit> flits);
  void check_links(const std::vector<Flit>& flits);
  void deliver(const Flit& flit);

  const Tree& tree_;
  Protocols& protocols_;
  Ports ports_;
  TreeLatency latency_;
  std::map<Step, std::vector<Flit>> calendar_;  // by the step in which they are sent
  std::map<Step, std::vector<Flit>> arriving_;  // by the step in which they are received
  Step now_ = 0;
  Record run_;
};

/// `protocols` on `tree` from step 0 to the end.
Record run_on(const Tree& tree, Protocols protocols, Ports ports = Ports::kSingle,
              const TreeLatency& latency = {});

}  // namespace flitwise::protocols::test

#endif  // FLITWISE_TESTS_PROTOCOLS_TREE_IDEAL_NETWORK_H_
