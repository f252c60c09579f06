// Broadcast: every tree is a pipeline that takes a packet a step.
#include <algorithm>
#include <stdexcept>
#include <string>

#include "tb/theory/star/star_arithmetic.h"
#include "tb/theory/star/star_theory.h"

namespace flitwise::theory {
namespace {

/// Copies of packets a period of n-1 apart leave in the same slots of a round.
Step widest_window(const StarTrees& trees, const StarTraffic& traffic) {
  const int degree = trees.graph().degree();
  Step widest = 0;
  for (std::int64_t q = 0; q < std::min<std::int64_t>(traffic.packets, degree); ++q) {
    for (Node u = 1; u < trees.graph().size(); ++u) {
      Step first = trees.height() + rounds_of(degree, traffic);
      Step last = 0;
      for (int i = 0; i < traffic.copies; ++i) {
        const StarCopy copy = copy_of(degree, traffic, q, i);
        first = std::min<Step>(first, copy.round + trees.depth(u, copy.tree));
        last = std::max<Step>(last, copy.round + trees.depth(u, copy.tree));
      }
      widest = std::max(widest, last - first);
    }
  }
  return widest;
}

std::vector<Source> sources() {
  const std::string paper = "Fragopoulou, Akl (1996), broadcast";
  return {
      {"steps", paper + ": ceil(m x / (n-1)) + H - 1, exact; any m, x, source"},
      {"last_delivery", "equals steps: every packet on a link is new to the node it reaches"},
      {"transmissions", "m x (N-1): every copy crosses each of its tree's arcs once"},
      {"max_buffer", "1: a port belongs to one tree, and a packet leaves in the next step"},
      {"reorder_window", "largest over packets and nodes of (latest - earliest) round + depth"},
      {"lower_bound",
       "ceil(m x / (n-1)) + D - 1: the source's n-1 ports, then the way of the last copy"},
      {"transmissions_at_least", "m x (N-1): N-1 nodes get x copies of m packets"},
  };
}

}  // namespace

StarPrediction predict_broadcast(const StarTrees& trees, const StarTraffic& traffic) {
  const StarGraph& graph = trees.graph();
  check_traffic(graph.degree(), traffic);

  const std::int64_t rounds = rounds_of(graph.degree(), traffic);
  StarPrediction p;
  p.steps = rounds + trees.height() - 1;
  p.last_delivery = p.steps;
  p.transmissions = traffic.packets * traffic.copies * (graph.size() - 1);
  p.max_buffer = 1;
  p.reorder_window = widest_window(trees, traffic);
  p.lower_bound = rounds + graph.diameter() - 1;
  p.transmissions_at_least = p.transmissions;
  p.sources = sources();
  return p;
}

}  // namespace flitwise::theory
