// shared_links.h: when the root of a cover whose trees share links sends each message.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_SHARED_LINKS_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_SHARED_LINKS_H_

#include <vector>

#include "systemc/topology/cover/cover.h"
#include "systemc/topology/cover/cover_allocation.h"
#include "systemc/topology/types.h"

namespace flitwise::protocols {

/// Steps in which messages start so that no two flits want one link in one step.
///
/// A flit that leaves the root in step t is on the k-th link of its way in step t + k - 1, and
/// nothing holds it up: whoever knows the trees knows where it is. The root books the links of one
/// message after the other, farthest destination first and equal ones by number: each starts in the
/// first step from which all links of its way are free for all its flits. On trees that share no
/// link, that is farthest first without a pause on every link of the root.
///
/// Shape:  one entry per node, that of a null message 0. Lengths and allocation fit the cover.
std::vector<Step> starts_on_shared_links(const Cover& cover, const std::vector<Flits>& lengths,
                                         const Allocation& allocation);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_SHARED_LINKS_H_
