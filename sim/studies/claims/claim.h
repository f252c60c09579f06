// claim.h: what papers claim: a file of claims in, a Paper or all its mistakes out.
#ifndef FLITWISE_SIM_STUDIES_CLAIMS_CLAIM_H_
#define FLITWISE_SIM_STUDIES_CLAIMS_CLAIM_H_

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "sim/language/scenario_error.h"
#include "sim/language/scenario_yaml.h"

namespace flitwise {

/// The verdict of a claim's cases. They alone decide; files only say what is expected.
enum class ClaimVerdict : std::uint8_t {
  kHolds,
  kCorrected,  ///< false as it stands; the formula in its place holds in every case
  kRefuted,    ///< false, by a witness
  kAnswered,   ///< a question that the paper leaves open; the answer holds in every case
  kUndecided,  ///< none of them: a run went wrong, or neither formula fits what was measured
};

/// "holds", "corrected", "refuted", "answered", "undecided".
std::string verdict_name(ClaimVerdict verdict);

/// Whose statement a claim is.
enum class ClaimSource : std::uint8_t {
  kPaper,           ///< stands in the paper, in the copy at hand
  kReconstruction,  ///< read out of what is left of a copy that has lost its formulas
  kProject,         ///< a result of our own
};

/// "paper", "reconstruction", "project".
std::string source_name(ClaimSource source);
const std::vector<std::string>& source_names();

/// Text of a formula or of another value, and where it stands.
struct Formula {
  std::string text;
  Place place;
};

/// What a measured number shall be: "n + 1" or "<= 2 * n + L".
struct Statement {
  std::string relation = "=";  ///< one of = != < <= > >=
  Formula formula;
};

/// Values of a name, or rows of values of several names; ranges may use the names before them.
struct Axis {
  std::vector<std::string> names;
  YamlNode values;  ///< a list, "2..16", a generator, or a list of maps
};

/// Scenarios, or calls of a check, one for every combination of values, with what is claimed of
/// them.
struct ClaimCase {
  Place place;
  std::optional<YamlNode> scenario;  ///< a map, or the name of a file; empty: the check alone
  std::optional<YamlNode> against;   ///< another one, whose figures are those of `other`
  std::string check;                 ///< name of a check, empty for none
  std::vector<Axis> axes;
  std::vector<std::pair<std::string, Formula>> lets;  ///< names for formulas, in order
  std::optional<Formula> where;                       ///< combinations that make it 0 are left out
  Formula measure;  ///< over measured figures; "finish" if left out
  Statement paper;
  std::string speaker = "paper";     ///< what reports call that statement: "claimed" if it is ours
  std::optional<Statement> truth;    ///< of a corrected claim: what holds instead, in every case
  std::optional<Statement> witness;  ///< of a refuted one: what is measured where it fails
  std::string fails;  ///< the run fails, and one of its problems contains this; empty: it passes
};

/// The statements that a case has, by their keys: "paper", "truth", "witness".
std::vector<std::pair<const char*, const Statement*>> statements_of(const ClaimCase& one);

/// The names that a case gives values to, by axes and formulas.
std::set<std::string> bound_names(const ClaimCase& one);

/// Whether a claim is about all its cases, or says that there is one.
enum class Quantifier : std::uint8_t { kAll, kSome };

struct Claim {
  std::string id;
  ClaimSource source = ClaimSource::kPaper;
  std::string place;  ///< in the paper; empty for results of our own
  std::string text;
  Formula range;        ///< for which it was decided, in words, with placeholders
  std::string reading;  ///< what the paper says, as its authors would have it; may be empty
  std::string
      arguable;         ///< by which reading it would stand, or what the verdict hangs on, or empty
  std::string instead;  ///< what is true instead; empty where it holds
  ClaimVerdict expected = ClaimVerdict::kHolds;
  Quantifier quantifier = Quantifier::kAll;
  std::vector<ClaimCase> cases;
  Place at;

  /// Whether it counts as a statement of the paper, and not as one of ours.
  bool is_of_paper() const { return source != ClaimSource::kProject; }
};

/// The claims of one paper.
struct Paper {
  std::string name;   ///< "trees"
  std::string title;  ///< authors, title, where published
  std::vector<Claim> claims;
};

/// Reads a file of claims. sim/claims/README.md describes the format.
/// Errors: adds a ConfigError for each mistake; then nothing is returned.
std::optional<Paper> read_paper(const std::string& file, ErrorList& errors);

/// The same for a text; `file` is the name that errors show and that file names in it are relative
/// to.
std::optional<Paper> read_paper_text(const std::string& text, const std::string& file,
                                     ErrorList& errors);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_CLAIMS_CLAIM_H_
