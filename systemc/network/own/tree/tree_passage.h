// tree_passage.h: flits of this project on their way through routers of others in a tree.
#ifndef FLITWISE_SYSTEMC_NETWORK_OWN_TREE_TREE_PASSAGE_H_
#define FLITWISE_SYSTEMC_NETWORK_OWN_TREE_TREE_PASSAGE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "systemc/network/flit.h"
#include "systemc/network/own/flit_layout.h"

namespace flitwise::own {

/// Turns the flits that PEs hand to the routers of a tree into flits of the user's, and what lies
/// on his wires back.
///
/// The destination, a preorder number in both, goes into its field. Kind, marks, tag and payload,
/// mixed, kContentBits of them, go into a payload that has room for them; what is left of 64 bits
/// is a hash of content and destination. Where there is no room, the payload is a number of the
/// flit, kMostNumberBits at most, and above it a hash; the flit stays here as long as it is under
/// way. A router that changes bits is caught by the hash; in a payload of exactly kContentBits by
/// the content, which is then another flit's or none's.
class TreePassage {
 public:
  static constexpr std::uint32_t kContentBits = 48;
  static constexpr std::uint32_t kMostNumberBits = 16;

  /// Shape: `layout` has single flits, and the destination in place of x.
  explicit TreePassage(const FlitLayout& layout);

  /// Errors: throws std::runtime_error when more flits are under way than the payload can number,
  ///         std::logic_error for a flit that no PE of a tree sends.
  FlitBits enter(RawFlit flit);
  /// The flit that lies on wires; none: no PE has sent that.
  std::optional<RawFlit> on_link(const FlitBits& bits) const;
  /// The same where it comes out at a PE; its number is free then.
  std::optional<RawFlit> leave(const FlitBits& bits);

  /// Flits that are numbered and under way; 0 where payloads carry all.
  std::size_t numbered() const { return numbered_; }

 private:
  std::uint64_t payload_for(RawFlit flit, std::size_t number) const;

  FlitLayout layout_;
  std::uint32_t payload_bits_ = 0;
  std::uint32_t number_bits_ = 0;  // 0: payloads carry all
  std::vector<RawFlit> sent_;      // by number; 0: the number is free
  std::size_t next_ = 0;
  std::size_t numbered_ = 0;
};

}  // namespace flitwise::own

#endif  // FLITWISE_SYSTEMC_NETWORK_OWN_TREE_TREE_PASSAGE_H_
