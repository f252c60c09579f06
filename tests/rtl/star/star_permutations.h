// star_permutations.h: a star graph's trees from their definition: plain permutations, slow, small.
//
// P. Fragopoulou, S. G. Akl, "Edge-Disjoint Spanning Trees on the Star Network with Applications
// to Fault Tolerance", IEEE Trans. Computers 45(2), 1996. Everything counts from 1, as there.
#ifndef FLITWISE_TESTS_RTL_STAR_STAR_PERMUTATIONS_H_
#define FLITWISE_TESTS_RTL_STAR_STAR_PERMUTATIONS_H_

#include <cstddef>
#include <cstdint>
#include <set>
#include <vector>

namespace flitwise::rtl_test {

/// Symbols 1 to n at positions 1 to n; entry 0 is position 1.
using Permutation = std::vector<int>;

enum class TreeRule : std::uint8_t { kP = 0, kQ = 1 };

/// All permutations of 1..n in lexicographic order: the rank is the index.
std::vector<Permutation> all_permutations(int n);

/// Swaps positions 1 and `dimension`.
Permutation neighbour(Permutation u, int dimension);

bool is_identity(const Permutation& u);

/// The address of v relative to h: the positions of v's symbols in h.
Permutation relative_address(const Permutation& v, const Permutation& h);

/// Dimension to the parent of u, which is not the identity, in tree `tree` (2..n).
int parent_dimension(TreeRule rule, const Permutation& u, int tree);

/// Dimensions to all children: the neighbours of u whose parent u is.
std::set<int> child_dimensions(TreeRule rule, const Permutation& u, int tree);

/// Links between u and the identity in a tree.
int tree_depth(TreeRule rule, Permutation u, int tree);

/// Address bits of a packet: the symbol at position q, less 1, in bits 3(q - 1).
std::uint32_t address_bits(const Permutation& u);

}  // namespace flitwise::rtl_test

#endif  // FLITWISE_TESTS_RTL_STAR_STAR_PERMUTATIONS_H_
