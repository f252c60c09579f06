// star_fault_sets.h: runs of an operation on a star graph under every small set of faults.
#ifndef FLITWISE_TESTS_SYSTEM_STAR_STAR_FAULT_SETS_H_
#define FLITWISE_TESTS_SYSTEM_STAR_STAR_FAULT_SETS_H_

#include <vector>

#include "tests/system/star/star_runs.h"

namespace flitwise::testing_support {

/// A node or, with a dimension, a link.
struct StarElement {
  Node node = 0;
  int dimension = 0;
};

/// Everything that can fail while the source, if there is one, lives.
std::vector<StarElement> elements_of(const StarAsk& ask);

/// Runs `ask` with these elements dead; expects a pass, which includes the guarantee, and at least
/// copies - elements of each packet.
void check_fault_set(StarAsk ask, const std::vector<StarElement>& dead);

/// Runs `ask` with all sets of 0 to `most` elements (at most 2); counts the sets.
int check_all_fault_sets(const StarAsk& ask, int most);

}  // namespace flitwise::testing_support

#endif  // FLITWISE_TESTS_SYSTEM_STAR_STAR_FAULT_SETS_H_
