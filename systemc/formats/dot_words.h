// dot_words.h: the words of a DOT text and where they stand. For the sources of read_graph only.
#ifndef FLITWISE_SYSTEMC_FORMATS_DOT_WORDS_H_
#define FLITWISE_SYSTEMC_FORMATS_DOT_WORDS_H_

#include <cstddef>
#include <string>
#include <vector>

namespace flitwise {

struct DotWord {
  std::size_t start = 0;  ///< byte of the text
  std::string text;
  bool follows_operator = false;  ///< -- or ->
};

/// Names of nodes, and keywords; nothing of attributes, values, ports and comments. It only checks
/// how deeply subgraphs are nested; whoever reads the graph checks the rest.
/// Errors: throws GraphTextError for subgraphs too deep and for HTML strings.
std::vector<DotWord> dot_words(const std::string& text);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_FORMATS_DOT_WORDS_H_
