// The event lists: physically possible on a bufferless tree of their regime, each PE told before it
// acts, and in agreement with the predicted figures; of random trees, every pair of shape and
// traffic equally often.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "systemc/topology/tree/tree_shapes.h"
#include "tb/theory/lengths.h"
#include "tb/theory/tree/certification_theory.h"
#include "tb/theory/tree/tree_theory.h"
#include "tests/theory/tree/link_rules.h"
#include "tests/theory/tree/random_cases.h"
#include "tests/theory/tree/variants.h"

namespace flitwise::theory::events_test {
namespace {

using test::Case;
using test::Direction;
using test::EventList;
using test::lines;
using test::make_case;
using test::polled;
using test::violations;

constexpr std::uint64_t kCases = 2000;
constexpr Node kMaxPes = 64;

/// Tree and lengths of seed `seed`; every third tree is numbered in no particular way.
Case numbered_anyhow(std::uint64_t seed) {
  Case c = make_case(seed, kMaxPes);
  if (seed % 3 == 0) c.tree = test::shuffled_tree(c.tree.size(), seed);
  return c;
}

/// True when each message's first flit leaves in the predicted step.
bool dispatches_agree(const EventList& list) {
  std::vector<std::optional<Step>> first(list.sent.size());
  for (const LinkEvent& e : list.events) {
    if (e.kind != FlitKind::kData && e.kind != FlitKind::kEnd) continue;
    const Node origin = list.direction == Direction::kScatter ? 0 : e.message;
    auto& step = first[index_of(e.message)];
    if (e.from == origin && (!step || e.step < *step)) step = e.step;
  }
  return first == list.prediction.dispatch;
}

/// Calls `check(case, expect_possible)` for so many cases; what it gives to `expect_possible` keeps
/// the rules of the network and the figures, and all lists together have more than `least` events.
template <class Check>
void for_cases(std::uint64_t cases, std::size_t least, const Check& check) {
  std::size_t seen = 0;
  for (std::uint64_t seed = 0; seed < cases && !testing::Test::HasFailure(); ++seed) {
    const Case c = numbered_anyhow(seed);
    check(c, [&](const EventList& list) {
      EXPECT_EQ(violations(list), "") << c;
      EXPECT_TRUE(dispatches_agree(list)) << c;
      seen += list.events.size();
    });
  }
  EXPECT_GT(seen, least);
}

TEST(ScatterEvents, KeepTheRulesOfTheNetworkAndTheFigures) {
  for_cases(kCases, 100'000, [](const Case& c, const auto& expect_possible) {
    const Prediction p = predict_scatter_fdf(c.tree, c.lengths);
    const std::vector<LinkEvent> events = scatter_events(c.tree, c.lengths, p);
    expect_possible({c.tree, c.lengths, events, p, Direction::kScatter});
  });
}

TEST(ScatterEvents, KeepTheRulesOfTheNetworkInIndexOrder) {
  for_cases(kCases, 100'000, [](const Case& c, const auto& expect_possible) {
    std::vector<Node> order;
    for (Node v = 1; v < c.tree.size(); ++v)
      if (c.lengths[index_of(v)] > 0) order.push_back(v);
    const Prediction p = predict_scatter(c.tree, c.lengths, order);
    const std::vector<LinkEvent> events = scatter_events(c.tree, c.lengths, p);
    expect_possible({c.tree, c.lengths, events, p, Direction::kScatter});
  });
}

TEST(ScatterEvents, KeepTheRulesOfTheNetworkThroughAllPorts) {
  for_cases(1000, 100'000, [](const Case& c, const auto& expect_possible) {
    const Prediction p = predict_scatter_multiport(c.tree, c.lengths);
    const std::vector<LinkEvent> events = scatter_events(c.tree, c.lengths, p);
    expect_possible({c.tree, c.lengths, events, p, Direction::kScatter, Ports::kMulti});
  });
}

