// The checkers of stream adapters must notice what they are for: beside a right adapter runs its
// checker, which is shown the same pins but for one that the test spoils. Every assertion of
// tb/sva/axis_*_sva.sv, *_to_axis_sva.sv and in_order_sva.sv has a test here.
#include <Vaxis_to_flits_checked.h>
#include <Vaxis_to_flits_sva.h>
#include <Vaxis_to_torus_d2_checked.h>
#include <Vaxis_to_torus_sva.h>
#include <Vflits_to_axis_checked.h>
#include <Vflits_to_axis_sva.h>
#include <Vtorus_to_axis_checked.h>
#include <Vtorus_to_axis_sva.h>
#include <gmock/gmock.h>

#include <functional>
#include <regex>
#include <set>
#include <string>

#include "tests/rtl/adapters/axis_harness.h"

namespace flitwise::rtl_test {
namespace {

using ::testing::Contains;
using ::testing::IsEmpty;

using Objections = std::set<std::string>;

template <class Port>
void copy_port(Port& to, const Port& from) {
  std::memcpy(bytes_of(to), &from, sizeof from);
}

/// Shows a checker the pins of an adapter; `spoil(pins, cycle)` may change what it sees.
template <class AdapterModel, class CheckerModel>
class Watch {
 public:
  using Spoil = std::function<void(CheckerModel&, int)>;
  using Drive = std::function<void(AdapterModel&, int)>;
  using Copy = std::function<void(CheckerModel&, const AdapterModel&)>;

  /// Names of the assertions that fire in `cycles` after a reset.
  static Objections objections(int cycles, const Drive& drive, const Copy& copy,
                               const Spoil& spoil) {
    VerilatedContext checker_context;
    count_assertion_failures(checker_context);
    Objections names;
    {
      Adapter<AdapterModel> adapter([&](auto& model) { drive(model, -1); });
      CheckerModel checker{&checker_context};
      copy(checker, adapter.model);
      reset(checker);
      Verilated::threadContextp(&checker_context);
      ::testing::internal::CaptureStdout();
      for (int cycle = 0; cycle < cycles; ++cycle) {
        drive(adapter.model, cycle);
        adapter.model.eval();
        copy(checker, adapter.model);
        spoil(checker, cycle);
        clock_cycle<CheckerModel>(&checker);
        adapter.clock();
      }
      const std::string printed = ::testing::internal::GetCapturedStdout();
      static const std::regex failure("Assertion failed in [^ ]*\\.(a_[a-z0-9_]+):");
      for (std::sregex_iterator at(printed.begin(), printed.end(), failure), end; at != end; ++at)
        names.insert((*at)[1]);
      EXPECT_EQ(adapter.failures(), 0);
      EXPECT_EQ(checker_context.errorCount() == 0, names.empty());
      Verilated::threadContextp(&checker_context);
    }
    return names;
  }
};

// The streams: packets of three beats, one after the other.

constexpr int kStart = 2;  // the first cycle with a beat
constexpr std::uint64_t kNode = 2 | 1 << 8;

class Stream {
 public:
  template <class Model>
  void drive(Model& model, int cycle) {
    if (is_taken_) ++beat_;
    model.tvalid_i = cycle >= kStart;
    model.tdata_i = 1000 + beat_;
    model.tlast_i = beat_ % 3 == 2;
    model.tdest_i = kNode;
    model.tid_i = 5;
    model.tuser_i = 9;
    is_taken_ = cycle >= kStart && model.tready_o;  // at the edge that ends the cycle
  }

