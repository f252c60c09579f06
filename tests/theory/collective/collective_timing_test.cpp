// When collectives start, send, receive and end, by hand and as played; where messages meet.
#include "tb/theory/collective/collective_timing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

#include "systemc/topology/tree/tree_shapes.h"
#include "tb/theory/collective/collective_bound.h"
#include "tb/theory/collective/collective_ways.h"
#include "tests/theory/collective/collective_play.h"

namespace flitwise::theory {
namespace {

using testing::HasSubstr;

// Programs in the making.
struct Draft {
  Collective collective;

  explicit Draft(Node ranks) { collective.programs.resize(index_of(ranks)); }

  std::vector<RankOp>& of(Node rank) { return collective.programs[index_of(rank)]; }

  std::size_t add(Node rank, RankOp op, std::vector<RankDependency> after) {
    op.after = std::move(after);
    of(rank).push_back(op);
    return of(rank).size() - 1;
  }
  // The send's and the receive's number in their programs.
  std::pair<std::size_t, std::size_t> message(Node from, Node to, Flits flits,
                                              std::vector<RankDependency> after = {}) {
    RankOp op;
    op.transfer = collective.transfers.size();
    CollectiveTransfer transfer;
    transfer.from = from;
    transfer.to = to;
    transfer.flits = flits;
    transfer.name = std::to_string(from) + " to " + std::to_string(to);
    collective.transfers.push_back(transfer);
    op.kind = RankOpKind::kSend;
    const std::size_t send = add(from, op, std::move(after));
    op.kind = RankOpKind::kReceive;
    return {send, add(to, op, {})};
  }
  std::size_t compute(Node rank, Step steps, std::vector<RankDependency> after = {},
                      int processor = -1) {
    RankOp op;
    op.steps = steps;
    op.processor = processor;
    return add(rank, op, std::move(after));
  }
};

TreeShape path_of(Node pes, bool is_multiport = false) {
  std::vector<Node> parents;
  for (Node v = 0; v < pes; ++v) parents.push_back(v - 1);
  return {PlacedTree(Tree(parents)), is_multiport};
}

CollectiveTiming times(const NetworkShape& shape, const Draft& draft) {
  return time_collective(draft.collective, ways_on(shape, draft.collective));
}

// 0 sends 3 flits to 2, which sends 2 on to 3 when it has them.
TEST(CollectiveTiming, OfARelayOnAPathIsTheSumOfItsWays) {
  Draft relay(4);
  const std::size_t received = relay.message(0, 2, 3).second;
  relay.message(2, 3, 2, {{received, false}});
  const CollectiveTiming timing = times(path_of(4), relay);

  EXPECT_TRUE(timing.is_exact());
  EXPECT_EQ(timing.leaves, (std::vector<Step>{0, 4}));
  EXPECT_EQ(timing.arrivals, (std::vector<Step>{4, 6}));
  EXPECT_EQ(timing.finish, 6);
  EXPECT_EQ(timing.quiesce, 6);
  EXPECT_EQ(timing.done, 6);
  EXPECT_EQ(timing.ops[0][0].end, 3);
  EXPECT_EQ(timing.ops[2][1].start, 4);
  EXPECT_EQ(timing.ops[2][1].end, 6);
}

TEST(CollectiveTiming, LetsSendsOfAPortGoInTheOrderOfTheirStarts) {
  Draft draft(3);
  const std::size_t late = draft.compute(0, 1);
  draft.message(0, 1, 2, {{late, false}});  // may start in step 1
  draft.message(0, 1, 3);                   // in step 0, as the next
  draft.message(0, 2, 1);
  const CollectiveTiming timing = times(path_of(3), draft);
  EXPECT_EQ(timing.leaves, (std::vector<Step>{4, 0, 3}));
  EXPECT_EQ(timing.ops[0][1].start, 4);
  EXPECT_EQ(timing.ops[0][1].end, 6);
}

TEST(CollectiveTiming, GivesAPortPerLinkItsOwnTurns) {
  Draft draft(3);
  draft.message(1, 0, 4);
  draft.message(1, 2, 3);
  EXPECT_EQ(times(path_of(3), draft).leaves, (std::vector<Step>{0, 4}));
  EXPECT_EQ(times(path_of(3, true), draft).leaves, (std::vector<Step>{0, 0}));
}

TEST(CollectiveTiming, CountsOverheadsOfSendersAndReceiversAndStepsToCombine) {
  Draft draft(2);
  const auto [send, receive] = draft.message(0, 1, 2);
  draft.message(0, 1, 1);
  draft.of(0)[send].steps = 5;
  draft.of(1)[receive].steps = 3;
  const CollectiveTiming timing = times(path_of(2), draft);
  EXPECT_EQ(timing.leaves, (std::vector<Step>{5, 7}));
  EXPECT_EQ(timing.arrivals, (std::vector<Step>{7, 8}));
  EXPECT_EQ(timing.ops[1][receive].end, 10);
  EXPECT_EQ(timing.finish, 8);
  EXPECT_EQ(timing.done, 10);
}

TEST(CollectiveTiming, KeepsTimetablesAndBeginnings) {
  Draft draft(2);
  const std::size_t send = draft.message(0, 1, 2).first;
  draft.of(0)[send].not_before = 7;
  draft.message(0, 1, 1, {{send, true}});
  const std::size_t behind = draft.compute(0, 2, {{send, true}});
  const CollectiveTiming timing = times(path_of(2), draft);
  EXPECT_EQ(timing.leaves, (std::vector<Step>{7, 9}));
  EXPECT_EQ(timing.ops[0][behind].end, 9);
}

TEST(CollectiveTiming, LetsComputesOfAProcessorTakeTurns) {
  Draft draft(1);
  draft.compute(0, 4, {}, 0);
  draft.compute(0, 2, {}, 0);
  draft.compute(0, 2, {}, 1);
  draft.compute(0, 2);
  draft.compute(0, 0, {}, 0);  // takes no turn
  const CollectiveTiming timing = times(path_of(1), draft);
  std::vector<Step> ends;
  for (const OpTimes& op : timing.ops[0]) ends.push_back(op.end);
  EXPECT_EQ(ends, (std::vector<Step>{4, 6, 2, 2, 0}));
  EXPECT_EQ(timing.finish, 0);
  EXPECT_EQ(timing.done, 6);
}

// What a computation of no steps lets begin comes behind what could without it.
TEST(CollectiveTiming, LetsWhatAStepBringsAboutGoInRounds) {
  Draft draft(2);
  const std::size_t nothing = draft.compute(0, 0, {}, 0);
  draft.message(0, 1, 2, {{nothing, false}});
  const std::size_t second = draft.message(0, 1, 2).first;
  draft.message(0, 1, 2, {{second, true}});
  draft.compute(0, 3, {}, 0);
  const CollectiveTiming timing = times(path_of(2), draft);
  EXPECT_EQ(timing.leaves, (std::vector<Step>{2, 0, 4}));
  EXPECT_EQ(timing.ops[0].back().end, 3);
}

TEST(CollectiveTiming, EndsReceivesWhenTheyHaveStarted) {
  Draft draft(2);
  draft.message(0, 1, 1);
  const std::size_t before = draft.compute(1, 9);
  draft.of(1)[0].after = {{before, false}};
  draft.of(1)[0].steps = 2;
  EXPECT_EQ(times(path_of(2), draft).ops[1][0].end, 11);
}

TEST(CollectiveTiming, RefusesWhatNeverEnds) {
  Draft draft(1);
  draft.compute(0, 1, {{1, false}});
  draft.compute(0, 1, {{0, false}});
  EXPECT_THROW(times(path_of(1), draft), std::invalid_argument);
  Draft half(2);
  half.message(0, 1, 1);
  half.of(1).clear();
  EXPECT_THROW(times(path_of(2), half), std::invalid_argument);
}

// Lone messages between all nodes: what closed formulas say.
void expect_lone(const NetworkShape& shape, const std::function<Step(Node, Node, Flits)>& formula) {
  for (Node from = 0; from < pes_of(shape); ++from)
    for (Node to = 0; to < pes_of(shape); ++to)
      for (const Flits flits : {1, 4}) {
        if (from == to) continue;
        Draft draft(pes_of(shape));
        draft.message(from, to, flits);
        const CollectiveTiming timing = times(shape, draft);
        EXPECT_EQ(timing.finish, formula(from, to, flits)) << from << " to " << to;
        EXPECT_TRUE(timing.is_exact());
      }
}

TEST(CollectiveWays, AreAsLongAsHopsAndFlits) {
  const Tree tree({-1, 0, 0, 1, 1, 4});
  expect_lone(TreeShape{PlacedTree(tree), false}, [&](Node a, Node b, Flits flits) {
    int hops = 0;
    for (; a != b; ++hops)
      (tree.depth(a) >= tree.depth(b) ? a : b) =
          tree.parent(tree.depth(a) >= tree.depth(b) ? a : b);
    return pipelined_latency(hops, flits);
  });
  const FatTree fat(9, 3, constant_capacities(2));
  expect_lone(fat, [&](Node a, Node b, Flits flits) {
    return pipelined_latency(2 * fat.meeting_level(a, b), flits);
  });
  for (const std::vector<int>& sides : {std::vector{5}, {2, 3}, {4, 1, 3}}) {
    const Torus torus(sides);
    expect_lone(torus, [&](Node a, Node b, Flits flits) { return torus.distance(a, b) + flits; });
  }
  const XyMesh mesh({3, 4});
  expect_lone(mesh, [&](Node a, Node b, Flits flits) { return mesh.distance(a, b) + flits; });
  const StarGraph star(4);
  expect_lone(star, [&](Node a, Node b, Flits flits) {
    return pipelined_latency(star.distance(a, b), flits);
  });
}

TEST(CollectiveWays, OfPacketsThatAreStoredCountThemAtEveryHop) {
  const StarGraph star(3);
  for (const Flits packet : {2, 3})
    for (const Flits flits : {1, 3, 6}) {
      const TransferWay way = star_way(star, {{}, packet}, {0, 3, flits});
      EXPECT_EQ(way.delivery + way.steps() - 1,
                stored_latency(star.distance(0, 3), (flits + packet - 1) / packet, packet));
    }
}

TEST(CollectiveWays, CountRoutersAndLinksThatTakeMoreSteps) {
  TorusLatency slow;
  slow.pipeline.rc = slow.pipeline.va = slow.pipeline.st = 1;  // r = 4
  slow.link = {2, 3};
  const TransferWay worm = torus_way(Torus({5, 5}), {{}, slow}, {0, 12, 7});
  EXPECT_EQ(worm.passages[1].step, 4);
  EXPECT_EQ(worm.delivery, 3 + 2 * 5 + 2 * 6 + 1);  // r - 1, the hops, the first flit
  EXPECT_EQ(worm.port_rest, 2);
  EXPECT_EQ(mesh_way(XyMesh({5, 5}), {{}, slow}, {12, 0, 7}).delivery, 3 + 2 * 5 + 2 * 6 + 1);

  const TreeLatency latency = TreeLatency::uniform(3, 3, 2, 1);
  const TransferWay up = tree_way(path_of(3).tree, {false, latency}, {2, 0, 1});
  EXPECT_EQ(up.passages.front().step, 3);
  EXPECT_EQ(up.delivery, 3 + 2 * 4 - 3);  // r, then lam = p links - r

  FatTreeLatency branches;
  branches.router = 2;
  branches.link = {3, 2};
  const FatTree fat(4, 2, constant_capacities(2));
  EXPECT_EQ(fat_tree_way(fat, {branches}, {0, 3, 1}).delivery, 1 + branches.whole_way(2));
  EXPECT_EQ(fat_tree_way(fat, {branches}, {0, 1, 1}).delivery, 1 + branches.whole_way(1));

  StarLatency arcs;
  arcs.router = 2;
  arcs.link = 3;
  const TransferWay packets = star_way(StarGraph(3), {arcs, 4}, {0, 3, 4});
  EXPECT_EQ(packets.passages.front().step, 2 + 3);
  EXPECT_EQ(packets.passages[1].step - packets.passages[0].step, arcs.packet_hop(4));
  EXPECT_EQ(packets.delivery, packets.passages[1].step + 2);
}

TEST(CollectiveWays, TakeTheHopsThatAreAskedFor) {
  const Torus torus({5, 4});
  const TransferWay other = torus_way(torus, {}, {0, 2, 1}, {-3, 0});
  EXPECT_EQ(other.passages[1].place, (Place{PlaceKind::kLink, 0, 4, 1}));
  EXPECT_EQ(other.delivery, 4);
  const TransferWay y_first = torus_way(torus, {{1, 0}}, {0, 6, 1});
  EXPECT_EQ(y_first.passages[1].place, (Place{PlaceKind::kLink, 0, 5, 2}));
  // Half-way round, + goes; on a side of 2 both links lead to one node.
  EXPECT_EQ(torus_way(torus, {}, {0, 10, 1}).passages[1].place.channel, 2);
  EXPECT_EQ(torus_way(Torus({2}), {}, {0, 1, 1}, {-1}).passages[1].place.channel, 1);
}

std::string first_meeting(const NetworkShape& shape, const Draft& draft) {
  const CollectiveTiming timing = times(shape, draft);
  return timing.meeting ? text_of(*timing.meeting, draft.collective) : "";
}

TEST(CollectiveMeetings, OfATreeAreItsLinksAndItsSinglePorts) {
  Draft link(4);
  link.message(2, 0, 2);
  link.message(1, 0, 3);
  EXPECT_EQ(first_meeting(path_of(4), link),
            "in step 2 transfer 1 (1 to 0) and transfer 0 (2 to 0) want the link from PE 1 to PE "
            "0");
  Draft send(4);
  send.message(3, 1, 1);
  send.message(2, 3, 2);
  EXPECT_EQ(first_meeting(path_of(4), send),
            "in step 2 transfer 1 (2 to 3) and transfer 0 (3 to 1) want the port by which PE 2 "
            "sends");
  EXPECT_EQ(first_meeting(path_of(4, true), send), "");
  Draft receive(3);
  receive.message(0, 1, 1);
  receive.message(2, 1, 1);
  EXPECT_EQ(first_meeting(path_of(3), receive),
            "in step 1 transfer 0 (0 to 1) and transfer 1 (2 to 1) want the port by which PE 1 "
            "receives");
  EXPECT_EQ(first_meeting(path_of(3, true), receive), "");
}

TEST(CollectiveMeetings, OfAFatTreeAreMoreThanABranchHasLinks) {
  Draft draft(8);
  for (Node leaf = 0; leaf < 3; ++leaf) draft.message(leaf, leaf + 4, 2);
  EXPECT_THAT(first_meeting(FatTree(8, 2, {1, 2, 2}), draft),
              HasSubstr("in step 3 transfer 0 (0 to 4) and transfer 2 (2 to 6) want the link"));
  EXPECT_EQ(first_meeting(FatTree(8, 2, {1, 2, 4}), draft), "");
}

TEST(CollectiveMeetings, OfMeshesAreWaysOutToo) {
  Draft draft(9);
  draft.message(3, 4, 2);
  draft.message(1, 4, 2);
  EXPECT_EQ(first_meeting(XyMesh({3, 3}), draft),
            "in step 2 transfer 0 (3 to 4) and transfer 1 (1 to 4) want the way out to PE 4");
  EXPECT_EQ(first_meeting(Torus({3, 3}), draft), "");
}

TEST(CollectiveMeetings, OfWormsThatFollowTooSoonAreSaid) {
  TorusLatency slow;
  slow.pipeline.va = 1;
  const Torus ring({6});
  Draft draft(6);
  draft.message(0, 2, 3);
  const std::size_t second = draft.message(1, 3, 3).first;
  const auto meeting = [&](Step not_before) {
    draft.of(1)[second].not_before = not_before;
    return time_collective(
               draft.collective,
               [&](std::size_t t) {
                 const CollectiveTransfer& transfer = draft.collective.transfers[t];
                 return torus_way(ring, {{}, slow}, {transfer.from, transfer.to, transfer.flits});
               })
        .meeting;
  };
  EXPECT_EQ(meeting(4)->kind, MeetingKind::kSameStep);
  EXPECT_EQ(meeting(5)->kind, MeetingKind::kTooClose);
  EXPECT_FALSE(meeting(6));
}

TEST(CollectiveMeetings, OfQueuesThatAreTooShortAreSaid) {
  const Torus ring({6});
  Draft draft(6);
  const auto meeting = [&](Flits depth) {
    return time_collective(draft.collective,
                           [&](std::size_t t) {
                             const CollectiveTransfer& transfer = draft.collective.transfers[t];
                             return torus_way(ring, {{}, {}, depth},
                                              {transfer.from, transfer.to, transfer.flits});
                           })
        .meeting;
  };
  draft.message(0, 2, 1);
  EXPECT_FALSE(meeting(1));
  draft.message(0, 2, 2);
  EXPECT_FALSE(meeting(2));
  ASSERT_TRUE(meeting(1));
  EXPECT_EQ(meeting(1)->kind, MeetingKind::kNoRoom);
  EXPECT_THAT(text_of(*meeting(1), draft.collective),
              HasSubstr("in step 2 transfer 1 (0 to 2) finds no room behind the link from PE 0 to "
                        "PE 1 with transfer 0 (0 to 2) before it"));
}

// A slot of the only flit that fits is known to be free 2 steps after it has gone.
TEST(CollectiveMeetings, OfAWayInOfOneFlitAreSaid) {
  TorusLatency slow;
  slow.pipeline.va = 1;
  const XyMesh mesh({3, 1});
  Draft draft(3);
  draft.message(1, 0, 1);
  const std::size_t second = draft.message(1, 2, 1).first;
  const auto meeting = [&](Step not_before) {
    draft.of(1)[second].not_before = not_before;
    return time_collective(
               draft.collective,
               [&](std::size_t t) {
                 const CollectiveTransfer& transfer = draft.collective.transfers[t];
                 return mesh_way(mesh, {{}, slow, 1}, {transfer.from, transfer.to, transfer.flits});
               })
        .meeting;
  };
  ASSERT_TRUE(meeting(2));
  EXPECT_EQ(meeting(2)->place, (Place{PlaceKind::kInjection, 1, 1}));
  EXPECT_FALSE(meeting(3));
}

// The queue would be full with the first message's third flit, when the second is there already.
TEST(CollectiveMeetings, AreToldInTheOrderOfTheirSteps) {
  Draft draft(3);
  draft.message(0, 2, 3);
  const std::size_t second = draft.message(1, 2, 1).first;
  const auto meeting = [&](Step not_before) {
    draft.of(1)[second].not_before = not_before;
    return *time_collective(draft.collective, [&](std::size_t t) {
              TransferWay way;
              way.flits = draft.collective.transfers[t].flits;
              way.passages = {{{PlaceKind::kLink, 1, 2}, 1, {1, 0, 4, 2}}};
              return way;
            }).meeting;
  };
  EXPECT_EQ(meeting(1).kind, MeetingKind::kSameStep);
  EXPECT_EQ(meeting(1).step, 2);
  EXPECT_EQ(meeting(3).kind, MeetingKind::kNoRoom);
  EXPECT_EQ(meeting(3).step, 3);
  EXPECT_EQ(meeting(3).second, 0U);
}

TEST(CollectiveMeetings, OfSwitchesThatHoldBackCountWhatLeaves) {
  const FatTree fat(4, 2, constant_capacities(2));
  Draft draft(4);
  draft.message(0, 3, 2);
  const auto meeting = [&](std::vector<Flits> depth, bool holds_back) {
    return time_collective(draft.collective,
                           [&](std::size_t t) {
                             const CollectiveTransfer& transfer = draft.collective.transfers[t];
                             return fat_tree_way(fat, {{}, depth, holds_back},
                                                 {transfer.from, transfer.to, transfer.flits});
                           })
        .meeting;
  };
  EXPECT_FALSE(meeting({1, 1, 1}, false));
  EXPECT_FALSE(meeting({2, 2, 2}, true));
  EXPECT_EQ(meeting({2, 1, 2}, true)->place, (Place{PlaceKind::kQueue, 4, 6}));
  EXPECT_EQ(text_of(*meeting({2, 1, 2}, true), draft.collective),
            "in step 2 transfer 0 (0 to 3) finds no room in the queue for the link from PE 4 to PE "
            "6, too short a queue for it");
}

// Random programs of up to `messages` messages, with computes between them.
Draft draw(std::mt19937_64& random, const NetworkShape& shape, int messages) {
  const Node pes = pes_of(shape);
  Draft draft(pes);
  const auto any = [&](std::size_t below) { return random() % below; };
  const auto after_some = [&](Node rank) {
    std::vector<RankDependency> after;
    const std::size_t ops = draft.of(rank).size();
    for (std::size_t n = any(3); n > 0 && ops > 0; --n) after.push_back({any(ops), any(4) == 0});
    return after;
  };
  for (int m = 0; m < messages; ++m) {
    const auto from = static_cast<Node>(any(index_of(pes)));
    auto to = static_cast<Node>(any(index_of(pes) - 1));
    if (to >= from) ++to;
    const std::vector<RankDependency> due = after_some(to);
    const auto [send, receive] =
        draft.message(from, to, static_cast<Flits>(1 + any(5)), after_some(from));
    draft.of(to)[receive].after = due;
    if (any(3) == 0) draft.of(from)[send].steps = static_cast<Step>(any(4));
    if (any(3) == 0) draft.of(to)[receive].steps = static_cast<Step>(any(4));
    if (any(2) == 0) draft.of(from)[send].not_before = static_cast<Step>(any(40));
    const auto rank = static_cast<Node>(any(index_of(pes)));
    if (any(3) == 0) draft.compute(rank, static_cast<Step>(any(6)), after_some(rank));
  }
  return draft;
}

WayOf packet_ways(const NetworkShape& shape, const Collective& collective, Flits packet) {
  if (packet == 1) return ways_on(shape, collective);
  return [&shape, &collective, packet](std::size_t t) {
    const CollectiveTransfer& transfer = collective.transfers[t];
    return star_way(std::get<StarGraph>(shape), {{}, packet},
                    {transfer.from, transfer.to, transfer.flits});
  };
}

// True where nothing meets.
bool expect_as_played(const NetworkShape& shape, const Draft& draft, Flits packet) {
  const WayOf ways = packet_ways(shape, draft.collective, packet);
  const CollectiveTiming timing = time_collective(draft.collective, ways);
  const test::Played played = test::play_collective(shape, draft.collective, packet);
  EXPECT_EQ(timing.arrivals, played.arrivals);
  for (std::size_t rank = 0; rank < timing.ops.size(); ++rank)
    for (std::size_t i = 0; i < timing.ops[rank].size(); ++i) {
      EXPECT_EQ(timing.ops[rank][i].start, played.ops[rank][i].start) << rank << ", " << i;
      EXPECT_EQ(timing.ops[rank][i].end, played.ops[rank][i].end) << rank << ", " << i;
    }
  EXPECT_EQ(transfer_events(timing, ways), played.events);
  EXPECT_EQ(timing.meeting.has_value(), played.meeting.has_value());
  if (timing.meeting && played.meeting) {
    EXPECT_EQ(timing.meeting->step, *played.meeting);
  }
  return timing.is_exact();
}

TEST(CollectiveTiming, OfRandomProgramsIsAsPlayedOnEveryNetwork) {
  const PlacedTree tree(Tree({-1, 0, 0, 1, 1, 4, 2}));
  const std::vector<std::pair<NetworkShape, Flits>> shapes{
      {TreeShape{tree, false}, 1},
      {TreeShape{tree, true}, 1},
      {path_of(3), 1},
      {FatTree(8, 2, constant_capacities(3)), 1},
      {FatTree(9, 3, exponential_capacities(2, 3)), 1},
      {Torus({5}), 1},
      {Torus({2, 3}), 1},
      {Torus({3, 4, 2}), 1},
      {XyMesh({3, 3}), 1},
      {StarGraph(3), 1},
      {StarGraph(3), 3},
      {StarGraph(4), 2}};
  for (std::size_t s = 0; s < shapes.size(); ++s) {
    int exact = 0;
    constexpr unsigned kSeeds = 200;
    for (unsigned seed = 1; seed <= kSeeds; ++seed) {
      std::mt19937_64 random(seed);
      const int messages = 1 + static_cast<int>(random() % 10);
      const Draft draft = draw(random, shapes[s].first, messages);
      exact += expect_as_played(shapes[s].first, draft, shapes[s].second);
      if (HasFailure()) FAIL() << "shape " << s << ", seed " << seed;
    }
    EXPECT_GT(exact, 30) << s;
    EXPECT_LT(exact, 190) << s;
  }
}

}  // namespace
}  // namespace flitwise::theory
