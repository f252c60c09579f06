// Worms with stages, slow links and short queues: where no two meet, flits are where wormhole
// routers that are played put them.
#include <gtest/gtest.h>

#include "tb/theory/collective/collective_timing.h"
#include "tb/theory/collective/collective_ways.h"
#include "tests/theory/torus/torus_play.h"
#include "tests/theory/xy_mesh/mesh_models.h"
#include "tests/theory/xy_mesh/mesh_play.h"

namespace flitwise::theory {
namespace {

// Messages at drawn steps, a few from each node.
Collective draw(test::MeshDraw& random, Node nodes, int messages, int steps) {
  Collective collective;
  collective.programs.resize(index_of(nodes));
  for (int m = 0; m < messages; ++m) {
    RankOp op;
    op.transfer = collective.transfers.size();
    CollectiveTransfer transfer;
    transfer.from = random.from_to(0, nodes - 1);
    transfer.to = (transfer.from + random.from_to(1, nodes - 1)) % nodes;
    transfer.flits = random.from_to(1, 6);
    collective.transfers.push_back(transfer);
    op.kind = RankOpKind::kReceive;
    collective.programs[index_of(transfer.to)].push_back(op);
    op.kind = RankOpKind::kSend;
    op.not_before = random.from_to(0, steps);
    collective.programs[index_of(transfer.from)].push_back(op);
  }
  return collective;
}

// Messages as PEs hand them over: by the end of that, in each PE's order.
struct Handed {
  Step head = 0;
  std::size_t transfer = 0;

  friend bool operator<(const Handed& a, const Handed& b) {
    return std::tie(a.head, a.transfer) < std::tie(b.head, b.transfer);
  }
};

std::vector<Handed> handed(const Collective& collective, const CollectiveTiming& timing) {
  std::vector<Handed> all;
  for (std::size_t rank = 0; rank < collective.programs.size(); ++rank)
    for (std::size_t i = 0; i < collective.programs[rank].size(); ++i) {
      const RankOp& op = collective.programs[rank][i];
      if (op.kind != RankOpKind::kSend) continue;
      const Flits flits = collective.transfers[op.transfer].flits;
      all.push_back({timing.ops[rank][i].end - flits, op.transfer});
    }
  std::sort(all.begin(), all.end());
  return all;
}

bool expect_mesh(unsigned seed, std::optional<Flits> depth, int lanes) {
  test::MeshDraw random(seed);
  XyMesh mesh({1, 1});
  while (mesh.size() < 2) mesh = random.mesh(4);
  const CycleModel model = random.model();
  const Collective collective = draw(random, mesh.size(), random.from_to(1, 6), 60);
  const WayOf ways = [&](std::size_t t) {
    const CollectiveTransfer& transfer = collective.transfers[t];
    return mesh_way(mesh, {{}, model.latency, depth}, {transfer.from, transfer.to, transfer.flits});
  };
  const CollectiveTiming timing = time_collective(collective, ways);
  if (!timing.is_exact()) return false;
  test::MeshPlay play(mesh, model.latency, depth, lanes);
  std::vector<std::size_t> number(collective.transfers.size());
  for (const Handed& message : handed(collective, timing)) {
    const CollectiveTransfer& transfer = collective.transfers[message.transfer];
    number[message.transfer] = play.send(transfer.from, transfer.to, transfer.flits, message.head);
  }
  while (!play.is_empty()) play.play();
  for (std::size_t t = 0; t < number.size(); ++t)
    EXPECT_EQ(timing.arrivals[t], play.taken(number[t])) << "seed " << seed << ", transfer " << t;
  std::vector<std::tuple<Step, Node, Node, Flits>> expected, played;
  for (const TransferEvent& e : transfer_events(timing, ways))
    expected.emplace_back(e.step, e.from, e.to, e.index);
  for (const LinkEvent& e : play.events()) played.emplace_back(e.step, e.from, e.to, e.index);
  std::sort(expected.begin(), expected.end());
  std::sort(played.begin(), played.end());
  EXPECT_EQ(expected, played) << "seed " << seed;
  return true;
}

TEST(WormWays, AreAsPlayedOnMeshesOfAnyRouters) {
  for (const int lanes : {1, 2})
    for (const Flits depth : {0, 1, 2, 3, 5}) {
      int exact = 0;
      for (unsigned seed = 1; seed <= 300; ++seed)
        exact += expect_mesh(seed, depth == 0 ? std::nullopt : std::optional(depth), lanes);
      EXPECT_GT(exact, 5) << "depth " << depth;
    }
}

bool expect_torus(unsigned seed, std::optional<Flits> depth) {
  test::MeshDraw random(seed);
  const Torus torus({random.from_to(2, 6), random.from_to(1, 4)});
  const CycleModel model = random.model();
  const DimensionOrder order =
      random.from_to(0, 1) == 0 ? DimensionOrder{0, 1} : DimensionOrder{1, 0};
  Collective collective = draw(random, torus.size(), random.from_to(1, 6), 60);
  for (CollectiveTransfer& transfer : collective.transfers)
    for (int d = 0; d < 2; ++d) {  // the longer way, too
      const int n = torus.side(d);
      const int up =
          (torus.coordinate(transfer.to, d) - torus.coordinate(transfer.from, d) + n) % n;
      transfer.hops.push_back(up == 0 || random.from_to(0, 1) == 0 ? up : up - n);
    }
  const WayOf ways = [&](std::size_t t) {
    const CollectiveTransfer& transfer = collective.transfers[t];
    return torus_way(torus, {order, model.latency, depth},
                     {transfer.from, transfer.to, transfer.flits}, transfer.hops);
  };
  const CollectiveTiming timing = time_collective(collective, ways);
  if (!timing.is_exact()) return false;
  test::TorusPlay play(torus, order, model.latency, depth);
  std::vector<std::size_t> number(collective.transfers.size());
  Step last = 0;
  for (const Handed& message : handed(collective, timing)) {
    const CollectiveTransfer& transfer = collective.transfers[message.transfer];
    number[message.transfer] =
        play.send(transfer.from, transfer.hops, transfer.flits, message.head);
  }
  while (play.now() <= timing.finish + 1) play.play();
  for (std::size_t t = 0; t < number.size(); ++t) {
    EXPECT_EQ(timing.arrivals[t], play.taken(number[t])) << "seed " << seed << ", transfer " << t;
    const TransferWay way = ways(t);
    for (std::size_t hop = 0; hop + 2 < way.passages.size(); ++hop)
      for (Flits i = 0; i < way.flits; ++i) {
        const Step granted = play.grants(number[t])[hop][static_cast<std::size_t>(i)];
        EXPECT_EQ(timing.leaves[t] + way.passages[hop + 1].step + i,
                  granted + 1 + model.latency.pipeline.out_stages())
            << "seed " << seed << ", transfer " << t;
        last = std::max(last, granted + 1 + model.latency.pipeline.out_stages());
      }
  }
  EXPECT_EQ(timing.quiesce, last) << "seed " << seed;
  return true;
}

TEST(WormWays, AreAsPlayedOnToriOfAnyRouters) {
  for (const Flits depth : {0, 1, 2, 3, 5}) {
    int exact = 0;
    for (unsigned seed = 1; seed <= 400; ++seed)
      exact += expect_torus(seed, depth == 0 ? std::nullopt : std::optional(depth));
    EXPECT_GT(exact, 5) << "depth " << depth;
  }
}

}  // namespace
}  // namespace flitwise::theory
