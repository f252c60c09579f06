// Random traffic with errors and faults of all kinds: the star router against its reference, every
// output and counter at every edge.
#include <algorithm>
#include <random>

#include "tests/rtl/star/star_harness.h"

namespace flitwise::rtl_test {
namespace {

/// What one lane puts in: packets with gaps between them, some of them damaged.
class LaneSource {
 public:
  LaneSource(std::size_t lane, const StarSetup& setup, unsigned load_percent)
      : lane_(lane), setup_(setup), load_percent_(load_percent) {
    for (const Permutation& u : all_permutations(std::min(setup.order, 5))) {
      Permutation padded = u;
      while (static_cast<int>(padded.size()) < setup.order)
        padded.push_back(static_cast<int>(padded.size()) + 1);
      nodes_.push_back(padded);
    }
  }

  RawFlit next(std::mt19937_64& random) {
    if (waiting_.empty()) {
      if (random() % 100 >= load_percent_) return 0;
      refill(random);
    }
    const RawFlit flit = waiting_.front();
    waiting_.erase(waiting_.begin());
    return flit;
  }

 private:
  void refill(std::mt19937_64& random) {
    waiting_ = random() % 2 == 0 ? broadcast(random) : routed(random);
    const std::size_t flit = random() % waiting_.size();
    switch (random() % 26) {
      case 0:  // bit errors, marks and `valid` among them
        waiting_[flit] ^= RawFlit{1} << random() % 64;
        break;
      case 1:
        waiting_[flit] ^= random();
        break;
      case 2:  // a flit too few or too many, with good CRC
        waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(flit));
        break;
      case 3:
        waiting_.insert(waiting_.begin() + static_cast<std::ptrdiff_t>(flit), waiting_[flit]);
        break;
      case 4:  // a gap inside
        waiting_.insert(waiting_.begin() + static_cast<std::ptrdiff_t>(flit), RawFlit{0});
        break;
      case 5:  // a wrong mark, with good CRC
        waiting_[flit] = with_crc(waiting_[flit] ^ RawFlit{1} << (57 + random() % 2));
        break;
      case 6:  // any kind and, behind the head, any content, with good CRC: only heads are read
        waiting_[flit] = with_crc((waiting_[flit] & ~(RawFlit{0xF} << 59)) | random() % 16 << 59);
        if (flit > 0) waiting_[flit] = with_star_content(waiting_[flit], random() >> 28);
        break;
      default:
        break;
    }
    if (waiting_.empty()) waiting_.push_back(0);
  }

  Packet broadcast(std::mt19937_64& random) {
    const Permutation& u = nodes_[random() % nodes_.size()];
    unsigned tree = static_cast<unsigned>(random() % (static_cast<unsigned>(setup_.order) - 1));
    const std::size_t ports = static_cast<std::size_t>(setup_.order) - 1;
    // Mostly the tree that comes in here.
    if (lane_ >= ports && random() % 8 != 0 && !is_identity(u))
      for (int t = 2; t <= setup_.order; ++t)
        if (parent_dimension(setup_.rule, u, t) == static_cast<int>(lane_ - ports) + 2)
          tree = static_cast<unsigned>(t) - 2;
    return broadcast_packet(setup_.flits, address_bits(u), tree,
                            static_cast<std::uint32_t>(random() % 4096),
                            static_cast<std::uint32_t>(random() % 8192));
  }

  Packet routed(std::mt19937_64& random) {
    const std::size_t ports = static_cast<std::size_t>(setup_.order) - 1;
    std::vector<unsigned> route;
    if (lane_ < ports && random() % 8 != 0) route.push_back(static_cast<unsigned>(lane_));
    for (std::size_t hops = random() % (random() % 4 == 0 ? 11 : 4); hops > 0; --hops)
      route.push_back(static_cast<unsigned>(random() % (random() % 8 == 0 ? 7 : ports)));
    if (random() % 4 == 0)  // a route ends at its first 0, whatever stands behind it
      for (route.push_back(~0U); route.size() < 11;)
        route.push_back(static_cast<unsigned>(random() % 7));
    return routed_packet(setup_.flits, route, static_cast<std::uint32_t>(random() % 4096),
                         static_cast<unsigned>(random() % 8));
  }

