#include "tb/check/message_meter.h"

#include <gtest/gtest.h>

#include "tests/check/scripted_network.h"

namespace flitwise::check {
namespace {

using testing_support::data_flit;
using testing_support::ScriptedNetwork;

RawFlit control(FlitKind kind, std::uint32_t message, std::int64_t value, FlitFormat format = {}) {
  FlitFields fields;
  fields.kind = kind;
  fields.head = fields.tail = true;
  fields.destination = 9;
  fields.tag = message;
  say(fields, value, format);
  return pack(fields, format);
}

RawFlit certified(std::uint32_t message, std::int64_t lag, Flits stream, FlitFormat format = {}) {
  return control(FlitKind::kCertificate, message, stream << format.lag() | lag, format);
}

class MessageMeterTest : public testing::Test {
 protected:
  MessageMeter meter{3};
  ScriptedNetwork network;
};

TEST_F(MessageMeterTest, TakesFinishFromTheRoutersDeliveriesAndQuiesceFromTheLinks) {
  network.show(meter, 4, {{1, 0, data_flit(0, 1, 1, 1)}}, {{0, data_flit(0, 1, 1, 1)}});
  network.show(meter, 6, {{1, 2, control(FlitKind::kTap, 2, 1)}},
               {{2, control(FlitKind::kTap, 2, 1)}});
  network.show(meter, 7, {});

  EXPECT_EQ(meter.finish(), 4);
  EXPECT_EQ(meter.quiesce(), 6);
  EXPECT_EQ(meter.flit_hops(), 2);
}

TEST_F(MessageMeterTest, TakesDispatchFromTheFirstLinkOfAHeadFlit) {
  network.show(meter, 4, {{2, 1, data_flit(0, 2, 1, 2)}});
  network.show(meter, 5, {{1, 0, data_flit(0, 2, 1, 2)}, {2, 1, data_flit(0, 2, 2, 2)}});

  EXPECT_EQ(meter.dispatch(), (std::vector<std::optional<std::int64_t>>{{}, {}, 4}));
}

TEST_F(MessageMeterTest, ReadsCertificatesAndOrdersOffTheLinks) {
  network.show(meter, 4, {{1, 0, certified(1, 3, 8)}});
  network.show(meter, 5, {{0, 1, control(FlitKind::kOrder, 1, 3)}});

  EXPECT_EQ(meter.t_sync(), 4);
  EXPECT_EQ(meter.lag()[1], 3);
  EXPECT_EQ(meter.stream()[1], 8);
  EXPECT_EQ(meter.order_value()[1], 3);
  EXPECT_EQ(meter.order_value()[0], std::nullopt);
}

TEST_F(MessageMeterTest, TakesTheStepOfTheRootsCertificatesOnlyForSynchronisation) {
  network.show(meter, 4, {{1, 0, certified(1, 3, 8)}});
  network.show(meter, 6, {{2, 1, certified(2, 1, 1)}});

  EXPECT_EQ(meter.t_sync(), 4);
}

TEST_F(MessageMeterTest, ObservesTheRootsLagAndStreamByWhatReachesIt) {
  network.show(meter, 4, {{1, 0, certified(1, 3, 1)}});
  EXPECT_EQ(meter.lag()[0], std::nullopt);
  network.show(meter, 8, {{1, 0, data_flit(0, 1, 1, 1)}}, {{0, data_flit(0, 1, 1, 1)}});

  EXPECT_EQ(meter.lag()[0], 5);
  EXPECT_EQ(meter.stream()[0], 1);
}

// Whatever has become of its head.
TEST_F(MessageMeterTest, TakesTheRootsLagFromTheFirstFlitThatReachesIt) {
  network.show(meter, 4, {{1, 0, certified(1, 3, 1)}});
  network.show(meter, 7, {{2, 1, data_flit(0, 2, 1, 3)}});
  network.show(meter, 9, {{1, 0, data_flit(0, 2, 2, 3)}, {2, 1, data_flit(0, 2, 3, 3)}});
  network.show(meter, 10, {{1, 0, data_flit(0, 2, 3, 3)}});

  EXPECT_EQ(meter.lag()[0], 6);
}

TEST_F(MessageMeterTest, ObservesAnyRoot) {
  MessageMeter rooted{3, 2};
  network.show(rooted, 4, {{1, 2, certified(1, 3, 1)}});
  network.show(rooted, 7, {{1, 2, data_flit(0, 1, 1, 1)}}, {{2, data_flit(0, 1, 1, 1)}});

  EXPECT_EQ(rooted.t_sync(), 4);
  EXPECT_EQ(rooted.lag()[2], 4);
  EXPECT_EQ(rooted.stream()[2], 1);
  EXPECT_EQ(rooted.lag()[0], std::nullopt);
  EXPECT_EQ(rooted.delivered(), 1);
}

// Certificates and orders have no tag then: the ends of their link say whom they are about.
TEST(MessageMeterOfManyPes, ReadsFlitsOfWideAddresses) {
  for (int width = 14; width <= FlitFormat::kMostAddress; ++width) {
    const FlitFormat format = format_of_addresses(std::int64_t{1} << width);
    const auto last = static_cast<Node>(format.largest_address());
    MessageMeter meter(last + 1, 0, 0, 1, format);
    ScriptedNetwork network;
    const RawFlit data = data_flit(0, format.largest_tag(), 1, 2, FlitKind::kData, format);
    network.show(meter, 4,
                 {{last, 0, certified(1, format.largest_lag(), format.largest_stream(), format)}},
                 {});
    network.show(meter, 5, {{2, last, control(FlitKind::kOrder, 1, 1234567, format)}});
    network.show(meter, 7, {{last, 0, data}}, {{0, data}});

    EXPECT_EQ(meter.t_sync(), 4);
    EXPECT_EQ(meter.lag()[format.largest_tag()], format.largest_lag());
    EXPECT_EQ(meter.stream()[format.largest_tag()], format.largest_stream());
    EXPECT_EQ(meter.order_value()[format.largest_tag()], 1234567);
    EXPECT_EQ(meter.dispatch()[format.largest_tag()], 7);
    EXPECT_EQ(meter.lag()[0], 4);
    EXPECT_EQ(meter.stream()[0], 1);
    for (const std::size_t other : {std::size_t{1}, std::size_t{2}}) {
      EXPECT_EQ(meter.lag()[other], std::nullopt) << width;
      EXPECT_EQ(meter.order_value()[other], std::nullopt) << width;
    }
  }
}

}  // namespace
}  // namespace flitwise::check
