// router_passage.h: how heads go through the routers of a path.
#ifndef FLITWISE_TB_THEORY_TORUS_ROUTER_PASSAGE_H_
#define FLITWISE_TB_THEORY_TORUS_ROUTER_PASSAGE_H_

#include <cstddef>
#include <vector>

#include "systemc/topology/torus/torus.h"
#include "systemc/topology/torus/torus_latency.h"

namespace flitwise::theory {

/// Through the router behind link number `link` of a path.
inline RouterPassage passage_behind(const std::vector<TorusLink>& path, std::size_t link) {
  if (link + 1 == path.size()) return RouterPassage::kEject;
  return Torus::dimension_of(path[link + 1].channel) == Torus::dimension_of(path[link].channel)
             ? RouterPassage::kStraight
             : RouterPassage::kTurn;
}

}  // namespace flitwise::theory

#endif  // FLITWISE_TB_THEORY_TORUS_ROUTER_PASSAGE_H_
