// ledger.h: the figures of a run, each once: measured, predicted, and where the prediction is from.
#ifndef FLITWISE_SIM_RUN_FIGURES_LEDGER_H_
#define FLITWISE_SIM_RUN_FIGURES_LEDGER_H_

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/run/figures/figure.h"

namespace flitwise {

/// Figures in the order of the reports; what is predicted is compared in the same order, unless the
/// ledger says otherwise.
///
/// Units: steps for "finish" and "quiesce", which every run has.
class Ledger {
 public:
  /// How a prediction binds what was measured.
  enum class Bond {
    kNone,        ///< measured only
    kEqual,       ///< must be what was measured
    kAtLeast,     ///< of the finish, or of what is measured: nothing can have less
    kAtMost,      ///< of the finish: this algorithm is never slower
    kTheoryOnly,  ///< shown with what is predicted; nothing measured stands against it
  };
  struct Entry {
    std::string name;
    Bond bond = Bond::kNone;
    Figure measured;
    Figure predicted;
    std::string source;       ///< theorem, formula or recurrence, with its range
    std::string item = "PE";  ///< what a list has an entry of
  };

  /// A figure that was measured, and nothing is said of.
  void add(const std::string& name, Figure measured);
  /// One that theory says, if it says it.
  /// Errors: throws std::invalid_argument when what is predicted has no source: nobody could tell
  ///         what was checked.
  void add(const std::string& name, Figure measured, std::optional<Figure> predicted,
           const std::string& source);
  /// Likewise of lists that have an entry per `item`: "tree".
  void add_list(const std::string& item, const std::string& name, Figure measured, Figure predicted,
                const std::string& source);
  template <typename T>
  void add(const std::string& name, Figure measured, const std::optional<T>& predicted,
           const std::string& source) {
    // Not left to Figure, which takes an optional for a value that may be nothing.
    std::optional<Figure> said;
    if (predicted) said = Figure(*predicted);
    add(name, std::move(measured), std::move(said), source);
  }
  /// Bounds of the finish, "lower_bound" and "bound"; none where there is no value. `of`: the step
  /// that the bound is about, if not the finish.
  void add_lower_bound(std::optional<Step> bound, const std::string& source,
                       std::optional<Step> of = {});
  /// A figure that no way of doing the same can have less of.
  void add_at_least(const std::string& name, std::int64_t measured, std::int64_t bound,
                    const std::string& source);
  void add_bound(std::optional<Step> bound, const std::string& source);
  /// Of a figure that is measured, too, theory may say what it is on average; a check of the
  /// family's own compares the two.
  void add_theory(const std::string& name, Figure predicted);

  /// Compares one figure right behind another one that is reported later.
  void compare_behind(const std::string& name, const std::string& other);

  const std::vector<Entry>& entries() const { return entries_; }
  /// In the order in which they are compared.
  std::vector<Entry> compared() const;
  /// nullptr if there is none.
  const Entry* find(const std::string& name) const;

 private:
  void add(Entry entry);

  std::vector<Entry> entries_;
  std::vector<std::pair<std::string, std::string>> behind_;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_FIGURES_LEDGER_H_
