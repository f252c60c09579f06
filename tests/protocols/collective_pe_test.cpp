// One PE of a collective operation on the bench, and how networks carry transfers.
#include "systemc/protocols/collective/collective_pe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "systemc/protocols/star/star_packet.h"
#include "systemc/protocols/torus/torus_route.h"
#include "tests/protocols/one_pe.h"

namespace flitwise::protocols::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

RankOp send(std::size_t transfer, std::vector<RankDependency> after = {}) {
  RankOp op;
  op.kind = RankOpKind::kSend;
  op.transfer = transfer;
  op.after = std::move(after);
  return op;
}
RankOp receive(std::size_t transfer, std::vector<RankDependency> after = {}) {
  RankOp op = send(transfer, std::move(after));
  op.kind = RankOpKind::kReceive;
  op.name = "in";
  return op;
}
RankOp compute(Step steps, std::vector<RankDependency> after = {}, int processor = 0) {
  RankOp op;
  op.steps = steps;
  op.after = std::move(after);
  op.processor = processor;
  return op;
}

// A PE of a path, and the steps in which the first flits of what it sends leave.
class Bench {
 public:
  Bench(PlacedTransfers transfers, std::vector<RankOp> program,
        std::vector<CellContent> memory = {}) {
    payloads_ = std::make_shared<Payloads<CellContent>>(transfers.size());
    auto cells = std::make_unique<ChunkCells>(std::move(memory), payloads_);
    cells_ = cells.get();
    pe_ = std::make_unique<CollectivePe>(make_fat_tree_carriage(std::move(transfers)), 0,
                                         std::move(program), std::move(cells));
    pe_->start(list_);
    note(0);
  }

  // Lets time pass to the end of `step`.
  void pass(Step step) {
    while (pe_->next_wake() && *pe_->next_wake() <= step) {
      const Step now = *pe_->next_wake();
      pe_->wake(now, list_);
      for (const Transmission& one : list_.sent) EXPECT_GE(one.after, 1);
      note(now);
    }
  }
  void arrive(Step step, Node transfer, Flits index, Flits length) {
    pass(step - 1);
    pe_->receive(data(step, 1, transfer, index, length), list_);
    note(step);
    pass(step);
  }

  std::vector<std::pair<Node, Step>> sent;  // transfer, first step
  CollectivePe& pe() { return *pe_; }
  Payloads<CellContent>& payloads() { return *payloads_; }
  const std::vector<CellContent>& memory() const { return cells_->memory(); }

 private:
  void note(Step now) {
    for (const Transmission& one : list_.sent) sent.emplace_back(one.message, now + one.after);
    list_.sent.clear();
  }
  std::shared_ptr<Payloads<CellContent>> payloads_;
  const ChunkCells* cells_ = nullptr;  // the PE's
  std::unique_ptr<CollectivePe> pe_;
  SentList list_;
};

PlacedTransfers away(std::vector<Flits> lengths) {
  PlacedTransfers transfers;
  for (const Flits flits : lengths) transfers.push_back({0, 1, flits});
  return transfers;
}

TEST(CollectivePe, SendsInTheOrderOfItsProgramWithoutGaps) {
  Bench bench(away({3, 1, 2}), {send(0), send(1), send(2)});
  EXPECT_THAT(bench.sent, ElementsAre(std::pair(0, 1), std::pair(1, 4), std::pair(2, 5)));
  EXPECT_EQ(bench.pe().state_at(5), PeState::kDispatching);
  bench.pass(20);
  EXPECT_EQ(bench.pe().state_at(20), PeState::kDone);
}

TEST(CollectivePe, LetsASendBeginWhenWhatItNeedsIsDone) {
  Bench bench(away({3, 1}), {send(0), send(1, {{0, false}})});
  bench.pass(20);
  EXPECT_THAT(bench.sent, ElementsAre(std::pair(0, 1), std::pair(1, 4)));
}

