#include "sim/collective/word_crossings.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "tb/theory/collective/crossing_length.h"

namespace flitwise {
namespace {

bool has_blocks(CollectiveOperation operation) {
  return operation == CollectiveOperation::kAllGather ||
         operation == CollectiveOperation::kAllToAll;
}

struct Contender {
  const WordMethod* method;
  theory::DoneByLength done;
};

// Those that have a formula for one word.
std::vector<Contender> contenders(const CollectiveRequest& request, const NetworkShape& shape,
                                  std::optional<bool> in_network) {
  std::vector<Contender> all;
  for (const WordMethod& method : word_methods()) {
    if (method.network != shape.index() || !method.does(request.operation)) continue;
    if (in_network.value_or(method.is_in_network()) != method.is_in_network()) continue;
    if (!request.start.empty() && !method.waits_for_late(request.operation)) continue;
    const auto done = [&method, &shape, request](Flits words) {
      CollectiveRequest longer = request;
      (has_blocks(request.operation) ? longer.block : longer.length) = words;
      return method.figures(longer, shape).done;
    };
    if (done(1)) all.push_back({&method, done});
  }
  return all;
}

// Up to which length it has a formula: some algorithms take few words only.
Flits longest_of(const Contender& one) {
  Flits has = 1, lacks = theory::kLongestCompared + 1;
  if (one.done(theory::kLongestCompared)) return theory::kLongestCompared;
  while (lacks - has > 1) {
    const Flits middle = has + (lacks - has) / 2;
    (one.done(middle) ? has : lacks) = middle;
  }
  return has;
}

const Contender* fastest_at(const std::vector<Contender>& all, Flits words) {
  const Contender* fastest = nullptr;
  for (const Contender& one : all)
    if (const auto done = one.done(words); done && (!fastest || *done < *fastest->done(words)))
      fastest = &one;
  return fastest;
}

// "ring, bidir from 9 words on"; empty where fewer than two have a formula.
std::string ranking(const CollectiveRequest& request, const NetworkShape& shape,
                    std::optional<bool> in_network) {
  if (contenders(request, shape, in_network).size() < 2) return {};
  std::string text;
  for (const FastestFrom& one : fastest_by_length(request, shape, in_network))
    text += text.empty() ? std::string(one.method->word)
                         : fmt::format(", {} from {} words on", one.method->word, one.words);
  return text;
}

}  // namespace

std::vector<FastestFrom> fastest_by_length(const CollectiveRequest& request,
                                           const NetworkShape& shape,
                                           std::optional<bool> in_network) {
  const std::vector<Contender> all = contenders(request, shape, in_network);
  const Contender* leader = fastest_at(all, 1);
  std::vector<FastestFrom> fastest;
  for (Flits from = 1; leader != nullptr;) {
    fastest.push_back({leader->method, from});
    std::optional<std::pair<Flits, Step>> first;  // where it is overtaken, and by when
    const Contender* next = nullptr;
    const Flits end = longest_of(*leader);
    for (const Contender& one : all) {
      if (&one == leader) continue;
      const auto words = theory::crossing_length(leader->done, one.done, end);
      if (!words || *words <= from) continue;
      const std::pair<Flits, Step> here{*words, *one.done(*words)};
      if (first && *first <= here) continue;
      first = here;
      next = &one;
    }
    if (next == nullptr && end < theory::kLongestCompared) {
      from = end + 1;
      next = fastest_at(all, from);
    }
    leader = next;
    from = first ? first->first : from;
  }
  return fastest;
}

std::vector<std::string> fastest_texts(const WordRun& run, const NetworkShape& shape) {
  if (run.request.operation == CollectiveOperation::kBarrier) return {};
  std::vector<std::string> texts;
  const std::string ranked = ranking(run.request, shape, run.in_network);
  if (!ranked.empty())
    texts.push_back(fmt::format("by the formulas the fastest is {} (up to {} words)", ranked,
                                theory::kLongestCompared));
  if (!run.in_network) return texts;
  const std::string without = ranking(run.request, shape, {});
  if (!without.empty() && without != ranked)
    texts.push_back(fmt::format("without options.combine it is {}", without));
  return texts;
}

}  // namespace flitwise
