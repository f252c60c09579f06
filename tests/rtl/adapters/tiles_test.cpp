// A torus whose PEs speak AXI4-Stream, the tiles of examples/rtl: beats from every PE to every
// other through adapters and routers, with stalls of all senders and takers from printed seeds.
#include <Vtiles_broken.h>
#include <Vtiles_checked.h>
#include <Vtiles_narrow_checked.h>
#include <Vtiles_one_lane_checked.h>

#include <array>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "tests/rtl/adapters/axis_harness.h"

namespace flitwise::rtl_test {
namespace {

constexpr int kWidth = 3;
constexpr int kHeight = 2;
constexpr std::size_t kTiles = kWidth * kHeight;
constexpr std::size_t kPorts = 4;  // of a tile, to its PE

std::uint64_t place_of(std::size_t tile) { return tile % kWidth | tile / kWidth << 8; }

/// Widths of a model's streams, and whether hops have a flit of their own.
template <class Model>
struct Shape {
  static constexpr unsigned kData = 32;
  static constexpr unsigned kSide = 4;  // of tuser and of tid
  static constexpr bool kHeader = true;
};
template <>
struct Shape<Vtiles_narrow_checked> {
  static constexpr unsigned kData = 24;
  static constexpr unsigned kSide = 1;
  static constexpr bool kHeader = false;
};

/// A beat says whose it is, in 24 bits: {sender, receiver, packet, number in it}.
std::uint64_t data_of(std::size_t from, std::size_t to, std::size_t packet, std::size_t number) {
  return from << 21 | to << 18 | packet << 8 | number;
}
/// All other bits, of data above and of tuser, are a digest of these.
std::uint64_t digest_of(std::uint64_t data) {
  return field(data, 0, 24) * 0x9e3779b97f4a7c15U >> 40;
}

/// What is wrong with the beats that arrived, if anything.
class Receiver {
 public:
  Receiver(unsigned data_bits, unsigned side_bits) : data_(data_bits), side_(side_bits) {}

  void take(std::size_t tile, std::size_t port, const Beat& beat) {
    const std::size_t from = field(beat.data, 21, 3);
    const std::size_t to = field(beat.data, 18, 3);
    const std::size_t packet = field(beat.data, 8, 10);
    const std::size_t number = field(beat.data, 0, 8);
    const std::uint64_t digest = digest_of(beat.data);
    if (beat.user != field(digest, 0, side_) || beat.data >> 24 != field(digest, 4, data_ - 24))
      complain("content changed", beat);
    if (field(beat.id, 0, side_) != field(from, 0, side_) || to != tile)
      complain("at a wrong place", beat);
    auto& open = open_[{tile, port, beat.id >> side_}];
    const std::uint64_t name = field(beat.data, 0, 24);
    if (open ? name != *open : number != 0) complain("not next in its packet", beat);
    open.reset();
    if (!beat.last) open = name + 1;
    if (!seen_.insert(name).second) complain("came twice", beat);
    if (number == 0) order_[{from, to}].push_back(packet);
  }

  std::size_t count() const { return seen_.size(); }
  const std::string& complaint() const { return complaint_; }
  /// Whether the packets of every pair came in the order in which they were sent.
  bool is_in_order() const {
    for (const auto& [pair, packets] : order_)
      if (!std::is_sorted(packets.begin(), packets.end())) return false;
    return true;
  }

 private:
  void complain(const std::string& what, const Beat& beat) {
    if (complaint_.empty()) complaint_ = (std::ostringstream() << what << ": " << beat).str();
  }

  std::map<std::tuple<std::size_t, std::size_t, std::uint64_t>, std::optional<std::uint64_t>> open_;
  std::map<std::pair<std::size_t, std::size_t>, std::vector<std::size_t>> order_;
  std::set<std::uint64_t> seen_;
  std::string complaint_;
  unsigned data_;
  unsigned side_;
};

template <class Model>
class Torus {
 public:
  static constexpr unsigned kData = Shape<Model>::kData;
  static constexpr unsigned kSide = Shape<Model>::kSide;

  Torus()
      : adapter_([](auto& model) {
          std::memset(bytes_of(model.s_tvalid_i), 0, sizeof model.s_tvalid_i);
          std::memset(bytes_of(model.m_tready_i), 0, sizeof model.m_tready_i);
        }) {}

  void send(std::size_t from, std::size_t to, std::size_t packet, std::size_t beats) {
    for (std::size_t k = 0; k < beats; ++k) {
      const std::uint64_t name = data_of(from, to, packet, k);
      const std::uint64_t digest = digest_of(name);
      senders_[from].append({field(digest, 4, kData - 24) << 24 | name, k + 1 == beats,
                             place_of(to), field(from, 0, kSide), field(digest, 0, kSide)});
      ++sent_;
    }
  }

  void clock(Dice& dice, const Pace& pace) {
    auto& model = adapter_.model;
    for (std::size_t n = 0; n < kTiles; ++n) {
      const Beat* beat = senders_[n].offer(dice, pace.sender);
      set_bits(model.s_tvalid_i, n, 1, beat != nullptr);
      if (beat == nullptr) continue;
      set_bits(model.s_tdata_i, kData * n, kData, beat->data);
      set_bits(model.s_tlast_i, n, 1, beat->last);
      set_bits(model.s_tdest_i, 16 * n, 16, beat->dest);
      set_bits(model.s_tid_i, kSide * n, kSide, beat->id);
      set_bits(model.s_tuser_i, kSide * n, kSide, beat->user);
      if (bits_of(model.s_tready_o, n, 1) != 0) senders_[n].taken();
    }
    for (std::size_t p = 0; p < kTiles * kPorts; ++p) {
      const bool takes = dice.percent(pace.taker);
      set_bits(model.m_tready_i, p, 1, takes);
      if (!takes || bits_of(model.m_tvalid_o, p, 1) == 0) continue;
      receiver.take(
          p / kPorts, p % kPorts,
          {bits_of(model.m_tdata_o, kData * p, kData), bits_of(model.m_tlast_o, p, 1) != 0, 0,
           bits_of(model.m_tid_o, (3 + kSide) * p, 3 + kSide),
           bits_of(model.m_tuser_o, kSide * p, kSide)});
    }
    adapter_.clock();
    for (std::size_t n = 0; n < kTiles; ++n) violations |= bits_of(model.violation_o, 8 * n, 8);
  }

