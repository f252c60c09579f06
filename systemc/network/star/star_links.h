// star_links.h: makes the faults of a star graph happen, for adapters only.
#ifndef FLITWISE_SYSTEMC_NETWORK_STAR_STAR_LINKS_H_
#define FLITWISE_SYSTEMC_NETWORK_STAR_STAR_LINKS_H_

#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "systemc/network/network.h"
#include "systemc/network/star/star_faults.h"

namespace flitwise {

/// The pins by which the routers of a star graph fail, however they are built.
class StarWires {
 public:
  virtual ~StarWires() = default;
  virtual void kill_node(Node node) = 0;
  /// This end of the link of `port`.
  virtual void kill_link(Node node, std::uint32_t port) = 0;
  /// Inverts bits of what `node` captures at the next edge from the link of `port`.
  virtual void invert(Node node, std::uint32_t port, RawFlit bits) = 0;
};

/// Faults of a graph, step by step.
class StarLinks {
 public:
  StarLinks(const StarGraph& graph, const StarFaults& faults);

  /// Before the clock edge that ends `step`: what is dead in it no longer captures or sends.
  void before_edge(Step step, StarWires& wires);
  /// After it: takes away, of the flits that would cross links in the step behind it, those on dead
  /// links, and inverts bits of others.
  void after_edge(Step step, std::vector<LinkTransfer>& transfers, StarWires& wires);

  /// Flits with bits in error so far.
  const std::shared_ptr<std::int64_t>& bit_errors() const { return bit_errors_; }

 private:
  std::size_t index(Node node, std::uint32_t port) const {
    return static_cast<std::size_t>(node) * ports_ + port;
  }
  void die(const StarGraph& graph, Node node, int dimension, Step from_step);
  RawFlit error_of(const LinkTransfer& transfer, Step step) const;

  const std::size_t ports_;
  std::multimap<Step, Node> node_deaths_;                            // still to come
  std::multimap<Step, std::pair<Node, std::uint32_t>> link_deaths_;  // likewise, an end each
  std::vector<Step> dead_from_;                                      // by node, port
  std::map<std::tuple<Step, Node, std::uint32_t>, RawFlit> errors_;
  const BitNoise noise_;
  std::shared_ptr<std::int64_t> bit_errors_ = std::make_shared<std::int64_t>(0);
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_STAR_STAR_LINKS_H_
