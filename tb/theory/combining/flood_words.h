// flood_words.h: what PEs have when a barrier by flooding is over.
//
// Range: any graph; min, max, and, or, which may count an operand more than once.
// Source: this project: in D rounds an operand comes over every way of D steps, standing still
//         allowed; by induction over the rounds. No node is farther than D, so that all come.
#ifndef FLITWISE_TB_THEORY_COMBINING_FLOOD_WORDS_H_
#define FLITWISE_TB_THEORY_COMBINING_FLOOD_WORDS_H_

#include <vector>

#include "systemc/topology/collective_plan.h"
#include "systemc/topology/collective_words.h"

namespace flitwise::theory {

/// By PE, its word, with each operand as often as there are such ways from its PE.
/// Errors: throws std::invalid_argument for sum and xor.
std::vector<Word> tree_flood_words(const TreeShape& shape, const WordArithmetic& arithmetic);
std::vector<Word> star_flood_words(const StarGraph& graph, const WordArithmetic& arithmetic);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_COMBINING_FLOOD_WORDS_H_
