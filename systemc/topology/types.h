// types.h: the words that every part of the project uses for nodes, steps and flits.
//
// Vocabulary only, no behaviour: protocols, theory and network all include it, so nothing that
// decides or predicts anything may live here.
#ifndef FLITWISE_SYSTEMC_TOPOLOGY_TYPES_H_
#define FLITWISE_SYSTEMC_TOPOLOGY_TYPES_H_

#include <cstddef>
#include <cstdint>
#include <tuple>

namespace flitwise {

/// Number of a PE (and of its router), from 0. Where nothing else is said, PE 0 is the root of a
/// tree.
using Node = std::int32_t;
inline constexpr Node kNoNode = -1;

/// The place of a node, or of anything numbered from 0, in a vector of all of them.
constexpr std::size_t index_of(Node v) { return static_cast<std::size_t>(v); }

/// Number of one of the trees that cover a network, from 0.
using TreeIndex = std::int32_t;
inline constexpr TreeIndex kNoTree = -1;

/// A clock cycle of the network, from 1. Step 0 is the state before anything has moved.
using Step = std::int64_t;

/// A number of flits.
using Flits = std::int64_t;

/// What a flit says. The values are those of `noc_pkg::flit_kind_e`.
enum class FlitKind : std::uint8_t {
  kIdle = 0,         ///< no flit
  kData = 1,         ///< one flit of a PE's message
  kEnd = 2,          ///< last flit of the last message of a round (Shoulder-Tap's END mark)
  kTap = 3,          ///< Shoulder-Tap wake-up call, carries s
  kToken = 4,        ///< Transmission-Certification, phase 1
  kCertificate = 5,  ///< Transmission-Certification, phase 2, carries (c, n)
  kOrder = 6,        ///< Transmission-Certification, phase 3, carries s
  kFlood = 7,        ///< fat trees: to every output but the branch it came from
  kCopies = 8,       ///< fat trees: a copy to a sibling at each level that its digits name
  kCombine = 9,      ///< an operand that routers combine with others on its way up a tree
  kResult = 10,      ///< what all operands give, on its way down
  kMerge = 11,       ///< fat trees: an operand for one leaf; those that meet become one flit
};

/// One flit crossing one link. `step` is the first of those in which it is on the wires.
///
/// `message` is the PE whose message it is; for control flits, the PE that the flit is about (the
/// one tapped, polled or ordered, or the one that certifies). `index` counts the flits of a
/// message from 1 and is 1 for control flits. `value` is s of a tap or an order, c of a
/// certificate, x of a token that carries one, else 0; `stream` is n of a certificate, else 0.
/// Flood and copy flits count as data flits do; `value` is the digits of copies. In a fat tree the
/// value of a data flit is its destination leaf. Operands and results belong to no PE: `message` is
/// the tree, of merge flits the leaf that they are for, `index` the number of the word in its
/// vector, from 1, and `value` the word.
struct LinkEvent {
  Step step = 0;
  Node from = kNoNode;
  Node to = kNoNode;
  FlitKind kind = FlitKind::kIdle;
  Node message = kNoNode;
  Flits index = 0;
  std::int64_t value = 0;
  Flits stream = 0;

  auto key() const { return std::tie(step, from, to, kind, message, index, value, stream); }
  friend bool operator==(const LinkEvent& a, const LinkEvent& b) { return a.key() == b.key(); }
  friend bool operator<(const LinkEvent& a, const LinkEvent& b) { return a.key() < b.key(); }
};

/// Lower-case name of a kind, as it stands in event files: "data", "end", "tap", ...
const char* name_of(FlitKind kind);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_TOPOLOGY_TYPES_H_
