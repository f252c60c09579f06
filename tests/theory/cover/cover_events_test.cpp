// The events over covers: the rules of the network hold for all trees at once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "systemc/topology/cover/cover_shapes.h"
#include "tb/theory/cover/cover_theory.h"
#include "tb/theory/lengths.h"
#include "tests/support/refusal.h"
#include "tests/theory/cover/cover_rows.h"
#include "tests/theory/tree/link_rules.h"
#include "tests/theory/tree/random_cases.h"
#include "tests/theory/tree/variants.h"

namespace flitwise::theory::cover_events_test {
namespace {

using test::cover_of;
using test::CoverRow;
using test::lengths_of;
using test::lines;
using test::multiport;
using test::read_cover_rows;
using test::refusal_of;

struct Run {
  const Cover& cover;
  const std::vector<Flits>& lengths;
  const Prediction& whole;
  const std::vector<LinkEvent>& events;
};

bool is_delivery(const Cover& cover, const LinkEvent& e, bool is_gather) {
  return e.kind == FlitKind::kData && e.to == (is_gather ? cover.root() : e.message);
}

std::string wrong_deliveries(const Run& run, bool is_gather) {
  std::map<Node, Flits> received;
  Step finish = 0;
  for (const LinkEvent& e : run.events) {
    if (!is_delivery(run.cover, e, is_gather)) continue;
    ++received[e.message];
    finish = std::max(finish, e.step);
  }
  std::string text;
  for (Node v = 0; v < run.cover.size(); ++v) {
    if (received[v] != run.lengths[index_of(v)]) text += "message " + std::to_string(v) + "\n";
  }
  return finish == run.whole.finish ? text : text + "finish is another\n";
}

// Sentences on what a run over all links of the grid must not do.
std::string violations(const Run& run, bool is_gather) {
  std::string text = lines(test::port_problems(run.events, Ports::kMulti));
  for (const LinkEvent& e : run.events) {
    if (!run.cover.grid().are_neighbours(e.from, e.to)) text += "no such link\n";
  }
  text += wrong_deliveries(run, is_gather);
  if (!std::is_sorted(run.events.begin(), run.events.end())) text += "not sorted\n";
  if (test::last_activity(run.events) != run.whole.quiesce) text += "quiesce is another\n";
  if (run.whole.finish < run.whole.lower_bound) text += "below the lower bound\n";
  if (run.whole.finish > run.whole.bound.value()) text += "above the bound\n";
  return text;
}

std::string scatter_violations(const Cover& cover, const std::vector<Flits>& lengths) {
  const Allocation allocation = allocate(cover, lengths);
  const CoverPrediction p = predict_cover_scatter(cover, lengths, allocation);
  return violations({cover, lengths, p.whole, cover_scatter_events(cover, lengths, allocation, p)},
                    false);
}

std::string gather_violations(const Cover& cover, const std::vector<Flits>& lengths,
                              const CertificationVariant& variant) {
  const Allocation allocation = allocate(cover, lengths);
  const CoverPrediction p = predict_cover_certification(cover, lengths, allocation, variant);
  const auto events = cover_certification_events(cover, lengths, allocation, variant, p);
  std::string text = violations({cover, lengths, p.whole, events}, true);
  const auto tokens = std::count_if(events.begin(), events.end(),
                                    [](const auto& e) { return e.kind == FlitKind::kToken; });
  Node links = 0;
  for (const PlacedTree& tree : cover.trees()) links += tree.tree.size() - 1;
  return tokens == links ? text : text + "tokens are missing\n";
}

Cover random_cover(std::uint64_t seed) {
  const auto rows = static_cast<Node>(3 + seed % 6);
  const auto columns = static_cast<Node>(3 + seed / 6 % 6);
  const auto row = static_cast<Node>(seed) % rows;
  const auto column = static_cast<Node>(seed / 5) % columns;
  if (seed % 4 == 0) return mesh_cover(rows, columns, row, column);
  if (seed % 4 == 1) return torus_cover_spanning(rows, columns, row, column);
  if (seed % 4 == 2) return torus_cover_spanning_short(rows, columns, row, column);
  return torus_cover_joint(rows, columns, row, column);
}

std::vector<Flits> lengths_for(const Cover& cover, std::uint64_t seed) {
  auto lengths = test::random_lengths(cover.size(), static_cast<Flits>(1 + seed % 9), seed);
  lengths[index_of(cover.root())] = 0;
  return lengths;
}

TEST(CoverScatterEvents, KeepTheRulesOfTheNetworkAndTheFigures) {
  for (const CoverRow& row : read_cover_rows())
    EXPECT_EQ(scatter_violations(cover_of(row), lengths_of(row)), "") << row;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Cover cover = random_cover(seed);
    ASSERT_EQ(scatter_violations(cover, lengths_for(cover, seed)), "")
        << "seed " << seed << ": " << cover.name() << ", root " << cover.root();
  }
}

TEST(CoverCertificationEvents, KeepTheRulesOfTheNetworkAndTheFigures) {
  for (const CoverRow& row : read_cover_rows())
    EXPECT_EQ(gather_violations(cover_of(row), lengths_of(row), multiport(Rule::kPos)), "") << row;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Cover cover = random_cover(seed);
    const CertificationVariant variant =
        multiport(test::kAllRules[seed % 5], test::kAllSortCosts[seed / 5 % 4]);
    ASSERT_EQ(gather_violations(cover, lengths_for(cover, seed), variant), "")
        << "seed " << seed << ": " << cover.name() << ", root " << cover.root() << ", "
        << test::name_of(variant);
  }
}

