// node_bitmap.h: a set of the nodes of a range, a bit each.
#ifndef FLITWISE_SYSTEMC_NETWORK_PARTS_NODE_BITMAP_H_
#define FLITWISE_SYSTEMC_NETWORK_PARTS_NODE_BITMAP_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "systemc/topology/types.h"

namespace flitwise {

class NodeBitmap {
 public:
  /// The bits alone, for loops that write through pointers to bytes, behind which a compiler must
  /// expect any member.
  struct Bits {
    std::uint64_t* words;
    std::size_t first;

    void set(Node node) const {
      const std::size_t bit = static_cast<std::size_t>(node) - first;
      words[bit / kWordBits] |= std::uint64_t{1} << (bit % kWordBits);
    }
  };

  /// Of the nodes [first, end).
  NodeBitmap(std::size_t first, std::size_t end)
      : first_(first), words_((end - first + kWordBits - 1) / kWordBits) {}

  std::size_t first() const { return first_; }
  Bits bits() { return {words_.data(), first_}; }
  void set(Node node) { bits().set(node); }
  void clear() { std::fill(words_.begin(), words_.end(), 0); }
  void swap(NodeBitmap& other) { words_.swap(other.words_); }
  std::size_t count() const {
    std::size_t count = 0;
    for (const std::uint64_t word : words_)
      count += static_cast<std::size_t>(__builtin_popcountll(word));
    return count;
  }

  /// Calls visit(node) for each node of the set, in increasing order: index order keeps the models'
  /// memory access forward, which was measured faster than a work list.
  /// `visit` must not change the set.
  template <class Visit>
  void for_each(Visit visit) const {
    const std::uint64_t* const words = words_.data();
    const std::size_t count = words_.size();
    const std::size_t first = first_;
    for (std::size_t word = 0; word < count; ++word) {
      for (std::uint64_t bits = words[word]; bits != 0; bits &= bits - 1)
        visit(static_cast<Node>(first + word * kWordBits +
                                static_cast<std::size_t>(__builtin_ctzll(bits))));
    }
  }

 private:
  static constexpr std::size_t kWordBits = 64;

  std::size_t first_;
  std::vector<std::uint64_t> words_;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_PARTS_NODE_BITMAP_H_
