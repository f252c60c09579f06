#include "sim/families/star/star_places.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace flitwise {
namespace {

constexpr double kTurn = 6.283185307179586;
constexpr double kGap = 1.25;  // distance of neighbouring blocks, in diameters

NodePlace on_circle(double radius, double turn) {
  return {radius * std::sin(kTurn * turn), -radius * std::cos(kTurn * turn)};
}

// Of a permutation's first `positions` symbols, how many are smaller than the last of them.
int rank_of_last(const StarGraph& graph, Node v, int positions) {
  int rank = 0;
  for (int p = 1; p < positions; ++p)
    if (graph.symbol(v, p) < graph.symbol(v, positions)) ++rank;
  return rank;
}

// The place of the first three symbols on the way round their hexagon, which swaps positions 1 and
// 2, then 1 and 3, by turns: abc, bac, cab, acb, bca, cba.
int place_on_hexagon(const StarGraph& graph, Node v) {
  constexpr int kPlaces[] = {0, 3, 1, 4, 2, 5};  // by abc, acb, bac, bca, cab, cba
  int first = 0;
  for (int p = 2; p <= 3; ++p)
    if (graph.symbol(v, p) < graph.symbol(v, 1)) ++first;
  const int second = graph.symbol(v, 3) < graph.symbol(v, 2) ? 1 : 0;
  return kPlaces[2 * first + second];
}

}  // namespace

std::vector<NodePlace> star_places(const StarGraph& graph) {
  std::vector<double> radii{0, 0, 0, 1};  // of the ring of blocks of each order
  double extent = 1;
  for (int order = 4; order <= graph.order(); ++order) {
    radii.push_back(kGap * extent / std::sin(kTurn / 2 / order));
    extent += radii.back();
  }
  std::vector<NodePlace> places(static_cast<std::size_t>(graph.size()));
  for (Node v = 0; v < graph.size(); ++v) {
    NodePlace place = on_circle(1, place_on_hexagon(graph, v) / 6.0);
    for (int order = 4; order <= graph.order(); ++order) {
      const NodePlace block = on_circle(radii[static_cast<std::size_t>(order)],
                                        static_cast<double>(rank_of_last(graph, v, order)) / order);
      place = {place.x + block.x, place.y + block.y};
    }
    places[static_cast<std::size_t>(v)] = place;
  }
  return places;
}

}  // namespace flitwise