TEST(CoverScatterEvents, NameNodesAndNotPesOfTrees) {
  const Cover cover = mesh_cover(2, 2, 1, 1);  // tree 0: 3-2-0, tree 1: 3-1-0
  const std::vector<Flits> lengths{2, 0, 1, 0};
  const Allocation allocation{1, 1, 0, kNoTree};
  const CoverPrediction p = predict_cover_scatter(cover, lengths, allocation);

  EXPECT_THAT(cover_scatter_events(cover, lengths, allocation, p),
              testing::ElementsAre(LinkEvent{1, 3, 1, FlitKind::kData, 0, 1},
                                   LinkEvent{1, 3, 2, FlitKind::kData, 2, 1},
                                   LinkEvent{2, 1, 0, FlitKind::kData, 0, 1},
                                   LinkEvent{2, 3, 1, FlitKind::kData, 0, 2},
                                   LinkEvent{3, 1, 0, FlitKind::kData, 0, 2}));
}

const std::vector<Flits> kLengths{0, 1, 1, 1};
const Allocation kAllocation{kNoTree, 0, 1, 1};

TEST(CoverGather, NeedsAPortPerLink) {
  const std::string refusal = "a cover needs a port per link, for its trees run at once";
  const CertificationVariant single = test::single_port(Rule::kPos, Sync::kSlot);

  EXPECT_EQ(refusal_of([&] {
              predict_cover_certification(mesh_cover(2, 2), kLengths, kAllocation, single);
            }),
            refusal);
  EXPECT_EQ(refusal_of([&] {
              cover_certification_events(mesh_cover(2, 2), kLengths, kAllocation, single, {});
            }),
            refusal);
}

TEST(CoverEvents, NeedAPredictionOfTheSameCover) {
  const Cover cover = mesh_cover(2, 2);

  EXPECT_EQ(refusal_of([&] { cover_scatter_events(cover, kLengths, kAllocation, {}); }),
            "the prediction is not one of this cover");
  EXPECT_EQ(refusal_of([&] {
              const std::vector<Flits> longer{0, 1, 1, 1, 1, 1};
              const Cover other = mesh_cover(2, 3);
              const auto p = predict_cover_scatter(other, longer, allocate(other, longer));
              cover_scatter_events(cover, kLengths, kAllocation, p);
            }),
            "the prediction is not one of these lengths");
}

TEST(CoverTheory, RefusesLengthsAndAllocationsThatDoNotFit) {
  const Cover cover = mesh_cover(2, 2);

  EXPECT_EQ(refusal_of([&] {
              predict_cover_scatter(cover, {0, 1}, kAllocation);
            }),
            "lengths must have one entry per node: 4, got 2");
  EXPECT_EQ(refusal_of([&] {
              cover_scatter_lower_bound(cover, {0, 1});
            }),
            "lengths must have one entry per node: 4, got 2");
  EXPECT_EQ(
      refusal_of([&] {
        predict_cover_certification(cover, kLengths, {kNoTree, 0, 0, 1}, multiport(Rule::kPos));
      }),
      "node 2 cannot use tree 0");
}

}  // namespace
}  // namespace flitwise::theory::cover_events_test
