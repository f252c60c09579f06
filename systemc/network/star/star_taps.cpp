#include "systemc/network/star/star_taps.h"

#include "systemc/network/star/star_flit.h"

namespace flitwise {
namespace {

constexpr unsigned kSymbolBits = 3;
constexpr unsigned kSymbolMask = (1U << kSymbolBits) - 1;
constexpr unsigned kTreeLow = 21;

// The node that a broadcast head names, by the rank of its permutation; kNoNode if it is none.
Node named_node(std::uint64_t content, int order) {
  unsigned unused = (1U << order) - 1;
  Node rank = 0;
  for (int q = 0; q < order; ++q) {
    const unsigned symbol = content >> (kSymbolBits * static_cast<unsigned>(q)) & kSymbolMask;
    if ((unused >> symbol & 1U) == 0) return kNoNode;
    rank = rank * (order - q) + __builtin_popcount(unused & ((1U << symbol) - 1));
    unused &= ~(1U << symbol);
  }
  return rank;
}

}  // namespace

StarTaps::StarTaps(const StarGraph& graph, StarRule rule, std::uint32_t flits)
    : trees_(graph, rule),
      flits_(flits),
      ports_(static_cast<std::size_t>(graph.size() * graph.degree())) {}

bool StarTaps::takes(const LinkTransfer& transfer) {
  const int degree = trees_.graph().degree();
  const int number = static_cast<int>(transfer.lane) - degree;
  Port& port = ports_[static_cast<std::size_t>(transfer.to * degree + number)];
  const bool begins = is_intact(transfer.flit) && unpack(transfer.flit).head;
  if (begins || port.left == 0) {
    port.left = flits_;
    port.is_taken = begins && is_for_pe(transfer, number + 2);
  }
  --port.left;
  return port.is_taken;
}

bool StarTaps::is_for_pe(const LinkTransfer& transfer, int dimension) const {
  const FlitKind kind = unpack(transfer.flit).kind;
  const std::uint64_t content = star_content(transfer.flit);
  if (kind == FlitKind::kData) return (content & kSymbolMask) == 0;
  if (kind != FlitKind::kFlood) return false;
  const Node address = named_node(content, trees_.graph().order());
  const int tree = 2 + static_cast<int>(content >> kTreeLow & kSymbolMask);
  return address > 0 && tree <= trees_.graph().order() &&
         trees_.parent_dimension(address, tree) == dimension;
}

}  // namespace flitwise
