// expression.h: arithmetic over named figures, for the formulas of claims.
#ifndef FLITWISE_SIM_STUDIES_EXPRESSION_H_
#define FLITWISE_SIM_STUDIES_EXPRESSION_H_

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/run/figures/figure.h"

namespace flitwise {

/// An expression that cannot be evaluated; the message says why, in the words of its author.
class ExpressionError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The figure of a name; empty if there is none.
using Names = std::function<std::optional<Figure>(const std::string& name)>;

/// The value of an arithmetic expression in muParser's language (+ - * / ^, comparisons, && ||,
/// a ? b : c, min, max, sum, log2, sqrt and others), in which
///
/// * names may be followed by parts: `max_wait.3.up`, `lag[n - 1]`, `arrivals[2][0]`. A part
///   selects an item of a list, counted from 0, or a member by its name;
/// * `floor`, `ceil`, `mod(a, b)` and `ceil_log(b, n)`, the least k with b^k >= n, are there, too.
///
/// Errors: throws ExpressionError for what is no expression, for names that nothing has and for
///         values that are no numbers or not finite.
double evaluate(const std::string& expression, const Names& names);

/// The number that a name with its parts stands for: "finish", "lag.1".
using Paths = std::function<std::int64_t(const std::string& path)>;

/// The value of an expression whose names may stand for anything; it need not be finite.
/// Errors: throws ExpressionError for what is no expression.
double evaluate_paths(const std::string& expression, const Paths& paths);

/// The names of an expression without their parts, each once, in order: "lag" of `lag[n] + n`.
/// Errors: as evaluate_paths.
std::vector<std::string> names_in(const std::string& expression);

/// Errors: throws ExpressionError for what is no expression, whatever its names mean.
void check_syntax(const std::string& expression);

/// Whether `measured` stands in the relation to `value`: one of = != < <= > >=.
bool relation_holds(double measured, const std::string& relation, double value);

/// "14", "-2", "7.25".
std::string number_text(double number);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_EXPRESSION_H_