  std::size_t lane_;
  StarSetup setup_;
  unsigned load_percent_;
  std::vector<Permutation> nodes_;
  Packet waiting_;
};

template <class Case>
class StarTraffic : public StarTest<Case> {};
TYPED_TEST_SUITE(StarTraffic, AllStarCases, StarCaseNames);

TYPED_TEST(StarTraffic, BehavesAsItsReferenceUnderErrorsAndFaults) {
  unsigned seen = 0;
  std::uint32_t crc_errors = 0;
  std::uint32_t most_stored = 0;
  std::size_t flits = 0;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    StarSetup setup = this->usual_setup();
    setup.rule = seed % 2 == 0 ? TreeRule::kP : TreeRule::kQ;
    setup.is_scheduled = seed % 3 != 0;
    typename TestFixture::TheRouter router(setup);
    ReferenceStarRouter reference(setup);
    std::vector<LaneSource> sources;
    const unsigned load = seed <= 2 ? 100 : static_cast<unsigned>(random() % 30 + 2);
    for (std::size_t lane = 0; lane < 2 * this->kPorts; ++lane)
      sources.emplace_back(lane, setup, lane < this->kPorts ? load / 2 : load);
    for (int edge = 0; edge < 1200 && !::testing::Test::HasFailure(); ++edge) {
      if (random() % 150 == 0) {
        std::set<std::size_t> dead_links;
        for (std::size_t port = 0; port < this->kPorts; ++port)
          if (random() % 4 == 0) dead_links.insert(port);
        const bool is_dead = random() % 4 == 0;
        if (seed != 4) {
          router.set_faults(is_dead, dead_links);
          reference.set_faults(is_dead, dead_links);
        }
      }
      std::map<std::size_t, RawFlit> inputs;
      for (std::size_t lane = 0; lane < sources.size(); ++lane)
        if (const RawFlit flit = sources[lane].next(random); flit != 0) inputs[lane] = flit;
      const RouterOutputs outputs = this->clock(router, reference, inputs);
      seen |= outputs.violation;
      flits += outputs.flit_count();
    }
    crc_errors += reference.counters().crc_errors;
    for (const std::uint32_t most : reference.counters().max_stored)
      most_stored = std::max(most_stored, most);
  }
  EXPECT_EQ(seen, kNoRouteBit | kBrokenWormBit | kWaitedBit | kOverflowBit);
  EXPECT_GT(crc_errors, 10U);
  // With two ports a link's packets meet those of the PE alone, for less than a packet's time.
  // Those that break off come closer together, and have a place where routers cut through.
  EXPECT_EQ(most_stored, this->kOrder == 3 && !this->kCutsThrough ? 1 : this->kSlots);
  EXPECT_GT(flits, 1000U);
}

TYPED_TEST(StarTraffic, AfterAResetBehavesAsANewReference) {
  std::mt19937_64 random(11);
  const StarSetup setup = this->usual_setup();
  typename TestFixture::TheRouter router(setup);
  router.mute_assertions();
  std::size_t flits = 0;
  for (int turn = 0; turn < 20 && !::testing::Test::HasFailure(); ++turn) {
    if (turn > 0) router.reset_again();
    ReferenceStarRouter reference(setup);
    EXPECT_EQ(router.outputs(), RouterOutputs(2 * this->kPorts)) << "turn " << turn;
    EXPECT_EQ(router.counters(), reference.counters()) << "turn " << turn;
    std::vector<LaneSource> sources;
    for (std::size_t lane = 0; lane < 2 * this->kPorts; ++lane)
      sources.emplace_back(lane, setup, 60);
    for (int edge = 0; edge < 40; ++edge) {
      std::map<std::size_t, RawFlit> inputs;
      for (std::size_t lane = 0; lane < sources.size(); ++lane)
        if (const RawFlit flit = sources[lane].next(random); flit != 0) inputs[lane] = flit;
      flits += this->clock(router, reference, inputs).flit_count();
    }
  }
  EXPECT_GT(flits, 200U);
}

// One report, one failing assertion; the checkers bound to a router that is right stay silent.
TYPED_TEST(StarTraffic, AnAssertionFailsForEachReportedViolationAndNoOther) {
  std::mt19937_64 random(7);
  StarSetup setup = this->usual_setup();
  setup.is_scheduled = true;
  typename TestFixture::TheRouter router(setup);
  ReferenceStarRouter reference(setup);
  std::vector<LaneSource> sources;
  for (std::size_t lane = 0; lane < 2 * this->kPorts; ++lane) sources.emplace_back(lane, setup, 20);
  int reports = 0;
  for (int edge = 0; edge < 600; ++edge) {
    std::map<std::size_t, RawFlit> inputs;
    for (std::size_t lane = 0; lane < sources.size(); ++lane)
      if (const RawFlit flit = sources[lane].next(random); flit != 0) inputs[lane] = flit;
    const RouterOutputs outputs = this->clock(router, reference, inputs);
    for (unsigned left = outputs.violation; left != 0; left &= left - 1) ++reports;
  }
  EXPECT_GT(reports, 10);
  EXPECT_EQ(router.assertion_failures(), this->kAsserts ? reports : 0);
}

}  // namespace
}  // namespace flitwise::rtl_test
