#include "sim/import/formats/teccl_demands.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <utility>

namespace flitwise {
namespace {

using Pair = std::pair<std::int64_t, std::int64_t>;  // source, and who demands
using Chunks = std::set<std::int64_t>;

// A collective in which all nodes send, or one alone; likewise with those that receive.
bool has_one_source(TecclCollective collective) {
  return collective == TecclCollective::kBroadcast || collective == TecclCollective::kScatter;
}

// The only source or destination of the demands, which must be the same in all of them.
std::string misfit_of_root(TecclCollective collective, const std::map<Pair, Chunks>& pairs) {
  std::set<std::int64_t> roots;
  for (const auto& [pair, chunks] : pairs)
    roots.insert(has_one_source(collective) ? pair.first : pair.second);
  if (roots.size() == 1) return "";
  return fmt::format("must have one {}, and its demands have {}",
                     has_one_source(collective) ? "source" : "destination", roots.size());
}

std::string misfit_of_pairs(TecclCollective collective, const std::vector<std::int64_t>& nodes,
                            const std::map<Pair, Chunks>& pairs) {
  const auto& [root, first] = *pairs.begin();
  for (const std::int64_t source : nodes)
    for (const std::int64_t at : nodes) {
      const bool is_wanted = source != at &&
                             (!has_one_source(collective) || source == root.first) &&
                             (collective != TecclCollective::kGather || at == root.second);
      if (!is_wanted) continue;
      const auto found = pairs.find({source, at});
      const std::size_t chunks = found == pairs.end() ? 0 : found->second.size();
      if (chunks != first.size())
        return fmt::format(
            "must bring node {} as many chunks of node {} as node {} of node {}, "
            "{}, and its demands have {}",
            at, source, root.second, root.first, first.size(), chunks);
      if (collective == TecclCollective::kBroadcast && found->second != first)
        return fmt::format("must bring nodes {} and {} the same chunks", root.second, at);
    }
  return "";
}

std::string misfit_of_chunks(const std::map<Pair, Chunks>& pairs) {
  std::map<Pair, std::int64_t> place_of;  // by source and chunk
  for (const auto& [pair, chunks] : pairs)
    for (const std::int64_t chunk : chunks) {
      const auto [found, is_new] = place_of.emplace(Pair{pair.first, chunk}, pair.second);
      if (!is_new)
        return fmt::format(
            "must bring chunk {} of node {} to one node, and its demands name {} "
            "and {}",
            chunk, pair.first, found->second, pair.second);
    }
  return "";
}

}  // namespace

TecclCollective to_teccl_collective(const Value& value) {
  static const std::vector<Choice<TecclCollective>> kWords{
      {"allgather", TecclCollective::kAllgather},
      {"alltoall", TecclCollective::kAlltoall},
      {"broadcast", TecclCollective::kBroadcast},
      {"scatter", TecclCollective::kScatter},
      {"gather", TecclCollective::kGather}};
  std::string word = to_text(value);
  std::transform(word.begin(), word.end(), word.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const auto& choice : kWords)
    if (word == choice.word) return choice.meaning;
  return kWords[to_choice_index(value, words_of(kWords))].meaning;
}

TecclDemands allgather_demands(const std::vector<std::int64_t>& nodes, std::int64_t chunks) {
  TecclDemands demands;
  for (const std::int64_t at : nodes)
    for (const std::int64_t source : nodes)
      for (std::int64_t chunk = 0; chunk < chunks; ++chunk) demands.insert({at, source, chunk});
  return demands;
}

std::string misfit(TecclCollective collective, const std::vector<std::int64_t>& nodes,
                   const TecclDemands& demands) {
  std::map<Pair, Chunks> pairs;
  for (const TecclDemand& demand : demands)
    if (demand.at != demand.source) pairs[{demand.source, demand.at}].insert(demand.chunk);
  if (pairs.empty()) return "must have its demands in N-Chunk paths";
  std::string wrong;
  if (collective != TecclCollective::kAlltoall) wrong = misfit_of_root(collective, pairs);
  if (wrong.empty()) wrong = misfit_of_pairs(collective, nodes, pairs);
  const bool has_single_chunks =
      collective == TecclCollective::kScatter || collective == TecclCollective::kAlltoall;
  if (wrong.empty() && has_single_chunks) wrong = misfit_of_chunks(pairs);
  return wrong;
}

}  // namespace flitwise
