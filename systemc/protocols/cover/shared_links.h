// shared_links.h: when each message starts over a cover, if its trees share links, too.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_COVER_SHARED_LINKS_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_COVER_SHARED_LINKS_H_

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

/// Steps in which messages start on their way to the root: that scatter, run backwards.
///
/// Let T be its last step. What was on a link in step s is on it the other way in step T + 1 - s,
/// so no two flits meet here either. The last flit of a message, which came home to its PE last,
/// leaves it first.
///
/// Shape:  as above.
std::vector<Step> starts_of_timetable(const Cover& cover, const std::vector<Flits>& lengths,
                                      const Allocation& allocation);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_COVER_SHARED_LINKS_H_
