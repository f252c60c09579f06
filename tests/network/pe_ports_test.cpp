// One PE between a protocol and a router that only note what they are given: every field of what it
// sends and of what its protocol is shown, each at its limits.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <stdexcept>
#include <tuple>

#include "systemc/network/star/star_flit.h"
#include "systemc/pe/codecs/address_codec.h"
#include "systemc/pe/codecs/combine_codec.h"
#include "systemc/pe/codecs/route_codec.h"
#include "systemc/pe/codecs/star_codec.h"
#include "systemc/pe/processing_element.h"
#include "systemc/topology/torus/torus.h"

namespace flitwise::pe_ports_test {
namespace {

using protocols::Arrival;
using protocols::Outbox;
using protocols::Transmission;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;

constexpr Node kSelf = 2;
constexpr int kWayBits = FlitFormat().way(Torus::kMostDimensions);

sc_core::sc_time steps(double count) { return {10 * count, sc_core::SC_NS}; }

// A message as the router got it.
struct Message {
  std::uint64_t port = 0;
  double after = 0;  // in steps
  std::vector<RawFlit> flits;
};

class Router final : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Router> to_pe{"to_pe"};
  tlm_utils::simple_target_socket<Router> from_pe{"from_pe"};
  std::vector<Message> messages;
  std::function<void(Router&)> script;  // runs in step 1
  tlm::tlm_response_status answer = tlm::TLM_OK_RESPONSE;

  explicit Router(const sc_core::sc_module_name& name) : sc_core::sc_module(name) {
    SC_HAS_PROCESS(Router);
    from_pe.register_b_transport(this, &Router::on_message);
    SC_THREAD(play);
  }

  tlm::tlm_response_status hand_over(std::uint64_t address, RawFlit flit,
                                     tlm::tlm_command command = tlm::TLM_WRITE_COMMAND,
                                     unsigned length = sizeof(RawFlit)) {
    return write(address, &flit, command, length, sizeof(RawFlit));
  }

  // What ports from `first` on bring.
  tlm::tlm_response_status burst(std::uint64_t first, std::vector<RawFlit> flits) {
    const auto length = static_cast<unsigned>(flits.size() * sizeof(RawFlit));
    return write(first, flits.data(), tlm::TLM_WRITE_COMMAND, length, length);
  }

  tlm::tlm_response_status write(std::uint64_t address, RawFlit* flits, tlm::tlm_command command,
                                 unsigned length, unsigned streaming_width) {
    tlm::tlm_generic_payload payload;
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(reinterpret_cast<unsigned char*>(flits));
    payload.set_data_length(length);
    payload.set_streaming_width(streaming_width);
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    to_pe->b_transport(payload, delay);
    return payload.get_response_status();
  }

 private:
  void play() {
    wait(steps(1));
    if (script) script(*this);
  }
  void on_message(tlm::tlm_generic_payload& payload, sc_core::sc_time& delay) {
    EXPECT_TRUE(payload.is_write());
    EXPECT_EQ(payload.get_streaming_width(), sizeof(RawFlit));
    EXPECT_EQ(payload.get_data_length() % sizeof(RawFlit), 0U);
    EXPECT_EQ(payload.get_byte_enable_ptr(), nullptr);
    EXPECT_FALSE(payload.is_dmi_allowed());
    EXPECT_EQ(payload.get_response_status(), tlm::TLM_INCOMPLETE_RESPONSE);
    Message message{payload.get_address(), delay / steps(1), {}};
    message.flits.resize(payload.get_data_length() / sizeof(RawFlit));
    std::memcpy(message.flits.data(), payload.get_data_ptr(), payload.get_data_length());
    messages.push_back(std::move(message));
    payload.set_response_status(answer);
  }
};

// Sends at the start and answers; notes what arrives and when it is woken.
class Scripted : public protocols::TimedProtocol {
 public:
  std::vector<Transmission> first;
  std::vector<Transmission> answers;      // one for each arrival, while there are any
  std::vector<std::optional<Step>> days;  // next wake, after the start and after each call
  std::vector<Arrival> arrivals;
  std::vector<Step> wakes;

  void start(Outbox& outbox) override {
    for (const Transmission& message : first) outbox.send(message);
  }
  void receive(const Arrival& arrival, Outbox& outbox) override {
    arrivals.push_back(arrival);
    ++calls_;
    if (arrivals.size() <= answers.size()) outbox.send(answers[arrivals.size() - 1]);
  }
  std::optional<Step> next_wake() const override {
    return calls_ < days.size() ? days[calls_] : std::nullopt;
  }
  void wake(Step now, Outbox&) override {
    wakes.push_back(now);
    ++calls_;
  }
  protocols::PeState state() const override { return protocols::PeState::kDormant; }
  std::vector<std::string> waiting_for() const override { return {}; }

