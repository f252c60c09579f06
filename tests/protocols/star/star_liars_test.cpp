// PEs that alter what they pass on, against PEs that vote.
#include <gtest/gtest.h>

#include <memory>
#include <set>

#include "systemc/protocols/star/star_multinode.h"
#include "systemc/protocols/star/star_protocols.h"
#include "tests/protocols/star/star_network.h"

namespace flitwise::protocols::test {
namespace {

/// What came of a multinode broadcast with liars, seen by PEs that neither lie nor are dead.
struct Beliefs {
  int right = 0;
  int wrong = 0;
  int undecided = 0;
  StarRecord record;
};

Beliefs run_with_liars(StarSettings settings, StarBelief belief, StarScheme kind,
                       const std::set<Node>& liars, const StarFaults& faults = {}) {
  settings.belief = belief;
  std::vector<std::unique_ptr<PeProtocol>> pes;
  std::vector<const StarPe*> honest;
  for (auto& pe : make_star_pes(kind, settings)) {
    const bool lies = liars.count(pe->self()) > 0;
    if (!lies && faults.nodes.count(pe->self()) == 0) honest.push_back(pe.get());
    if (lies)
      pes.push_back(std::make_unique<LyingProtocol>(std::move(pe), 1));
    else
      pes.push_back(std::move(pe));
  }
  Beliefs beliefs;
  beliefs.record = run_star(settings, pes, faults);
  for (const StarPe* pe : honest)
    for (Node source = 0; source < settings.graph().size(); ++source)
      for (int q = 0; q < settings.packets; ++q) {
        if (source == pe->self() || faults.nodes.count(source) > 0) continue;
        const auto value = pe->copies().believed(source, q);
        if (!value)
          ++beliefs.undecided;
        else
          ++(*value == star_content(source, kNoNode, q) ? beliefs.right : beliefs.wrong);
      }
  return beliefs;
}

TEST(StarLiars, VoteOfThreeCopiesBeatsAnyOneLiar) {
  for (const int flits : {1, 2})
    for (const auto kind : {StarScheme::kStatic, StarScheme::kAcknowledged})
      for (Node liar = 0; liar < 24; ++liar) {
        const Beliefs beliefs = run_with_liars(star_settings(4, StarRule::kQ, 1, 3, flits),
                                               StarBelief::kMajority, kind, {liar});
        EXPECT_EQ(beliefs.record.faults(), "");
        EXPECT_EQ(beliefs.right, 23 * 23);
      }
}

TEST(StarLiars, FirstCopiesAreFooledByALiar) {
  for (const int flits : {1, 2}) {
    const Beliefs beliefs = run_with_liars(star_settings(4, StarRule::kQ, 1, 3, flits),
                                           StarBelief::kFirstCopy, StarScheme::kStatic, {8});
    EXPECT_GT(beliefs.wrong, 0);
    EXPECT_EQ(beliefs.record.faults(), "");
  }
}

TEST(StarLiars, LiarAndSilentNodeBeatThreeCopies) {
  // x = 3 is not more than 2f + e = 3.
  StarFaults faults;
  faults.nodes = {13};
  const Beliefs beliefs = run_with_liars(star_settings(4, StarRule::kQ, 1, 3),
                                         StarBelief::kMajority, StarScheme::kStatic, {8}, faults);
  EXPECT_GT(beliefs.undecided, 0);
  EXPECT_EQ(beliefs.wrong, 0);
}

TEST(StarLiars, FourCopiesStandALiarAndASilentNode) {
  StarFaults faults;
  for (const Node dead : {3, 40, 77}) {
    faults.nodes = {dead};
    const Beliefs beliefs = run_with_liars(star_settings(5, StarRule::kQ, 1, 4),
                                           StarBelief::kMajority, StarScheme::kStatic, {8}, faults);
    EXPECT_EQ(beliefs.right, 118 * 118);
    EXPECT_TRUE(beliefs.record.complaints.empty());
  }
}

TEST(StarLiars, TwoLiarsThatAgreeWinAgainstOneTrueCopy) {
  int wrong = 0;
  for (Node other = 0; other < 24; ++other)
    if (other != 8)
      wrong += run_with_liars(star_settings(4, StarRule::kQ, 1, 3), StarBelief::kMajority,
                              StarScheme::kStatic, {8, other})
                   .wrong;
  EXPECT_GT(wrong, 0);
}

TEST(StarLiars, LiarsOnOnePathTellTheSame) {
  // With x = 1 in an S_3, tree 2 is the path 0 - 2 - 4 - 1 - 3 - 5 for PE 0: what 4 alters, 1 must
  // not set right.
  const StarSettings settings = star_settings(3, StarRule::kQ, 1, 1);
  const Beliefs one = run_with_liars(settings, StarBelief::kFirstCopy, StarScheme::kStatic, {4});
  const Beliefs two = run_with_liars(settings, StarBelief::kFirstCopy, StarScheme::kStatic, {4, 1});
  EXPECT_EQ(one.wrong, 0 + 1 + 2 + 3 + 4);  // behind PE 4 in the trees of the five others
  EXPECT_EQ(two.right + two.wrong, 4 * 5);
  EXPECT_GT(two.wrong, one.wrong - 4);
}

TEST(StarLiars, LiarThatPassesNothingOnSaysSo) {
  const StarSettings settings = star_settings(3, StarRule::kQ, 1, 1);
  std::vector<std::unique_ptr<PeProtocol>> pes;
  for (auto& pe : make_star_pes(StarScheme::kBroadcast, settings, 0))
    pes.push_back(std::make_unique<LyingProtocol>(std::move(pe), 1));
  const StarRecord record = run_star(settings, pes);
  ASSERT_EQ(record.complaints.size(), 6U);
  EXPECT_EQ(record.complaints[4], "PE 4: a lying PE that has passed nothing on");
}

}  // namespace
}  // namespace flitwise::protocols::test
