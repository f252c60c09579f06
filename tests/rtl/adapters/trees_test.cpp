// Trees whose PEs speak AXI4-Stream: a fat tree with back pressure, and a path of bufferless PEs.
#include <Vleaves_checked.h>
#include <Vpath_checked.h>

#include <map>
#include <utility>

#include "tests/rtl/adapters/axis_harness.h"

namespace flitwise::rtl_test {
namespace {

/// Streams around a tree: what was sent by each PE to each other, in order, and what has come.
template <class Model, std::size_t kPes>
class StreamsOnTree {
 public:
  StreamsOnTree() : adapter_([](auto& model) { model.s_tvalid_i = model.m_tready_i = 0; }) {}

  /// A packet of random beats; tid is the sender.
  void send(Dice& dice, std::size_t from, std::size_t to, std::size_t beats) {
    for (std::size_t k = 1; k <= beats; ++k) {
      const Beat beat{dice.below(0xffffffff), k == beats, to, from, dice.below(16)};
      senders_[from].append(beat);
      on_way_[{from, to}].push_back(beat);
      ++sent;
    }
  }

  void clock(Dice& dice, const Pace& pace) {
    auto& model = adapter_.model;
    for (std::size_t n = 0; n < kPes; ++n) {
      const Beat* beat = senders_[n].offer(dice, pace.sender);
      set_bits(model.s_tvalid_i, n, 1, beat != nullptr);
      if (beat != nullptr) {
        set_bits(model.s_tdata_i, 32 * n, 32, beat->data);
        set_bits(model.s_tlast_i, n, 1, beat->last);
        set_bits(model.s_tdest_i, 13 * n, 13, beat->dest);
        set_bits(model.s_tid_i, 8 * n, 8, beat->id);
        set_bits(model.s_tuser_i, 4 * n, 4, beat->user);
        if (bits_of(model.s_tready_o, n, 1) != 0) {
          senders_[n].taken();
        } else {
          ++refused;
        }
      }
      const bool takes = dice.percent(pace.taker);
      set_bits(model.m_tready_i, n, 1, takes);
      if (takes && bits_of(model.m_tvalid_o, n, 1) != 0) {
        take(n, {bits_of(model.m_tdata_o, 32 * n, 32), bits_of(model.m_tlast_o, n, 1) != 0, n,
                 bits_of(model.m_tid_o, 8 * n, 8), bits_of(model.m_tuser_o, 4 * n, 4)});
      }
      lost += bits_of(model.overflow_o, n, 1);
    }
    adapter_.clock();
    for (std::size_t byte = 0; byte < sizeof model.violation_o; ++byte)
      violations |= bytes_of(model.violation_o)[byte];
  }

  int failures() const { return adapter_.failures(); }

  std::size_t sent = 0;
  std::size_t came = 0;
  std::size_t lost = 0;
  std::size_t wrong = 0;    // beats that are not what comes next from their sender
  std::size_t refused = 0;  // cycles in which a sender had to wait
  unsigned violations = 0;

 private:
  // Of what comes from a sender, lost beats may be missing.
  void take(std::size_t at, const Beat& beat) {
    ++came;
    auto& expected = on_way_[{beat.id, at}];
    while (!expected.empty() && !(expected.front() == beat)) {
      expected.pop_front();
      ++wrong;
    }
    if (!expected.empty()) expected.pop_front();
  }

  Adapter<Model> adapter_;
  std::array<Sender, kPes> senders_;
  std::map<std::pair<std::size_t, std::size_t>, std::deque<Beat>> on_way_;
};

using FatTree = StreamsOnTree<Vleaves_checked, 4>;
using Path = StreamsOnTree<Vpath_checked, 3>;

void send_around(FatTree& tree, Dice& dice) {
  for (int packet = 0; packet < 300; ++packet) {
    const std::size_t from = dice.below(4);
    tree.send(dice, from, (from + 1 + dice.below(3)) % 4, 1 + dice.below(5));
  }
}

TEST(AxisFatTree, DeliversEveryBeatOnceInTheOrderOfItsSenderToPesThatAlwaysTakeIt) {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    for (const unsigned pace : {100U, 60U, 15U}) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", senders " << pace << " %");
      Dice dice(seed);
      FatTree tree;
      send_around(tree, dice);
      for (int cycle = 0; cycle < 8000; ++cycle) tree.clock(dice, {pace, 100});
      EXPECT_EQ(tree.came, tree.sent);
      EXPECT_EQ(tree.wrong, 0U);
      EXPECT_EQ(tree.lost, 0U);
      EXPECT_EQ(tree.violations, 0U);
      EXPECT_EQ(tree.failures(), 0);
      if (pace == 100) {
        EXPECT_GT(tree.refused, 0U);
      }
    }
  }
}

TEST(AxisFatTree, ReportsEveryBeatThatASlowPeLoses) {
  Dice dice(1);
  FatTree tree;
  send_around(tree, dice);
  for (int cycle = 0; cycle < 8000; ++cycle) tree.clock(dice, {100, 30});
  EXPECT_GT(tree.lost, 0U);
  EXPECT_EQ(tree.came + tree.lost, tree.sent);
  EXPECT_EQ(tree.failures(), 0);
}

TEST(AxisPath, CarriesABeatACycleFromEachPeToTheNext) {
  Dice dice(1);
  Path path;
  for (int packet = 0; packet < 100; ++packet) {
    path.send(dice, 0, 1, 3);
    path.send(dice, 1, 2, 3);
    path.send(dice, 2, 0, 3);
  }
  // In the adapter, at most two hops, at the PE, out of the other adapter.
  for (std::size_t cycle = 0; cycle < 300 + 1 + 3 + 1; ++cycle) path.clock(dice, {});
  EXPECT_EQ(path.came, path.sent);
  EXPECT_EQ(path.wrong, 0U);
  EXPECT_EQ(path.refused, 0U);
  EXPECT_EQ(path.violations, 0U);
  EXPECT_EQ(path.failures(), 0);
}

}  // namespace
}  // namespace flitwise::rtl_test
