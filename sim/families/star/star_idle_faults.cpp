#include "sim/families/star/star_idle_faults.h"

#include <fmt/format.h>

#include <algorithm>

namespace flitwise {
namespace {

// A node that dies in step t has not handed on what came to it in step t - 1.
bool meets_dead_node(const StarDeaths& deaths, const theory::StarLinkEvent& packet) {
  const auto is_dead = [&](Node v) {
    return std::count(deaths.nodes.begin(), deaths.nodes.end(), v) > 0;
  };
  return packet.step + 1 >= deaths.from_step && (is_dead(packet.from) || is_dead(packet.to));
}

bool crosses(const theory::StarLinkEvent& packet, Node node, int dimension,
             const StarGraph& graph) {
  return packet.from == node && packet.to == graph.neighbour(node, dimension);
}

bool meets_dead_link(const StarDeaths& deaths, const theory::StarLinkEvent& packet,
                     const StarGraph& graph) {
  if (packet.step < deaths.from_step) return false;
  return std::any_of(deaths.links.begin(), deaths.links.end(), [&](const auto& link) {
    const auto& [node, dimension] = link;
    return crosses(packet, node, dimension, graph) ||
           crosses(packet, graph.neighbour(node, dimension), dimension, graph);
  });
}

bool meets_bad_bit(const std::vector<StarBadBit>& bits, const theory::StarLinkEvent& packet,
                   const StarGraph& graph) {
  return std::any_of(bits.begin(), bits.end(), [&](const StarBadBit& bad) {
    return packet.step == bad.step && crosses(packet, bad.from, bad.dimension, graph);
  });
}

}  // namespace

bool meet_nothing(const StarOptions& faults, const std::vector<theory::StarLinkEvent>& packets,
                  const StarGraph& graph) {
  return std::none_of(packets.begin(), packets.end(), [&](const theory::StarLinkEvent& packet) {
    return meets_dead_node(faults.deaths, packet) ||
           meets_dead_link(faults.deaths, packet, graph) ||
           meets_bad_bit(faults.bad_bits, packet, graph);
  });
}

std::vector<std::string> missed_bits(const StarOptions& faults,
                                     const std::vector<check::StarFlitError>& seen) {
  std::vector<std::string> sentences;
  for (std::size_t i = 0; i < faults.bad_bits.size(); ++i) {
    const StarBadBit& bad = faults.bad_bits[i];
    const Step cycle = bad.step * faults.flits + bad.flit - 1;
    const bool is_seen = std::any_of(seen.begin(), seen.end(), [&](const auto& error) {
      return error.cycle == cycle && error.from == bad.from && error.dimension == bad.dimension;
    });
    if (!is_seen)
      sentences.push_back(
          fmt::format("corrupt.bits[{}] hits nothing: no flit leaves PE {} in dimension {} in "
                      "packet step {}, flit {}",
                      i, bad.from, bad.dimension, bad.step, bad.flit));
  }
  return sentences;
}

}  // namespace flitwise