TEST(CollectivePe, ComputesInTurnsOnOneProcessor) {
  Bench same(away({1, 1}), {compute(4), compute(3), send(0, {{0, false}}), send(1, {{1, false}})});
  same.pass(30);
  EXPECT_THAT(same.sent, ElementsAre(std::pair(0, 5), std::pair(1, 8)));
  Bench two(away({1, 1}),
            {compute(4), compute(3, {}, 1), send(0, {{0, false}}), send(1, {{1, false}})});
  two.pass(30);
  EXPECT_THAT(two.sent, ElementsAre(std::pair(1, 4), std::pair(0, 5)));
}

TEST(CollectivePe, LetsNoneOfManyComputationsOfAProcessorOverlap) {
  Bench bench(away({1}), {compute(4), compute(3), compute(2), send(0, {{2, false}})});
  bench.pass(30);
  EXPECT_THAT(bench.sent, ElementsAre(std::pair(0, 4 + 3 + 2 + 1)));
}

// The second send's computation is reported first, whatever the order of the sends.
TEST(CollectivePe, SendsWhatIsAllowedInOneStepInTheOrderOfItsProgram) {
  Bench bench(away({2, 2, 1}), {compute(5, {}, 0), compute(5, {}, 1), send(0, {{1, false}}),
                                send(1, {{0, false}}), send(2, {{1, false}})});
  bench.pass(30);
  EXPECT_THAT(bench.sent, ElementsAre(std::pair(0, 6), std::pair(1, 8), std::pair(2, 10)));
}

TEST(CollectivePe, TellsBeginningFromEnd) {
  Bench bench(away({1}), {compute(9), send(0, {{0, true}})});
  bench.pass(30);
  EXPECT_THAT(bench.sent, ElementsAre(std::pair(0, 1)));
}

TEST(CollectivePe, WhatWaitsForAnArrivalBeginsInTheNextStep) {
  Bench bench(away({2, 1}), {receive(0), send(1, {{0, false}})});
  bench.arrive(6, 0, 1, 2);
  EXPECT_THAT(bench.sent, IsEmpty());
  EXPECT_THAT(bench.pe().waiting_for(), ElementsAre("1 flit of transfer 0 (in)"));
  bench.arrive(7, 0, 2, 2);
  EXPECT_THAT(bench.sent, ElementsAre(std::pair(1, 8)));
  bench.pass(9);
  EXPECT_THAT(bench.pe().waiting_for(), IsEmpty());
  EXPECT_EQ(bench.pe().state_at(9), PeState::kDone);
}

TEST(CollectivePe, TakesAMessageThatComesBeforeItsReceive) {
  Bench bench(away({1, 1}), {compute(20), receive(0, {{0, false}}), send(1, {{1, false}})});
  bench.arrive(3, 0, 1, 1);
  bench.pass(40);
  EXPECT_THAT(bench.sent, ElementsAre(std::pair(1, 21)));
}

TEST(CollectivePe, ComplainsOfFlitsThatAreNotForIt) {
  Bench bench(away({1, 1}), {receive(0)});
  bench.arrive(3, 1, 1, 1);
  bench.arrive(4, 0, 1, 1);
  bench.arrive(5, 0, 1, 1);
  EXPECT_THAT(bench.pe().complaints(),
              ElementsAre("PE 0, step 3: flit 1 of message 1 from PE 1: no receive of this PE is "
                          "for it",
                          "PE 0, step 5: flit 1 of message 0 from PE 1: all 1 flit of the transfer "
                          "have come before"));
}

TEST(CollectivePe, NamesAFewOfManyThatAreMissing) {
  Bench bench(away({1, 1, 1, 1, 1}), {receive(0), receive(1), receive(2), receive(3), receive(4)});
  EXPECT_THAT(bench.pe().waiting_for(), SizeIs(4));
  EXPECT_EQ(bench.pe().waiting_for().back(), "2 more transfers");
}

