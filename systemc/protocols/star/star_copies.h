// star_copies.h: the copies of packets that a PE of a star graph has received.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_COPIES_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_COPIES_H_

#include <cstdint>
#include <optional>
#include <vector>

#include "systemc/protocols/star/star_settings.h"

namespace flitwise::protocols {

/// Which copies have come and what they say. Trees are sets of bits, bit l - 2 for tree l.
///
/// Shape: packets 0 to m-1 of every node, or of one only.
class StarCopies {
 public:
  /// `source` is kNoNode if every node is one.
  StarCopies(const StarSettings& settings, Node source);

  bool is_source(Node v) const;
  /// Takes a copy; false if the one of that tree had come before, which stands.
  bool add(Node source, int packet, int tree, std::int64_t value);

  unsigned trees(Node source, int packet) const { return trees_[at(source, packet)]; }
  /// Copies received.
  int count(Node source, int packet) const;
  /// What the PE takes the packet to say: by kFirstCopy the first copy, by kMajority what more than
  /// half of the copies received say; nothing without copies or majority.
  ///
  /// With x copies sent, f of them altered and e lost, a majority is right if x > 2f + e.
  std::optional<std::int64_t> believed(Node source, int packet) const;

 private:
  std::size_t at(Node source, int packet) const;
  std::optional<std::int64_t> majority(std::size_t at) const;

  Node nodes_;
  Node source_;
  std::size_t packets_;
  std::size_t degree_;
  StarBelief belief_;
  std::vector<std::uint8_t> trees_;    // by source, packet
  std::vector<std::uint16_t> values_;  // by source, packet; by tree too if there is a vote
};

/// Number of trees in a set.
int count_trees(unsigned trees);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_STAR_STAR_COPIES_H_
