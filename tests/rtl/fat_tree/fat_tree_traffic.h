// fat_tree_traffic.h: random configurations of a fat tree's nodes, and random flits for them.
#ifndef FLITWISE_TESTS_RTL_FAT_TREE_FAT_TREE_TRAFFIC_H_
#define FLITWISE_TESTS_RTL_FAT_TREE_FAT_TREE_TRAFFIC_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/rtl/fat_tree/reference_fat_tree.h"
#include "tests/rtl/pe/random_traffic.h"

namespace flitwise::rtl_test {

/// A switch of any level, low ones more often, anywhere among as many leaves as flits name.
inline NodeSetup random_setup(Random& random, std::size_t arity, std::size_t depth,
                              FlitFormat format = {}) {
  NodeSetup setup;
  setup.format = format;
  const std::size_t numbers = std::size_t{format.largest_address()} + 1;
  std::size_t leaves = arity;
  for (std::size_t more = random.one_in(2) ? random.below(3)
                                           : random.below(static_cast<std::size_t>(format.tag));
       more > 0 && leaves * arity <= numbers; --more, ++setup.level)
    leaves *= arity;
  setup.leaf_span = static_cast<std::uint32_t>(leaves / arity);
  setup.leaf_base = static_cast<std::uint32_t>(leaves) * random.below(numbers / leaves);
  setup.limit = 1 + random.below(depth);
  setup.policy = Policy(random.below(4));
  setup.seed = random.below(65536);
  setup.scheduled = random.one_in(3);
  setup.backpressure = random.one_in(2);
  setup.store_forward = random.one_in(3);
  return setup;
}

/// The same of this shape: through stages there is no back pressure.
inline NodeSetup random_setup(Random& random, const SwitchShape& shape) {
  NodeSetup setup = random_setup(random, shape.arity, shape.depth, shape.format);
  if (shape.stages > 0) setup.backpressure = false;
  return setup;
}

/// Any leaf; `leaf_span` says how far away the leaves are that flits are for.
inline NodeSetup random_leaf_setup(Random& random, std::size_t depth, std::size_t links = 1,
                                   FlitFormat format = {}) {
  NodeSetup setup = random_setup(random, 2, depth, format);
  setup.limit = std::max(setup.limit, static_cast<std::uint32_t>(links));
  setup.leaf_base = random.below(std::size_t{format.largest_address()} + 1);
  setup.leaf_span = 1U << random.below(3);
  return setup;
}

/// One of four sources whose names differ in one or two bits, which ones the setup decides.
inline std::uint32_t random_tag(Random& random, const NodeSetup& setup) {
  const std::uint32_t source = random.below(4);
  const auto bits = static_cast<std::uint32_t>(setup.format.tag);
  const std::uint32_t differs = source == 0 ? 0 : 1U << (setup.seed + 5 * source) % bits;
  return (setup.seed * 17U ^ differs) & setup.format.largest_tag();
}

inline RawFlit random_flit(Random& random, const NodeSetup& setup, std::size_t arity) {
  FlitFields flit;
  flit.kind =
      std::vector{FlitKind::kData, FlitKind::kEnd, kFloodKind, kCopiesKind}[random.below(4)];
  flit.head = random.one_in(2);
  flit.tail = random.one_in(2);
  const auto leaves = static_cast<std::uint32_t>(setup.leaf_span * arity);
  flit.destination = flit.kind == kCopiesKind
                         ? random.below(std::size_t{setup.format.largest_address()} + 1)
                         : setup.leaf_base + random.below(leaves + leaves / 4 + 1) - leaves / 8;
  flit.destination &= setup.format.largest_address();
  flit.tag = random_tag(random, setup);
  flit.payload = random.below(std::size_t{setup.format.largest_payload()} + 1);
  return pack(flit, setup.format);
}

/// New flits on lanes that show none; a flit that was not taken stays where it is.
inline void offer(Random& random, const NodeSetup& setup, std::size_t arity, std::size_t lanes,
                  std::size_t one_in, LaneFlits& inputs) {
  for (std::size_t lane = 0; lane < lanes; ++lane)
    if (inputs.count(lane) == 0 && random.one_in(one_in))
      inputs[lane] = random_flit(random, setup, arity);
}

inline LaneSet random_lanes(Random& random, std::size_t lanes) {
  LaneSet some;
  for (std::size_t lane = 0; lane < lanes; ++lane)
    if (random.one_in(2)) some.insert(lane);
  return some;
}

}  // namespace flitwise::rtl_test

#endif  // FLITWISE_TESTS_RTL_FAT_TREE_FAT_TREE_TRAFFIC_H_
