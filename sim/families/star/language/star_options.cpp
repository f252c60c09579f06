#include "sim/families/star/language/star_options.h"

#include <fmt/format.h>

#include "sim/families/star/language/star_fault_options.h"
#include "sim/families/star/language/star_words.h"
#include "sim/language/scenario_options.h"
#include "systemc/network/star/star_routers.h"

namespace flitwise {
namespace {

void check_build(const Value& value, const StarDraft& draft, Build build) {
  if (build == Build::kElaborated && draft.graph && draft.graph->order() > kMostElaboratedStarOrder)
    throw bad_value(value, fmt::format("is for n up to {}, whose SystemVerilog top compiles in "
                                       "minutes; use assembled",
                                       kMostElaboratedStarOrder));
}

}  // namespace

void read_star_options(const Value& section, const StarDraft& draft, Options& common,
                       StarOptions& options, ErrorList& errors) {
  if (!errors.attempt([&] { expect_map(section, "{rule: Q}"); })) return;
  check_keys(section,
             {"rule", "flits", "next_hops", "faults", "corrupt", "liars", "vote", "skew", "timeout",
              "by_node", "build", "checkers", "skip", "max_steps"},
             errors);
  const std::size_t before = errors.size();
  if_given(section, "rule", errors,
           [&](const Value& value) { options.rule = to_choice(value, star_rule_words()); });
  if_given(section, "flits", errors,
           [&](const Value& value) { options.flits = to_integer(value, 1, kMostStarFlits); });
  if_given(section, "next_hops", errors,
           [&](const Value& value) { options.has_tables = to_choice(value, next_hops_words()); });
  if_given(section, "vote", errors, [&](const Value& value) { options.votes = to_bool(value); });
  if_given(section, "by_node", errors,
           [&](const Value& value) { options.shows_nodes = to_bool(value); });
  read_star_faults(section, draft, options, errors);
  read_common_options(section, common, errors);
  if_given(section, "build", errors,
           [&](const Value& value) { check_build(value, draft, common.build); });
  if (errors.size() == before) check_star_faults(section, draft, options, errors);
}

}  // namespace flitwise
