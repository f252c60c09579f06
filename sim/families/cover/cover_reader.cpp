#include "sim/families/cover/cover_reader.h"

#include <optional>
#include <utility>
#include <vector>

#include "sim/families/cover/cover_network.h"
#include "sim/families/cover/cover_words.h"
#include "sim/families/tree/language/tree_options.h"
#include "sim/families/tree/language/tree_words.h"
#include "sim/language/scenario_lengths.h"
#include "sim/language/scenario_options.h"

namespace flitwise {
namespace {

// The words to choose from: those of the operation, and one of the other operation, which is
// refused as such later.
std::vector<Choice<TreeAlgorithm>> words_for(const Value& value,
                                             const std::optional<Operation>& operation) {
  std::vector<Choice<TreeAlgorithm>> fitting;
  for (const auto& choice : cover_algorithm_words())
    if (!operation || operation_of(choice.meaning) == *operation || value.node.text == choice.word)
      fitting.push_back(choice);
  return fitting;
}

// The sections that later rules look at; what is wrong stays empty in the draft.
TreeDraft read_sections(const Value& root, const std::string& kind, CoverScenario& cover,
                        ErrorList& errors) {
  TreeDraft draft;
  draft.is_always_multiport = true;
  errors.attempt([&] {
    const Value network = required(root, "network", "the mesh or torus and its cover");
    if (!read_cover_network(network, kind, cover, errors)) return;
    draft.pes = cover.rows * cover.columns;
    draft.root = cover.root_row * cover.columns + cover.root_column;
  });
  errors.attempt([&] {
    draft.operation =
        to_choice(required(root, "operation", "scatter or gather"), cover_operation_words());
  });
  errors.attempt([&] {
    const Value algorithm = required(root, "algorithm", "fdf, certification or timetable");
    draft.algorithm = to_choice(algorithm, words_for(algorithm, draft.operation));
    if (shares_links(cover.shape) && draft.algorithm == TreeAlgorithm::kCertification)
      throw bad_value(algorithm,
                      "cannot be with cover shared: its trees share links, and PEs that "
                      "certify know of one tree each; use timetable");
  });
  errors.attempt([&] {
    draft.lengths = read_lengths(required(root, "lengths", "flits of each PE's message"), draft.pes,
                                 errors, draft.root);
  });
  return draft;
}

// Who keeps to steps known beforehand, the root of a scatter on shared links or the PEs of a
// timetable, has messages whose flits follow each other step by step.
void check_pace(const Value& section, const TreeDraft& draft, const CoverScenario& cover,
                ErrorList& errors) {
  const bool by_timetable = draft.algorithm == TreeAlgorithm::kTimetable;
  if (!by_timetable && !shares_links(cover.shape)) return;
  const char* const rule = by_timetable
                               ? "cannot be with algorithm timetable, which times a flit a step"
                               : "cannot be with cover shared, whose root times a flit a step";
  if_given(section, "setup", errors, [&](const Value& value) {
    if (cover.options.setup != 0) throw bad_value(value, rule);
  });
  if_given(section, "flit_time", errors, [&](const Value& value) {
    if (cover.options.flit_time != 1) throw bad_value(value, rule);
  });
}

}  // namespace

void read_cover_scenario(const Value& root, const std::string& kind, Scenario& scenario,
                         ErrorList& errors) {
  CoverScenario cover;
  const TreeDraft draft = read_sections(root, kind, cover, errors);
  if (const YamlNode* options = root.node.find("options")) {
    const Value section{*options, "options"};
    read_tree_options(section, draft, scenario.options, cover.options, errors);
    check_pace(section, draft, cover, errors);
  }
  check_tree_draft(root, draft, errors);
  if (!errors.empty()) return;
  scenario.shape = describe_cover(cover);
  scenario.operation = *draft.operation;
  cover.algorithm = *draft.algorithm;
  cover.lengths = *draft.lengths;
  // A lag is at most 2 above that of a child, and no tree is higher than the sides together.
  check_certified_lag(root, draft, cover.options, 2 * (Step{cover.rows} + cover.columns), errors);
  scenario.system = std::move(cover);
}

}  // namespace flitwise
