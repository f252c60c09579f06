// Digests of events give the verdict that lists of them give, whatever the order.
#include "tb/check/event_digest.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "systemc/network/parts/bytes.h"
#include "tb/check/verdict.h"

namespace flitwise::check {
namespace {

EventDigest digest_of(const std::vector<LinkEvent>& events, EventDigest::Grid grid = {}) {
  EventDigest digest(grid);
  for (const LinkEvent& event : events) digest.add(event);
  return digest;
}

bool digests_agree(const EventDigest& a, const EventDigest& b) {
  for (std::size_t window = 0; window < std::max(a.windows(), b.windows()); ++window)
    if (!EventDigest::differing_blocks(a, b, window).empty()) return false;
  return true;
}

Check compare_lists(std::vector<LinkEvent> measured, std::vector<LinkEvent> predicted) {
  std::sort(measured.begin(), measured.end());
  std::sort(predicted.begin(), predicted.end());
  return compare("events", measured, predicted, "theory");
}

using Finding = DigestRecorder::Finding;

// What digests find of `measured` and `predicted`, as a run does it: step by step, in any order
// within a step.
Finding finding_of(std::vector<LinkEvent> measured, const std::vector<LinkEvent>& predicted,
                   EventDigest::Grid grid) {
  std::stable_sort(measured.begin(), measured.end(),
                   [](const LinkEvent& a, const LinkEvent& b) { return a.step < b.step; });
  // A transfer's "flit" is the place of its event.
  DigestRecorder recorder([&](Step, const LinkTransfer& t) { return measured[t.flit]; },
                          digest_of(predicted, grid));
  for (std::size_t i = 0; i < measured.size(); ++i)
    recorder.on_transfers(measured[i].step, {{measured[i].from, measured[i].to, i, 0}});
  return recorder.find_difference([&](const std::function<void(const LinkEvent&)>& take) {
    for (const LinkEvent& event : predicted) take(event);
  });
}

Check check_of(Finding finding) {
  const std::string all = std::to_string(finding.count) + " transfers";
  const auto excerpt = DigestRecorder::excerpt(std::move(finding));
  if (excerpt) return compare("events", excerpt->measured, excerpt->predicted, "theory");
  return {"events", all, all, true, "theory"};
}

Check compare_digests(const std::vector<LinkEvent>& measured,
                      const std::vector<LinkEvent>& predicted, EventDigest::Grid grid = {}) {
  return check_of(finding_of(measured, predicted, grid));
}

// As processes do it that share the senders: what each finds is written, and added up by one.
Check compare_in_parts(const std::vector<LinkEvent>& measured,
                       const std::vector<LinkEvent>& predicted, EventDigest::Grid grid = {}) {
  constexpr Node kSendersOfAPart = 67;  // three parts, where `drawn` draws below 200
  const auto part_of = [](const std::vector<LinkEvent>& events, Node part) {
    std::vector<LinkEvent> own;
    for (const LinkEvent& event : events)
      if (event.from / kSendersOfAPart == part) own.push_back(event);
    return own;
  };
  Finding all;
  for (const Node part : {2, 0, 1}) {
    std::string bytes;
    finding_of(part_of(measured, part), part_of(predicted, part), grid).write_to(bytes);
    bytes::Reader reader(bytes);
    all.add_from(reader);
    EXPECT_TRUE(reader.is_done());
  }
  return check_of(std::move(all));
}

// Few values, so that events meet and are there twice.
LinkEvent drawn(std::mt19937_64& random) {
  const auto below = [&](std::int64_t end) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(end));
  };
  LinkEvent event;
  event.step = below(300);
  event.from = static_cast<Node>(below(200));
  event.to = static_cast<Node>(below(200));
  event.kind = static_cast<FlitKind>(below(12));
  event.message = static_cast<Node>(below(4));
  event.index = below(4);
  event.value = below(3);
  event.stream = below(2);
  return event;
}

// One of eight fields, another value.
LinkEvent changed(LinkEvent event, std::size_t field) {
  switch (field) {
    case 0:
      event.step += 1;
      break;
    case 1:
      event.from += 1;
      break;
    case 2:
      event.to += 1;
      break;
    case 3:
      event.kind = event.kind == FlitKind::kData ? FlitKind::kEnd : FlitKind::kData;
      break;
    case 4:
      event.message += 1;
      break;
    case 5:
      event.index += 1;
      break;
    case 6:
      event.value = -1 - event.value;
      break;
    default:
      event.stream += 1;
      break;
  }
  return event;
}

TEST(EventDigest, IsFreeOfTheOrder) {
  std::mt19937_64 random(1);
  std::vector<LinkEvent> events(5000);
  for (LinkEvent& event : events) event = drawn(random);
  const EventDigest before = digest_of(events);
  std::shuffle(events.begin(), events.end(), random);
  EXPECT_TRUE(digests_agree(before, digest_of(events)));
  EXPECT_EQ(before.count(), 5000);
  EXPECT_EQ(*before.last(), *std::max_element(events.begin(), events.end()));
}

