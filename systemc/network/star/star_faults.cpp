// star_faults.cpp: faults that are not in the graph, and those that are, step by step.
#include "systemc/network/star/star_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "systemc/topology/tree/tree.h"

namespace flitwise {
namespace {

void check_node(const StarGraph& graph, const char* what, Node node) {
  if (node < 0 || node >= graph.size())
    throw TopologyError(fmt::format("{}: a star graph of order {} has nodes 0 to {}, got {}", what,
                                    graph.order(), graph.size() - 1, node));
}

void check_dimension(const StarGraph& graph, const char* what, int dimension) {
  if (dimension < 2 || dimension > graph.order())
    throw TopologyError(fmt::format("{}: a star graph of order {} has dimensions 2 to {}, got {}",
                                    what, graph.order(), graph.order(), dimension));
}

void check_step(const char* what, Step step) {
  if (step < 1) throw TopologyError(fmt::format("{}: the first step is 1, got {}", what, step));
}

// SplitMix64 (Steele, Lea and Flood, 2014): unlike results for neighbouring numbers.
std::uint64_t mixed(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15U;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9U;
  z = (z ^ z >> 27) * 0x94d049bb133111ebU;
  return z ^ z >> 31;
}

// From 0, below 1.
double fraction(std::uint64_t random) { return static_cast<double>(random >> 11) * 0x1p-53; }

std::uint32_t port_to(int dimension) { return static_cast<std::uint32_t>(dimension - 2); }

}  // namespace

void check_faults(const StarGraph& graph, const StarFaults& faults) {
  for (const DeadNode& dead : faults.nodes) {
    check_node(graph, "dead node", dead.node);
    check_step("dead node", dead.from_step);
  }
  for (const DeadLink& dead : faults.links) {
    check_node(graph, "dead link", dead.node);
    check_dimension(graph, "dead link", dead.dimension);
    check_step("dead link", dead.from_step);
  }
  for (const BitError& error : faults.bits) {
    check_node(graph, "bit error", error.from);
    check_dimension(graph, "bit error", error.dimension);
    check_step("bit error", error.step);
    if (error.bit < 0 || error.bit > kMostErrorBit)
      throw TopologyError(
          fmt::format("bit error: the bits of a flit that can be in error are 0 to "
                      "{}, got {}",
                      kMostErrorBit, error.bit));
  }
  if (!(faults.noise.probability >= 0 && faults.noise.probability <= 1))
    throw TopologyError(
        fmt::format("bit errors: a probability is 0 to 1, got {}", faults.noise.probability));
}

StarLinks::StarLinks(const StarGraph& graph, const StarFaults& faults, Step latency)
    : ports_(static_cast<std::size_t>(graph.degree())),
      latency_(latency),
      dead_from_(static_cast<std::size_t>(graph.size()) * ports_, std::numeric_limits<Step>::max()),
      noise_(faults.noise) {
  for (const DeadNode& dead : faults.nodes) {
    node_deaths_.emplace(dead.from_step, dead.node);
    for (int d = 2; d <= graph.order(); ++d) die(graph, dead.node, d, dead.from_step);
  }
  for (const DeadLink& dead : faults.links) die(graph, dead.node, dead.dimension, dead.from_step);
  for (const BitError& error : faults.bits)
    errors_[{error.step, error.from, port_to(error.dimension)}] |= RawFlit{1} << error.bit;
}

// Both ends: what a dead node has sent last must not be captured either.
void StarLinks::die(const StarGraph& graph, Node node, int dimension, Step from_step) {
  for (const Node end : {node, graph.neighbour(node, dimension)}) {
    const std::uint32_t port = port_to(dimension);
    link_deaths_.emplace(from_step, std::pair(end, port));
    dead_from_[index(end, port)] = std::min(dead_from_[index(end, port)], from_step);
  }
}

void StarLinks::before_edge(Step step, StarWires& wires) {
  for (; !node_deaths_.empty() && node_deaths_.begin()->first <= step;
       node_deaths_.erase(node_deaths_.begin()))
    wires.kill_node(node_deaths_.begin()->second);
  for (; !link_deaths_.empty() && link_deaths_.begin()->first <= step;
       link_deaths_.erase(link_deaths_.begin()))
    wires.kill_link(link_deaths_.begin()->second.first, link_deaths_.begin()->second.second);
}

void StarLinks::after_edge(Step step, std::vector<LinkTransfer>& transfers, StarWires& wires) {
  drop_dead(step + 1, transfers);
  if (!has_errors()) return;
  for (LinkTransfer& transfer : transfers) {
    const RawFlit error = error_of(transfer, step + 1);
    if (error == 0) continue;
    transfer.flit ^= error;
    if (latency_ == 1) wires.invert(transfer.to, port_of(transfer), error);
    ++*bit_errors_;
  }
}

void StarLinks::before_arrival(Step step, std::vector<LinkTransfer>& arrivals, StarWires& wires) {
  drop_dead(step + 1, arrivals);
  if (!has_errors()) return;
  for (LinkTransfer& arrival : arrivals) {
    const RawFlit error = error_of(arrival, step + 1 - (latency_ - 1));
    if (error == 0) continue;
    arrival.flit ^= error;
    wires.invert(arrival.to, port_of(arrival), error);
  }
}

void StarLinks::drop_dead(Step crossing, std::vector<LinkTransfer>& transfers) const {
  transfers.erase(std::remove_if(transfers.begin(), transfers.end(),
                                 [&](const LinkTransfer& t) {
                                   return crossing >= dead_from_[index(t.from, port_of(t))];
                                 }),
                  transfers.end());
}

RawFlit StarLinks::error_of(const LinkTransfer& transfer, Step step) const {
  const std::uint32_t port = port_of(transfer);
  const auto chosen = errors_.find({step, transfer.from, port});
  RawFlit error = chosen == errors_.end() ? 0 : chosen->second;
  if (noise_.probability > 0) {
    const std::uint64_t place = index(transfer.from, port);
    const std::uint64_t random =
        mixed(mixed(noise_.seed ^ mixed(place)) ^ static_cast<std::uint64_t>(step));
    if (fraction(random) < noise_.probability)
      error |= RawFlit{1} << mixed(random) % (kMostErrorBit + 1);
  }
  return error;
}

}  // namespace flitwise
