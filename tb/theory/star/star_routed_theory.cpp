// Scatter and total exchange: a packet for each node, through the trees that serve it.
#include <array>
#include <string>

#include "tb/theory/star/star_arithmetic.h"
#include "tb/theory/star/star_selection.h"
#include "tb/theory/star/star_theory.h"

namespace flitwise::theory {
namespace {

constexpr const char* kPaper = "Fragopoulou, Akl (1996)";
constexpr const char* kDelivery = "equals steps: the last packet on a link reaches its destination";
constexpr const char* kBuffer = "1: a packet leaves in the step after it came";

}  // namespace

StarPrediction predict_scatter(const StarTrees& trees, const StarTraffic& traffic) {
  const StarGraph& graph = trees.graph();
  check_traffic(graph.degree(), traffic);
  const StarSelection selection = select_addresses(trees, traffic.copies);

  const std::int64_t m = traffic.packets;
  StarPrediction p;
  p.steps = m * selection.size();
  p.last_delivery = p.steps;
  p.transmissions = m * graph.degree() * selection.depth_sum;
  p.max_buffer = 1;
  p.lower_bound = ceil_of(m * traffic.copies * (graph.size() - 1), graph.degree());
  p.transmissions_at_least = m * traffic.copies * graph.distance_sum();
  p.sources = {
      {"steps", std::string(kPaper) +
                    ", scatter: m S(x), exact, farthest first: a packet of depth e leaves at "
                    "least e - 1 steps before the last; any m, x, source"},
      {"last_delivery", kDelivery},
      {"transmissions", "m (n-1) E(x): E(x) is the sum of the selected addresses' depths"},
      {"max_buffer", kBuffer},
      {"lower_bound", "ceil(m x (N-1) / (n-1)): the source's n-1 ports"},
      {"transmissions_at_least", "m x sum of distances"},
  };
  return p;
}

StarPrediction predict_exchange(const StarTrees& trees, const StarTraffic& traffic) {
  const StarGraph& graph = trees.graph();
  check_traffic(graph.degree(), traffic);
  const StarSelection selection = select_addresses(trees, traffic.copies);

  const std::int64_t m = traffic.packets;
  const std::int64_t distances = m * traffic.copies * graph.distance_sum();
  StarPrediction p;
  p.steps = m * selection.depth_sum;
  p.last_delivery = p.steps;
  p.transmissions = p.steps * graph.degree() * graph.size();
  p.max_buffer = 1;
  p.lower_bound = ceil_of(distances, graph.degree());
  p.transmissions_at_least = distances * graph.size();
  p.sources = {
      {"steps", std::string(kPaper) +
                    ", total exchange: m E(x), exact: the sum of the selected addresses' "
                    "depths; every arc is busy in every step; any m, x"},
      {"last_delivery", kDelivery},
      {"transmissions", "m (n-1) N E(x): every arc in every step"},
      {"max_buffer", kBuffer},
      {"lower_bound", "ceil(m x sum of distances / (n-1)): N (n-1) arcs for all packets' ways"},
      {"transmissions_at_least", "m N x sum of distances"},
  };
  const std::optional<std::int64_t> disjoint = disjoint_depth_sum(graph.order());
  if (traffic.copies == graph.degree() && disjoint) {
    p.disjoint_lower_bound = m * *disjoint;
    p.sources.push_back({"disjoint_lower_bound",
                         "m times the least total length of n-1 disjoint paths to every node, over "
                         "n-1 (minimum cost flow); x = n-1, n = 3..7"});
  }
  return p;
}

std::optional<std::int64_t> disjoint_depth_sum(int order) {
  constexpr std::array<std::int64_t, 5> kSums{15, 94, 616, 4520, 37278};
  const int entry = order - StarGraph::kLeastOrder;
  if (entry < 0 || entry >= static_cast<int>(kSums.size())) return std::nullopt;
  return kSums[static_cast<std::size_t>(entry)];
}

}  // namespace flitwise::theory
