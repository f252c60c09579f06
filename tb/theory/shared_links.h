// shared_links.h: the steps of a scatter whose trees share links.
#ifndef FLITWISE_TB_THEORY_SHARED_LINKS_H_
#define FLITWISE_TB_THEORY_SHARED_LINKS_H_

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

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_SHARED_LINKS_H_