 private:
  unsigned beat_ = 0;
  bool is_taken_ = false;
};

template <class Checker, class Model>
void copy_stream_in(Checker& to, const Model& from) {
  copy_port(to.tvalid_i, from.tvalid_i);
  copy_port(to.tready_o, from.tready_o);
  copy_port(to.tdata_i, from.tdata_i);
  copy_port(to.tlast_i, from.tlast_i);
  copy_port(to.tdest_i, from.tdest_i);
  copy_port(to.tid_i, from.tid_i);
  copy_port(to.tuser_i, from.tuser_i);
}

template <class Checker, class Model>
void copy_stream_out(Checker& to, const Model& from) {
  copy_port(to.lane_i, from.lane_i);
  copy_port(to.tvalid_o, from.tvalid_o);
  copy_port(to.tready_i, from.tready_i);
  copy_port(to.tdata_o, from.tdata_o);
  copy_port(to.tlast_o, from.tlast_o);
  copy_port(to.tid_o, from.tid_o);
  copy_port(to.tuser_o, from.tuser_o);
}

/// Flips a bit of a port.
template <class Port>
void flip(Port& port, std::size_t bit) {
  bytes_of(port)[bit / 8] ^= static_cast<unsigned char>(1U << (bit % 8));
}

// Into trees. From cycle 8 on the router takes nothing.

using ToFlitsWatch = Watch<Vaxis_to_flits_checked, Vaxis_to_flits_sva>;

Objections into_tree(const ToFlitsWatch::Spoil& spoil) {
  Stream stream;
  return ToFlitsWatch::objections(
      14,
      [&](auto& model, int cycle) {
        stream.drive(model, cycle);
        model.ready_i = cycle < 8;
      },
      [](auto& to, const auto& from) {
        copy_stream_in(to, from);
        copy_port(to.lane_o, from.lane_o);
        copy_port(to.ready_i, from.ready_i);
      },
      spoil);
}

Objections into_tree_at(int when, const std::function<void(Vaxis_to_flits_sva&)>& spoil) {
  return into_tree([&](auto& pins, int cycle) {
    if (cycle == when) spoil(pins);
  });
}

TEST(AxisToFlitsCheckers, AreSilentBesideARightAdapter) {
  EXPECT_THAT(into_tree([](auto&, int) {}), IsEmpty());
}

TEST(AxisToFlitsCheckers, NoticeASenderThatBreaksTheRulesOfStreams) {
  EXPECT_THAT(into_tree_at(0, [](auto& pins) { pins.tvalid_i = 1; }),
              Contains("a_silent_after_reset"));
  EXPECT_THAT(into_tree_at(12, [](auto& pins) { pins.tvalid_i = 0; }), Contains("a_valid_stays"));
  for (auto change : {+[](Vaxis_to_flits_sva& pins) { flip(pins.tdata_i, 31); },
                      +[](Vaxis_to_flits_sva& pins) { flip(pins.tlast_i, 0); },
                      +[](Vaxis_to_flits_sva& pins) { flip(pins.tdest_i, 12); },
                      +[](Vaxis_to_flits_sva& pins) { flip(pins.tid_i, 7); },
                      +[](Vaxis_to_flits_sva& pins) { flip(pins.tuser_i, 3); }}) {
    EXPECT_THAT(into_tree_at(12, change), Contains("a_beat_stays"));
  }
}

TEST(AxisToFlitsCheckers, NoticeFlitsThatAreLostMadeOrChanged) {
  EXPECT_THAT(into_tree_at(5, [](auto& pins) { pins.lane_o = 0; }), Contains("a_none_kept_back"));
  EXPECT_THAT(into_tree_at(1, [](auto& pins) { pins.lane_o = 15UL << 60; }),
              Contains("a_none_made"));
  for (const unsigned bit : {0U, 31U, 35U, 43U, 44U, 56U, 57U}) {
    EXPECT_THAT(into_tree_at(5, [&](auto& pins) { flip(pins.lane_o, bit); }),
                Contains("a_in_order_unchanged"))
        << bit;
  }
  EXPECT_THAT(into_tree_at(11, [](auto& pins) { pins.tready_o = 1; }), Contains("a_room"));
}

TEST(AxisToFlitsCheckers, NoticeFlitsThatRoutersDoNotKnow) {
  EXPECT_THAT(into_tree_at(5, [](auto& pins) { flip(pins.lane_o, 58); }),
              Contains("a_whole_packets"));
  EXPECT_THAT(into_tree_at(5, [](auto& pins) { flip(pins.lane_o, 60); }), Contains("a_data"));
  EXPECT_THAT(into_tree_at(1, [](auto& pins) { pins.lane_o = 1; }),
              Contains("a_zero_without_flit"));
}

// Out of trees. A flit comes in every cycle, the PE takes what is offered until cycle 8.

class Flits {
 public:
  template <class Model>
  void drive(Model& model, int cycle, bool may_come) {
    model.tready_i = cycle < 8;
    model.lane_i = 0;
    if (cycle < kStart || !may_come) return;
    model.lane_i = 1UL << 63 | 1UL << 59 | RawFlit{flit_ % 3 == 0} << 58 |
                   RawFlit{flit_ % 3 == 2} << 57 | (1000 + flit_);
    ++flit_;
  }

