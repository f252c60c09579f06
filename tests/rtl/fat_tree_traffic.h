// fat_tree_traffic.h: random configurations of a fat tree's nodes, and random flits for them.
#ifndef FLITWISE_TESTS_RTL_FAT_TREE_TRAFFIC_H_
#define FLITWISE_TESTS_RTL_FAT_TREE_TRAFFIC_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tests/rtl/random_traffic.h"
#include "tests/rtl/reference_fat_tree.h"

namespace flitwise::rtl_test {

inline NodeSetup random_setup(Random& random, std::size_t arity, std::size_t depth) {
  NodeSetup setup;
  setup.level = 1 + random.below(3);
  setup.leaf_span = 1;
  for (std::uint32_t below = 1; below < setup.level; ++below)
    setup.leaf_span *= static_cast<std::uint32_t>(arity);
  setup.leaf_base = setup.leaf_span * static_cast<std::uint32_t>(arity) * random.below(3);
  setup.limit = 1 + random.below(depth);
  setup.policy = Policy(random.below(4));
  setup.seed = random.below(65536);
  setup.scheduled = random.one_in(3);
  setup.backpressure = random.one_in(2);
  setup.store_forward = random.one_in(3);
  return setup;
}

inline RawFlit random_flit(Random& random, const NodeSetup& setup, std::size_t arity) {
  FlitFields flit;
  flit.kind =
      std::vector{FlitKind::kData, FlitKind::kEnd, kFloodKind, kCopiesKind}[random.below(4)];
  flit.head = random.one_in(2);
  flit.tail = random.one_in(2);
  const auto leaves = static_cast<std::uint32_t>(setup.leaf_span * arity);
  flit.destination = flit.kind == kCopiesKind
                         ? random.below(8192)
                         : setup.leaf_base + random.below(leaves + leaves / 4 + 1) - leaves / 8;
  flit.destination &= 0x1fff;
  flit.tag = random.below(4);
  flit.payload = random.below(std::size_t{1} << kPayloadBits);
  return pack(flit);
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

#endif  // FLITWISE_TESTS_RTL_FAT_TREE_TRAFFIC_H_
