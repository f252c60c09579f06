#include "tests/theory/tree/random_cases.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "systemc/topology/tree/tree_shapes.h"

namespace flitwise::test {
namespace {

std::vector<Node> parents_of(Shape shape, Node pes, std::uint64_t seed) {
  switch (shape) {
    case Shape::kUniform:
      return random_parents(pes, RandomShape::kUniform, pes, seed);
    case Shape::kDeep:
      return random_parents(pes, RandomShape::kDeep, pes, seed);
    case Shape::kWide:
      return random_parents(pes, RandomShape::kWide, pes, seed);
    case Shape::kStar:
      return star_parents(pes - 1);
    case Shape::kPath:
      break;
  }
  return path_parents(pes);
}

Flits below(std::mt19937_64& random, Flits bound) {
  return static_cast<Flits>(random() % static_cast<std::uint64_t>(bound));
}

std::vector<Flits> lengths_of(Traffic traffic, Node pes, std::mt19937_64& random) {
  std::vector<Flits> lengths(static_cast<std::size_t>(pes), 0);
  for (std::size_t i = 1; i < lengths.size(); ++i) {
    if (traffic == Traffic::kUnit) lengths[i] = 1;
    if (traffic == Traffic::kMixed) lengths[i] = below(random, 9);
    if (traffic == Traffic::kSparse && below(random, 4) == 0) lengths[i] = 1 + below(random, 4);
  }
  if (traffic == Traffic::kOneMessage && pes > 1)
    lengths[static_cast<std::size_t>(1 + below(random, pes - 1))] = 1 + below(random, 8);
  return lengths;
}

template <typename Values>
void print(std::ostream& out, const char* name, const Values& values) {
  out << ' ' << name << "=[";
  for (std::size_t i = 0; i < values.size(); ++i) out << (i > 0 ? "," : "") << values[i];
  out << ']';
}

}  // namespace

Flits Case::flits() const { return std::accumulate(lengths.begin(), lengths.end(), Flits{0}); }

std::ostream& operator<<(std::ostream& out, const Case& c) {
  out << "seed " << c.seed << ':';
  print(out, "parents", c.tree.parents());
  print(out, "lengths", c.lengths);
  return out;
}

Case make_case(std::uint64_t seed, Node max_pes) {
  std::mt19937_64 random(seed);
  const auto shape = static_cast<Shape>(seed % kShapes);
  const auto traffic = static_cast<Traffic>(seed / kShapes % kTraffics);
  const auto pes = static_cast<Node>(1 + below(random, max_pes));
  Tree tree(parents_of(shape, pes, random()));
  return {seed, shape, traffic, std::move(tree), lengths_of(traffic, pes, random)};
}

Tree shuffled_tree(Node pes, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const std::vector<Node> parents = random_parents(pes, RandomShape::kUniform, pes, random());
  std::vector<Node> name(parents.size());
  std::iota(name.begin(), name.end(), 0);
  std::shuffle(name.begin() + 1, name.end(), random);
  std::vector<Node> renamed(parents.size(), kNoNode);
  for (std::size_t v = 1; v < parents.size(); ++v)
    renamed[static_cast<std::size_t>(name[v])] = name[static_cast<std::size_t>(parents[v])];
  return Tree(std::move(renamed));
}

std::vector<Flits> random_lengths(Node pes, Flits longest, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Flits> lengths(static_cast<std::size_t>(pes), 0);
  for (std::size_t i = 1; i < lengths.size(); ++i) lengths[i] = below(random, longest + 1);
  return lengths;
}

TreeLatency random_latency(Node pes, Step most, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  TreeLatency latency = TreeLatency::uniform(pes, 1, 1, 1);
  for (std::size_t v = 0; v < latency.router.size(); ++v) {
    latency.router[v] = 1 + below(random, most);
    latency.reaction[v] = 1 + below(random, most);
    if (v == 0) continue;
    latency.down[v] = 1 + below(random, most);
    latency.up[v] = 1 + below(random, most);
  }
  return latency;
}

TreeLatency mirrored(TreeLatency latency) {
  latency.up = latency.down;
  latency.reaction.assign(latency.reaction.size(), latency.reaction[0]);
  return latency;
}

std::vector<std::vector<Flits>> all_lengths(Node n, Flits shortest, Flits longest) {
  std::vector<std::vector<Flits>> all{{0}};
  for (Node i = 1; i <= n; ++i) {
    std::vector<std::vector<Flits>> longer;
    for (const auto& lengths : all) {
      for (Flits l = shortest; l <= longest; ++l) {
        longer.push_back(lengths);
        longer.back().push_back(l);
      }
    }
    all = std::move(longer);
  }
  return all;
}

}  // namespace flitwise::test
