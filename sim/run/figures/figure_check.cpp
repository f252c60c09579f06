#include "sim/run/figures/figure_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

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

bool has_members(const Figure::Items& items) {
  return std::any_of(items.begin(), items.end(),
                     [](const Figure& item) { return item.members() != nullptr; });
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

// Counts values that agree, and keeps the first that does not.
class Comparison {
 public:
  std::int64_t count() const { return count_; }

  // `place()` is the value's name.
  template <typename Place>
  void add(Place&& place, const Figure& measured, const Figure& predicted) {
    ++count_;
    if (measured == predicted)
      ++agreeing_;
    else if (!wrong_)
      wrong_ = in_short({place(), measured, predicted});
  }

  Check check(const std::string& name, const std::string& noun, const std::string& source) const {
    if (!wrong_) {
      const std::string all = fmt::format("{} of {} {}", agreeing_, count_, noun);
      return {name, all, all, true, source};
    }
    return {name,
            fmt::format("{}: {} ({} of {} {} agree)", wrong_->place, wrong_->measured.text(),
                        agreeing_, count_, noun),
            fmt::format("{}: {}", wrong_->place, wrong_->predicted.text()), false, source};
  }

 private:
  std::int64_t count_ = 0;
  std::int64_t agreeing_ = 0;
  std::optional<Pair> wrong_;
};

// Every number within lists and objects: "2.down", "trees[1].lag[5]".
void add_values(const std::string& place, const Figure& measured, const Figure& predicted,
                Comparison& comparison) {
  if (const Figure::Members* members = predicted.members()) {
    for (const auto& [name, value] : *members)
      add_values(place.empty() ? name : place + "." + name, at(measured, name), value, comparison);
  } else if (predicted.items() != nullptr && measured.items() != nullptr) {
    const std::size_t size = std::max(measured.items()->size(), predicted.items()->size());
    for (std::size_t i = 0; i < size; ++i)
      add_values(fmt::format("{}[{}]", place, i), at(*measured.items(), i),
                 at(*predicted.items(), i), comparison);
  } else {
    comparison.add([&] { return place; }, measured, predicted);
  }
}

}  // namespace

Check compare_figures(const std::string& name, const Figure& measured, const Figure& predicted,
                      const std::string& source, const std::string& item) {
  const bool are_objects = predicted.members() != nullptr && measured.members() != nullptr;
  const bool are_lists = predicted.items() != nullptr && measured.items() != nullptr;
  Comparison comparison;
  if (are_objects || (are_lists && has_members(*predicted.items())))
    add_values(are_lists ? name : "", measured, predicted, comparison);
  if (comparison.count() > 0) return comparison.check(name, "values", source);
  if (are_lists) {
    const std::size_t size = std::max(measured.items()->size(), predicted.items()->size());
    for (std::size_t i = 0; i < size; ++i)
      comparison.add([&] { return fmt::format("{} {}", item, i); }, at(*measured.items(), i),
                     at(*predicted.items(), i));
    return comparison.check(name, item + "s", source);
  }
  return {name, measured.text(), predicted.text(), measured == predicted, source};
}

}  // namespace flitwise
