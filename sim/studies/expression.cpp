#include "sim/studies/expression.h"

#include <fmt/format.h>
#include <muParser.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

#include "sim/text/report_text.h"

namespace flitwise {
namespace {

double floor_of(double x) { return std::floor(x); }
double ceil_of(double x) { return std::ceil(x); }
double modulo(double a, double b) { return a - b * std::floor(a / b); }

// By multiplication: logarithms of powers are not always whole in floating point.
double ceil_log(double base, double n) {
  if (!(base > 1)) return std::numeric_limits<double>::quiet_NaN();
  double k = 0;
  for (double power = 1; power < n; power *= base) ++k;
  return k;
}

double value_of(const std::string& expression, const Names* names, const Paths* paths);

bool begins_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_in_name(char c) { return begins_name(c) || std::isdigit(static_cast<unsigned char>(c)); }

// Replaces the names of an expression by the numbers that they stand for: figures of `names`, or
// what `paths` makes of them; without both, each by some number.
class Resolver {
 public:
  Resolver(const std::string& text, const Names* names, const Paths* paths)
      : text_(text), names_(names), paths_(paths) {}

  std::string resolved() {
    std::string plain;
    while (at_ < text_.size()) {
      if (begins_name(text_[at_])) {
        plain += word();
      } else if (std::isdigit(static_cast<unsigned char>(text_[at_])) != 0) {
        while (at_ < text_.size() && (is_in_name(text_[at_]) || text_[at_] == '.'))
          plain += text_[at_++];
      } else {
        plain += text_[at_++];
      }
    }
    return plain;
  }

 private:
  std::string name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_in_name(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }

  // A function's name stays, a figure's becomes a number.
  std::string word() {
    const std::string first = name();
    std::size_t next = at_;
    while (next < text_.size() && text_[next] == ' ') ++next;
    if (next < text_.size() && text_[next] == '(') return first;
    std::optional<Figure> figure = names_ != nullptr ? (*names_)(first) : Figure(2);
    if (!figure)
      throw ExpressionError(fmt::format(
          "nothing here is called '{}': no value of `over` or `let`, and no figure", first));
    std::string path = first;
    while (at_ < text_.size() && (text_[at_] == '.' || text_[at_] == '[')) {
      const std::string part = text_[at_] == '.' ? (++at_, name()) : index();
      if (names_ != nullptr) figure = part_of(*figure, path, part);
      path += "." + part;
    }
    if (paths_ != nullptr) return fmt::format("({})", (*paths_)(path));
    const std::optional<std::int64_t> number = figure->number();
    if (!number) throw ExpressionError(fmt::format("{} is {}, not a number", path, figure->text()));
    return fmt::format("({})", *number);
  }

  // What stands in brackets is an expression of its own.
  std::string index() {
    const std::size_t begin = ++at_;
    for (int depth = 1; at_ < text_.size(); ++at_) {
      if (text_[at_] == '[') ++depth;
      if (text_[at_] == ']' && --depth == 0)
        return number_text(value_of(text_.substr(begin, at_++ - begin), names_, paths_));
    }
    throw ExpressionError("a [ has no ]");
  }

  static Figure part_of(const Figure& whole, const std::string& path, const std::string& part) {
    if (const Figure::Members* members = whole.members())
      for (const auto& [key, value] : *members)
        if (key == part) return value;
    const std::optional<std::int64_t> item = whole_number(part);
    const Figure::Items* items = whole.items();
    if (items != nullptr && item && *item >= 0 && *item < static_cast<std::int64_t>(items->size()))
      return (*items)[static_cast<std::size_t>(*item)];
    throw ExpressionError(fmt::format("{} has no part '{}'", path, part));
  }

  const std::string& text_;
  const Names* names_;
  const Paths* paths_;
  std::size_t at_ = 0;
};

double value_of(const std::string& expression, const Names* names, const Paths* paths) {
  mu::Parser parser;
  parser.DefineFun("floor", floor_of);
  parser.DefineFun("ceil", ceil_of);
  parser.DefineFun("mod", modulo);
  parser.DefineFun("ceil_log", ceil_log);
  try {
    parser.SetExpr(Resolver(expression, names, paths).resolved());
    const double value = parser.Eval();
    if (parser.GetNumResults() != 1)
      throw ExpressionError("a comma outside of brackets makes several values of it");
    return value;
  } catch (const mu::Parser::exception_type& error) {
    throw ExpressionError(error.GetMsg());
  }
}

}  // namespace

double evaluate(const std::string& expression, const Names& names) {
  const double value = value_of(expression, &names, nullptr);
  if (!std::isfinite(value)) throw ExpressionError("the value is not finite");
  return value;
}

double evaluate_paths(const std::string& expression, const Paths& paths) {
  return value_of(expression, nullptr, &paths);
}

std::vector<std::string> names_in(const std::string& expression) {
  std::vector<std::string> names;
  const Paths record = [&](const std::string& path) {
    const std::string name = path.substr(0, path.find('.'));
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    return std::int64_t{2};
  };
  evaluate_paths(expression, record);
  return names;
}

void check_syntax(const std::string& expression) { value_of(expression, nullptr, nullptr); }

bool relation_holds(double measured, const std::string& relation, double value) {
  if (relation == "<") return measured < value;
  if (relation == "<=") return measured <= value;
  if (relation == ">") return measured > value;
  if (relation == ">=") return measured >= value;
  return (measured == value) == (relation == "=");
}

std::string number_text(double number) {
  const bool is_whole = number == std::floor(number) && std::abs(number) < 1e15;
  return is_whole ? fmt::format("{}", static_cast<std::int64_t>(number))
                  : fmt::format("{:.4g}", number);
}

}  // namespace flitwise
