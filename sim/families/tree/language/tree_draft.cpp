#include "sim/families/tree/language/tree_draft.h"

#include <fmt/format.h>

#include <numeric>

#include "sim/families/tree/language/tree_words.h"
#include "sim/language/scenario_lengths.h"
#include "systemc/network/flit.h"

namespace flitwise {
namespace {

void check_operation(const Value& root, const TreeDraft& draft) {
  if (!draft.operation || !draft.algorithm) return;
  const Operation needed = operation_of(*draft.algorithm);
  if (*draft.operation == needed) return;
  throw bad_value({*root.node.find("algorithm"), "algorithm"},
                  fmt::format("is an algorithm for operation {}, not for {}",
                              word_for(operation_words(), needed),
                              word_for(operation_words(), *draft.operation)));
}

// The longest streams that the fields of control flits can name.
void check_total(const Value& root, const TreeDraft& draft) {
  if (draft.length && draft.pes) {
    const Flits most = kMostFlits / (*draft.pes - 1);
    if (*draft.length > most)
      throw bad_value({*root.node.find("length"), "length"},
                      fmt::format("must be at most {} with {} PEs: all copies together have at "
                                  "most {} flits",
                                  most, *draft.pes, kMostFlits));
  }
  if (!draft.lengths || !draft.algorithm) return;
  const Flits total = std::accumulate(draft.lengths->begin(), draft.lengths->end(), Flits{0});
  const auto refuse_above = [&](Flits most, const char* reason) {
    if (total > most)
      throw ConfigError(root.node.find("lengths")->place, "lengths", std::to_string(total),
                        fmt::format("flits in all: at most {} are possible{}", most, reason));
  };
  if (*draft.algorithm == TreeAlgorithm::kCertification)
    refuse_above(kMaxStream, " with certification, because a certificate counts them in 18 bits");
  else
    refuse_above(kMostFlits, "");
}

// The longest lag that a certificate has to say, where messages take `options` steps. An order says
// a lag and the time of all flits, which then fits its 31 bits.
void check_lag(const Value& root, const TreeOptions& options, Step structural_lag) {
  const Step lag = structural_lag + options.setup + options.flit_time;
  if (lag <= kMaxLag) return;
  const char* key = options.setup > options.flit_time ? "setup" : "flit_time";
  throw bad_value({*root.node.find("options")->find(key), fmt::format("options.{}", key)},
                  fmt::format("is too long here: a certificate may have to say {} steps, but it "
                              "counts them in {} bits, up to {}",
                              lag, kLagBits, kMaxLag));
}

}  // namespace

void check_certified_lag(const Value& root, const TreeDraft& draft, const TreeOptions& options,
                         Step structural_lag, ErrorList& errors) {
  const bool is_plain = options.setup == 0 && options.flit_time == 1;
  if (is_plain || draft.algorithm != TreeAlgorithm::kCertification) return;
  errors.attempt([&] { check_lag(root, options, structural_lag); });
}

void check_tree_draft(const Value& root, const TreeDraft& draft, ErrorList& errors) {
  errors.attempt([&] { check_operation(root, draft); });
  errors.attempt([&] { check_total(root, draft); });
}

}  // namespace flitwise
