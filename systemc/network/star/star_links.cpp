#include "systemc/network/star/star_links.h"

#include <algorithm>
#include <limits>

namespace flitwise {
namespace {

// SplitMix64 (Steele, Lea and Flood, 2014): unlike results for neighbouring numbers.
std::uint64_t mixed(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15U;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9U;
  z = (z ^ z >> 27) * 0x94d049bb133111ebU;
  return z ^ z >> 31;
}

// From 0, below 1.
double fraction(std::uint64_t random) { return static_cast<double>(random >> 11) * 0x1p-53; }

std::uint32_t port_of(int dimension) { return static_cast<std::uint32_t>(dimension - 2); }

}  // namespace

StarLinks::StarLinks(const StarGraph& graph, const StarFaults& faults)
    : ports_(static_cast<std::size_t>(graph.degree())),
      dead_from_(static_cast<std::size_t>(graph.size()) * ports_, std::numeric_limits<Step>::max()),
      noise_(faults.noise) {
  for (const DeadNode& dead : faults.nodes) {
    node_deaths_.emplace(dead.from_step, dead.node);
    for (int d = 2; d <= graph.order(); ++d) die(graph, dead.node, d, dead.from_step);
  }
  for (const DeadLink& dead : faults.links) die(graph, dead.node, dead.dimension, dead.from_step);
  for (const BitError& error : faults.bits)
    errors_[{error.step, error.from, port_of(error.dimension)}] |= RawFlit{1} << error.bit;
}

// Both ends: what a dead node has sent last must not be captured either.
void StarLinks::die(const StarGraph& graph, Node node, int dimension, Step from_step) {
  for (const Node end : {node, graph.neighbour(node, dimension)}) {
    const std::uint32_t port = port_of(dimension);
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
  const Step crossing = step + 1;
  const auto port = [this](const LinkTransfer& t) {
    return t.lane - static_cast<std::uint32_t>(ports_);
  };
  transfers.erase(std::remove_if(transfers.begin(), transfers.end(),
                                 [&](const LinkTransfer& t) {
                                   return crossing >= dead_from_[index(t.from, port(t))];
                                 }),
                  transfers.end());
  if (errors_.empty() && noise_.probability == 0) return;
  for (LinkTransfer& transfer : transfers) {
    const RawFlit error = error_of(transfer, crossing);
    if (error == 0) continue;
    transfer.flit ^= error;
    wires.invert(transfer.to, port(transfer), error);
    ++*bit_errors_;
  }
}

RawFlit StarLinks::error_of(const LinkTransfer& transfer, Step step) const {
  const std::uint32_t port = transfer.lane - static_cast<std::uint32_t>(ports_);
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
