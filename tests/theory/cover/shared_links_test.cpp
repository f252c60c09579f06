// Scatters over trees that share links: the steps against their definition, against trees that
// share none, and no two flits on one link in one step.
#include "tb/theory/cover/shared_links.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "systemc/topology/cover/cover_shapes.h"
#include "tb/theory/cover/cover_theory.h"
#include "tests/theory/cover/cover_cases.h"
#include "tests/theory/tree/random_cases.h"

namespace flitwise::theory {
namespace {

using Lengths = std::vector<Flits>;

std::vector<LinkEvent> events_of(const Cover& cover, const Lengths& lengths) {
  const Allocation allocation = allocate(cover, lengths);
  return cover_scatter_events(cover, lengths, allocation,
                              predict_cover_scatter(cover, lengths, allocation));
}

/// The definition, step by step: links are marked flit by flit.
std::vector<std::optional<Step>> marked_starts(const Cover& cover, const Lengths& lengths,
                                               const Allocation& allocation) {
  std::vector<std::optional<Step>> starts(lengths.size());
  std::map<std::tuple<Node, Node, Step>, bool> taken;
  for (Node depth = cover.size(); depth > 0; --depth) {
    for (Node v = 0; v < cover.size(); ++v) {
      const auto at = static_cast<std::size_t>(v);
      if (lengths[at] == 0) continue;
      const std::vector<Node>& parents = cover.parents(allocation[at]);
      std::vector<Node> way{v};
      while (way.back() != cover.root())
        way.push_back(parents[static_cast<std::size_t>(way.back())]);
      std::reverse(way.begin(), way.end());
      if (static_cast<Node>(way.size()) - 1 != depth) continue;
      const auto each = [&](Step start, const auto& act) {
        for (std::size_t k = 0; k + 1 < way.size(); ++k)
          for (Flits flit = 0; flit < lengths[at]; ++flit)
            act(std::tuple(way[k], way[k + 1], start + static_cast<Step>(k) + flit));
      };
      Step start = 1;
      for (bool is_free = false; !is_free; start += is_free ? 0 : 1) {
        is_free = true;
        each(start, [&](const auto& slot) { is_free = is_free && taken.count(slot) == 0; });
      }
      each(start, [&](const auto& slot) { taken[slot] = true; });
      starts[at] = start;
    }
  }
  return starts;
}

void expect_as_defined(const Cover& cover, const Lengths& lengths) {
  const Allocation allocation = allocate(cover, lengths);
  ASSERT_EQ(starts_past_each_other(cover, lengths, allocation),
            marked_starts(cover, lengths, allocation))
      << cover.name() << ", root " << cover.root() << ' ' << testing::PrintToString(lengths);
  ASSERT_FALSE(test::use_a_link_twice(events_of(cover, lengths)))
      << cover.name() << ", root " << cover.root() << ' ' << testing::PrintToString(lengths);
  const Prediction p = predict_cover_scatter(cover, lengths, allocation).whole;
  ASSERT_GE(p.finish, p.lower_bound);
}

TEST(SharedLinks, AreUsedAsDefinedForAllShortMessages) {
  int seen = 0;
  for (const Cover& cover :
       {mesh_cover_shared(2, 2), mesh_cover_shared(2, 3), mesh_cover_shared(2, 3, 1, 1),
        mesh_cover_shared(2, 4, 0, 1), mesh_cover_shared(1, 4, 0, 1)}) {
    for (const Lengths& all : test::all_lengths(cover.size() - 1, 0, 2)) {
      Lengths lengths(all.begin() + 1, all.end());
      lengths.insert(lengths.begin() + cover.root(), 0);
      expect_as_defined(cover, lengths);
      ++seen;
    }
  }
  EXPECT_EQ(seen, 27 + 243 + 243 + 2187 + 27);
}

TEST(SharedLinks, AreUsedAsDefinedFromEveryRoot) {
  for (Node rows = 1; rows <= 5; ++rows) {
    for (Node columns = 1; columns <= 5; ++columns) {
      for (Node root = 0; root < rows * columns && rows * columns > 1; ++root) {
        const auto seed = static_cast<std::uint64_t>(100 * rows + 10 * columns + root);
        const Cover mesh = mesh_cover_shared(rows, columns, root / columns, root % columns);
        expect_as_defined(mesh, test::drawn_lengths(mesh, 1, seed));
        expect_as_defined(mesh, test::drawn_lengths(mesh, 7, seed));
        if (rows < 3 || columns < 3) continue;
        const Cover torus = torus_cover_shared(rows, columns, root / columns, root % columns);
        expect_as_defined(torus, test::drawn_lengths(torus, 1, seed));
        expect_as_defined(torus, test::drawn_lengths(torus, 7, seed));
      }
    }
  }
}

TEST(SharedLinks, AreUsedAsDefinedOnLargeRandomGrids) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Cover cover = test::large_shared_cover(seed);
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    expect_as_defined(cover, test::drawn_lengths(cover, 1 + static_cast<Flits>(seed % 9), seed));
  }
}

