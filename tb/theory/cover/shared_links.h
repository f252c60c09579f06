// shared_links.h: the steps of a scatter or a gather whose trees share links.
#ifndef FLITWISE_TB_THEORY_COVER_SHARED_LINKS_H_
#define FLITWISE_TB_THEORY_COVER_SHARED_LINKS_H_

#include <optional>
#include <vector>

#include "systemc/topology/cover/cover.h"
#include "systemc/topology/cover/cover_allocation.h"
#include "systemc/topology/types.h"

namespace flitwise::theory {

/// First step of every message, farthest first and equal ones by number: each as early as the ones
/// before it let it.
///
/// Say that the ways of i and of an earlier b share a link, k_i links after the root on the one way
/// and k_b on the other. They take it in steps start + k to start + k + L - 1, which are apart
/// unless start_b + k_b - L_i < start_i + k_i < start_b + k_b + L_b. So start_i is the least number
/// from 1 on in none of these open intervals, over all b and all shared links.
///
/// Shape: one entry per node, empty for null messages.
std::vector<std::optional<Step>> starts_past_each_other(const Cover& cover,
                                                        const std::vector<Flits>& lengths,
                                                        const Allocation& allocation);

/// The same for a gather that every PE knows beforehand.
///
/// Count steps from the end: let the last flit of message i be home in step T + 1 - r_i. On a link
/// that is k_i links before the root it is in step T + 1 - r_i - k_i, its first flit L_i - 1 steps
/// earlier. Another message is apart from it there unless
/// r_b + k_b - L_i < r_i + k_i < r_b + k_b + L_b: the intervals of starts_past_each_other, and r_i
/// is what start_i is there. The first flit leaves delta_i + L_i - 2 steps before the last is home,
/// the earliest one of all in step 1, so T = max over i of (r_i + L_i + delta_i - 2).
struct Timetable {
  Step last = 0;                           ///< T, 0 if nothing is sent
  std::vector<std::optional<Step>> home;   ///< step of the last flit at the root, by node
  std::vector<std::optional<Step>> first;  ///< step of the first flit on the first link, by node
};
Timetable timetable_from_the_end(const Cover& cover, const std::vector<Flits>& lengths,
                                 const Allocation& allocation);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_COVER_SHARED_LINKS_H_
