#include "systemc/protocols/tree/shoulder_tap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "systemc/topology/tree/tree_shapes.h"
#include "tests/protocols/tree/cases.h"
#include "tests/protocols/tree/ideal_network.h"

namespace flitwise::protocols::test::shoulder_tap_test {
namespace {

constexpr std::uint64_t kRandomCases = 2000;

Record run_taps(const std::vector<Flits>& lengths, EndMark end_mark) {
  const Tree path(path_parents(static_cast<Node>(lengths.size())));
  return run_on(path, make_shoulder_tap(lengths, end_mark));
}

// Inequality (7) as an equality: message j can start to arrive when its PE has been tapped and its
// first flit has come up (step 2j + 1, or 2n for the last PE, which has nobody to tap), but not
// before the message in front of it is in.
std::vector<std::optional<Step>> first_arrivals(const std::vector<Flits>& lengths) {
  std::vector<std::optional<Step>> first(lengths.size());
  const std::size_t n = lengths.size() - 1;
  Step last = 0;
  for (std::size_t j = 1; j <= n; ++j) {
    if (lengths[j] == 0) continue;
    first[j] = std::max(static_cast<Step>(j < n ? 2 * j + 1 : 2 * n), last + 1);
    last = *first[j] + lengths[j] - 1;
  }
  return first;
}

// Every message of `lengths` comes to PE 0 whole, from the given steps on, and nothing else does.
void expect_arrivals(const Record& run, const std::vector<Flits>& lengths) {
  const auto first = first_arrivals(lengths);
  std::vector<std::tuple<Step, Node, Flits>> expected;
  for (std::size_t j = 1; j < lengths.size(); ++j)
    for (Flits k = 1; k <= lengths[j]; ++k)
      expected.emplace_back(*first[j] + k - 1, static_cast<Node>(j), k);
  std::vector<std::tuple<Step, Node, Flits>> arrived;
  for (const LinkEvent& e : run.data_on(1, 0)) arrived.emplace_back(e.step, e.message, e.index);
  EXPECT_EQ(arrived, expected);
}

std::vector<Flits> with_end_flit(std::vector<Flits> lengths) {
  ++lengths.back();
  return lengths;
}

TEST(ShoulderTap, TapsPeIInStepI) {
  const Record run = run_taps({0, 4, 0, 0, 7}, EndMark::kAbsent);

  std::vector<std::pair<Step, Node>> taps;
  for (const LinkEvent& event : run.events)
    if (event.kind == FlitKind::kTap) taps.emplace_back(event.step, event.to);
  EXPECT_THAT(taps, ::testing::ElementsAre(std::make_pair(1, 1), std::make_pair(2, 2),
                                           std::make_pair(3, 3), std::make_pair(4, 4)));
}

TEST(ShoulderTap, DeliversEachMessageAsEarlyAsThePathAllows) {
  for (std::uint64_t seed = 1; seed <= kRandomCases; ++seed) {
    const std::vector<Flits> lengths = random_path_lengths(seed);
    const Record run = run_taps(lengths, EndMark::kAbsent);

    SCOPED_TRACE(testing::Message() << "seed " << seed << ": " << testing::PrintToString(lengths));
    ASSERT_EQ(run.faults(), "");
    expect_arrivals(run, lengths);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(ShoulderTap, DeliversEachMessageAsEarlyAsThePathAllowsOnEverySmallPath) {
  std::int64_t paths = 0;
  for_every_case(5, 3, [&](const Case& c) {
    if (c.parents != path_parents(static_cast<Node>(c.parents.size()))) return;
    const Record run = run_taps(c.lengths, EndMark::kAbsent);
    ASSERT_EQ(run.faults(), "") << c;
    expect_arrivals(run, c.lengths);
    ++paths;
  });
  EXPECT_EQ(paths, 4 + 16 + 64 + 256);
}

TEST(ShoulderTap, AnEndMarkIsOneMoreFlitOfTheLastPe) {
  for (std::uint64_t seed = 1; seed <= kRandomCases; ++seed) {
    const std::vector<Flits> lengths = random_path_lengths(seed);
    const Record run = run_taps(lengths, EndMark::kSent);

    SCOPED_TRACE(testing::Message() << "seed " << seed << ": " << testing::PrintToString(lengths));
    ASSERT_EQ(run.faults(), "");
    expect_arrivals(run, with_end_flit(lengths));
    EXPECT_EQ(run.data_on(1, 0).back().kind, FlitKind::kEnd);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(ShoulderTap, WithoutMessagesTheTapsStillTravelToTheEnd) {
  const Record run = run_taps({0, 0, 0, 0}, EndMark::kAbsent);

  EXPECT_EQ(run.faults(), "");
  EXPECT_EQ(run.quiesce, 3);
  EXPECT_EQ(run.finish, 0);
}

TEST(ShoulderTap, WithoutMessagesTheEndMarkIsAllThatComes) {
  const Record run = run_taps({0, 0, 0, 0}, EndMark::kSent);

  EXPECT_EQ(run.faults(), "");
  EXPECT_EQ(run.finish, 6);
  EXPECT_EQ(run.data_on(1, 0).size(), 1U);
}

}  // namespace
}  // namespace flitwise::protocols::test::shoulder_tap_test
