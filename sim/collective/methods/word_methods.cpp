#include "sim/collective/methods/word_methods.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "sim/run/family/hosts.h"
#include "sim/run/family/shared_words.h"
#include "sim/text/report_text.h"

namespace flitwise {

bool WordMethod::does(CollectiveOperation operation) const {
  return std::find(operations.begin(), operations.end(), operation) != operations.end();
}

bool WordMethod::has_root(CollectiveOperation operation) const {
  return operation == CollectiveOperation::kMulticast ||
         operation == CollectiveOperation::kReduce ||
         (hangs_from_root && does(CollectiveOperation::kReduce));
}

const std::vector<WordMethod>& word_methods() {
  static const std::vector<WordMethod> methods = [] {
    std::vector<WordMethod> all;
    for (const auto& wing :
         {tree_word_methods(), fat_tree_word_methods(), torus_word_methods(), mesh_word_methods(),
          star_word_methods(), combining_word_methods(), merging_word_methods()})
      all.insert(all.end(), wing.begin(), wing.end());
    return all;
  }();
  return methods;
}

const WordMethod* find_word_method(ShapeIndex network, CollectiveOperation operation,
                                   const std::string& word) {
  for (const WordMethod& method : word_methods())
    if (method.network == network && method.word == word && method.does(operation)) return &method;
  return nullptr;
}

std::vector<std::string> words_for(ShapeIndex network, CollectiveOperation operation) {
  std::vector<std::string> words;
  for (const WordMethod& method : word_methods())
    if (method.network == network && method.does(operation)) words.emplace_back(method.word);
  return words;
}

const char* network_title(ShapeIndex network) {
  constexpr std::array<const char*, std::variant_size_v<NetworkShape>> kTitles{
      "trees of PEs", "fat trees", "tori of wormhole routers", "meshes of XY routers",
      "star graphs"};
  return kTitles.at(network);
}

std::vector<Explanation> word_explanations() {
  std::vector<Explanation> all;
  for (const WordMethod& m : word_methods())
    for (const CollectiveOperation operation : m.operations)
      all.push_back({network_title(m.network), word_for(collective_operation_words(), operation),
                     m.word, m.what, m.finish, m.range, m.source});
  return all;
}

std::string word_algorithms_text() {
  constexpr std::size_t kColumn = 32;
  constexpr std::size_t kWidth = 100;
  std::string text = "algorithms by network:\n";
  for (ShapeIndex network = 0; network < std::variant_size_v<NetworkShape>; ++network) {
    text += fmt::format("  on {}:\n", network_title(network));
    for (const WordMethod& method : word_methods()) {
      if (method.network != network) continue;
      std::vector<std::string> operations;
      for (const CollectiveOperation operation : method.operations)
        operations.emplace_back(word_for(collective_operation_words(), operation));
      const std::string about = fmt::format("{}: {}", fmt::join(operations, ", "), method.sentence);
      text +=
          fmt::format("    {:<{}}{}\n", method.word, kColumn - 4, wrapped(about, kColumn, kWidth));
    }
  }
  return text;
}

}  // namespace flitwise
