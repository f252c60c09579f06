// hypercube_theory.h: closed forms for collectives on hypercubes whose PEs use all links at once.
#ifndef HYPERCUBE_THEORY_H_
#define HYPERCUBE_THEORY_H_

#include <string>
#include <vector>

#include "hypercube_topology.h"

namespace hypercube_flitwise {

/// The flits of a message cross a link one after the other, the first of them in step `first`.
struct Crossing {
  Node from = flitwise::kNoNode;
  Node to = flitwise::kNoNode;
  Node message = flitwise::kNoNode;
  Step first = 0;
};

/// What theory says of a run. Units: steps; flits where the name says so.
struct Prediction {
  Flits length = 0;      ///< of a message
  Step finish = 0;       ///< also the last step with traffic: no flit moves but to reach its PE
  Step lower_bound = 0;  ///< no schedule finishes earlier
  Flits link_flits = 0;  ///< flits on links, each once for each link that it crosses
  std::vector<Crossing> crossings;  ///< all of them; of a message, in the order of its way
  std::string finish_source;
  std::string lower_bound_source;
  std::string link_flits_source;
  std::string steps_source;  ///< of the crossings
};

/// Each PE sends its children a copy of every flit a step after it has come.
/// Units: `length` is in flits, at least 1, here and below.
Prediction predict_binomial_broadcast(const Cube& cube, Flits length);
/// The root sends its message to every PE, those at the greatest distance first, or last.
Prediction predict_furthest_first_scatter(const Cube& cube, Flits length);
Prediction predict_nearest_first_scatter(const Cube& cube, Flits length);

/// Every flit on every link, sorted.
std::vector<flitwise::LinkEvent> events_of(const Prediction& prediction);

}  // namespace hypercube_flitwise

#endif  // HYPERCUBE_THEORY_H_
