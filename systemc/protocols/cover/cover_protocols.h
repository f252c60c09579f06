// cover_protocols.h: one protocol per PE of a grid that several trees cover.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_COVER_COVER_PROTOCOLS_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_COVER_COVER_PROTOCOLS_H_

#include <vector>

#include "systemc/protocols/pe_protocol.h"
#include "systemc/protocols/tree/certification/certification_variant.h"
#include "systemc/topology/cover/cover.h"
#include "systemc/topology/cover/cover_allocation.h"

namespace flitwise::protocols {

/// In all, every tree runs by itself with the messages that are allocated to it, all from step 1;
/// PEs have the numbers of their nodes and a port per link.
///
/// Shape:  `lengths` and `allocation` have one entry per node.
/// Errors: each throws std::invalid_argument for lengths or an allocation that do not fit.

/// Scatter from the root: one farthest-first stream per link of the root, with the pauses of
/// starts_on_shared_links where trees share links.
Protocols make_cover_scatter(const Cover& cover, const std::vector<Flits>& lengths,
                             const Allocation& allocation, Pace pace = {});

/// Gather to the root by Transmission-Certification on every tree.
/// Errors: throws std::invalid_argument unless `variant` has a port per link and the trees share
///         none.
Protocols make_cover_certification(const Cover& cover, const std::vector<Flits>& lengths,
                                   const Allocation& allocation,
                                   const CertificationVariant& variant);

/// Gather to the root by the steps of starts_of_timetable: no flit but data.
Protocols make_cover_timetable(const Cover& cover, const std::vector<Flits>& lengths,
                               const Allocation& allocation);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_COVER_COVER_PROTOCOLS_H_
