// ebft_classes.h: total exchanges on exponential binary fat trees of slow switches or links, as the
// classes of messages step by step.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_FAT_TREE_EBFT_CLASSES_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_FAT_TREE_EBFT_CLASSES_H_

#include <vector>

#include "systemc/topology/fat_tree/fat_tree_latency.h"

namespace flitwise::protocols {

/// In this step nothing is sent.
inline constexpr int kNoClass = 0;

/// The class of the message that every leaf sends in each step: two leaves are of the class of the
/// level where they meet. Dispatches of a leaf are distinct, and so are its arrivals, so that on an
/// exponential fat tree nothing waits.
///
/// It depends on p = r + w - 1 of the branches above the lowest alone: there is one for p = 2 to 6
/// and 4 to 64 leaves where those take the same steps. All were found by search; they end with the
/// lower bound, but for p = 5 with 16 leaves (two steps more) and p = 6 with 32 (one more).
///
/// Shape:  entry i is the class of step i + 1 or kNoClass, classes from 1 to `levels`, class h in
///         2^(h-1) steps. Empty where no sequence is known.
/// Errors: throws std::logic_error when a stored sequence breaks these rules.
std::vector<int> ebft_classes(int levels, const FatTreeLatency& latency);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_FAT_TREE_EBFT_CLASSES_H_
