// Multinode broadcast: all sources walk through their trees in lockstep.
#include <algorithm>
#include <string>

#include "tb/theory/star/star_arithmetic.h"
#include "tb/theory/star/star_theory.h"
#include "tb/theory/star/star_walk.h"

namespace flitwise::theory {
namespace {

std::vector<std::int64_t> loads(int degree, const StarTraffic& traffic) {
  std::vector<std::int64_t> loads;
  for (int tree = 2; tree < 2 + degree; ++tree) loads.push_back(tree_load(degree, traffic, tree));
  return loads;
}

StarPrediction common_figures(const StarTrees& trees, const StarTraffic& traffic) {
  const StarGraph& graph = trees.graph();
  check_traffic(graph.degree(), traffic);
  const std::int64_t copies = traffic.packets * traffic.copies * (graph.size() - 1);
  StarPrediction p;
  p.transmissions = copies * graph.size();
  p.transmissions_at_least = p.transmissions;
  p.lower_bound = ceil_of(copies, graph.degree());
  p.sources = {
      {"transmissions", "m x N (N-1): every copy crosses each of its tree's arcs once"},
      {"transmissions_at_least", "m x N (N-1): N-1 nodes get x copies of m packets of N sources"},
      {"lower_bound", "ceil(m x (N-1) / (n-1)): what each node must receive on its n-1 ports"},
  };
  return p;
}

}  // namespace

StarPrediction predict_multinode(const StarTrees& trees, const StarTraffic& traffic) {
  StarPrediction p = common_figures(trees, traffic);
  const int degree = trees.graph().degree();
  const std::int64_t rounds = rounds_of(degree, traffic);
  p.steps = rounds * (trees.graph().size() - 1);
  p.last_delivery = p.steps;

  // No round holds more than a full one, and none but the last is not full.
  std::vector<std::int64_t> round = loads(degree, traffic);
  for (std::int64_t& packets : round) packets = std::min<std::int64_t>(packets, 1);
  const std::vector<StarArc> walk = depth_first_walk(trees);
  p.max_buffer = held_at_a_port(trees, walk, numbers(walk), round);

  p.sources.push_back({"steps",
                       "ceil(m x / (n-1)) (N-1), exact: an arc of every tree a step; "
                       "meets the lower bound if n-1 divides m x; any m, x"});
  p.sources.push_back(
      {"last_delivery", "equals steps: every packet is new to the node it reaches"});
  p.sources.push_back({"max_buffer",
                       "most nodes of tree 2 between their own arc and that to their "
                       "last child; only those of trees in use"});
  return p;
}

StarPrediction predict_multinode_acknowledged(const StarTrees& trees, const StarTraffic& traffic) {
  StarPrediction p = common_figures(trees, traffic);
  const StarGraph& graph = trees.graph();
  const std::int64_t group = rounds_of(graph.degree(), traffic);
  const std::vector<std::int64_t> load = loads(graph.degree(), traffic);
  const std::vector<StarArc> walk = depth_first_walk(trees);

  p.steps = (group + 1) * (graph.size() - 1);
  p.last_delivery = p.steps - walk.back().depth;
  const auto used = std::count_if(load.begin(), load.end(), [](std::int64_t g) { return g > 0; });
  p.acknowledgements = used * std::int64_t{graph.size()} * (graph.size() - 1);
  std::vector<Step> begin;
  for (std::size_t entry = 0; entry < walk.size(); ++entry)
    begin.push_back(data_begin(walk[entry], static_cast<int>(entry) + 1, group));
  p.max_buffer = held_at_a_port(trees, walk, begin, load);

  const std::string paper = "Fragopoulou, Akl (1996), multinode broadcast";
  p.sources.push_back({"steps", paper + ": (g+1) (N-1) with g = ceil(m x / (n-1)) packets moved "
                                        "together and one step for the acknowledgement; any m, x"});
  p.sources.push_back({"last_delivery", "steps - depth of the last node in the walk"});
  p.sources.push_back({"acknowledgements", "N (N-1) in each of the min(m x, n-1) trees in use"});
  p.sources.push_back({"max_buffer",
                       "most packets between arrival and sending to the last child; "
                       "g times that of the static walk if n-1 divides m x"});
  return p;
}

}  // namespace flitwise::theory