TEST(CollectivePe, CopiesReducesAndPassesOnWhatLiesInItsCells) {
  RankOp out = send(1, {{0, false}});
  out.reads = {1};
  RankOp in = receive(0);
  in.writes = {1};
  in.operands = {0};
  RankOp copy = compute(0, {{1, false}}, -1);
  copy.reads = {1};
  copy.writes = {2};
  Bench bench(away({1, 1}), {in, out, copy}, {{{0, 7}}, {}, {}});
  bench.payloads()[0] = {{{3, 2}}};
  bench.arrive(5, 0, 1, 1);
  bench.pass(20);

  const CellContent sum{{0, 7}, {3, 2}};
  EXPECT_THAT(bench.memory(), ElementsAre(CellContent{{0, 7}}, sum, sum));
  EXPECT_THAT(bench.payloads()[1], ElementsAre(sum));
}

TEST(CollectivePe, StartsNothingBeforeItsTime) {
  RankOp late = send(0);
  late.not_before = 9;
  Bench bench(away({2, 1}), {late, send(1)});
  bench.pass(30);
  EXPECT_THAT(bench.sent, ElementsAre(std::pair(1, 1), std::pair(0, 10)));
}

TEST(CollectivePe, WaitsForItsDependenciesWhereItsTimeHasCome) {
  RankOp late = send(1, {{0, false}});
  late.not_before = 3;
  Bench bench(away({1, 1}), {receive(0), late});
  bench.arrive(7, 0, 1, 1);
  bench.pass(30);
  EXPECT_THAT(bench.sent, ElementsAre(std::pair(1, 8)));
}

TEST(CollectivePe, TakesTimeBeforeASendAndAfterAReceive) {
  RankOp first = send(0);
  first.steps = 4;
  RankOp in = receive(1);
  in.steps = 3;
  Bench bench(away({2, 1, 1}), {first, in, send(2, {{1, false}})});
  bench.arrive(10, 1, 1, 1);
  bench.pass(30);
  EXPECT_THAT(bench.sent, ElementsAre(std::pair(0, 5), std::pair(2, 14)));
  EXPECT_EQ(bench.pe().done(), 14);
}

TEST(WordCells, KnowWhatOfAllTheirOperandsHasGoneIn) {
  auto payloads = std::make_shared<Payloads<Word>>(1);
  WordCells cells({{5, 1, 100}, {}}, payloads, {WordOp::kSum, 4});
  RankOp out = send(0);
  out.reads = {0};
  EXPECT_THAT(*cells.take(out), ElementsAre(5));
  cells.come(0, 0, 14);  // as flits say, whatever was sent
  RankOp in = receive(0);
  in.writes = in.operands = {0};
  cells.put(in);
  EXPECT_EQ(cells.memory()[0], (Word{3, 2, 200}));
  EXPECT_EQ(cells.memory()[1], Word{});
}

TEST(WordCells, CombineNumbersOfTheirWidth) {
  const auto of = [](WordOp op) { return combined({op, 3}, 0b110, 0b011); };
  EXPECT_EQ(of(WordOp::kSum), 0b001U);
  EXPECT_EQ(of(WordOp::kMin), 0b110U);  // -2
  EXPECT_EQ(of(WordOp::kMax), 0b011U);
  EXPECT_EQ(of(WordOp::kAnd), 0b010U);
  EXPECT_EQ(of(WordOp::kOr), 0b111U);
  EXPECT_EQ(of(WordOp::kXor), 0b101U);
}

TEST(CollectivePe, WithoutARankHasNothingToDo) {
  Collective collective;
  collective.programs.resize(1);
  collective.memory.resize(1);
  std::vector<std::unique_ptr<CellContents>> contents(1);
  const Protocols pes =
      make_collective(collective, {1}, 3, make_fat_tree_carriage({}), std::move(contents));
  ASSERT_THAT(pes, SizeIs(3));
  EXPECT_EQ(pes[0]->state(), PeState::kDormant);
}

TEST(CollectiveCarriage, LeavesATreesPeByTheLinkTowardsTheOtherEnd) {
  const PlacedTree tree(0, {kNoNode, 0, 0, 1, 3});
  const auto carriage = make_tree_carriage(tree, Ports::kMulti, {{1, 4, 2}, {1, 2, 2}, {0, 4, 1}});
  EXPECT_EQ(carriage->messages(0)[0].via, 3);
  EXPECT_EQ(carriage->messages(1)[0].via, 0);
  EXPECT_EQ(carriage->messages(2)[0].via, 1);
  EXPECT_EQ(make_tree_carriage(tree, Ports::kSingle, {{1, 4, 2}})->messages(0)[0].via, kNoNode);
}

