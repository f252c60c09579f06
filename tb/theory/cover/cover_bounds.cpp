#include "tb/theory/cover/cover_bounds.h"

#include <algorithm>

#include "systemc/topology/cover/cover_allocation.h"
#include "tb/theory/lengths.h"

namespace flitwise::theory {
namespace {

/// Flits of the messages of nodes at distance d or more from the root, by d.
std::vector<Flits> flits_from_distance(const Grid& grid, Node root,
                                       const std::vector<Flits>& lengths) {
  std::vector<Flits> flits(index_of(grid.rows() + grid.columns()), 0);
  for (Node v = 0; v < grid.size(); ++v)
    flits[index_of(grid.distance(root, v))] += lengths[index_of(v)];
  for (std::size_t d = flits.size() - 1; d > 0; --d) flits[d - 1] += flits[d];
  return flits;
}

/// Steps that the fullest of `links` links is busy when `steps` are shared among them in grains.
Step at_least(Step steps, Flits links, Step grain) {
  const Step grains = steps / grain;
  return (grains + links - 1) / links * grain;
}

/// `trips` is how often the way between the root and a node is gone before a flit is home: once, or
/// twice with a call before the data. `grain`: a link of the root is busy so long at a time.
Step lower_bound(const Cover& cover, const std::vector<Flits>& lengths, Step trips, Step grain) {
  const Grid& grid = cover.grid();
  const Node root = cover.root();
  const Flits links = grid.degree(root);
  const std::vector<Flits> flits = flits_from_distance(grid, root, lengths);
  Step bound = 0;
  for (std::size_t d = 1; d < flits.size() && flits[d] > 0; ++d)
    bound = std::max(bound, trips * static_cast<Step>(d) - 1 + at_least(flits[d], links, grain));
  for (Node v = 0; v < grid.size(); ++v) {
    const Flits length = lengths[index_of(v)];
    if (length > 0) bound = std::max(bound, trips * grid.distance(root, v) + length - 1);
  }
  return bound;
}

}  // namespace

Step cover_scatter_lower_bound(const Cover& cover, const std::vector<Flits>& lengths,
                               const Pace& pace) {
  check_cover_lengths(cover, lengths);
  return lower_bound(cover, in_steps(lengths, pace.beta, pace), 1, 1);
}

Step cover_gather_lower_bound(const Cover& cover, const std::vector<Flits>& lengths,
                              const Pace& pace) {
  check_cover_lengths(cover, lengths);
  const Step bound = lower_bound(cover, in_steps(lengths, 0, pace), 2, pace.tau);
  return bound > 0 ? bound + pace.beta : 0;
}

}  // namespace flitwise::theory