 private:
  std::size_t calls_ = 0;
};

// As a protocol that is never woken.
class Untimed final : public protocols::PeProtocol {
 public:
  explicit Untimed(Scripted& scripted) : scripted_(scripted) {}
  void start(Outbox& outbox) override { scripted_.start(outbox); }
  void receive(const Arrival& arrival, Outbox& outbox) override {
    scripted_.receive(arrival, outbox);
  }
  protocols::PeState state() const override { return scripted_.state(); }
  std::vector<std::string> waiting_for() const override { return {}; }

 private:
  Scripted& scripted_;
};

class PePorts : public ::testing::Test {
 protected:
  enum class Time { kTimed, kUntimed };
  enum class Layout { kAddress, kRoute, kStar, kCombine };

  void run(Layout layout, std::vector<Node> neighbours = {}, Time time = Time::kUntimed) {
    ProcessingElement::Config config;
    config.step = steps(1);
    config.codec = codec_of(layout, PeLinks(kSelf, std::move(neighbours)));
    std::unique_ptr<protocols::PeProtocol> protocol;
    if (time == Time::kTimed) {
      auto timed = std::make_unique<Scripted>(protocol_);
      seen_ = timed.get();
      protocol = std::move(timed);
    } else {
      seen_ = &protocol_;
      protocol = std::make_unique<Untimed>(protocol_);
    }
    pe_ = std::make_unique<ProcessingElement>("pe", std::move(config), std::move(protocol));
    pe_->to_router.bind(router_.from_pe);
    router_.to_pe.bind(pe_->from_router);
    sc_core::sc_start(steps(100));
  }

  std::unique_ptr<FlitCodec> codec_of(Layout layout, PeLinks links) const {
    if (layout == Layout::kRoute) return std::make_unique<RouteCodec>(std::move(links));
    if (layout == Layout::kStar) return std::make_unique<StarCodec>(std::move(links));
    if (layout == Layout::kCombine)
      return std::make_unique<CombineCodec>(links.self(), CombineOp::kSum);
    return std::make_unique<AddressCodec>(std::move(links), addresses_);
  }

  Router router_{"router"};
  Scripted protocol_;               // to be set before run()
  const Scripted* seen_ = nullptr;  // the one that the PE has
  // PE 2 has address 5 in tree 0 and 9 in tree 1.
  const AddressBook addresses_ =
      AddressBook::of_trees({{3, 4, 5}, {7, AddressBook::kNoAddress, 9}});
  std::unique_ptr<ProcessingElement> pe_;
};

Transmission message(FlitKind kind, Node destination) {
  Transmission t;
  t.kind = kind;
  t.destination = destination;
  t.message = kSelf;
  return t;
}

RawFlit flit(FlitKind kind, std::uint32_t destination, std::uint32_t payload, bool head = true,
             bool tail = true) {
  FlitFields fields;
  fields.kind = kind;
  fields.head = head;
  fields.tail = tail;
  fields.destination = destination;
  fields.tag = 11;
  fields.payload = payload;
  return pack(fields);
}

std::vector<std::uint32_t> payloads(const Message& sent) {
  std::vector<std::uint32_t> all;
  for (const RawFlit one : sent.flits) all.push_back(unpack(one).payload);
  return all;
}

TEST_F(PePorts, AMessageGoesToItsAddressOverThePortOfItsNeighbour) {
  Transmission plain = message(FlitKind::kData, 0);
  Transmission other_tree = message(FlitKind::kData, 0);
  other_tree.tree = 1;
  other_tree.via = 8;
  other_tree.after = 3;
  other_tree.length = 4;
  Transmission by_port = message(FlitKind::kFlood, 1);
  by_port.port = 6;
  by_port.via = 8;
  protocol_.first = {plain, other_tree, by_port};
  run(Layout::kAddress, {kNoNode, 0, 8, 1, 3, 4, 5});

  ASSERT_THAT(router_.messages, SizeIs(3));
  EXPECT_EQ(router_.messages[0].port, 0U);
  EXPECT_EQ(router_.messages[0].after, 1);
  EXPECT_EQ(unpack(router_.messages[0].flits[0]).destination, 3U);
  EXPECT_EQ(router_.messages[1].port, 2U);
  EXPECT_EQ(router_.messages[1].after, 3);
  EXPECT_EQ(unpack(router_.messages[1].flits[3]).destination, 7U);
  EXPECT_THAT(payloads(router_.messages[1]), ElementsAre(1, 2, 3, 4));
  EXPECT_EQ(router_.messages[2].port, 6U);
  EXPECT_EQ(unpack(router_.messages[2].flits[0]).destination, 0U);
}

TEST_F(PePorts, ASlowMessageGoesFlitByFlit) {
  Transmission slow = message(FlitKind::kData, 0);
  slow.after = 2;
  slow.length = 3;
  slow.every = 5;
  protocol_.first = {slow};
  run(Layout::kAddress, {kNoNode, 0, 8});

  ASSERT_THAT(router_.messages, SizeIs(3));
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_EQ(router_.messages[k].after, 2 + 5 * static_cast<double>(k));
    ASSERT_THAT(router_.messages[k].flits, SizeIs(1));
    const FlitFields flit = unpack(router_.messages[k].flits[0]);
    EXPECT_EQ(flit.payload, k + 1);
    EXPECT_EQ(flit.head, k == 0);
    EXPECT_EQ(flit.tail, k == 2);
  }
}

