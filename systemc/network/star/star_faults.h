// star_faults.h: what fails in a star graph, where and from when on, and, for
// adapters, how it does.
#ifndef FLITWISE_SYSTEMC_NETWORK_STAR_STAR_FAULTS_H_
#define FLITWISE_SYSTEMC_NETWORK_STAR_STAR_FAULTS_H_

#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "systemc/network/network.h"
#include "systemc/topology/star/star_graph.h"

namespace flitwise {

/// From `from_step` on, the node takes and sends nothing: flits that would cross one of its links
/// in that step are the first that are lost.
struct DeadNode {
  Node node = kNoNode;
  Step from_step = 1;
};

/// The same for a link, in both directions; it can be named from either end.
struct DeadLink {
  Node node = kNoNode;
  int dimension = 0;
  Step from_step = 1;
};

/// Highest bit of a flit that can be in error: all but `valid`.
inline constexpr int kMostErrorBit = 62;

/// Bit `bit` of the flit that crosses the link from `from` in `step` arrives inverted; nothing
/// happens if none crosses it.
struct BitError {
  Node from = kNoNode;
  int dimension = 0;
  Step step = 0;
  int bit = 0;
};

/// Random bit errors: of every flit on every link, with this probability, one bit is inverted, any
/// but the valid bit. The draw depends on nothing but seed, link and step.
struct BitNoise {
  double probability = 0;
  std::uint64_t seed = 1;
};

/// All that fails. A packet that a fault cuts in two is lost; steps that are multiples of F cut
/// none where all PEs have started together.
struct StarFaults {
  std::vector<DeadNode> nodes;
  std::vector<DeadLink> links;
  std::vector<BitError> bits;
  BitNoise noise;

  bool is_empty() const {
    return nodes.empty() && links.empty() && bits.empty() && noise.probability == 0;
  }
};

/// Errors: throws TopologyError for a node, dimension, bit or probability that is not there, and
///         for a dead node or link from before step 1 on.
void check_faults(const StarGraph& graph, const StarFaults& faults);

/// The pins by which the routers of a star graph fail, however they are built.
class StarWires {
 public:
  virtual ~StarWires() = default;
  virtual void kill_node(Node node) = 0;
  /// This end of the link of `port`.
  virtual void kill_link(Node node, std::uint32_t port) = 0;
  /// Inverts bits of what `node` captures at the next edge from the link of `port`.
  virtual void invert(Node node, std::uint32_t port, RawFlit bits) = 0;
  /// After a clock edge: takes back what `invert` has set for it.
  virtual void clear() {}
};

/// Faults of a graph, step by step.
class StarLinks {
 public:
  /// `latency`: of all links.
  StarLinks(const StarGraph& graph, const StarFaults& faults, Step latency = 1);

  /// Before the clock edge that ends `step`: what is dead in it no longer captures or sends.
  void before_edge(Step step, StarWires& wires);
  /// After it: takes away, of the flits that would cross links in the step behind it, those on dead
  /// links, and inverts bits of others; at the far end too where links take one step.
  void after_edge(Step step, std::vector<LinkTransfer>& transfers, StarWires& wires);
  /// The same, of flits that are on links of several steps for the last time: bits of those that
  /// `after_edge` inverted when they were sent are inverted at the far end.
  void before_arrival(Step step, std::vector<LinkTransfer>& arrivals, StarWires& wires);

  /// Flits with bits in error so far.
  const std::shared_ptr<std::int64_t>& bit_errors() const { return bit_errors_; }

 private:
  std::size_t index(Node node, std::uint32_t port) const {
    return static_cast<std::size_t>(node) * ports_ + port;
  }
  std::uint32_t port_of(const LinkTransfer& transfer) const {
    return transfer.lane - static_cast<std::uint32_t>(ports_);
  }
  void die(const StarGraph& graph, Node node, int dimension, Step from_step);
  bool has_errors() const { return !errors_.empty() || noise_.probability > 0; }
  void drop_dead(Step crossing, std::vector<LinkTransfer>& transfers) const;
  RawFlit error_of(const LinkTransfer& transfer, Step step) const;

  const std::size_t ports_;
  const Step latency_;
  std::multimap<Step, Node> node_deaths_;                            // still to come
  std::multimap<Step, std::pair<Node, std::uint32_t>> link_deaths_;  // likewise, an end each
  std::vector<Step> dead_from_;                                      // by node, port
  std::map<std::tuple<Step, Node, std::uint32_t>, RawFlit> errors_;
  const BitNoise noise_;
  std::shared_ptr<std::int64_t> bit_errors_ = std::make_shared<std::int64_t>(0);
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_STAR_STAR_FAULTS_H_