TEST(ShoulderTapEvents, KeepTheRulesOfTheNetworkAndTheFigures) {
  for (const Ports ports : {Ports::kSingle, Ports::kMulti})
    for (const bool end_mark : {false, true}) {
      SCOPED_TRACE(end_mark);
      for_cases(kCases, 100'000, [&](const Case& c, const auto& expect_possible) {
        const Prediction p = predict_shoulder_tap(c.lengths, end_mark, ports);
        const std::vector<LinkEvent> events = shoulder_tap_events(c.lengths, end_mark, ports, p);
        expect_possible({Tree(path_parents(c.tree.size())),
                         lengths_on_the_path(c.lengths, end_mark), events, p, Direction::kGather,
                         ports});
      });
    }
}

TEST(ShoulderTapEvents, EveryPeIsTappedOnceAndSendsAsItsTapSays) {
  for (std::uint64_t seed = 0; seed < kCases; ++seed) {
    const Case c = make_case(seed, kMaxPes);
    const Node n = c.tree.size() - 1;
    const Prediction p = predict_shoulder_tap(c.lengths, false, Ports::kSingle);
    Node tapped = 0;
    for (const LinkEvent& e : shoulder_tap_events(c.lengths, false, Ports::kSingle, p)) {
      if (e.kind != FlitKind::kTap) continue;
      ASSERT_EQ(e, (LinkEvent{++tapped, tapped - 1, tapped, FlitKind::kTap, tapped, 1, e.value}));
      const auto& dispatch = p.dispatch[index_of(tapped)];
      if (!dispatch) continue;
      ASSERT_EQ(*dispatch, tapped + std::max<Step>(tapped < n ? 2 : 1, e.value)) << c;
    }
    ASSERT_EQ(tapped, n) << c;
  }
}

class CertificationEvents : public testing::TestWithParam<CertificationVariant> {};

// As published, in more cases than the other variants.
std::uint64_t cases_of(const CertificationVariant& v) {
  const bool is_published = (v.rule == Rule::kPaper || v.rule == Rule::kTight) &&
                            v.sync == Sync::kSeq && v.sort_cost == SortCost::kZero &&
                            v.ports == Ports::kSingle;
  return is_published ? kCases : 300;
}

TEST_P(CertificationEvents, KeepTheRulesOfTheNetworkAndTellEveryPeWhatItNeedsBeforeItActs) {
  const std::uint64_t cases = cases_of(GetParam());
  for_cases(cases, 66 * cases, [](const Case& c, const auto& expect_possible) {
    const Prediction p = predict_certification(c.tree, c.lengths, GetParam());
    const std::vector<LinkEvent> events = certification_events(c.tree, c.lengths, GetParam(), p);
    expect_possible({c.tree, c.lengths, events, p, Direction::kGather, GetParam().ports});
    EXPECT_EQ(lines(test::certification_problems(c.tree, c.lengths, GetParam(), events)), "") << c;
  });
}

TEST_P(CertificationEvents, ShowTheRootsLagInTheFirstFlitThatArrives) {
  int shown = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Case c = numbered_anyhow(seed);
    const Prediction p = predict_certification(c.tree, c.lengths, GetParam());
    ASSERT_EQ(p.lag[0].has_value(), GetParam().ports == Ports::kSingle && c.flits() > 0) << c;
    if (!p.lag[0]) continue;
    Step first = p.quiesce;
    Step last_certificate = 0;
    for (const LinkEvent& e : certification_events(c.tree, c.lengths, GetParam(), p)) {
      if (e.to != 0) continue;
      if (e.kind == FlitKind::kData) first = std::min(first, e.step);
      if (e.kind == FlitKind::kCertificate) last_certificate = std::max(last_certificate, e.step);
    }
    const auto d = static_cast<double>(c.tree.child_count(0));
    const double sorting[] = {0, 1, d, d * std::ceil(std::log2(d))};
    const Step ordered =
        *p.t_sync + static_cast<Step>(sorting[static_cast<int>(GetParam().sort_cost)]);

    ASSERT_EQ(*p.t_sync, last_certificate) << c;
    ASSERT_EQ(first, ordered + *p.lag[0] - 1) << c;
    ++shown;
  }
  EXPECT_EQ(shown > 0, GetParam().ports == Ports::kSingle);
}

INSTANTIATE_TEST_SUITE_P(All, CertificationEvents, testing::ValuesIn(test::all_variants()),
                         [](const auto& param_info) { return test::name_of(param_info.param); });

