// crossing_length_test.cpp: the shortest length from which on the second of two is faster.
#include "tb/theory/collective/crossing_length.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "tb/theory/collective/torus_collectives.h"
#include "tb/theory/collective/torus_distances.h"
#include "tb/theory/combining/network_combining.h"
#include "tests/theory/collective/requests.h"

namespace flitwise::theory {
namespace crossing_length_test {

// One length after the other.
std::optional<Flits> by_all_lengths(const DoneByLength& first, const DoneByLength& second,
                                    Flits longest) {
  std::optional<Flits> from;
  for (Flits m = 1; m <= longest; ++m) {
    const std::optional<Step> a = first(m), b = second(m);
    if (!(a && b && *b < *a))
      from.reset();
    else if (!from)
      from = m;
  }
  return from;
}

// A function that never falls, and now and then stays or jumps.
std::vector<Step> random_steps(std::mt19937& random, Flits longest) {
  std::vector<Step> steps{0};
  const int most = std::uniform_int_distribution<int>(1, 6)(random);
  for (Flits m = 1; m <= longest; ++m)
    steps.push_back(steps.back() + std::uniform_int_distribution<int>(0, most)(random));
  return steps;
}

TEST(CrossingLength, IsThatOfAllLengthsTried) {
  std::mt19937 random(7);
  int found = 0;
  for (int i = 0; i < 3000; ++i) {
    const Flits longest = std::uniform_int_distribution<Flits>(1, 40)(random);
    const std::vector<Step> a = random_steps(random, longest), b = random_steps(random, longest);
    const Step ahead = std::uniform_int_distribution<Step>(0, 20)(random);
    const Flits missing = std::uniform_int_distribution<Flits>(0, 5)(random);
    const DoneByLength first = [&](Flits m) { return a[static_cast<std::size_t>(m)]; };
    const DoneByLength second = [&](Flits m) -> std::optional<Step> {
      if (m <= missing) return std::nullopt;
      return b[static_cast<std::size_t>(m)] + ahead;
    };
    const std::optional<Flits> expected = by_all_lengths(first, second, longest);
    found += expected ? 1 : 0;
    ASSERT_EQ(crossing_length(first, second, longest), expected) << i;
  }
  EXPECT_GT(found, 500);
}

TEST(CrossingLength, OfTorusAlgorithmsIsThatOfAllLengthsTried) {
  const Torus torus({8, 8});
  const auto done = [&](CollectiveFigures (*formula)(const CollectiveRequest&, const Torus&)) {
    return [&torus, formula](Flits words) {
      CollectiveRequest request = test::all_reduce(words, 1);
      request.send_overhead = 8;
      return formula(request, torus).done;
    };
  };
  const std::vector<DoneByLength> all{done(torus_half_ring),     done(torus_multi_bucket),
                                      done(torus_rounds),        done(torus_half_way),
                                      done(torus_swing2_pieces), done(torus_packet_tree),
                                      done(torus_reversed_peel)};
  for (const DoneByLength& first : all)
    for (const DoneByLength& second : all)
      EXPECT_EQ(crossing_length(first, second, 5000), by_all_lengths(first, second, 5000));
  EXPECT_EQ(crossing_length(done(torus_half_way), done(torus_multi_bucket)), 28);
}

TEST(CrossingLength, TakesFewEvaluationsWhereLinesCross) {
  int evaluations = 0;
  const DoneByLength steep = [&](Flits m) {
    ++evaluations;
    return 8 * m + 16;
  };
  const DoneByLength flat = [&](Flits m) {
    ++evaluations;
    return m / 2 + 70;
  };
  EXPECT_EQ(crossing_length(steep, flat), 8);
  EXPECT_LT(evaluations, 200);
  EXPECT_FALSE(crossing_length(flat, steep));
}

}  // namespace crossing_length_test
}  // namespace flitwise::theory
