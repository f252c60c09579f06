// The torus router under random traffic, every cycle against the reference.
#include <algorithm>
#include <bitset>
#include <deque>
#include <map>
#include <set>
#include <string>

#include "tests/rtl/pe/random_traffic.h"
#include "tests/rtl/torus/torus_harness.h"

namespace flitwise::rtl_test {
namespace {

/// Places a router anywhere in a random torus and plays its neighbours and its PE.
class Surroundings {
 public:
  Surroundings(TorusShape shape, FlitFormat format, Random& random)
      : shape_(shape), format_(format), random_{random} {
    const std::size_t longest = std::min(64U, 1U << (format.hops - 1));
    for (std::size_t d = 0; d < static_cast<std::size_t>(shape.dimensions); ++d) {
      place_.side[d] = 2 + static_cast<int>(random.below(random.one_in(2) ? 4 : longest - 1));
      place_.coordinate[d] =
          static_cast<int>(random.below(static_cast<std::size_t>(place_.side[d])));
    }
    place_.strict = random.one_in(3);
    pressure_ = 1 + random.below(4);
    patience_ = 1 + random.below(6);
    reluctance_ = random.one_in(2) ? 0 : 1 + random.below(9);
    is_wild_ = random.one_in(3);
  }

  const TorusPlace& place() const { return place_; }

  TorusInputs inputs(const ReferenceTorusRouter& router) {
    TorusInputs inputs = credits_for(router);
    for (std::size_t port = 0; port < static_cast<std::size_t>(shape_.ports()); ++port)
      if (random_.below(4) < pressure_)
        offer(port, is_injection(port) ? 0 : random_.below_int(shape_.lanes), inputs);
    return inputs;
  }

  /// No new messages, only the rest of those under way.
  TorusInputs last_inputs(const ReferenceTorusRouter& router) {
    TorusInputs inputs = credits_for(router);
    for (std::size_t port = 0; port < static_cast<std::size_t>(shape_.ports()); ++port)
      for (int lane = 0; lane < (is_injection(port) ? 1 : shape_.lanes); ++lane)
        if (left_[{port, lane}] != 0 && inputs.flits.count(port) == 0) offer(port, lane, inputs);
    return inputs;
  }

  /// Some of the credits that are due, and ejection ports that are stalled; no flits.
  TorusInputs credits_for(const ReferenceTorusRouter& router) {
    TorusInputs inputs;
    for (int c = 0; c < shape_.channels(); ++c)
      for (int lane = 0; lane < shape_.lanes; ++lane) {
        const auto port = static_cast<std::size_t>(shape_.pe_ports() + c);
        if (random_.below(patience_) == 0 && router.credit(port, lane) < shape_.depth)
          inputs.credits.insert({port, lane});
      }
    for (int port = 0; port < shape_.pe_ports(); ++port)
      if (random_.below(10) < reluctance_) inputs.stalls.insert(static_cast<std::size_t>(port));
    return inputs;
  }

  void take(const TorusOutputs& outputs) {
    for (const auto& source : outputs.credits) --inside_[source];
  }

 private:
  bool is_injection(std::size_t port) const {
    return port < static_cast<std::size_t>(shape_.pe_ports());
  }

  void offer(std::size_t port, int lane, TorusInputs& inputs) {
    const bool has_room = inside_[{port, lane}] < shape_.depth;
    if (!has_room && !(is_wild_ && random_.one_in(20))) return;
    if (is_wild_ && random_.one_in(40)) lane = random_.below_int(8);
    std::uint32_t& left = left_[{port, lane}];
    FlitFields flit;
    flit.head = left == 0;
    if (flit.head) left = 1 + random_.below(random_.one_in(2) ? 1 : 7);
    --left;
    flit.tail = left == 0;
    if (is_wild_ && random_.one_in(30)) flit.head = !flit.head;
    flit.tag = random_.below(8192);
    flit.kind = static_cast<FlitKind>(1 + flit.tag % 15);  // any: a torus router asks for none
    flit.destination = random_.below(1024);
    flit.payload = flit.head ? payload_of(hops_from(port))
                             : random_.below(std::size_t{1} << format_.payload());
    const bool exists = lane < (is_injection(port) ? 1 : shape_.lanes);
    if (has_room && exists) ++inside_[{port, lane}];
    inputs.flits[port] = on_lane(pack(flit), lane);
  }