 private:
  unsigned flit_ = 0;
};

using FromFlitsWatch = Watch<Vflits_to_axis_checked, Vflits_to_axis_sva>;

Objections out_of_tree(int when, const std::function<void(Vflits_to_axis_sva&)>& spoil) {
  Flits flits;
  return FromFlitsWatch::objections(
      14, [&](auto& model, int cycle) { flits.drive(model, cycle, true); },
      [](auto& to, const auto& from) {
        copy_stream_out(to, from);
        copy_port(to.overflow_o, from.overflow_o);
      },
      [&](auto& pins, int cycle) {
        if (cycle == when) spoil(pins);
      });
}

TEST(FlitsToAxisCheckers, AreSilentBesideARightAdapter) {
  EXPECT_THAT(out_of_tree(0, [](auto&) {}), IsEmpty());
}

TEST(FlitsToAxisCheckers, NoticeWhatIsWrong) {
  EXPECT_THAT(out_of_tree(0, [](auto& pins) { pins.tvalid_o = 1; }),
              Contains("a_silent_after_reset"));
  EXPECT_THAT(out_of_tree(12, [](auto& pins) { pins.tvalid_o = 0; }), Contains("a_valid_stays"));
  EXPECT_THAT(out_of_tree(12, [](auto& pins) { flip(pins.tdata_o, 3); }), Contains("a_beat_stays"));
  for (const unsigned bit : {0U, 31U}) {
    EXPECT_THAT(out_of_tree(6, [&](auto& pins) { flip(pins.tdata_o, bit); }),
                Contains("a_in_order_unchanged"));
  }
  EXPECT_THAT(out_of_tree(6, [](auto& pins) { flip(pins.tlast_o, 0); }),
              Contains("a_in_order_unchanged"));
  EXPECT_THAT(out_of_tree(6, [](auto& pins) { flip(pins.tid_o, 7); }),
              Contains("a_in_order_unchanged"));
  EXPECT_THAT(out_of_tree(6, [](auto& pins) { flip(pins.tuser_o, 3); }),
              Contains("a_in_order_unchanged"));
  EXPECT_THAT(out_of_tree(6, [](auto& pins) { flip(pins.overflow_o, 0); }),
              Contains("a_loss_reported"));
  EXPECT_THAT(out_of_tree(13, [](auto& pins) { pins.overflow_o = 0; }),
              Contains("a_loss_reported"));
}

// Into a torus, at (0, 1) of 5 x 4, to (2, 1): two hops upwards in dimension 0. Credits come back
// until cycle 10, a cycle after the flit was taken.

using ToTorusWatch = Watch<Vaxis_to_torus_d2_checked, Vaxis_to_torus_sva>;

Objections into_torus(const ToTorusWatch::Spoil& spoil) {
  unsigned taken = 0;
  Stream stream;
  return ToTorusWatch::objections(
      20,
      [&](auto& model, int cycle) {
        stream.drive(model, cycle);
        model.coordinate_i = 1 << 8;
        model.side_i = 5 | 4 << 8;
        model.credit_i = cycle < 10 && cycle > 0 ? static_cast<CData>(taken) : 0;
        taken = 0;
        for (unsigned port = 0; cycle >= 0 && port < 4; ++port)
          taken |= static_cast<unsigned>(bits_of(model.inject_o, 64 * port + 63, 1)) << port;
      },
      [](auto& to, const auto& from) {
        copy_stream_in(to, from);
        copy_port(to.coordinate_i, from.coordinate_i);
        copy_port(to.side_i, from.side_i);
        copy_port(to.inject_o, from.inject_o);
        copy_port(to.credit_i, from.credit_i);
      },
      spoil);
}

/// Spoils the pins of a cycle with a header on port 0 (4), or a beat (5).
Objections into_torus_at(int when, const std::function<void(Vaxis_to_torus_sva&)>& spoil) {
  return into_torus([&](auto& pins, int cycle) {
    if (cycle == when) spoil(pins);
  });
}

void move_flit(Vaxis_to_torus_sva& pins, std::size_t to) {
  set_bits(pins.inject_o, 64 * to, 64, bits_of(pins.inject_o, 0, 64));
  set_bits(pins.inject_o, 0, 64, 0);
}

TEST(AxisToTorusCheckers, AreSilentBesideARightAdapter) {
  EXPECT_THAT(into_torus([](auto&, int) {}), IsEmpty());
  bool was_header = false;
  bool was_beat = false;
  into_torus([&](auto& pins, int cycle) {
    if (cycle == 4) was_header = bits_of(pins.inject_o, 58, 1) != 0;
    if (cycle == 5) was_beat = bits_of(pins.inject_o, 58, 6) == 0b100010;
  });
  EXPECT_TRUE(was_header);
  EXPECT_TRUE(was_beat);
}

TEST(AxisToTorusCheckers, NoticeASenderThatBreaksRules) {
  EXPECT_THAT(into_torus_at(0, [](auto& pins) { pins.tvalid_i = 1; }),
              Contains("a_silent_after_reset"));
  EXPECT_THAT(into_torus_at(18, [](auto& pins) { pins.tvalid_i = 0; }), Contains("a_valid_stays"));
  EXPECT_THAT(into_torus_at(18, [](auto& pins) { flip(pins.tdest_i, 0); }),
              Contains("a_beat_stays"));
  EXPECT_THAT(into_torus_at(2, [](auto& pins) { pins.tdest_i = 5; }), Contains("a_place_exists"));
  EXPECT_THAT(into_torus_at(2, [](auto& pins) { pins.tdest_i = 4 << 8; }),
              Contains("a_place_exists"));
}

TEST(AxisToTorusCheckers, NoticeBeatsThatAreMadeOrChanged) {
  EXPECT_THAT(into_torus_at(1, [](auto& pins) { set_bits(pins.inject_o, 0, 64, 17UL << 59); }),
              Contains("a_none_made"));
  for (const unsigned bit : {0U, 31U, 35U, 39U, 57U}) {
    EXPECT_THAT(into_torus_at(5, [&](auto& pins) { flip(pins.inject_o, bit); }),
                Contains("a_in_order_unchanged"))
        << bit;
  }
  // A header to another place: the beats behind it would go there.
  EXPECT_THAT(into_torus_at(4, [](auto& pins) { flip(pins.inject_o, 0); }),
              Contains("a_in_order_unchanged"));
  EXPECT_THAT(into_torus_at(19, [](auto& pins) { pins.tready_o = 1; }), Contains("a_room"));
}

TEST(AxisToTorusCheckers, NoticeFlitsThatRoutersDoNotKnow) {
  EXPECT_THAT(into_torus_at(5, [](auto& pins) { flip(pins.inject_o, 60); }), Contains("a_data"));
  EXPECT_THAT(into_torus_at(5, [](auto& pins) { flip(pins.inject_o, 58); }),
              Contains("a_whole_packets"));
  EXPECT_THAT(into_torus_at(4, [](auto& pins) { flip(pins.inject_o, 57); }),
              Contains("a_header_goes_ahead"));
  EXPECT_THAT(into_torus_at(4, [](auto& pins) { flip(pins.inject_o, 14); }),
              Contains("a_no_other_hops"));
  EXPECT_THAT(into_torus_at(1, [](auto& pins) { flip(pins.inject_o, 70); }),
              Contains("a_zero_without_flit"));
}

TEST(AxisToTorusCheckers, NoticeWrongWaysAndPorts) {
  EXPECT_THAT(into_torus_at(4, [](auto& pins) { move_flit(pins, 1); }), Contains("a_first_hop"));
  EXPECT_THAT(into_torus_at(5, [](auto& pins) { move_flit(pins, 2); }), Contains("a_port_kept"));
  EXPECT_THAT(into_torus_at(4,
                            [](auto& pins) {
                              set_bits(pins.inject_o, 0, 7,
                                       128 - 3);  // three hops downwards, on their port
                              move_flit(pins, 1);
                            }),
              Contains("a_shortest"));
  EXPECT_THAT(
      into_torus_at(
          5, [](auto& pins) { set_bits(pins.inject_o, 64, 64, bits_of(pins.inject_o, 0, 64)); }),
      Contains("a_one_port"));
}

TEST(AxisToTorusCheckers, NoticeCreditsThatAreNotThereOrNotDue) {
  EXPECT_THAT(into_torus([](auto& pins, int) { pins.credit_i = 0; }), Contains("a_funded"));
  EXPECT_THAT(into_torus_at(2, [](auto& pins) { pins.credit_i = 2; }), Contains("a_credit_due"));
}

// Out of a torus.

using FromTorusWatch = Watch<Vtorus_to_axis_checked, Vtorus_to_axis_sva>;

Objections out_of_torus(int when, const std::function<void(Vtorus_to_axis_sva&)>& spoil) {
  bool was_stalled = false;
  Flits flits;
  return FromTorusWatch::objections(
      14,
      [&](auto& model, int cycle) {
        flits.drive(model, cycle, !was_stalled);
        was_stalled = cycle >= 0 && model.stall_o;
      },
      [](auto& to, const auto& from) {
        copy_stream_out(to, from);
        copy_port(to.stall_o, from.stall_o);
      },
      [&](auto& pins, int cycle) {
        if (cycle == when) spoil(pins);
      });
}

TEST(TorusToAxisCheckers, AreSilentBesideARightAdapter) {
  EXPECT_THAT(out_of_torus(0, [](auto&) {}), IsEmpty());
}

TEST(TorusToAxisCheckers, NoticeWhatIsWrong) {
  EXPECT_THAT(out_of_torus(0, [](auto& pins) { pins.tvalid_o = 1; }),
              Contains("a_silent_after_reset"));
  EXPECT_THAT(out_of_torus(12, [](auto& pins) { pins.tvalid_o = 0; }), Contains("a_valid_stays"));
  EXPECT_THAT(out_of_torus(12, [](auto& pins) { flip(pins.tid_o, 6); }), Contains("a_beat_stays"));
  EXPECT_THAT(out_of_torus(5, [](auto& pins) { flip(pins.tdata_o, 0); }),
              Contains("a_in_order_unchanged"));
  EXPECT_THAT(out_of_torus(5, [](auto& pins) { flip(pins.tid_o, 4); }),
              Contains("a_in_order_unchanged"));
  EXPECT_THAT(out_of_torus(5, [](auto& pins) { pins.tvalid_o = 0; }), Contains("a_none_kept_back"));
  EXPECT_THAT(out_of_torus(6, [](auto& pins) { flip(pins.lane_i, 58); }),
              Contains("a_whole_packets"));
  EXPECT_THAT(out_of_torus(13, [](auto& pins) { pins.lane_i = 17UL << 59; }),
              Contains("a_stall_kept"));
  EXPECT_THAT(out_of_torus(13, [](auto& pins) { pins.lane_i = 17UL << 59; }), Contains("a_room"));
}

}  // namespace
}  // namespace flitwise::rtl_test
