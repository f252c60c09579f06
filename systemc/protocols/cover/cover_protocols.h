// cover_protocols.h: one protocol per PE of a grid that several trees cover.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_COVER_COVER_PROTOCOLS_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_COVER_COVER_PROTOCOLS_H_

#include <memory>
#include <string>
#include <vector>

#include "systemc/protocols/pe_protocol.h"
#include "systemc/protocols/tree/certification_variant.h"
#include "systemc/topology/cover/cover.h"
#include "systemc/topology/cover/cover_allocation.h"
#include "systemc/topology/tree/tree_latency.h"

namespace flitwise::protocols {

/// One protocol per tree; none of them knows of the others. They share the PE, no link.
///
/// What they say is followed by " (tree 1)".
class CompositeProtocol final : public PeProtocol {
 public:
  /// Shape:  entry t is for tree t, empty if the PE is not in it.
  /// Errors: throws std::invalid_argument when all are empty.
  explicit CompositeProtocol(Protocols parts);

  void start(Outbox& outbox) override;
  /// Errors: throws std::logic_error for a flit of a tree that the PE is not in: its address there
  ///         is nobody's.
  void receive(const Arrival& arrival, Outbox& outbox) override;
  /// That of the first tree in which the PE is neither dormant nor done; else dormant, unless it is
  /// done in all of them.
  PeState state() const override;
  PeState state_at(Step now) const override;
  std::vector<std::string> waiting_for() const override;
  std::vector<std::string> complaints() const override;

 private:
  Protocols parts_;
};

/// In all, every tree runs by itself with the messages that are allocated to it, all from step 1;
/// PEs have the numbers of their nodes and a port per link.
///
/// Shape:  `lengths` and `allocation` have one entry per node; `latencies` are those of each tree,
///         in its numbers, or none where all are one step.
/// Errors: each throws std::invalid_argument for lengths, an allocation or latencies that do not
///         fit.

/// Scatter from the root: one stream per link of the root, the longest way first, with the pauses
/// of starts_on_shared_links where trees share links.
/// Errors: throws std::invalid_argument for shared links with a pace or latencies.
Protocols make_cover_scatter(const Cover& cover, const std::vector<Flits>& lengths,
                             const Allocation& allocation, Pace pace = {},
                             const std::vector<TreeLatency>& latencies = {});

/// Gather to the root by Transmission-Certification on every tree.
/// Errors: throws std::invalid_argument unless `variant` has a port per link and the trees share
///         none.
Protocols make_cover_certification(const Cover& cover, const std::vector<Flits>& lengths,
                                   const Allocation& allocation,
                                   const CertificationVariant& variant,
                                   const std::vector<TreeLatency>& latencies = {});

/// Gather to the root by the steps of starts_of_timetable: no flit but data.
Protocols make_cover_timetable(const Cover& cover, const std::vector<Flits>& lengths,
                               const Allocation& allocation);

/// Scatter from, and gather by timetable to, the root of trees of any graph that share no arc away
/// from it: farthest first on every link of the root, and the same backwards. `shift`: by node,
/// steps by which its message of a gather leaves later than it should; empty: none does.
Protocols make_trees_scatter(const std::vector<PlacedTree>& trees,
                             const std::vector<Flits>& lengths,
                             const std::vector<TreeIndex>& allocation);
Protocols make_trees_timetable(const std::vector<PlacedTree>& trees,
                               const std::vector<Flits>& lengths,
                               const std::vector<TreeIndex>& allocation,
                               const std::vector<Step>& shift = {});
/// By node, the step of that gather in which its message begins, 0 without one.
std::vector<Step> trees_timetable(const std::vector<PlacedTree>& trees,
                                  const std::vector<Flits>& lengths,
                                  const std::vector<TreeIndex>& allocation);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_COVER_COVER_PROTOCOLS_H_
