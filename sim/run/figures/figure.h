// figure.h: figures of a run by name: numbers, lists of numbers, numbers under names.
#ifndef FLITWISE_SIM_RUN_FIGURES_FIGURE_H_
#define FLITWISE_SIM_RUN_FIGURES_FIGURE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "systemc/topology/types.h"

namespace flitwise {

/// A value that was measured or predicted: nothing, a whole number, a real one, a list of values
/// (one per PE, say), or values under names, to any depth.
class Figure {
 public:
  using Items = std::vector<Figure>;
  using Members = std::vector<std::pair<std::string, Figure>>;

  // A figure is written as the value that it is, so these convert.
  Figure() = default;
  Figure(std::int64_t number) : value_(number) {}
  /// Shape: finite. A template, so that whole numbers of any width stay whole.
  template <typename Real, std::enable_if_t<std::is_floating_point_v<Real>, int> = 0>
  Figure(Real number) : value_(double{number}) {}
  Figure(std::optional<std::int64_t> number) {
    if (number) value_ = *number;
  }
  template <typename Item>
  Figure(const std::vector<Item>& items) : value_(Items(items.begin(), items.end())) {}
  Figure(Members members) : value_(std::move(members)) {}

  /// Each is empty or nullptr where the figure is of another sort.
  std::optional<std::int64_t> number() const;
  /// Of a whole number as well.
  std::optional<double> real() const;
  const Items* items() const { return std::get_if<Items>(&value_); }
  const Members* members() const { return std::get_if<Members>(&value_); }
  bool is_nothing() const { return std::holds_alternative<std::monostate>(value_); }

  /// "none", "14", "0.125", "[2, none, 5]", "{up: 1, down: 2}". Real numbers have six digits.
  std::string text() const;

  friend bool operator==(const Figure& a, const Figure& b) { return a.value_ == b.value_; }
  friend bool operator!=(const Figure& a, const Figure& b) { return !(a == b); }

 private:
  std::variant<std::monostate, std::int64_t, double, Items, Members> value_;
};

/// What was measured in a run. Units: steps for `finish` and `quiesce`.
struct Figures {
  Step finish = 0;
  Step quiesce = 0;
  Figure::Members others{};  ///< the family's own, in the order of the reports

  /// The figure of this name, `finish` and `quiesce` included; empty if there is none. Of figures
  /// within a figure, the names joined by dots: "latency.mean".
  std::optional<Figure> find(const std::string& name) const;
};

/// What theory says of them; empty or left out where it says nothing.
struct PredictedFigures {
  std::optional<Step> finish;
  std::optional<Step> quiesce;
  Figure::Members others{};

  std::optional<Figure> find(const std::string& name) const;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_FIGURES_FIGURE_H_