  // Hops that a head may have here; in a wild place any.
  Hops hops_from(std::size_t port) {
    Hops hops{};
    int channel = static_cast<int>(port) - (is_injection(port) ? 0 : shape_.pe_ports());
    if (is_injection(port) && shape_.has_one_pe_port)
      channel = random_.below_int(shape_.channels());
    const auto own = static_cast<std::size_t>(channel / 2);
    for (std::size_t d = own; d < static_cast<std::size_t>(shape_.dimensions); ++d) {
      const int side = place_.side[d];
      if (d == own) {
        const int count =
            is_injection(port) ? 1 + random_.below_int(side - 1) : random_.below_int(side);
        hops[d] = channel % 2 == 0 ? count : -count;
      } else if (!random_.one_in(2)) {
        hops[d] = random_.below_int(2 * side - 1) - (side - 1);
      }
    }
    if (is_wild_ && random_.one_in(30))
      for (int d = 0; d < fields_of(format_, shape_.dimensions); ++d) {
        const int range = std::min(128, 1 << format_.hops);
        hops[static_cast<std::size_t>(d)] = random_.below_int(range) - range / 2;
      }
    return hops;
  }

  /// Random with the few more draws that are needed here.
  struct Draw {
    Random& random;
    std::uint32_t below(std::size_t limit) { return random.below(limit); }
    bool one_in(std::size_t count) { return random.one_in(count); }
    int below_int(int limit) {
      return static_cast<int>(random.below(static_cast<std::size_t>(limit)));
    }
  };

