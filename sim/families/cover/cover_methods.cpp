// cover_methods.cpp: every algorithm over several trees: its words, its PEs, its theory, in one row
// each.
#include "sim/families/cover/cover_methods.h"

#include "sim/families/tree/tree_language.h"
#include "sim/families/tree/tree_latency_keys.h"
#include "sim/families/tree/tree_methods.h"
#include "sim/language/scenario_values.h"
#include "systemc/protocols/cover/cover_protocols.h"

namespace flitwise {
namespace {

const std::string kCoverSource =
    "the algorithm of Bhatt, Pucci, Ranade and Rosenberg (IEEE Transactions on Computers 42(8), "
    "1993) on each tree; covers and the allocation of messages are this project's";

}  // namespace

const std::vector<CoverMethod>& cover_methods() {
  static const std::vector<CoverMethod> methods{
      {TreeAlgorithm::kFdf, TreeOperation::kScatter, "fdf",
       "farthest destination first in every tree",
       "Each message is allocated to one of several trees with the root in common. Where the trees "
       "share no link, the root sends farthest destinations first in each of them, in all its "
       "subtrees at once. Where they do (cover: shared, a tree for every link of the root), it "
       "takes them farthest first and starts each in the first step from which all links of its "
       "way are free for it, so that no two flits meet.",
       "trees that share no link: the latest of the trees', each as fdf with a port per link, with "
       "a setup cost or latencies of routers and links, too. "
       "Shared: "
       "max over i of (start_i + L_i + depth_i - 2) with start_i the least step outside every "
       "(start_b + k_b - k_i - L_i, start_b + k_b - k_i + L_b), for the messages b before i and "
       "the "
       "links that are k_i and k_b links after the root on the two ways",
       "meshes, and tori with sides of at least 3, from any root; any lengths; shared: trees of at "
       "most 1,048,576 PEs together, no setup cost or latencies",
       kCoverSource,
       [](const CoverCase& w) {
         return protocols::make_cover_scatter(w.cover, w.scenario.lengths, w.allocation,
                                              protocol_pace(w.scenario.options), w.latencies);
       },
       [](const CoverCase& w) {
         return theory::predict_cover_scatter(w.cover, w.scenario.lengths, w.allocation,
                                              theory_pace(w.scenario.options), w.latencies);
       },
       [](const CoverCase& w, const theory::CoverPrediction& prediction,
          const theory::TakeEvent& take) {
         theory::visit_cover_scatter_events(w.cover, w.scenario.lengths, w.allocation, prediction,
                                            theory_pace(w.scenario.options), w.latencies, take);
       }},
      {TreeAlgorithm::kCertification, TreeOperation::kGather, "certification",
       "Transmission-Certification in trees that share no link",
       "Transmission-Certification with a port per link in two trees at once that share the root "
       "and no link; each message goes by the tree that it is allocated to.",
       "the later of the two trees', each as certification with a port per link: T_sync + K(d_0) + "
       "max over the root's children of (c_j + n_j); with a setup cost or latencies as on one tree",
       "meshes, and tori with sides of at least 3, to any root; any lengths of at most 262,143 "
       "flits in all; no shared links",
       kCoverSource,
       [](const CoverCase& w) {
         return protocols::make_cover_certification(w.cover, w.scenario.lengths, w.allocation,
                                                    protocol_variant(w.scenario.options),
                                                    w.latencies);
       },
       [](const CoverCase& w) {
         return theory::predict_cover_certification(w.cover, w.scenario.lengths, w.allocation,
                                                    theory_variant(w.scenario.options),
                                                    w.latencies);
       },
       [](const CoverCase& w, const theory::CoverPrediction& prediction,
          const theory::TakeEvent& take) {
         theory::visit_cover_certification_events(w.cover, w.scenario.lengths, w.allocation,
                                                  theory_variant(w.scenario.options), prediction,
                                                  w.latencies, take);
       }},
      {TreeAlgorithm::kTimetable, TreeOperation::kGather, "timetable",
       "the scatter run backwards; every PE knows all lengths",
       "The scatter over the same trees run backwards, shared or not: every PE knows all lengths "
       "and who goes by which tree, works out when its message may start, and sends it then. "
       "Nobody calls, and no two flits meet.",
       "T = max over i of (r_i + L_i + depth_i - 2), the finish of the scatter; the last flit of i "
       "is home in step T + 1 - r_i, r_i the least step outside every (r_b + k_b - k_i - L_i, r_b "
       "+ k_b - k_i + L_b), for the messages b before i, farthest first, and the links that are "
       "k_i and k_b links before the root on the two ways",
       "meshes, and tori with sides of at least 3, to any root; any lengths; shared: trees of at "
       "most 1,048,576 PEs together; no setup cost or latencies",
       "this project",
       [](const CoverCase& w) {
         return protocols::make_cover_timetable(w.cover, w.scenario.lengths, w.allocation);
       },
       [](const CoverCase& w) {
         return theory::predict_cover_timetable(w.cover, w.scenario.lengths, w.allocation);
       },
       [](const CoverCase& w, const theory::CoverPrediction& prediction,
          const theory::TakeEvent& take) {
         theory::visit_cover_timetable_events(w.cover, w.scenario.lengths, w.allocation, prediction,
                                              take);
       }},
  };
  return methods;
}

CoverCase cover_case(const CoverScenario& scenario, const Cover& cover,
                     const Allocation& allocation) {
  CoverCase of{scenario, cover, allocation, {}};
  if (language::is_unit(scenario.options)) return of;
  for (const PlacedTree& tree : cover.trees())
    of.latencies.push_back(tree_latency(scenario.options, tree));
  return of;
}

std::string CoverMethod::operation_word() const {
  return word_for(tree_operation_words(), operation);
}

const CoverMethod& cover_method_of(TreeAlgorithm algorithm) {
  return method_with(cover_methods(), algorithm);
}

}  // namespace flitwise
