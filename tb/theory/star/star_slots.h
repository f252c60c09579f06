// star_slots.h: in which packet steps or slots the arcs of walks and the ways of an exchange are
// taken, for every number k of them that must lie from an arc to the next one of a packet's way.
#ifndef FLITWISE_TB_THEORY_STAR_STAR_SLOTS_H_
#define FLITWISE_TB_THEORY_STAR_STAR_SLOTS_H_

#include <cstdint>
#include <vector>

#include "tb/theory/star/star_pace.h"
#include "tb/theory/star/star_theory.h"
#include "tb/theory/star/star_traffic.h"
#include "tb/theory/star/star_walk.h"

namespace flitwise::theory {

/// Steps or slots from 1 on, by round and entry of the walk: StarAlgorithm::kStatic's.
/// Errors: rounds and `lag` must be at least 1.
std::vector<std::vector<Step>> walk_slots(const std::vector<StarArc>& walk, std::int64_t rounds,
                                          Step lag);

/// The last of them, which no other order of the arcs makes earlier: the largest over e of
/// (e-1) k + m' N_e, for N_e links to nodes of depth e or more.
Step last_walk_slot(const std::vector<StarArc>& walk, std::int64_t rounds, Step lag);

/// Most packets held at an input port while all sources walk at these steps or slots.
std::int64_t held_by_walks(const StarTrees& trees, const std::vector<StarArc>& walk,
                           const std::vector<std::vector<Step>>& slots,
                           const std::vector<std::int64_t>& load, const StarPace& pace);

/// Steps or slots, from 1 on, of the first links of an exchange's packets; the next follow k apart.
struct StarTurns {
  std::vector<Step> first;  ///< of packet `number` to address a: entry a m + number
  Step last = 0;            ///< the last that is taken
};
StarTurns exchange_turns(const StarSelection& selection, std::int64_t packets, Step lag);

/// Most packets held at an input port, to be passed on, in an exchange.
std::int64_t held_by_exchange(const StarSelection& selection, const StarTurns& turns,
                              const StarPace& pace);

/// Most packets held at a port where up to `packets` stream through, each passed on at once.
std::int64_t held_by_stream(std::int64_t packets, const StarPace& pace);

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_STAR_STAR_SLOTS_H_