TEST(MirrorEvents, TokensSayHowLongTheCertificateWaits) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const Case c = numbered_anyhow(seed);
    const CertificationVariant variant = test::single_port(Rule::kPos, Sync::kMirror);
    const Prediction p = predict_certification(c.tree, c.lengths, variant);
    std::vector<std::int64_t> waits(c.lengths.size(), 0);
    for (const LinkEvent& e : certification_events(c.tree, c.lengths, variant, p)) {
      if (e.kind == FlitKind::kToken) {
        waits[index_of(e.message)] = e.step + 2 * e.value + 1;
      } else if (e.kind == FlitKind::kCertificate) {
        ASSERT_EQ(e.step, waits[index_of(e.message)]) << c;
      }
    }
  }
}

TEST(MultiportEvents, AreNotPossibleWithOnePort) {
  const Tree star(star_parents(3));
  const Prediction p = predict_scatter_multiport(star, {0, 1, 1, 1});
  const std::vector<LinkEvent> events = scatter_events(star, {0, 1, 1, 1}, p);

  EXPECT_NE(lines(test::port_problems(events, Ports::kSingle)), "");
  EXPECT_EQ(lines(test::port_problems(events, Ports::kMulti)), "");
}

TEST(MultiportEvents, StillTakeOneFlitPerLinkAndStep) {
  const std::vector<LinkEvent> events{{1, 1, 0, FlitKind::kData, 1, 1},
                                      {1, 1, 0, FlitKind::kData, 2, 1}};

  EXPECT_NE(lines(test::port_problems(events, Ports::kMulti)), "");
}

// The checkers themselves: a list that is wrong in one place must be refused.

class BrokenEvents : public testing::Test {
 protected:
  const Tree tree_{{-1, 0, 0, 1}};
  const std::vector<Flits> lengths_{0, 1, 1, 2};
  const Prediction prediction_ = predict_certification(tree_, lengths_, polled(Rule::kTight));
  std::vector<LinkEvent> events_ =
      certification_events(tree_, lengths_, polled(Rule::kTight), prediction_);

  LinkEvent& find(FlitKind kind, Node message) {
    return *std::find_if(events_.begin(), events_.end(), [&](const LinkEvent& e) {
      return e.kind == kind && e.message == message;
    });
  }
};

TEST_F(BrokenEvents, AFlitThatWaitsInARelayIsNoticed) {
  for (LinkEvent& e : events_) {
    if (e.kind == FlitKind::kData && e.message == 3 && e.from == 1) ++e.step;
  }

  EXPECT_NE(lines(test::delivery_problems(tree_, lengths_, events_, Direction::kGather)), "");
}

TEST_F(BrokenEvents, ALostFlitIsNoticed) {
  events_.erase(std::find_if(events_.begin(), events_.end(),
                             [](const LinkEvent& e) { return e.kind == FlitKind::kData; }));

  EXPECT_NE(lines(test::delivery_problems(tree_, lengths_, events_, Direction::kGather)), "");
}

TEST_F(BrokenEvents, ASecondReceiveInAStepIsNoticed) {
  find(FlitKind::kData, 2).step = find(FlitKind::kData, 1).step;

  EXPECT_NE(lines(test::port_problems(events_)), "");
}

TEST_F(BrokenEvents, AHopOverNoLinkIsNoticed) {
  find(FlitKind::kToken, 3).from = 2;

  EXPECT_NE(lines(test::link_problems(tree_, events_)), "");
}

TEST_F(BrokenEvents, AnOrderThatComesOneStepLateIsNoticed) {
  ++find(FlitKind::kOrder, 3).step;

  EXPECT_NE(lines(test::certification_problems(tree_, lengths_, polled(Rule::kTight), events_)),
            "");
}

TEST_F(BrokenEvents, ACertificateBeforeTheChildrensIsNoticed) {
  --find(FlitKind::kCertificate, 1).step;

  EXPECT_NE(lines(test::certification_problems(tree_, lengths_, polled(Rule::kTight), events_)),
            "");
}

TEST_F(BrokenEvents, AnUntouchedListIsAccepted) {
  EXPECT_EQ(lines(test::certification_problems(tree_, lengths_, polled(Rule::kTight), events_)),
            "");
  EXPECT_EQ(violations({tree_, lengths_, events_, prediction_, Direction::kGather}), "");
}

}  // namespace
}  // namespace flitwise::theory::events_test