  bool all_taken() const {
    return std::all_of(senders_.begin(), senders_.end(), [](auto& s) { return s.is_done(); });
  }
  std::size_t sent() const { return sent_; }
  int failures() const { return adapter_.failures(); }

  Receiver receiver{kData, kSide};
  std::uint64_t violations = 0;

 private:
  Adapter<Model> adapter_;
  std::array<Sender, kTiles> senders_;
  std::size_t sent_ = 0;
};

/// Packets of one to six beats between pairs that the seed chooses; false: not all arrived.
template <class Model>
bool run(Torus<Model>& torus, unsigned seed, const Pace& pace) {
  Dice dice(seed);
  for (std::size_t packet = 0; packet < 600; ++packet) {
    const std::size_t from = dice.below(kTiles);
    torus.send(from, (from + 1 + dice.below(kTiles - 1)) % kTiles, packet, 1 + dice.below(6));
  }
  for (int cycle = 0; cycle < 60000 && torus.receiver.count() < torus.sent(); ++cycle)
    torus.clock(dice, pace);
  for (int cycle = 0; cycle < 50; ++cycle) torus.clock(dice, {100, 100});  // nothing comes late
  return torus.receiver.count() == torus.sent();
}

template <class Model>
class AxisTorus : public testing::Test {};
using Tori = testing::Types<Vtiles_checked, Vtiles_narrow_checked, Vtiles_one_lane_checked>;
TYPED_TEST_SUITE(AxisTorus, Tori);

TYPED_TEST(AxisTorus, DeliversEveryBeatOnceUnchangedAndPacketsWhole) {
  for (unsigned seed = 1; seed <= 3; ++seed) {
    for (const Pace& pace : kPaces) {
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", senders " << pace.sender
                                      << " %, takers " << pace.taker << " %");
      Torus<TypeParam> torus;
      EXPECT_TRUE(run(torus, seed, pace)) << torus.receiver.count() << " of " << torus.sent();
      EXPECT_EQ(torus.receiver.complaint(), "");
      EXPECT_EQ(torus.violations, 0U);
      EXPECT_EQ(torus.failures(), 0);
      // Packets of a pair may overtake each other where there are lanes to do so.
      if constexpr (std::is_same_v<TypeParam, Vtiles_one_lane_checked>) {
        EXPECT_TRUE(torus.receiver.is_in_order());
      }
      if (this->HasFailure()) return;
    }
  }
}

TYPED_TEST(AxisTorus, CarriesABeatACycleWithQueuesOfTwo) {
  // Two hops away; packets of one beat and long ones.
  for (const std::size_t beats : {1, 7, 200}) {
    constexpr std::size_t kBeats = 1400;
    Torus<TypeParam> torus;
    Dice dice(1);
    for (std::size_t packet = 0; packet < kBeats / beats; ++packet) torus.send(0, 4, packet, beats);
    std::size_t cycles = 0;
    std::size_t first = 0;  // cycle in which the first beat is taken
    while (torus.receiver.count() < kBeats && cycles < 3 * kBeats) {
      torus.clock(dice, {});
      ++cycles;
      if (first == 0 && torus.receiver.count() > 0) first = cycles;
    }
    EXPECT_EQ(torus.receiver.count(), kBeats);
    // Where hops have a flit of their own, it is a cycle more for each packet.
    const std::size_t headers = Shape<TypeParam>::kHeader ? kBeats / beats - 1 : 0;
    EXPECT_EQ(cycles - first + 1, kBeats + headers) << "packets of " << beats;
    // Two cycles in the adapter, one for each hop and for the ejection, one in the other adapter.
    EXPECT_EQ(first, 1U + 2U + 3U + 1U + (Shape<TypeParam>::kHeader ? 1U : 0U));
  }
}

TYPED_TEST(AxisTorus, LosesNothingWhileNoPeTakesAnything) {
  Torus<TypeParam> torus;
  Dice dice(1);
  for (std::size_t from = 0; from < kTiles; ++from)
    for (std::size_t packet = 0; packet < 30; ++packet)
      torus.send(from, (from + 1 + packet % (kTiles - 1)) % kTiles, packet, 5);
  for (int cycle = 0; cycle < 300; ++cycle) torus.clock(dice, {100, 0});
  EXPECT_EQ(torus.receiver.count(), 0U);
  EXPECT_FALSE(torus.all_taken());
  for (int cycle = 0; cycle < 3000; ++cycle) torus.clock(dice, {});
  EXPECT_EQ(torus.receiver.count(), torus.sent());
  EXPECT_EQ(torus.receiver.complaint(), "");
  EXPECT_EQ(torus.failures(), 0);
}

TEST(AxisTorus, IsSeenToFailWithAdaptersThatStallThePortTooLate) {
  Torus<Vtiles_broken> torus;
  EXPECT_FALSE(run(torus, 1, {100, 50}));
  EXPECT_NE(torus.receiver.complaint(), "");
  EXPECT_GT(torus.failures(), 0);
}

}  // namespace
}  // namespace flitwise::rtl_test