TEST(EventDigest, HasVerdictAndSentenceOfListsForEveryChangeOfEveryField) {
  std::mt19937_64 random(2);
  int differ = 0;
  for (std::size_t trial = 0; trial < 4000; ++trial) {
    std::vector<LinkEvent> events(1 + random() % (trial % 2 == 0 ? 4 : 40));
    for (LinkEvent& event : events) event = drawn(random);
    std::vector<LinkEvent> others = events;
    std::shuffle(others.begin(), others.end(), random);
    switch (random() % 5) {
      case 0:
        break;
      case 1:
        others.pop_back();
        break;
      case 2:
        others.push_back(others.front());
        break;
      case 3:
        others.front() = others.back();
        break;  // the same where there is one event
      default:
        others.front() = changed(others.front(), trial % 8);
    }
    const EventDigest::Grid grid{Step{1} << trial % 7, Node{1} << trial % 9};
    const Check by_lists = compare_lists(others, events);
    EXPECT_EQ(digests_agree(digest_of(others), digest_of(events)), by_lists.ok) << trial;
    for (const Check& by_digests :
         {compare_digests(others, events, grid), compare_in_parts(others, events, grid)}) {
      EXPECT_EQ(by_digests.ok, by_lists.ok) << trial;
      EXPECT_EQ(by_digests.measured, by_lists.measured) << trial;
      EXPECT_EQ(by_digests.predicted, by_lists.predicted) << trial;
    }
    differ += by_lists.ok ? 0 : 1;
  }
  EXPECT_GT(differ, 2000);
}

// Sums of hashes that are linear in a field, or mix two of them alike, would not see these.
TEST(EventDigest, SeesFieldsThatChangePlaces) {
  LinkEvent a;
  a.step = 5;
  a.from = 1;
  a.to = 2;
  LinkEvent b = a;
  b.to = 3;
  for (std::size_t field : {3U, 4U, 5U, 6U, 7U}) {
    const std::vector<LinkEvent> straight{a, changed(b, field)};
    const std::vector<LinkEvent> crossed{changed(a, field), b};
    EXPECT_FALSE(digests_agree(digest_of(straight), digest_of(crossed))) << field;
  }
  LinkEvent swapped = a;
  std::swap(swapped.from, swapped.to);
  EXPECT_NE(hash_of(a), hash_of(swapped));
  LinkEvent value = a;
  LinkEvent stream = a;
  value.value = stream.stream = 1;
  EXPECT_NE(hash_of(value), hash_of(stream));
}

// Of 64 bits about 32 change: far from that a sum would be no hash of a multiset.
TEST(EventDigest, ChangesAboutHalfOfTheBits) {
  std::mt19937_64 random(3);
  for (std::size_t field = 0; field < 8; ++field) {
    std::int64_t bits = 0;
    for (int i = 0; i < 4000; ++i) {
      const LinkEvent event = drawn(random);
      for (std::uint64_t x = hash_of(event) ^ hash_of(changed(event, field)); x != 0; x &= x - 1)
        ++bits;
    }
    EXPECT_NEAR(static_cast<double>(bits) / 4000, 32.0, 0.5) << field;
  }
}

TEST(EventDigest, NamesTheFlitThatIsMissingAmongMany) {
  std::vector<LinkEvent> due;
  LinkEvent event;
  event.kind = FlitKind::kData;
  for (event.step = 1; event.step < 100; ++event.step)
    for (event.from = 0; event.from < 200; ++event.from) {
      event.to = event.from + 1;
      due.push_back(event);
    }
  std::vector<LinkEvent> came = due;
  const auto missing = std::find_if(
      came.begin(), came.end(), [](const LinkEvent& e) { return e.step == 40 && e.from == 77; });
  came.erase(missing);
  came.pop_back();  // later, and so not what is named
  for (const Check& check : {compare_digests(came, due), compare_in_parts(came, due)}) {
    EXPECT_FALSE(check.ok);
    EXPECT_EQ(check.measured, "no flit there");
    EXPECT_EQ(check.predicted, "step 40: PE 77 -> PE 78, flit 0 of message -1");
  }
}

TEST(EventDigest, HasAsManyCellsAtMostAsFit32MiB) {
  const auto grid = [](Node nodes, Step steps) {
    const EventDigest::Grid one = EventDigest::grid_of(nodes, steps);
    EXPECT_LE((nodes + one.block - 1) / one.block * (steps / one.window + 1), 1 << 21);
    return std::make_pair(one.window, one.block);
  };
  EXPECT_EQ(grid(1, 1), std::make_pair(Step{4}, Node{64}));
  EXPECT_EQ(grid(1 << 20, 1074), std::make_pair(Step{4}, Node{256}));
  EXPECT_EQ(grid(1 << 20, 1 << 20), std::make_pair(Step{16}, Node{65536}));
  EXPECT_EQ(grid(4096, 100'000'000), std::make_pair(Step{1024}, Node{256}));
}

TEST(EventDigest, KeepsTheEventsOfOneWindowAtMost) {
  const auto event_of = [](Step step, const LinkTransfer& t) {
    LinkEvent event;
    event.step = step;
    event.from = t.from;
    event.to = t.to;
    return event;
  };
  for (const bool agrees : {true, false}) {
    EventDigest due;
    for (Step step = 1; step <= 1000; ++step)
      for (Node from = 0; from < (agrees ? 3 : 2); ++from) due.add(event_of(step, {from, 9, 0, 0}));
    DigestRecorder recorder(event_of, due);
    std::size_t most = 0;
    for (Step step = 1; step <= 1000; ++step) {
      recorder.on_transfers(step, {{0, 9, 0, 0}, {1, 9, 0, 0}, {2, 9, 0, 0}});
      most = std::max(most, recorder.kept());
    }
    EXPECT_EQ(most, 3U * EventDigest::Grid().window - (agrees ? 0 : 3)) << "the first has 15 steps";
  }
}

TEST(EventDigest, HoldsNothingAgainstNothing) {
  LinkEvent event;
  event.step = 1;
  event.from = 0;
  EXPECT_FALSE(compare_digests({}, {event}).ok);
  EXPECT_FALSE(compare_digests({event}, {}).ok);
  EXPECT_TRUE(compare_digests({}, {}).ok);
}

}  // namespace
}  // namespace flitwise::check
