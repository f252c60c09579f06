// Messages as flits, by each codec.
#include <gtest/gtest.h>

#include <stdexcept>

#include "systemc/pe/codecs/address_codec.h"
#include "systemc/pe/codecs/route_codec.h"

namespace flitwise {
namespace {

using protocols::Transmission;

Transmission data(Flits length, bool end_mark) {
  Transmission t;
  t.kind = FlitKind::kData;
  t.destination = 0;
  t.message = 6;
  t.length = length;
  t.end_mark = end_mark;
  return t;
}

TEST(FlitsOf, AMessageHasOneHeadOneTailAndCountsItsFlits) {
  const std::vector<RawFlit> flits = AddressCodec::flits_of(data(3, false), 42);

  ASSERT_EQ(flits.size(), 3U);
  for (std::size_t k = 0; k < 3; ++k) {
    const FlitFields f = unpack(flits[k]);
    EXPECT_EQ(f.head, k == 0);
    EXPECT_EQ(f.tail, k == 2);
    EXPECT_EQ(f.payload, k + 1);
    EXPECT_EQ(f.tag, 6U);
    EXPECT_EQ(f.destination, 42U);
    EXPECT_EQ(f.kind, FlitKind::kData);
  }
}

TEST(FlitsOf, APartOfAMessageGoesOnCountingAndHasTheMarksThatItIsGiven) {
  Transmission part = data(2, false);
  part.first = 7;
  part.has_head = false;
  const std::vector<RawFlit> last = AddressCodec::flits_of(part, 42);
  part.has_head = true;
  part.has_tail = false;
  const std::vector<RawFlit> first = AddressCodec::flits_of(part, 42);

  EXPECT_EQ(unpack(last[0]).payload, 7U);
  EXPECT_EQ(unpack(last[1]).payload, 8U);
  EXPECT_TRUE(!unpack(last[0]).head && unpack(last[1]).tail);
  EXPECT_TRUE(unpack(first[0]).head && !unpack(first[1]).tail);
}

TEST(FlitsOf, AnEndMarkIsTheLastFlitOnly) {
  const std::vector<RawFlit> flits = AddressCodec::flits_of(data(2, true), 0);

  EXPECT_EQ(unpack(flits[0]).kind, FlitKind::kData);
  EXPECT_EQ(unpack(flits[1]).kind, FlitKind::kEnd);
}

TEST(FlitsOf, FloodsAndCopiesGoWhereKindAndDigitsSay) {
  const std::vector<std::uint32_t> addresses{40, 41};
  Transmission copies = data(2, false);
  copies.kind = FlitKind::kCopies;
  copies.destination = kNoNode;
  copies.copies = 0b110;
  Transmission flood = copies;
  flood.kind = FlitKind::kFlood;

  EXPECT_EQ(AddressCodec::destination_field(data(1, false), addresses), 40U);
  EXPECT_EQ(AddressCodec::destination_field(copies, addresses), 0b110U);
  EXPECT_EQ(AddressCodec::destination_field(flood, addresses), 0U);
  EXPECT_EQ(unpack(AddressCodec::flits_of(copies, 0b110)[1]).payload, 2U);
  EXPECT_EQ(unpack(AddressCodec::flits_of(flood, 0)[1]).kind, FlitKind::kFlood);
  copies.copies = 1U << 13;
  EXPECT_THROW(AddressCodec::destination_field(copies, addresses), std::range_error);
}

Transmission on_torus(Flits length) {
  Transmission t = data(length, false);
  t.port = 2;
  t.route = 0x0FFFFFFF;
  t.packet = 1023;
  return t;
}

TEST(FlitsOf, OnATorusTheHeadCarriesTheWayAndAllFlitsTheNumber) {
  const Transmission message = on_torus(3);
  const std::vector<RawFlit> flits = RouteCodec::flits_of(message);

  ASSERT_EQ(flits.size(), 3U);
  EXPECT_EQ(unpack(flits[0]).payload, 0x0FFFFFFFU);
  EXPECT_EQ(unpack(flits[1]).payload, 2U);
  EXPECT_EQ(unpack(flits[2]).payload, 3U);
  for (const RawFlit flit : flits) {
    EXPECT_EQ(packet_of(flit), 1023U);
    EXPECT_EQ(lane_of(flit), 0U);
    EXPECT_EQ(unpack(flit).tag, 6U);
  }
  EXPECT_EQ(to_torus_event(5, 1, 2, flits[0], {}).index, 1);
  EXPECT_EQ(to_torus_event(5, 1, 2, flits[2], {}).index, 3);
  EXPECT_EQ(to_torus_event(5, 1, 2, flits[2], {}).value, 1023);
}

TEST(FlitsOf, RefusesWhatDoesNotFitAFlitOnATorus) {
  Transmission number = on_torus(1);
  number.packet = 1024;
  Transmission way = on_torus(1);
  way.route = 0x10000000;
  Transmission control = on_torus(1);
  control.kind = FlitKind::kTap;
  Transmission marked = on_torus(2);
  marked.end_mark = true;

  EXPECT_THROW(RouteCodec::flits_of(number), std::range_error);
  EXPECT_THROW(RouteCodec::flits_of(way), std::range_error);
  EXPECT_THROW(RouteCodec::flits_of(control), std::logic_error);
  EXPECT_THROW(RouteCodec::flits_of(marked), std::logic_error);
}

TEST(FlitsOf, RefusesValuesThatDoNotFitTheirField) {
  Transmission order;
  order.kind = FlitKind::kOrder;
  order.value = kMaxPayload + 1;
  Transmission lag;
  lag.kind = FlitKind::kCertificate;
  lag.value = kMaxLag + 1;
  Transmission stream;
  stream.kind = FlitKind::kCertificate;
  stream.stream = kMaxStream + 1;
  Transmission negative;
  negative.kind = FlitKind::kOrder;
  negative.value = -2;

  EXPECT_THROW(AddressCodec::flits_of(order, 0), std::range_error);
  EXPECT_THROW(AddressCodec::flits_of(lag, 0), std::range_error);
  EXPECT_THROW(AddressCodec::flits_of(stream, 0), std::range_error);
  EXPECT_THROW(AddressCodec::flits_of(negative, 0), std::range_error);
}

}  // namespace
}  // namespace flitwise
