// star_settings.cpp: ranges, and how packets and addresses are dealt to trees.
#include "systemc/protocols/star/star_settings.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <tuple>

#include "systemc/protocols/star/star_packet.h"

namespace flitwise::protocols {
namespace {

void check_range(const std::string& what, int value, int least, int most) {
  if (value < least || value > most)
    throw std::invalid_argument(what + " must be " + std::to_string(least) + " to " +
                                std::to_string(most) + ", got " + std::to_string(value));
}

}  // namespace

void check_settings(const StarSettings& settings) {
  if (!settings.trees) throw std::invalid_argument("PEs of a star graph need its trees");
  // Symbols have 3 bits in a head.
  check_range("n of a star graph with routers", settings.order(), StarGraph::kLeastOrder, 7);
  check_range("packets", settings.packets, 1, kStarMostPackets);
  check_range("copies of a packet", settings.copies, 1, settings.degree());
  check_range("flits of a packet", settings.flits, 1, 16);
  if (settings.latency.router < 1 || settings.latency.link < 1)
    throw std::invalid_argument("latencies of routers and links must be at least 1 cycle");
  if (settings.timeout && settings.timeout->steps && *settings.timeout->steps < 1)
    throw std::invalid_argument("a time-out must be at least 1 packet step, got " +
                                std::to_string(*settings.timeout->steps));
}

unsigned trees_of_packet(const StarSettings& settings, int packet) {
  unsigned trees = 0;
  for (int i = 0; i < settings.copies; ++i)
    trees |= 1U << ((packet * settings.copies + i) % settings.degree());
  return trees;
}

int count_trees(unsigned trees) {
  int count = 0;
  for (; trees != 0; trees &= trees - 1) ++count;
  return count;
}

std::vector<int> packets_of_tree(const StarSettings& settings, int tree) {
  std::vector<int> packets;
  for (int q = 0; q < settings.packets; ++q)
    if ((trees_of_packet(settings, q) >> (tree - 2) & 1U) != 0) packets.push_back(q);
  return packets;
}

int largest_share(const StarSettings& settings) {
  return (settings.packets * settings.copies + settings.degree() - 1) / settings.degree();
}

std::int64_t star_content(Node source, Node receiver, int packet) {
  std::uint64_t mixed = static_cast<std::uint64_t>(source) + 1;
  mixed = mixed * 0x9E3779B97F4A7C15U + static_cast<std::uint64_t>(receiver + 1);
  mixed = mixed * 0x9E3779B97F4A7C15U + static_cast<std::uint64_t>(packet);
  mixed *= 0xBF58476D1CE4E5B9U;
  return static_cast<std::int64_t>(mixed >> 32 & static_cast<std::uint64_t>(kStarValues - 1));
}

StarSelection::StarSelection(const StarTrees& trees, int copies)
    : trees_of_(static_cast<std::size_t>(trees.graph().size()), 0U) {
  const StarGraph& graph = trees.graph();
  const auto shares = static_cast<std::size_t>(graph.degree());
  for (std::vector<Node> necklace : graph.necklaces()) {
    std::sort(necklace.begin(), necklace.end(), [&](Node a, Node b) {
      return std::make_tuple(trees.depth(a, 2), a) < std::make_tuple(trees.depth(b, 2), b);
    });
    const std::size_t taken =
        (static_cast<std::size_t>(copies) * necklace.size() + shares - 1) / shares;
    necklace.resize(taken);
    order_.insert(order_.end(), necklace.begin(), necklace.end());
  }
  std::sort(order_.begin(), order_.end(), [&](Node a, Node b) {
    return std::make_tuple(-trees.depth(a, 2), a) < std::make_tuple(-trees.depth(b, 2), b);
  });
  for (const Node u : order_)
    for (int turn = 0; turn < graph.degree(); ++turn)
      trees_of_[static_cast<std::size_t>(graph.rotate(u, turn))] |= 1U << turn;
}

}  // namespace flitwise::protocols