// Where there is nothing to share, nobody waits: the recurrence is the closed form.
TEST(SharedLinks, CostNothingWhereTreesShareNone) {
  for (const Cover& disjoint :
       {mesh_cover(4, 5, 1, 2), mesh_cover(1, 7, 0, 3), torus_cover_joint(5, 4, 2, 2),
        torus_cover_spanning(4, 4), torus_cover_spanning_short(5, 6)}) {
    std::vector<std::vector<Node>> parents;
    for (TreeIndex t = 0; t < disjoint.tree_count(); ++t) parents.push_back(disjoint.parents(t));
    const Cover shared("the same", disjoint.grid(), disjoint.root(), parents, Sharing::kLinks);
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
      const Lengths lengths = test::drawn_lengths(disjoint, static_cast<Flits>(seed), seed);
      const Allocation allocation = allocate(disjoint, lengths);
      const CoverPrediction alone = predict_cover_scatter(disjoint, lengths, allocation);
      const CoverPrediction timed = predict_cover_scatter(shared, lengths, allocation);
      EXPECT_EQ(timed.whole.dispatch, alone.whole.dispatch) << disjoint.name() << ", seed " << seed;
      EXPECT_EQ(timed.whole.finish, alone.whole.finish) << disjoint.name() << ", seed " << seed;
    }
  }
}

// Farthest first without a pause on every link of the root would let flits meet.
TEST(SharedLinks, NeedTheirPauses) {
  const Cover cover = mesh_cover_shared(4, 4, 2, 2);
  const Lengths lengths{4, 0, 3, 1, 0, 1, 0, 2, 3, 1, 0, 4, 0, 4, 1, 0};
  const Allocation allocation = allocate(cover, lengths);
  CoverPrediction hasty = predict_cover_scatter(cover, lengths, allocation);
  ASSERT_FALSE(test::use_a_link_twice(cover_scatter_events(cover, lengths, allocation, hasty)));

  for (TreeIndex t = 0; t < cover.tree_count(); ++t) {
    auto& dispatch = hasty.trees[static_cast<std::size_t>(t)].dispatch;
    const Lengths on_tree = lengths_on_tree(cover, lengths, allocation, t);
    std::vector<std::size_t> order;
    for (std::size_t pe = 1; pe < dispatch.size(); ++pe)
      if (dispatch[pe]) order.push_back(pe);
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return dispatch[a] < dispatch[b]; });
    Step next = 1;
    for (const std::size_t pe : order) {
      dispatch[pe] = next;
      next += on_tree[pe];
    }
  }
  EXPECT_TRUE(test::use_a_link_twice(cover_scatter_events(cover, lengths, allocation, hasty)));
}

TEST(SharedLinks, HaveNoSetupCost) {
  const Cover cover = mesh_cover_shared(2, 2);
  const Lengths lengths{0, 1, 1, 1};

  EXPECT_THROW(predict_cover_scatter(cover, lengths, allocate(cover, lengths), Pace{1, 1}),
               std::invalid_argument);
}

TEST(SharedLinks, HaveNoCertification) {
  const Cover cover = mesh_cover_shared(2, 2);
  const Lengths lengths{0, 1, 1, 1};
  CertificationVariant variant;
  variant.ports = Ports::kMulti;

  EXPECT_THROW(predict_cover_certification(cover, lengths, allocate(cover, lengths), variant),
               std::invalid_argument);
}

}  // namespace
}  // namespace flitwise::theory
