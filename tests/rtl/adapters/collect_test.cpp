// Whole packets out of streams whose beats alternate: the test plays the ports.
#include <Vaxis_collect_checked.h>
#include <Vaxis_collect_netlist.h>
#include <Vaxis_collect_sva.h>

#include <array>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "tests/rtl/adapters/axis_harness.h"

namespace flitwise::rtl_test {
namespace {

constexpr std::size_t kCollectPorts = 2;
constexpr std::size_t kCollectLanes = 2;
constexpr std::size_t kLongest = 5;  // beats, as deep as the queues

/// Two ports of two lanes before an adapter, and a PE behind it.
template <class Model>
class Collector {
 public:
  Collector() : adapter_([](auto& model) { model.tvalid_i = model.tready_i = 0; }) {}

  /// A packet for a lane of a port; beats of the lanes of a port are mixed as `dice` says.
  void clock(Dice& dice, const Pace& pace, bool more) {
    auto& model = adapter_.model;
    for (std::size_t p = 0; p < kCollectPorts; ++p) {
      if (more && ports_[p].is_done()) ports_[p].append(next_beat(dice, p));
      const Beat* beat = ports_[p].offer(dice, pace.sender);
      set_bits(model.tvalid_i, p, 1, beat != nullptr);
      if (beat == nullptr) continue;
      set_bits(model.tdata_i, 32 * p, 32, beat->data);
      set_bits(model.tlast_i, p, 1, beat->last);
      set_bits(model.tid_i, 7 * p, 7, beat->id);
      set_bits(model.tuser_i, 4 * p, 4, beat->user);
      if (bits_of(model.tready_o, p, 1) == 0) continue;
      Beat taken = ports_[p].taken();
      const auto source = std::pair{p, taken.id >> 4};
      taken.id &= 15U;
      on_way[source].push_back(taken);
      ++sent;
    }
    model.tready_i = dice.percent(pace.taker);
    if (model.tready_i && model.tvalid_o)
      take({model.tdata_o, model.tlast_o != 0, 0, model.tid_o, model.tuser_o});
    adapter_.clock();
  }

  bool is_idle() const { return ports_[0].is_done() && ports_[1].is_done(); }
  int failures() const { return adapter_.failures(); }

  std::map<std::pair<std::size_t, std::uint64_t>, std::deque<Beat>> on_way;
  std::size_t sent = 0;
  std::size_t came = 0;
  bool is_wrong = false;

 private:
  // The lanes of a port have packets of up to the longest under way; their beats alternate.
  Beat next_beat(Dice& dice, std::size_t port) {
    const std::size_t lane = dice.below(kCollectLanes);
    auto& left = left_[{port, lane}];
    if (left == 0) left = 1 + dice.below(kLongest);
    --left;
    // Data name the port, so that no two sources send the same.
    return {dice.below(0x7fffffff) << 1 | port, left == 0, 0, lane << 4 | dice.below(16),
            dice.below(16)};
  }

  // The next beat of the packet that is under way, else the first of any queue's next packet.
  void take(const Beat& beat) {
    ++came;
    for (auto& [source, beats] : on_way) {
      if (beats.empty() || !(beats.front() == beat) || (open_ && *open_ != source)) continue;
      beats.pop_front();
      open_ = source;
      if (beat.last) open_.reset();
      return;
    }
    is_wrong = true;
  }

  Adapter<Model> adapter_;
  std::array<Sender, kCollectPorts> ports_;
  std::map<std::pair<std::size_t, std::size_t>, unsigned> left_;
  std::optional<std::pair<std::size_t, std::uint64_t>> open_;
};

template <class Model>
class AxisCollect : public testing::Test {};
using Collectors = testing::Types<Vaxis_collect_checked, Vaxis_collect_netlist>;
TYPED_TEST_SUITE(AxisCollect, Collectors);

TYPED_TEST(AxisCollect, SendsEveryPacketWholeOnceInTheOrderOfItsLane) {
  for (unsigned seed = 1; seed <= 3; ++seed) {
    for (const Pace& pace : kPaces) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", ports " << pace.sender
                                      << " %, taker " << pace.taker << " %");
      Dice dice(seed);
      Collector<TypeParam> collector;
      for (int cycle = 0; cycle < 2000; ++cycle) collector.clock(dice, pace, true);
      // Two ports bring more than one stream carries: it is never idle.
      if (pace.sender == 100 && pace.taker == 100) {
        EXPECT_GE(collector.came, 1980U);
      }
      for (int cycle = 0; cycle < 300; ++cycle) collector.clock(dice, {100, 100}, false);
      EXPECT_FALSE(collector.is_wrong);
      EXPECT_TRUE(collector.is_idle());
      // What stays are packets that have not come to their end.
      std::size_t left = 0;
      for (const auto& [source, beats] : collector.on_way) {
        left += beats.size();
        for (const Beat& beat : beats) EXPECT_FALSE(beat.last);
      }
      EXPECT_EQ(collector.came + left, collector.sent);
      EXPECT_GT(collector.came, 100U);
      EXPECT_EQ(collector.failures(), 0);
      if (this->HasFailure()) return;
    }
  }
}

TEST(AxisCollect, ReportsAPacketThatIsTooLong) {
  Adapter<Vaxis_collect_checked> adapter([](auto& model) { model.tvalid_i = model.tready_i = 0; });
  auto& model = adapter.model;
  model.tvalid_i = 1;
  model.tlast_i = 0;
  model.tid_i = 0;
  for (std::size_t beat = 0; beat <= kLongest; ++beat) {
    EXPECT_EQ(model.too_long_o, 0) << beat;
    adapter.clock();
  }
  EXPECT_EQ(model.too_long_o, 1);
  adapter.clock();
  EXPECT_GT(adapter.failures(), 0);
}

/// Objections of the checker alone to two cycles of pins after a reset.
template <class First, class Second>
int collect_objections(const First& first, const Second& second) {
  VerilatedContext context;
  count_assertion_failures(context);
  int errors = 0;
  {
    Vaxis_collect_sva pins{&context};
    reset(pins);
    clock_cycle<Vaxis_collect_sva>(&pins);
    first(pins);
    clock_cycle<Vaxis_collect_sva>(&pins);
    second(pins);
    clock_cycle<Vaxis_collect_sva>(&pins);
    errors = context.errorCount();
    Verilated::threadContextp(&context);
  }
  return errors;
}

TEST(AxisCollectCheckers, NoticeLanesThatAreNotThereAndGapsInPackets) {
  const auto nothing = [](auto&) {};
  const auto beat = [](auto& pins) { pins.tvalid_o = 1, pins.tready_i = 1; };
  const auto gap = [](auto& pins) { pins.tvalid_o = 0; };
  EXPECT_EQ(collect_objections(beat, nothing), 0);
  EXPECT_EQ(collect_objections(beat, gap), 1);
  EXPECT_EQ(collect_objections([](auto& pins) { pins.tvalid_i = 1, pins.tready_o = 1; }, nothing),
            0);
  EXPECT_EQ(collect_objections(nothing,
                               [](auto& pins) {
                                 pins.tvalid_i = 1;
                                 set_bits(pins.tid_i, 4, 3, kCollectLanes);
                               }),
            1);
}

}  // namespace
}  // namespace flitwise::rtl_test
