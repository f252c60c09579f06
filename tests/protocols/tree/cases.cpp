#include "tests/protocols/tree/cases.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <utility>

#include "systemc/topology/tree/tree.h"
#include "systemc/topology/tree/tree_shapes.h"

namespace flitwise::protocols::test {
namespace {

using Random = std::mt19937_64;

std::int64_t draw(Random& random, std::int64_t low, std::int64_t high) {
  return low + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(high - low + 1));
}

std::vector<Node> random_shape(Random& random) {
  const Node pes = static_cast<Node>(draw(random, 2, 64));
  switch (draw(random, 0, 6)) {
    case 0:
      return random_parents(pes, RandomShape::kUniform, 64, random());
    case 1:
      return random_parents(pes, RandomShape::kDeep, 64, random());
    case 2:
      return random_parents(pes, RandomShape::kWide, 64, random());
    case 3:
      return star_parents(pes - 1);
    case 4:
      return path_parents(pes);
    case 5:
      return complete_parents(static_cast<Node>(draw(random, 2, 3)),
                              static_cast<Node>(draw(random, 1, 3)));
    default:
      return caterpillar_parents(static_cast<Node>(draw(random, 2, 8)),
                                 static_cast<Node>(draw(random, 0, 7)));
  }
}

// Renames the PEs, the root excepted, so that children may have smaller numbers than parents.
std::vector<Node> shuffled(const std::vector<Node>& parents, Random& random) {
  std::vector<Node> name(parents.size());
  std::iota(name.begin(), name.end(), 0);
  for (std::size_t i = name.size() - 1; i > 1; --i)
    std::swap(name[i], name[static_cast<std::size_t>(draw(random, 1, static_cast<Node>(i)))]);
  std::vector<Node> renamed(parents.size(), kNoNode);
  for (std::size_t v = 1; v < parents.size(); ++v)
    renamed[static_cast<std::size_t>(name[v])] = name[static_cast<std::size_t>(parents[v])];
  return renamed;
}

std::vector<Flits> random_lengths(std::size_t pes, Random& random) {
  std::vector<Flits> lengths(pes, 0);
  const auto kind = draw(random, 0, 6);
  for (std::size_t v = 1; v < pes; ++v) {
    if (kind == 0) lengths[v] = 1;
    if (kind == 1) lengths[v] = draw(random, 0, 3);
    if (kind == 2) lengths[v] = draw(random, 0, 9) == 0 ? draw(random, 1, 5) : 0;
    if (kind == 3) lengths[v] = draw(random, 8, 32);
    if (kind == 4) lengths[v] = draw(random, 0, 1) * draw(random, 0, 9);
  }
  const auto last = static_cast<std::int64_t>(pes) - 1;
  if (kind == 5) lengths[static_cast<std::size_t>(draw(random, 1, last))] = draw(random, 1, 6);
  return lengths;  // kind 6: all null
}

bool is_tree(const std::vector<Node>& parents) {
  try {
    Tree{parents};
    return true;
  } catch (const TopologyError&) {
    return false;
  }
}

// Counts up like an odometer from digit 1 on, each digit from 0 to `last`; false after the end.
template <typename Digit>
bool advance(std::vector<Digit>& digits, Digit last) {
  for (std::size_t i = 1; i < digits.size(); ++i) {
    if (digits[i]++ < last) return true;
    digits[i] = 0;
  }
  return false;
}

}  // namespace

Flits Case::total() const { return std::accumulate(lengths.begin(), lengths.end(), Flits{0}); }

std::ostream& operator<<(std::ostream& out, const Case& c) {
  out << "parents {";
  for (const Node parent : c.parents) out << parent << ",";
  out << "} lengths {";
  for (const Flits length : c.lengths) out << length << ",";
  return out << "}";
}

Case random_case(std::uint64_t seed) {
  Random random(seed);
  Case c;
  c.parents = random_shape(random);
  if (draw(random, 0, 1) == 1) c.parents = shuffled(c.parents, random);
  c.lengths = random_lengths(c.parents.size(), random);
  return c;
}

std::vector<Flits> random_path_lengths(std::uint64_t seed) {
  Random random(seed);
  return random_lengths(static_cast<std::size_t>(draw(random, 2, 64)), random);
}

std::int64_t for_every_case(Node pes, Flits longest,
                            const std::function<void(const Case&)>& visit) {
  std::int64_t count = 0;
  for (Node size = 2; size <= pes; ++size) {
    Case c;
    c.parents.assign(static_cast<std::size_t>(size), 0);
    c.parents[0] = kNoNode;
    do {
      if (!is_tree(c.parents)) continue;
      c.lengths.assign(c.parents.size(), 0);
      do {
        visit(c);
        ++count;
      } while (advance(c.lengths, longest));
    } while (advance(c.parents, size - 1));
  }
  return count;
}

}  // namespace flitwise::protocols::test
