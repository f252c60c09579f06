// Messages as flits, by each codec.
#include <gtest/gtest.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

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
  lag.value = FlitFormat().largest_lag() + 1;
  Transmission stream;
  stream.kind = FlitKind::kCertificate;
  stream.stream = FlitFormat().largest_stream() + 1;
  Transmission negative;
  negative.kind = FlitKind::kOrder;
  negative.value = -2;

  EXPECT_THROW(AddressCodec::flits_of(order, 0), std::range_error);
  EXPECT_THROW(AddressCodec::flits_of(lag, 0), std::range_error);
  EXPECT_THROW(AddressCodec::flits_of(stream, 0), std::range_error);
  EXPECT_THROW(AddressCodec::flits_of(negative, 0), std::range_error);
}

// What the refusal of a message says, or "" when there is none.
std::string refusal_of(const Transmission& t, FlitFormat format) {
  try {
    AddressCodec::flits_of(t, 0, format);
  } catch (const std::range_error& error) {
    return error.what();
  }
  return "";
}

std::string too_large(const char* what, std::int64_t most) {
  return std::string(what) + " must fit its field in the flit, 0 to " + std::to_string(most) +
         ", got " + std::to_string(most + 1);
}

TEST(FlitsOf, RefusesTheFirstValueThatDoesNotFitWhateverTheWidthOfAddresses) {
  for (int width = FlitFormat::kLeastAddress; width <= FlitFormat::kMostAddress; ++width) {
    const FlitFormat format = format_of_addresses(std::int64_t{1} << width);
    for (const FlitKind kind : {FlitKind::kTap, FlitKind::kToken, FlitKind::kOrder}) {
      Transmission t;
      t.kind = kind;
      t.value = format.largest_control();
      EXPECT_EQ(refusal_of(t, format), "") << width;
      ++t.value;
      EXPECT_EQ(refusal_of(t, format),
                too_large("the value of a tap, token or order", t.value - 1));
    }
    Transmission certificate;
    certificate.kind = FlitKind::kCertificate;
    certificate.value = format.largest_lag();
    certificate.stream = format.largest_stream();
    EXPECT_EQ(refusal_of(certificate, format), "") << width;
    ++certificate.value;
    EXPECT_EQ(refusal_of(certificate, format), too_large("a certified lag", format.largest_lag()));
    --certificate.value;
    ++certificate.stream;
    EXPECT_EQ(refusal_of(certificate, format),
              too_large("a certified stream length", format.largest_stream()));
    Transmission number = data(2, true);
    number.first = Flits{format.largest_payload()} - 1;
    EXPECT_EQ(refusal_of(number, format), "") << width;
    ++number.first;
    EXPECT_EQ(refusal_of(number, format), too_large("a flit number", format.largest_payload()));
    Transmission word = data(1, false);
    word.words = std::make_shared<const std::vector<std::uint32_t>>(1, format.largest_payload());
    EXPECT_EQ(refusal_of(word, format), "") << width;
    word.words =
        std::make_shared<const std::vector<std::uint32_t>>(1, format.largest_payload() + 1);
    EXPECT_EQ(refusal_of(word, format), too_large("a word", format.largest_payload()));
  }
}

TEST(FlitsOf, SayEveryKindInEveryWidthOfAddresses) {
  for (int width = FlitFormat::kLeastAddress; width <= FlitFormat::kMostAddress; ++width) {
    const FlitFormat format = format_of_addresses(std::int64_t{1} << width);
    const auto last = static_cast<Node>(format.largest_address());
    Transmission message = data(2, true);
    message.message = last;
    message.first = Flits{format.largest_payload()} - 1;
    const auto flits = AddressCodec::flits_of(message, format.largest_address(), format);
    ASSERT_EQ(flits.size(), 2U);
    EXPECT_EQ(to_tree_event(1, 2, 3, flits[0], format),
              (LinkEvent{1, 2, 3, FlitKind::kData, last, message.first, 0, 0}));
    EXPECT_EQ(to_tree_event(1, 2, 3, flits[1], format),
              (LinkEvent{1, 2, 3, FlitKind::kEnd, last, message.first + 1, 0, 0}));
    for (const RawFlit flit : flits)
      EXPECT_EQ(unpack(flit, format).destination, format.largest_address());
    Transmission certificate;
    certificate.kind = FlitKind::kCertificate;
    certificate.message = last;
    certificate.length = 1;
    certificate.value = format.largest_lag();
    certificate.stream = format.largest_stream();
    const auto certified = AddressCodec::flits_of(certificate, 1, format);
    ASSERT_EQ(certified.size(), 1U);
    EXPECT_EQ(to_tree_event(1, last, 3, certified[0], format),
              (LinkEvent{1, last, 3, FlitKind::kCertificate, last, 1, certificate.value,
                         certificate.stream}));
    EXPECT_EQ(unpack(certified[0], format).destination, 1U);
    Transmission order = certificate;
    order.kind = FlitKind::kOrder;
    order.value = format.largest_control();
    EXPECT_EQ(to_tree_event(1, 2, last, AddressCodec::flits_of(order, 1, format)[0], format),
              (LinkEvent{1, 2, last, FlitKind::kOrder, last, 1, order.value, 0}));
  }
}

}  // namespace
}  // namespace flitwise