TEST_F(PePorts, TheFirstNeighbourHasPortZero) {
  Transmission t = message(FlitKind::kData, 0);
  t.via = 0;
  protocol_.first = {t, t};
  protocol_.first[1].via = 1;
  run(Layout::kAddress, {1, 0});

  ASSERT_THAT(router_.messages, SizeIs(2));
  EXPECT_EQ(router_.messages[0].port, 1U);
  EXPECT_EQ(router_.messages[1].port, 0U);
}

TEST_F(PePorts, ANeighbourThatIsNoneIsRefused) {
  Transmission t = message(FlitKind::kData, 0);
  t.via = 7;
  protocol_.first = {t};
  try {
    run(Layout::kAddress, {1, 0});
    FAIL() << "must throw";
  } catch (const std::exception& error) {
    EXPECT_THAT(error.what(), HasSubstr("PE 2 has no port to PE 7"));
  }
}

TEST_F(PePorts, AMessageThatTheRouterRefusesIsAnError) {
  protocol_.first = {message(FlitKind::kData, 0)};
  router_.answer = tlm::TLM_GENERIC_ERROR_RESPONSE;
  EXPECT_THROW(run(Layout::kAddress), sc_core::sc_report);
}

TEST_F(PePorts, EveryValueComesThroughAtItsLimit) {
  for (const FlitKind kind : {FlitKind::kTap, FlitKind::kToken, FlitKind::kOrder}) {
    protocol_.first.push_back(message(kind, 1));
    protocol_.first.back().value = kMaxPayload;
  }
  protocol_.first.push_back(message(FlitKind::kCertificate, 1));
  protocol_.first.back().value = FlitFormat().largest_lag();
  protocol_.first.back().stream = FlitFormat().largest_stream();
  protocol_.first.push_back(message(FlitKind::kCopies, 1));
  protocol_.first.back().copies = (1U << kAddressBits) - 1;
  router_.script = [](Router& router) {
    for (const Message& sent : std::vector<Message>(router.messages))
      EXPECT_EQ(router.hand_over(0, sent.flits[0]), tlm::TLM_OK_RESPONSE);
  };
  run(Layout::kAddress);

  ASSERT_THAT(seen_->arrivals, SizeIs(5));
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(seen_->arrivals[i].value, kMaxPayload);
    EXPECT_EQ(seen_->arrivals[i].kind, protocol_.first[i].kind);
  }
  EXPECT_EQ(seen_->arrivals[3].value, FlitFormat().largest_lag());
  EXPECT_EQ(seen_->arrivals[3].stream, FlitFormat().largest_stream());
  EXPECT_EQ(unpack(router_.messages[4].flits[0]).destination, (1U << kAddressBits) - 1);
  for (const Arrival& arrival : seen_->arrivals) EXPECT_EQ(arrival.index, 1);
}

