#include "sim/run/figures/figure_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace flitwise {
namespace {

using check::Check;

// One place where a measured value stands against a predicted one.
struct Pair {
  std::string place;
  Figure measured;
  Figure predicted;
};

Figure at(const Figure::Items& items, std::size_t index) {
  return index < items.size() ? items[index] : Figure();
}

Figure at(const Figure& figure, const std::string& name) {
  if (const Figure::Members* members = figure.members())
    for (const auto& [other, value] : *members)
      if (other == name) return value;
  return {};
}

std::vector<Pair> pairs_by_item(const std::string& item, const Figure::Items& measured,
                                const Figure::Items& predicted) {
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < std::max(measured.size(), predicted.size()); ++i)
    pairs.push_back({fmt::format("{} {}", item, i), at(measured, i), at(predicted, i)});
  return pairs;
}

bool has_members(const Figure::Items& items) {
  return std::any_of(items.begin(), items.end(),
                     [](const Figure& item) { return item.members() != nullptr; });
}

// Every number within lists and objects: "2.down", "trees[1].lag[5]".
void add_pairs(const std::string& place, const Figure& measured, const Figure& predicted,
               std::vector<Pair>& pairs) {
  if (const Figure::Members* members = predicted.members()) {
    for (const auto& [name, value] : *members)
      add_pairs(place.empty() ? name : place + "." + name, at(measured, name), value, pairs);
  } else if (predicted.items() != nullptr && measured.items() != nullptr) {
    const std::size_t size = std::max(measured.items()->size(), predicted.items()->size());
    for (std::size_t i = 0; i < size; ++i)
      add_pairs(fmt::format("{}[{}]", place, i), at(*measured.items(), i),
                at(*predicted.items(), i), pairs);
  } else {
    pairs.push_back({place, measured, predicted});
  }
}

// Of two lists that nobody would read, the first entry that differs.
Pair in_short(const Pair& pair) {
  constexpr std::size_t kMostShown = 64;
  const Figure::Items* measured = pair.measured.items();
  const Figure::Items* predicted = pair.predicted.items();
  if (measured == nullptr || predicted == nullptr) return pair;
  const std::size_t size = std::max(measured->size(), predicted->size());
  if (size <= kMostShown) return pair;
  std::size_t i = 0;
  while (i + 1 < size && at(*measured, i) == at(*predicted, i)) ++i;
  return {fmt::format("{}[{}]", pair.place, i), at(*measured, i), at(*predicted, i)};
}

Check compare_pairs(const std::string& name, const std::vector<Pair>& pairs,
                    const std::string& noun, const std::string& source) {
  const auto agrees = [](const Pair& pair) { return pair.measured == pair.predicted; };
  const auto agreeing = std::count_if(pairs.begin(), pairs.end(), agrees);
  const auto first = std::find_if_not(pairs.begin(), pairs.end(), agrees);
  if (first == pairs.end()) {
    const std::string all = fmt::format("{} of {} {}", agreeing, pairs.size(), noun);
    return {name, all, all, true, source};
  }
  const Pair wrong = in_short(*first);
  return {name,
          fmt::format("{}: {} ({} of {} {} agree)", wrong.place, wrong.measured.text(), agreeing,
                      pairs.size(), noun),
          fmt::format("{}: {}", wrong.place, wrong.predicted.text()), false, source};
}

}  // namespace

Check compare_figures(const std::string& name, const Figure& measured, const Figure& predicted,
                      const std::string& source, const std::string& item) {
  const bool are_objects = predicted.members() != nullptr && measured.members() != nullptr;
  const bool are_lists = predicted.items() != nullptr && measured.items() != nullptr;
  if (are_objects || (are_lists && has_members(*predicted.items()))) {
    std::vector<Pair> pairs;
    add_pairs(are_lists ? name : "", measured, predicted, pairs);
    if (!pairs.empty()) return compare_pairs(name, pairs, "values", source);
  }
  if (are_lists)
    return compare_pairs(name, pairs_by_item(item, *measured.items(), *predicted.items()),
                         item + "s", source);
  return {name, measured.text(), predicted.text(), measured == predicted, source};
}

}  // namespace flitwise
