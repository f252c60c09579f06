// latency_network.h: trees whose routers, links and PEs take steps, played step by step, to hold
// formulas against.
#ifndef FLITWISE_TESTS_THEORY_TREE_LATENCY_NETWORK_H_
#define FLITWISE_TESTS_THEORY_TREE_LATENCY_NETWORK_H_

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "systemc/topology/tree/tree.h"
#include "systemc/topology/tree/tree_latency.h"
#include "systemc/topology/types.h"
#include "tb/theory/pace.h"
#include "tb/theory/prediction.h"
#include "tb/theory/tree/certification_theory.h"

namespace flitwise::test {

/// What a run shows.
struct Played {
  std::vector<LinkEvent> events;      ///< by the step of sending, sorted
  Step finish = 0;                    ///< last reception of data at its destination
  Step quiesce = 0;                   ///< last reception of anything
  std::vector<Step> arrivals;         ///< of data at PE 0, in order
  std::vector<std::string> problems;  ///< broken rules of the network or of the algorithm
};

/// Links are shift registers of w stages, routers delay what is not for their PE by r. A PE sends
/// and receives one flit a step, or one per link and direction.
class LatencyNetwork {
 public:
  /// What PEs do with a control flit received at the end of a step.
  using Receive = std::function<void(const LinkEvent& flit, Step step)>;

  LatencyNetwork(const Tree& tree, const TreeLatency& latency, theory::Ports ports);

  /// `flit.from` sends it to its neighbour `flit.to` in step `flit.step`, which has not been.
  void send(const LinkEvent& flit);
  /// `flits` flits of PE v's message leave v (or PE 0, `down`), tau steps apart, from `first` on.
  void send_message(Node v, Flits flits, Step first, Step tau, bool down);
  void problem(const std::string& text) { played_.problems.push_back(text); }
  /// Plays until nothing is under way.
  Played run(const Receive& receive);

 private:
  using Stages = std::vector<std::optional<LinkEvent>>;
  struct Link {
    Stages stages;
    bool down = false;
  };

  Link& link(Node from, Node to);
  void put_on_the_wires();
  void take_from(Link& wires, const Receive& receive);
  Node next_hop(Node at, Node destination) const;

  const Tree& tree_;
  const TreeLatency& latency_;
  const theory::Ports ports_;
  std::vector<Link> down_;                        // by the PE below
  std::vector<Link> up_;                          // by the PE below
  std::map<Step, std::vector<LinkEvent>> plans_;  // what is to be sent
  Flits under_way_ = 0;
  Step now_ = 0;
  std::map<Node, Step> received_;  // last step of each port
  Played played_;
};

/// PE 0 sends the messages of `order` back to back from step 1.
Played play_scatter(const Tree& tree, const std::vector<Flits>& lengths,
                    const std::vector<Node>& order, const TreeLatency& latency,
                    const theory::Pace& pace = {});

/// Every root subtree has its own order, farthest first by `lam`.
Played play_scatter_multiport(const Tree& tree, const std::vector<Flits>& lengths,
                              const std::vector<Step>& lam, const TreeLatency& latency,
                              const theory::Pace& pace = {});

/// Shoulder-Tap: each PE makes the value of the next tap of its own.
Played play_shoulder_tap(const std::vector<Flits>& lengths, theory::Ports ports,
                         const TreeLatency& latency, const theory::Pace& pace = {});

/// Transmission-Certification; `variant` has the latencies. Rule::kPrinted is not played.
Played play_certification(const Tree& tree, const std::vector<Flits>& lengths,
                          const theory::CertificationVariant& variant);

/// What a prediction and its events say that was not played so, one sentence a line; and what is
/// wrong with either.
std::string differences(const theory::Prediction& prediction, const std::vector<LinkEvent>& events,
                        const Played& played);

/// Routers of 1, 2 and 3, links of 1 and 3 and PEs of 1 and 2 steps, all alike in each network.
std::vector<TreeLatency> alike_latencies(Node pes);

/// All latencies, for failure messages.
std::string text_of(const TreeLatency& latency);

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_THEORY_TREE_LATENCY_NETWORK_H_
