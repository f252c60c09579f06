// tree_texts.h: trees of a graph for people, as JSON and as a picture.
#ifndef FLITWISE_SIM_GRAPH_TEXTS_TREE_TEXTS_H_
#define FLITWISE_SIM_GRAPH_TEXTS_TREE_TEXTS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "sim/graph/tree_study.h"

namespace flitwise {

/// A row of figures, the proofs of both numbers of trees, a row a family and a row an operation.
/// `width` is that of the terminal, 0 if there is none.
std::string study_text(const TreeStudy& study, std::size_t width);

/// One line of JSON, ending in a newline. Shape: the keys of docs/graphs.md.
std::string study_json(const TreeStudy& study);

/// "arc", "link" or "slots".
std::string word_of(Disjoint disjoint);

/// An SVG: every tree of every family, its root at the top and a row for each depth.
std::string study_picture(const TreeStudy& study);

/// Heights, of many equal ones as "5 x 16".
std::string heights_text(std::vector<Node> heights);

}  // namespace flitwise

#endif  // FLITWISE_SIM_GRAPH_TEXTS_TREE_TEXTS_H_
