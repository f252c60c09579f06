// address_book.h: which destination fields of flits mean which PE.
#ifndef FLITWISE_SYSTEMC_NETWORK_ADDRESS_BOOK_H_
#define FLITWISE_SYSTEMC_NETWORK_ADDRESS_BOOK_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include "systemc/topology/flit_format.h"
#include "systemc/topology/types.h"

namespace flitwise {

/// Most PEs of a tree, and most addresses of several trees together.
inline constexpr Node kMaxTreePes = Node{1} << FlitFormat::kMostAddress;

/// The addresses of all PEs. A PE that is in several trees has one in each of them.
class AddressBook {
 public:
  static constexpr std::uint32_t kNoAddress = 0xFFFFFFFF;  ///< of a PE that is not in the tree

  AddressBook() = default;
  // One address per PE is the rule, so lists of them convert.
  AddressBook(std::vector<std::uint32_t> by_pe)
      : AddressBook(std::vector<std::vector<std::uint32_t>>{std::move(by_pe)}, Trees{}) {}
  AddressBook(std::initializer_list<std::uint32_t> by_pe)
      : AddressBook(std::vector<std::uint32_t>(by_pe)) {}

  /// Shape: an entry per tree, each with an entry per PE; no two entries are the same address, but
  ///        any may be kNoAddress.
  static AddressBook of_trees(std::vector<std::vector<std::uint32_t>> by_tree) {
    return {std::move(by_tree), Trees{}};
  }

  /// PEs whose address is their number.
  static AddressBook of_numbers(Node pes) {
    std::vector<std::uint32_t> by_pe(static_cast<std::size_t>(pes));
    std::iota(by_pe.begin(), by_pe.end(), 0U);
    return by_pe;
  }

  std::size_t pes() const { return by_tree_.empty() ? 0 : by_tree_.front().size(); }
  bool has(Node node) const { return node >= 0 && static_cast<std::size_t>(node) < pes(); }

  bool has(Node pe, TreeIndex tree) const {
    return tree >= 0 && static_cast<std::size_t>(tree) < by_tree_.size() && has(pe);
  }

  /// How flits say these addresses: as trees of so many do, else as `speak` said.
  FlitFormat format() const { return format_; }
  AddressBook speak(FlitFormat format) && {
    format_ = format;
    return std::move(*this);
  }

  std::uint32_t of(Node pe, TreeIndex tree = 0) const {
    return by_tree_[static_cast<std::size_t>(tree)][static_cast<std::size_t>(pe)];
  }
  /// The tree in which `address` is that of the PE; empty if it is not the PE's.
  std::optional<TreeIndex> tree_of(Node pe, std::uint32_t address) const {
    for (std::size_t t = 0; t < by_tree_.size(); ++t)
      if (by_tree_[t][static_cast<std::size_t>(pe)] == address) return static_cast<TreeIndex>(t);
    return std::nullopt;
  }

 private:
  struct Trees {};
  AddressBook(std::vector<std::vector<std::uint32_t>> by_tree, Trees)
      : by_tree_(std::move(by_tree)) {
    std::int64_t addresses = 1;
    for (const auto& by_pe : by_tree_)
      for (const std::uint32_t address : by_pe)
        if (address != kNoAddress) addresses = std::max(addresses, std::int64_t{address} + 1);
    format_ = format_of_addresses(addresses);
  }

  std::vector<std::vector<std::uint32_t>> by_tree_;
  FlitFormat format_;
};

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_ADDRESS_BOOK_H_