TEST_F(PePorts, ThePositionOfAFlitAndTheTreeThatBroughtItAreShown) {
  router_.script = [](Router& router) {
    router.hand_over(1, flit(FlitKind::kData, 5, 1, true, false));
    wait(steps(4));
    router.hand_over(8, flit(FlitKind::kEnd, 9, 7, false, true));
    router.hand_over(8, flit(FlitKind::kFlood, 0, 3));
  };
  run(Layout::kAddress, {1, 0});

  ASSERT_THAT(seen_->arrivals, SizeIs(3));
  const Arrival& head = seen_->arrivals[0];
  EXPECT_EQ(head.step, 1);
  EXPECT_EQ(head.from, 1);
  EXPECT_EQ(head.message, 11);
  EXPECT_EQ(head.kind, FlitKind::kData);
  EXPECT_EQ(head.index, 1);
  EXPECT_FALSE(head.is_last);
  EXPECT_EQ(head.tree, 0);
  EXPECT_EQ(head.packet, 0U);
  const Arrival& tail = seen_->arrivals[1];
  EXPECT_EQ(tail.step, 5);
  EXPECT_EQ(tail.from, 8);
  EXPECT_EQ(tail.kind, FlitKind::kEnd);
  EXPECT_EQ(tail.index, 7);
  EXPECT_TRUE(tail.is_last);
  EXPECT_EQ(tail.tree, 1);
  EXPECT_EQ(seen_->arrivals[2].tree, kNoTree);
}