  const TorusShape shape_;
  const FlitFormat format_;
  Draw random_;
  TorusPlace place_;
  std::uint32_t pressure_ = 1;
  std::uint32_t patience_ = 1;
  std::uint32_t reluctance_ = 0;  // of the PE, in tenths of all cycles
  bool is_wild_ = false;
  std::map<std::pair<std::size_t, int>, int> inside_;
  std::map<std::pair<std::size_t, int>, std::uint32_t> left_;
};

template <class Model>
class TorusRouterRandom : public TorusRouterTest<Model> {};
TYPED_TEST_SUITE(TorusRouterRandom, AllModels, TorusModelNames);

// One assertion fails for every violation bit and no other: the bound checkers stay silent.
TYPED_TEST(TorusRouterRandom, EveryCycleEqualsTheReference) {
  Random random;
  std::map<unsigned, int> violations;
  std::size_t flits = 0;
  std::uint32_t stalled = 0;
  std::uint32_t blocked = 0;
  int ejected = 0;  // from ports that had been stalled at the edge before
  const std::uint32_t places = this->kShape.dimensions > 2 ? 30 : 60;

  for (std::uint32_t network = 0; network < places; ++network) {
    Surroundings surroundings(this->kShape, kFormat<TypeParam>, random);
    TorusRouter<TypeParam> router(surroundings.place());
    ReferenceTorusRouter reference(this->kShape, surroundings.place());
    int reported = 0;
    // At the edge before the one at which what is shown was let go, the newest last.
    std::deque<std::set<std::size_t>> stalled_before(
        static_cast<std::size_t>(1 + this->kShape.out_stages));
    ::testing::internal::CaptureStdout();
    for (int cycle = 0; cycle < 300; ++cycle) {
      const TorusInputs inputs = surroundings.inputs(reference);
      const TorusOutputs expected = reference.clock(inputs);
      const TorusOutputs seen = router.clock(inputs);
      if (!(seen == expected)) {
        ::testing::internal::GetCapturedStdout();
        FAIL() << "seed " << kSeed << " network " << network << " cycle " << cycle << "\n"
               << seen << "\nexpected\n"
               << expected;
      }
      surroundings.take(seen);
      flits += seen.router.flit_count();
      for (const std::size_t port : stalled_before.front())
        ejected += seen.router.lanes[port] != 0 ? 1 : 0;
      stalled_before.pop_front();
      stalled_before.push_back(inputs.stalls);
      for (unsigned bit = 0; bit < 8; ++bit) {
        const int is_set = static_cast<int>(seen.router.violation >> bit & 1);
        violations[bit] += is_set;
        reported += is_set;
      }
      stalled = std::max(stalled, seen.stalled);
      blocked = std::max(blocked, seen.blocked);
    }
    const std::bitset<8> last(router.clock({}).router.violation);
    reported += static_cast<int>(last.count());
    const std::string printed = ::testing::internal::GetCapturedStdout();
    EXPECT_EQ(router.assertion_failures(), kHasAssertions<TypeParam> ? reported : 0) << printed;
  }

  EXPECT_GT(flits, 10'000U);
  EXPECT_GT(stalled, 100U);
  EXPECT_GT(blocked, 50U);
  EXPECT_GT(ejected, this->kShape.head_wait > 0 ? 300 : 500);  // they pass fewer flits
  for (const unsigned bit : {3U, 4U, 6U}) EXPECT_GT(violations[bit], 20) << "bit " << bit;
}

TYPED_TEST(TorusRouterRandom, AfterAResetEveryCycleEqualsANewReference) {
  Random random;
  std::size_t flits = 0;

  for (int network = 0; network < 20; ++network) {
    const Surroundings start(this->kShape, kFormat<TypeParam>, random);
    TorusRouter<TypeParam> router(start.place());
    router.mute_assertions();
    for (int turn = 0; turn < 4; ++turn) {
      if (turn > 0) router.reset_again();
      ASSERT_EQ(router.outputs(), RouterOutputs(static_cast<std::size_t>(this->kShape.ports())));
      Surroundings surroundings = start;
      ReferenceTorusRouter reference(this->kShape, start.place());
      for (int cycle = 0; cycle < 30; ++cycle) {
        const TorusInputs inputs = surroundings.inputs(reference);
        const TorusOutputs expected = reference.clock(inputs);
        ASSERT_EQ(router.clock(inputs), expected)
            << "seed " << kSeed << " network " << network << " turn " << turn << " cycle " << cycle;
        surroundings.take(expected);
        flits += expected.router.flit_count();
      }
    }
  }

  EXPECT_GT(flits, 1000U);
}

TYPED_TEST(TorusRouterRandom, IdleRoutersAreLeftOutUnnoticed) {
  Random random;
  int skipped = 0;

  for (int network = 0; network < 20; ++network) {
    Surroundings surroundings(this->kShape, kFormat<TypeParam>, random);
    TorusRouter<TypeParam> always(surroundings.place());
    TorusRouter<TypeParam> skipping(surroundings.place());
    always.mute_assertions();
    skipping.mute_assertions();
    ReferenceTorusRouter reference(this->kShape, surroundings.place());
    for (int cycle = 0; cycle < 600; ++cycle) {
      const TorusInputs inputs =
          cycle % 150 < 10 ? surroundings.inputs(reference) : surroundings.last_inputs(reference);
      reference.clock(inputs);
      const TorusOutputs expected = always.clock(inputs);
      surroundings.take(expected);
      if (skipping.outputs().busy || !inputs.flits.empty() || !inputs.credits.empty()) {
        ASSERT_EQ(skipping.clock(inputs), expected) << "network " << network << " cycle " << cycle;
      } else {
        ++skipped;
        ASSERT_EQ(skipping.outputs(), expected.router) << "cycle " << cycle;
      }
    }
  }

  EXPECT_GT(skipped, 1000);
}

}  // namespace
}  // namespace flitwise::rtl_test
