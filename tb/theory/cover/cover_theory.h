// cover_theory.h: closed forms for scatter and gather over a cover of a grid by trees.
//
// Where no two trees share a link, and every PE has a port per link, each tree runs as if it were
// alone: a multiport scatter or certification with the lengths that it carries, all other messages
// null. Where trees share links, a scatter's messages follow from one another; so do those of a
// gather by timetable. Nothing here simulates and nothing here is shared with the protocols.
//
// Source: Bhatt, Pucci, Ranade, Rosenberg, "Scattering and Gathering Messages in Networks of
// Processors" (IEEE TC 42(8), 1993), section 4.
//
// Latencies are those of each tree, in its own numbers, or none where all are one step.
//
// Errors: every function throws std::invalid_argument for lengths, an allocation or latencies that
// do not fit the cover, TopologyError for latencies that do not fit their tree.
#ifndef FLITWISE_TB_THEORY_COVER_COVER_THEORY_H_
#define FLITWISE_TB_THEORY_COVER_COVER_THEORY_H_

#include <vector>

#include "systemc/topology/cover/cover.h"
#include "systemc/topology/cover/cover_allocation.h"
#include "systemc/topology/tree/tree_latency.h"
#include "systemc/topology/types.h"
#include "tb/theory/events.h"
#include "tb/theory/pace.h"
#include "tb/theory/prediction.h"
#include "tb/theory/tree/certification_theory.h"

namespace flitwise::theory {

/// What the theory says of one run over a cover.
struct CoverPrediction {
  /// Figures of the whole run, in node numbers: the latest of the trees' steps, the dispatch of
  /// every node on its tree, bounds. A certificate and an order belong to a node and a tree, so
  /// lag, stream and order_value are empty here; t_sync is the last of the trees'.
  Prediction whole;
  /// Figures of each tree, in the tree's own numbers.
  std::vector<Prediction> trees;
};

/// Scatter from the root: farthest first on each root link of each tree; where trees share links,
/// with the pauses of starts_past_each_other and without `bound`.
/// Errors: throws std::invalid_argument for shared links with a pace or latencies.
CoverPrediction predict_cover_scatter(const Cover& cover, const std::vector<Flits>& lengths,
                                      const Allocation& allocation, const Pace& pace = {},
                                      const std::vector<TreeLatency>& latencies = {});

/// Gather to the root by Transmission-Certification on every tree, all from step 1 on.
/// Errors: throws std::invalid_argument unless `variant` has a port per link, and no latencies but
///         those of the trees, and the trees share no link.
CoverPrediction predict_cover_certification(const Cover& cover, const std::vector<Flits>& lengths,
                                            const Allocation& allocation,
                                            const CertificationVariant& variant,
                                            const std::vector<TreeLatency>& latencies = {});

/// Gather to the root in the steps of timetable_from_the_end, without `bound`.
CoverPrediction predict_cover_timetable(const Cover& cover, const std::vector<Flits>& lengths,
                                        const Allocation& allocation);

/// Every flit on every link that the run must show, in node numbers, sorted by LinkEvent's order.
/// Errors: throws std::invalid_argument when `prediction` is not one of this cover.
std::vector<LinkEvent> cover_scatter_events(const Cover& cover, const std::vector<Flits>& lengths,
                                            const Allocation& allocation,
                                            const CoverPrediction& prediction,
                                            const Pace& pace = {},
                                            const std::vector<TreeLatency>& latencies = {});
std::vector<LinkEvent> cover_certification_events(const Cover& cover,
                                                  const std::vector<Flits>& lengths,
                                                  const Allocation& allocation,
                                                  const CertificationVariant& variant,
                                                  const CoverPrediction& prediction,
                                                  const std::vector<TreeLatency>& latencies = {});
std::vector<LinkEvent> cover_timetable_events(const Cover& cover, const std::vector<Flits>& lengths,
                                              const Allocation& allocation,
                                              const CoverPrediction& prediction);
/// The same, where no list of them is to be kept.
void visit_cover_scatter_events(const Cover& cover, const std::vector<Flits>& lengths,
                                const Allocation& allocation, const CoverPrediction& prediction,
                                const Pace& pace, const std::vector<TreeLatency>& latencies,
                                const TakeEvent& take);
void visit_cover_certification_events(const Cover& cover, const std::vector<Flits>& lengths,
                                      const Allocation& allocation,
                                      const CertificationVariant& variant,
                                      const CoverPrediction& prediction,
                                      const std::vector<TreeLatency>& latencies,
                                      const TakeEvent& take);
void visit_cover_timetable_events(const Cover& cover, const std::vector<Flits>& lengths,
                                  const Allocation& allocation, const CoverPrediction& prediction,
                                  const TakeEvent& take);

// How early a scatter or gather over a grid can end, whatever the trees: only the links of the root
// and the distances from it count.

/// No scatter over the grid in which each message takes one way, whichever, ends earlier.
///
/// Flits for nodes at distance d or more leave the root by its k links, so that the last of F_d
/// leaves in step ceil(F_d / k) or later and then has d - 1 hops before it: max over d of
/// (d - 1 + ceil(F_d / k)). A message on one way takes delta_i + L_i - 1. 0 when nothing is sent.
/// Where a message costs beta + L tau it keeps a link of the root so long, and that stands in place
/// of its flits in both. With latencies a way of d links takes d (w - 1) + (d - 1) r with the least
/// w and r of all trees in place of d - 1.
/// Backwards it holds for a gather in which nobody waits for a call: the first of F_d comes to the
/// root in step d or later, k in a step.
Step cover_scatter_lower_bound(const Cover& cover, const std::vector<Flits>& lengths,
                               const Pace& pace = {},
                               const std::vector<TreeLatency>& latencies = {});

/// No gather over the grid in which nodes wait for a call from the root, and in which each message
/// takes one way, whichever, ends earlier.
///
/// A flit from distance d or more reaches the root in step 2d or later (d steps for the call, d
/// back), and k flits can do so in a step: max over d of (2d - 1 + ceil(F_d / k)). A message on
/// one way takes 2 delta_i + L_i - 1. 0 when nothing is sent. Where a message costs beta + L tau, a
/// link takes a flit in tau steps, L tau stands in place of L, and all of it is beta later. With
/// latencies the way down, where a call goes on after r or g, whichever is less, g and the way up
/// stand in place of 2d - 1, all with the least of all trees.
Step cover_gather_lower_bound(const Cover& cover, const std::vector<Flits>& lengths,
                              const Pace& pace = {},
                              const std::vector<TreeLatency>& latencies = {});

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_COVER_COVER_THEORY_H_
