// Times, transmissions and storage of the operations on star graphs, on an ideal network.
#include <gtest/gtest.h>

#include <numeric>

#include "systemc/protocols/star/star_protocols.h"
#include "tests/protocols/star/star_network.h"
#include "tests/support/number_table.h"

namespace flitwise::protocols::test {
namespace {

using Numbers = std::vector<std::vector<std::int64_t>>;

/// S(x) and E(x) by rule Q: columns n, x, S, E.
const Numbers& selections() {
  static const Numbers table =
      flitwise::test::read_numbers<std::int64_t>("star/protocol_selection.txt", 14, 4);
  return table;
}

std::int64_t nodes(const StarSettings& settings) { return settings.graph().size(); }

std::string name_of(const StarSettings& s) {
  return "n = " + std::to_string(s.order()) + ", rule " +
         (s.trees->rule() == StarRule::kQ ? "Q" : "P") + ", m = " + std::to_string(s.packets) +
         ", x = " + std::to_string(s.copies) + ", F = " + std::to_string(s.flits);
}

/// Every PE has as many copies of each packet as it should, and they say what was sent.
template <typename SaysFor>
void expect_all_copies(const StarPes& pes, const StarSettings& settings, Node only_source,
                       bool with_content, SaysFor says) {
  for (const auto& pe : pes)
    for (Node source = 0; source < settings.graph().size(); ++source) {
      if (source == pe->self() || (only_source != kNoNode && source != only_source)) continue;
      for (int q = 0; q < settings.packets; ++q) {
        ASSERT_EQ(pe->copies().trees(source, q), pe->expected_trees(source, q));
        ASSERT_GE(pe->copies().count(source, q), settings.copies);
        if (!with_content) continue;
        ASSERT_EQ(pe->copies().believed(source, q), star_content(source, says(pe->self()), q));
      }
    }
}

const auto kForAll = [](Node) { return kNoNode; };
const auto kForOne = [](Node v) { return v; };

void expect_exact(const StarRecord& record, std::int64_t steps, std::int64_t transmissions) {
  EXPECT_EQ(record.faults(), "");
  EXPECT_EQ(record.steps, steps);
  EXPECT_EQ(record.transmissions, transmissions);
}

void check_broadcast(const StarSettings& s, Node source) {
  SCOPED_TRACE("broadcast from " + std::to_string(source) + ", " + name_of(s));
  const StarPes pes = make_star_pes(StarScheme::kBroadcast, s, source);
  expect_exact(run_star(s, pes), largest_share(s) + s.trees->height() - 1,
               std::int64_t{s.packets} * s.copies * (nodes(s) - 1));
  expect_all_copies(pes, s, source, s.flits > 1, kForAll);
}

void check_static(const StarSettings& s) {
  SCOPED_TRACE("static multinode, " + name_of(s));
  const StarPes pes = make_star_pes(StarScheme::kStatic, s);
  const StarRecord record = run_star(s, pes);
  const std::int64_t sent = std::int64_t{s.packets} * s.copies * nodes(s) * (nodes(s) - 1);
  EXPECT_EQ(record.faults(), "");
  EXPECT_EQ(record.transmissions, sent);
  EXPECT_EQ(record.steps, largest_share(s) * (nodes(s) - 1));
  expect_all_copies(pes, s, kNoNode, true, kForAll);
}

void check_acknowledged(const StarSettings& s) {
  SCOPED_TRACE("acknowledged multinode, " + name_of(s));
  const StarPes pes = make_star_pes(StarScheme::kAcknowledged, s);
  const StarRecord record = run_star(s, pes);
  expect_exact(record, (largest_share(s) + 1) * (nodes(s) - 1),
               std::int64_t{s.packets} * s.copies * nodes(s) * (nodes(s) - 1));
  const std::int64_t trees = std::min(s.degree(), s.packets * s.copies);
  EXPECT_EQ(record.acknowledgements, trees * nodes(s) * (nodes(s) - 1));
  expect_all_copies(pes, s, kNoNode, true, kForAll);
}

void check_scatter(const StarSettings& s, Node source, std::int64_t addresses,
                   std::int64_t depths) {
  SCOPED_TRACE("scatter from " + std::to_string(source) + ", " + name_of(s));
  const StarPes pes = make_star_pes(StarScheme::kScatter, s, source);
  expect_exact(run_star(s, pes), s.packets * addresses, s.packets * s.degree() * depths);
  expect_all_copies(pes, s, source, s.flits > 1, kForOne);
}

void check_exchange(const StarSettings& s, std::int64_t depths) {
  SCOPED_TRACE("exchange, " + name_of(s));
  const StarPes pes = make_star_pes(StarScheme::kExchange, s);
  expect_exact(run_star(s, pes), s.packets * depths, s.packets * s.degree() * nodes(s) * depths);
  expect_all_copies(pes, s, kNoNode, s.flits > 1, kForOne);
}

TEST(StarTimes, BroadcastTakesItsShareAndTheHeight) {
  for (int n = 3; n <= 6; ++n)
    for (const StarRule rule : {StarRule::kP, StarRule::kQ})
      for (int x = 1; x < n; ++x)
        for (const int m : {1, 2, 3, 7})
          check_broadcast(star_settings(n, rule, m, x, 1 + (m + x) % 3), (5 * x + m) % 6);
}

TEST(StarTimes, EverySourceOfAnS4BroadcastsInTheSameTime) {
  for (Node source = 0; source < 24; ++source)
    check_broadcast(star_settings(4, StarRule::kQ, 3, 2, 2), source);
}

TEST(StarTimes, StaticMultinodeTakesAWalkForEachPacketOfATree) {
  for (int n = 3; n <= 4; ++n)
    for (const StarRule rule : {StarRule::kP, StarRule::kQ})
      for (int x = 1; x < n; ++x)
        for (const int m : {1, 2, 3, 5}) check_static(star_settings(n, rule, m, x, 1 + m % 3));
  for (int x = 1; x < 5; ++x)
    for (const int m : {1, 3}) check_static(star_settings(5, StarRule::kQ, m, x));
}

TEST(StarTimes, AcknowledgedMultinodeTakesAStepMoreForEachLink) {
  for (int n = 3; n <= 4; ++n)
    for (const StarRule rule : {StarRule::kP, StarRule::kQ})
      for (int x = 1; x < n; ++x)
        for (const int m : {1, 2, 3, 5})
          check_acknowledged(star_settings(n, rule, m, x, 1 + m % 3));
  for (int x = 1; x < 5; ++x)
    for (const int m : {1, 3}) check_acknowledged(star_settings(5, StarRule::kQ, m, x));
}

TEST(StarTimes, ScatterTakesAStepForEachSelectedAddress) {
  for (const auto& row : selections())
    for (const int m : {1, 2, 3})
      check_scatter(star_settings(static_cast<int>(row[0]), StarRule::kQ, m,
                                  static_cast<int>(row[1]), 1 + m % 2),
                    (m * 4) % 6, row[2], row[3]);
}

TEST(StarTimes, ExchangeTakesTheDepthsOfTheSelectedAddresses) {
  for (const auto& row : selections())
    for (const int m : {1, 2, 3})
      if (row[0] < 5 || (row[0] == 5 && m != 3))
        check_exchange(star_settings(static_cast<int>(row[0]), StarRule::kQ, m,
                                     static_cast<int>(row[1]), row[0] < 5 ? 1 + m % 3 : 1),
                       row[3]);
}

TEST(StarTimes, RuleTakesItsOwnTimesInAllTrees) {
  for (const auto& [n, depths] : {std::pair{3, 15}, std::pair{4, 96}, std::pair{5, 648}}) {
    const StarSettings settings = star_settings(n, StarRule::kP, 1, n - 1);
    check_scatter(settings, 1, settings.graph().size() - 1, depths);
    check_exchange(settings, depths);
  }
}

TEST(StarTimes, LastPacketComesBeforeTheLastAcknowledgement) {
  // Steps in which the last packet arrives, of (g + 1)(N - 1), with g = 1.
  for (const auto& [n, last] : {std::pair{4, 40}, std::pair{5, 230}}) {
    const StarSettings settings = star_settings(n, StarRule::kQ, 1, n - 1);
    EXPECT_EQ(run_star(settings, make_star_pes(StarScheme::kAcknowledged, settings)).last_packet,
              last);
  }
}

TEST(StarTimes, StaticMultinodeStoresFewPacketsAtAPort) {
  const std::vector<std::pair<StarRule, std::vector<int>>> table = {{StarRule::kQ, {1, 3, 5}},
                                                                    {StarRule::kP, {1, 3, 4}}};
  for (const auto& [rule, most] : table)
    for (int n = 3; n <= 5; ++n) {
      const StarSettings settings = star_settings(n, rule, 1, n - 1);
      EXPECT_EQ(run_star(settings, make_star_pes(StarScheme::kStatic, settings)).max_buffer,
                most[static_cast<std::size_t>(n - 3)])
          << name_of(settings);
    }
}

}  // namespace
}  // namespace flitwise::protocols::test