TEST(CollectiveCarriage, GoesTheShorterWayRoundARing) {
  const Torus torus({5, 4});
  const DimensionOrder order = torus.ascending_order();
  const auto carriage = make_torus_carriage(
      torus, order, {{0, torus.node({3, 0}), 1}, {0, torus.node({0, 2}), 1}, {1, 0, 1}});
  EXPECT_EQ(hops_of_route(carriage->messages(0)[0].route, order), (Hops{-2, 0}));
  EXPECT_EQ(hops_of_route(carriage->messages(1)[0].route, order), (Hops{0, 2}));
  EXPECT_EQ(carriage->transfer_of({0, 1, kNoNode}), 1U);
  EXPECT_EQ(carriage->transfer_of({0, 2, kNoNode}), std::nullopt);
}

TEST(CollectiveCarriage, GoesTheWayThatATransferSays) {
  const Torus torus({5, 4});
  const DimensionOrder order = torus.ascending_order();
  const auto carriage = make_torus_carriage(torus, order, {{0, torus.node({3, 0}), 1, Hops{3, 0}}});
  EXPECT_EQ(hops_of_route(carriage->messages(0)[0].route, order), (Hops{3, 0}));
}

// 13 bits number 8,192 transfers: of more than that, each PE's are numbered for themselves.
TEST(CollectiveCarriage, NumbersComeAgainWhereTransfersAreMore) {
  PlacedTransfers transfers;
  for (std::size_t t = 0; t < 3 * kMostTransfers; ++t)
    transfers.push_back({0, static_cast<Node>(1 + t % 2), 1});
  const auto carriage = make_fat_tree_carriage(transfers);
  const std::size_t last = transfers.size() - 1;  // for PE 2
  const Node number = carriage->messages(last)[0].message;
  EXPECT_LT(index_of(number), kMostTransfers);
  carriage->begin(last);
  EXPECT_EQ(carriage->transfer_of({number, 0, 2}), last);
  carriage->begin(last - 1);
  EXPECT_EQ(carriage->transfer_of({carriage->messages(last - 1)[0].message, 0, 1}), last - 1);
  EXPECT_EQ(carriage->transfer_of({number, 0, 2}), last);
  EXPECT_EQ(carriage->transfer_of({number, 0, 5}), std::nullopt);
}

TEST(CollectiveCarriage, NumbersOfASourceComeAgainOnATorus) {
  const Torus torus({4});
  const auto carriage = make_torus_carriage(torus, torus.ascending_order(),
                                            PlacedTransfers(kPacketNumbers + 1, {0, 1, 1}));
  EXPECT_EQ(carriage->transfer_of({0, 0, kNoNode}), 0U);
  carriage->begin(kPacketNumbers);
  EXPECT_EQ(carriage->transfer_of({0, 0, kNoNode}), kPacketNumbers);
}

TEST(CollectiveCarriage, CutsMessagesOfAStarGraphIntoPackets) {
  const StarGraph graph(4);
  const auto carriage = make_star_carriage(graph, 4, {{0, 17, 9}});
  EXPECT_THAT(carriage->messages(0), SizeIs(3));
  EXPECT_EQ(carriage->flits(0), 12);
  EXPECT_EQ(carriage->lead(), 3);
}

TEST(CollectiveCarriage, RoutesInStarGraphsAreAsLongAsTheDistance) {
  const StarGraph graph(4);
  for (Node from = 0; from < graph.size(); ++from)
    for (Node to = 0; to < graph.size(); ++to) {
      const std::vector<int> route = shortest_route(graph, from, to);
      EXPECT_EQ(static_cast<int>(route.size()), graph.distance(from, to));
      Node at = from;
      for (const int dimension : route) at = graph.neighbour(at, dimension);
      EXPECT_EQ(at, to);
    }
}

}  // namespace
}  // namespace flitwise::protocols::test