// In either way a codec may take it.
TEST_F(PePorts, ABurstIsItsFlitsOneAfterTheOther) {
  const std::vector<RawFlit> words{
      to_raw(CombineFlit{FlitKind::kResult, CombineOp::kSum, 1, 4, 77}), 0,
      to_raw(CombineFlit{FlitKind::kCombine, CombineOp::kSum, 3, 5, 78})};
  router_.script = [&](Router& router) {
    EXPECT_EQ(router.burst(1, words), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(router.hand_over(1, words[0]), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(router.hand_over(3, words[2]), tlm::TLM_OK_RESPONSE);
    EXPECT_EQ(router.burst(1, {words[0], words[0]}), tlm::TLM_OK_RESPONSE);
  };
  run(Layout::kCombine);

  ASSERT_EQ(seen_->arrivals.size(), 6U);
  for (std::size_t k = 0; k < 2; ++k) {
    const Arrival& one = seen_->arrivals[k];
    const Arrival& other = seen_->arrivals[2 + k];
    EXPECT_EQ(one.kind, k == 0 ? FlitKind::kResult : FlitKind::kCombine);
    EXPECT_EQ(one.word, 77 + k);
    EXPECT_EQ(
        std::tie(one.step, one.kind, one.from, one.message, one.index, one.is_last, one.value,
                 one.stream, one.tree, one.packet, one.header, one.word),
        std::tie(other.step, other.kind, other.from, other.message, other.index, other.is_last,
                 other.value, other.stream, other.tree, other.packet, other.header, other.word));
  }
  for (std::size_t k = 4; k < 6; ++k) {  // nothing is left of the burst before
    EXPECT_EQ(seen_->arrivals[k].kind, FlitKind::kResult);
    EXPECT_EQ(seen_->arrivals[k].tree, 1);
    EXPECT_EQ(seen_->arrivals[k].index, 5);
    EXPECT_EQ(seen_->arrivals[k].word, 77U);
  }
}

TEST_F(PePorts, ABurstThatACodecReadsFlitByFlitNamesEveryPort) {
  router_.script = [](Router& router) {
    EXPECT_EQ(router.burst(0, {flit(FlitKind::kData, 5, 1), 0, flit(FlitKind::kData, 9, 2)}),
              tlm::TLM_OK_RESPONSE);
  };
  run(Layout::kAddress, {4, 6, 8});

  ASSERT_EQ(seen_->arrivals.size(), 2U);
  EXPECT_EQ(seen_->arrivals[0].from, 0);
  EXPECT_EQ(seen_->arrivals[0].tree, 0);
  EXPECT_EQ(seen_->arrivals[1].from, 2);
  EXPECT_EQ(seen_->arrivals[1].tree, 1);
}

TEST_F(PePorts, OnATorusThePortNamesTheNeighbourOfTheOppositeChannel) {
  Transmission t = message(FlitKind::kData, 1);
  t.port = 3;
  t.packet = (1U << kPacketBits) - 1;
  t.route = (1U << kWayBits) - 1;
  t.length = 2;
  protocol_.first = {t};
  router_.script = [](Router& router) {
    router.hand_over(3, router.messages[0].flits[0]);
    router.hand_over(0, router.messages[0].flits[1]);
  };
  run(Layout::kRoute, {20, 21, 22, 23});

  ASSERT_THAT(router_.messages, SizeIs(1));
  EXPECT_EQ(router_.messages[0].port, 3U);
  EXPECT_THAT(payloads(router_.messages[0]), ElementsAre((1U << kWayBits) - 1, 2));
  ASSERT_THAT(seen_->arrivals, SizeIs(2));
  EXPECT_EQ(seen_->arrivals[0].from, 22);
  EXPECT_EQ(seen_->arrivals[1].from, 21);
  for (const Arrival& arrival : seen_->arrivals) {
    EXPECT_EQ(arrival.packet, (1U << kPacketBits) - 1);
    EXPECT_EQ(arrival.value, 0);
    EXPECT_EQ(arrival.message, kSelf);
  }
  EXPECT_EQ(seen_->arrivals[1].index, 2);
  EXPECT_TRUE(seen_->arrivals[1].is_last);
}

TEST_F(PePorts, WrongTransactionsAreAnsweredAndNotShown) {
  router_.script = [](Router& router) {
    const RawFlit any = flit(FlitKind::kData, 5, 1);
    EXPECT_EQ(router.hand_over(1, any, tlm::TLM_READ_COMMAND), tlm::TLM_COMMAND_ERROR_RESPONSE);
    EXPECT_EQ(router.hand_over(1, any, tlm::TLM_WRITE_COMMAND, 7), tlm::TLM_BURST_ERROR_RESPONSE);
    EXPECT_EQ(router.hand_over(1, any, tlm::TLM_WRITE_COMMAND, 0), tlm::TLM_BURST_ERROR_RESPONSE);
    EXPECT_EQ(router.hand_over(1, any), tlm::TLM_OK_RESPONSE);
  };
  run(Layout::kAddress, {1, 0});
  EXPECT_THAT(seen_->arrivals, SizeIs(1));
}

TEST_F(PePorts, ATimedProtocolIsWokenOnceForEachDayThatItNames) {
  protocol_.days = {4, 9, std::nullopt};
  run(Layout::kAddress, {}, Time::kTimed);
  EXPECT_THAT(seen_->wakes, ElementsAre(4, 9));
}

TEST_F(PePorts, AFlitMayMoveTheDayForwardAndBackAndTakeItAway) {
  protocol_.days = {20, 5, 7, std::nullopt};  // after the start, a flit, a wake, a flit
  router_.script = [](Router& router) {
    router.hand_over(1, flit(FlitKind::kData, 5, 1));
    wait(steps(5));
    router.hand_over(1, flit(FlitKind::kData, 5, 2));
  };
  run(Layout::kAddress, {1, 0}, Time::kTimed);
  EXPECT_THAT(seen_->wakes, ElementsAre(5));
  EXPECT_THAT(seen_->arrivals, SizeIs(2));
}

TEST_F(PePorts, OnAStarGraphAnAnswerFollowsItsCauseFlitByFlit) {
  Transmission packet = message(FlitKind::kData, kNoNode);
  packet.via = 31;
  packet.length = 3;
  packet.after = 3;
  packet.header = 0x123456789;
  packet.stream = (1 << kStarNumberBits) - 1;
  packet.value = (1 << kStarValueBits) - 1;
  const std::vector<RawFlit> flits = StarCodec::flits_of(packet);
  packet.via = 30;
  protocol_.answers = {packet};
  router_.script = [flits](Router& router) {
    for (const RawFlit one : flits) {
      router.hand_over(31, one);
      wait(steps(1));
    }
  };
  run(Layout::kStar, {30, 31});

  ASSERT_THAT(seen_->arrivals, SizeIs(3));
  ASSERT_THAT(router_.messages, SizeIs(3));
  std::vector<RawFlit> sent;
  for (const Message& part : router_.messages) {
    EXPECT_EQ(part.port, 0U);
    EXPECT_EQ(part.after, 1);
    ASSERT_THAT(part.flits, SizeIs(1));
    sent.push_back(part.flits[0]);
  }
  EXPECT_EQ(sent, flits);
}

TEST_F(PePorts, OnAStarGraphAPacketEntersAsManyStepsBeforeItsLinkAsItHasFlits) {
  Transmission packet = message(FlitKind::kFlood, kNoNode);
  packet.via = 31;
  packet.length = 16;
  packet.after = 18;
  protocol_.first = {packet};
  run(Layout::kStar, {30, 31});

  ASSERT_THAT(router_.messages, SizeIs(1));
  EXPECT_EQ(router_.messages[0].port, 1U);
  EXPECT_EQ(router_.messages[0].after, 3);
  EXPECT_EQ(router_.messages[0].flits, StarCodec::flits_of(packet));
}

TEST(StarCodec, ComesThroughAtTheLimitsOfEveryField) {
  for (const FlitKind kind : {FlitKind::kData, FlitKind::kFlood}) {
    Transmission packet = message(kind, kNoNode);
    packet.message = 8191;
    packet.length = 16;
    packet.header = (std::uint64_t{1} << kStarContentBits) - 1;
    packet.stream = (1 << kStarNumberBits) - 1;
    packet.value = (1 << kStarValueBits) - 1;
    const std::vector<RawFlit> flits = StarCodec::flits_of(packet);
    ASSERT_THAT(flits, SizeIs(16));
    StarCodec codec(PeLinks(6, {5}));
    for (std::size_t place = 0; place < flits.size(); ++place) {
      EXPECT_TRUE(is_intact(flits[place]));
      const auto taken = codec.take(77, 5, flits[place]);
      ASSERT_TRUE(taken.has_value());
      const Arrival& arrival = *taken;
      EXPECT_EQ(arrival.step, 77);
      EXPECT_EQ(arrival.from, 5);
      EXPECT_EQ(arrival.kind, kind);
      EXPECT_EQ(arrival.message, 8191);
      EXPECT_EQ(arrival.index, static_cast<Flits>(place) + 1);
      EXPECT_EQ(arrival.is_last, place == 15);
      EXPECT_EQ(arrival.header, place == 0 ? packet.header : 0U);
      EXPECT_EQ(arrival.value, place == 0 ? 0 : packet.value);
      EXPECT_EQ(arrival.stream, place == 0 ? kStarNoNumberInFlit : packet.stream);
    }
  }
}

TEST(StarCodec, RefusesOneMoreThanEveryLimit) {
  const auto refused = [](const std::function<void(Transmission&)>& change) {
    Transmission packet = message(FlitKind::kData, kNoNode);
    packet.length = 2;
    change(packet);
    return packet;
  };
  const std::uint64_t content = std::uint64_t{1} << kStarContentBits;
  EXPECT_THROW(StarCodec::flits_of(refused([=](auto& t) { t.header = content; })),
               std::range_error);
  EXPECT_THROW(StarCodec::flits_of(refused([](auto& t) { t.stream = 1 << kStarNumberBits; })),
               std::range_error);
  EXPECT_THROW(StarCodec::flits_of(refused([](auto& t) { t.value = 1 << kStarValueBits; })),
               std::range_error);
  EXPECT_THROW(StarCodec::flits_of(refused([](auto& t) { t.stream = -1; })), std::range_error);
  EXPECT_THROW(StarCodec::flits_of(refused([](auto& t) { t.length = 17; })), std::logic_error);
  EXPECT_THROW(StarCodec::flits_of(refused([](auto& t) { t.length = 0; })), std::logic_error);
  // A packet of one flit is its head: number and value are not in it.
  EXPECT_THAT(StarCodec::flits_of(refused([](auto& t) {
                t.length = 1;
                t.stream = 1 << kStarNumberBits;
                t.value = -5;
              })),
              SizeIs(1));
}

TEST(FlitsOf, AnIdleMessageSaysNothing) {
  const std::vector<RawFlit> flits = AddressCodec::flits_of(message(FlitKind::kIdle, 0), 0);
  ASSERT_THAT(flits, SizeIs(1));
  EXPECT_EQ(unpack(flits[0]).payload, 0U);
  EXPECT_EQ(unpack(flits[0]).kind, FlitKind::kIdle);
}

TEST(FlitsOf, RefusesOneMoreThanEveryLimit) {
  Transmission number = message(FlitKind::kData, 0);
  number.packet = 1U << kPacketBits;
  Transmission digits = message(FlitKind::kCopies, 0);
  digits.copies = 1U << kAddressBits;
  Transmission way = message(FlitKind::kData, 0);
  way.route = 1U << kWayBits;

  EXPECT_THROW(RouteCodec::flits_of(number), std::range_error);
  EXPECT_THROW(AddressCodec::destination_field(digits, AddressBook({1, 2})), std::range_error);
  EXPECT_THROW(RouteCodec::flits_of(way), std::range_error);
  EXPECT_THAT(AddressCodec::flits_of(way, 0), SizeIs(1));  // elsewhere it has no way
  number.packet = (1U << kPacketBits) - 1;
  EXPECT_EQ(packet_of(RouteCodec::flits_of(number)[0]), (1U << kPacketBits) - 1);
}

}  // namespace
}  // namespace flitwise::pe_ports_test
