// fault_sets.h: sets of dead nodes and links of a star graph, all of them or random ones.
#ifndef FLITWISE_TESTS_THEORY_STAR_FAULT_SETS_H_
#define FLITWISE_TESTS_THEORY_STAR_FAULT_SETS_H_

#include <functional>
#include <random>
#include <vector>

#include "tb/theory/star/star_faults.h"

namespace flitwise::test {

/// All nodes but `source` and all links, each as a set of one fault.
std::vector<theory::StarFaults> elements_but(const StarGraph& graph, Node source);

/// Calls `look` with every set of 0 to `most` of the elements.
void for_all_subsets(const std::vector<theory::StarFaults>& elements, int most,
                     const std::function<void(const theory::StarFaults&)>& look);

/// `count` different elements, nodes and links as likely as there are.
theory::StarFaults random_faults(const StarGraph& graph, int count, std::mt19937_64& random);

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_THEORY_STAR_FAULT_SETS_H_
