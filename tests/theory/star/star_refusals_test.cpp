// What the predictions for star graphs refuse, with the message.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "systemc/topology/tree/tree.h"
#include "tb/theory/star/star_losses.h"
#include "tb/theory/star/star_theory.h"
#include "tb/theory/star/star_timed_walk.h"
#include "tb/theory/star/star_votes.h"
#include "tests/theory/star/star_operations.h"

namespace flitwise::theory {
namespace {

using test::kStarAlgorithms;
using test::StarCase;
using testing::ThrowsMessage;

template <typename Do>
void expect_refused(Do action, const char* message) {
  EXPECT_THAT(action, ThrowsMessage<std::invalid_argument>(message));
}

StarTrees four() { return {StarGraph(4), StarRule::kQ}; }

TEST(StarRefusals, NameThePacketsAndCopies) {
  for (const auto algorithm : kStarAlgorithms) {
    const StarTrees trees = four();
    const auto all_of = [&](StarTraffic traffic, const char* message) {
      const StarCase c{algorithm, 4, StarRule::kQ, traffic, 0};
      expect_refused([&] { predict(c, trees); }, message);
      expect_refused([&] { events(c, trees); }, message);
      expect_refused([&] { copies(c, trees, {}); }, message);
    };
    all_of({0, 1}, "packets must be 1 or more, got 0");
    all_of({1, 0}, "copies must be 1 to 3, got 0");
    all_of({1, 4}, "copies must be 1 to 3, got 4");
  }
  expect_refused([] { select_addresses(four(), 4); }, "copies must be 1 to 3, got 4");
  expect_refused([] { star_graph_bounds(4, {1, 4}); }, "copies must be 1 to 3, got 4");
  expect_refused([] { hypercube_bounds(4, {1, 5}); }, "copies must be 1 to 4, got 5");
  expect_refused([] { hypercube_bounds(4, {0, 1}); }, "packets must be 1 or more, got 0");
}

TEST(StarRefusals, NameTheSource) {
  for (const auto algorithm : kStarAlgorithms) {
    if (!has_one_source(algorithm)) continue;
    const StarTrees trees = four();
    const StarCase c{algorithm, 4, StarRule::kQ, {1, 1}, 24};
    const char* message = "the source must be a node from 0 to 23, got 24";
    expect_refused([&] { events(c, trees); }, message);
    expect_refused([&] { copies(c, trees, {}); }, message);
  }
}

TEST(StarRefusals, NameTheFault) {
  const auto with = [](const StarFaults& faults) {
    return [=] { (void)star_copies(StarAlgorithm::kStatic, four(), {1, 1}, kNoNode, faults); };
  };
  expect_refused(with({{24}, {}, 1}), "a dead node must be a node from 0 to 23, got 24");
  expect_refused(with({{}, {{-1, 2}}, 1}),
                 "the end of a dead link must be a node from 0 to 23, got -1");
  expect_refused(with({{}, {{0, 1}}, 1}), "a dead link's dimension must be 2 to 4, got 1");
  expect_refused(with({{}, {{0, 5}}, 1}), "a dead link's dimension must be 2 to 4, got 5");
  expect_refused(with({{}, {}, 0}), "faults must begin in step 1 or later, got 0");
  expect_refused(
      [] {
        (void)star_copies(StarAlgorithm::kAcknowledged, four(), {1, 1}, kNoNode, {{1}, {}, 2});
      },
      "the walk with acknowledgements takes faults from step 1 only");
}

TEST(StarRefusals, NameTheVote) {
  const char* later = "votes beside liars take faults from step 1 only";
  expect_refused([] { (void)multinode_votes(four(), {1, 1}, {{3}, {}, 2}, {8}); }, later);
  expect_refused([] { (void)liars_tolerated(0, 0); }, "copies must be 1 or more, got 0");
  expect_refused([] { (void)liars_tolerated(1, -1); }, "silent elements must be 0 or more, got -1");
}

TEST(StarRefusals, NameTheNetwork) {
  expect_refused(
      [] {
        hypercube_bounds(0, {1, 1});
      },
      "a hypercube's dimensions must be 1 to 20, got 0");
  expect_refused(
      [] {
        hypercube_bounds(21, {1, 1});
      },
      "a hypercube's dimensions must be 1 to 20, got 21");
  EXPECT_THROW(star_graph_bounds(9, {1, 1}), TopologyError);
}

TEST(StarRefusals, NameThePace) {
  const auto with = [](const StarPace& pace) {
    return [=] { (void)predict_star(StarAlgorithm::kTrees, four(), {1, 1}, pace); };
  };
  expect_refused(with({0, {}}), "flits of a packet must be 1 or more, got 0");
  expect_refused(with({1, {0, 1}}), "a router's latency must be 1 or more, got 0");
  expect_refused(with({1, {1, 0}}), "a link's latency must be 1 or more, got 0");
}

TEST(StarRefusals, NameWhatIsNotKnownWithLatencies) {
  const StarTrees trees = four();
  const StarLatency spaced{1, 1, false, StarSlots::kSpaced};
  const StarPace pace{1, spaced};
  const char* walk = "the time of a walk with acknowledgements is not known with spaced slots";
  expect_refused(
      [&] {
        (void)predict_star(StarAlgorithm::kAcknowledged, trees, {1, 1}, pace);
      },
      walk);
  expect_refused(
      [&] {
        (void)star_events(StarAlgorithm::kAcknowledged, trees, {1, 1}, 0, pace);
      },
      walk);
  expect_refused([&] { (void)predict_multinode_timed(trees, {1, 1}, {}, {}, pace); }, walk);
  expect_refused(
      [&] {
        (void)star_copies(StarAlgorithm::kAcknowledged, trees, {1, 1}, 0, {}, spaced);
      },
      "what a walk with acknowledgements brings is not known with spaced slots");
  expect_refused(
      [&] {
        (void)star_copies(StarAlgorithm::kStatic, trees, {1, 1}, 0, {{3}, {}, 2}, spaced);
      },
      "what faults from a later step on cost is not known with spaced slots");
  expect_refused(
      [&] {
        (void)star_losses(StarAlgorithm::kTrees, trees, {1, 1}, 0, {}, spaced);
      },
      "which copies bit errors cost is not known with spaced slots");
  expect_refused(
      [&] {
        (void)star_losses(StarAlgorithm::kTrees, trees, {1, 1}, 0, {}, {1, 1, true});
      },
      "which copies bit errors cost is not known where routers cut through");
}

}  // namespace
}  // namespace flitwise::theory
