// Broadcasts and traffic over routers, links and credits of more than one cycle: the formulas
// against routers that are played cycle by cycle, and what the printed forms become.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tb/theory/torus/broadcast_plan.h"
#include "tb/theory/torus/broadcast_timing.h"
#include "tb/theory/torus/torus_theory.h"
#include "tb/theory/torus/torus_traffic.h"
#include "tests/theory/torus/torus_latencies.h"
#include "tests/theory/torus/torus_play.h"

namespace flitwise::theory::torus_latency_test {
namespace {

using test::router_of;
using test::time_peel;
using test::TorusPlay;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

/// What was played of a broadcast.
struct Played {
  std::vector<Step> ready;
  Step finish = 0;
  std::int64_t stalls = 0;
  std::vector<std::vector<Step>> heads;  ///< by message, then by link: cycle of its first flit
};

class Player {
 public:
  Player(const Torus& torus, const DimensionOrder& order, const CycleModel& model, Node source)
      : torus_(torus),
        order_(order),
        model_(model),
        play_(torus, order, model.latency, model.depth) {
    result_.ready.assign(index_of(torus.size()), -1);
    result_.ready[index_of(source)] = 0;
  }

  /// All nodes begin a step when the messages of the one before can be used.
  Played with_barrier(const TorusSchedule& schedule) {
    Step begin = 0;
    for (const TorusStep& step : schedule.steps) {
      for (const TorusMessage& message : step) send(message, model_.flits, begin);
      begin = std::max(begin, play_all([](std::size_t, Step) {}));
    }
    return result();
  }

  /// A node begins its active steps when it has the text, os + L cycles after each other.
  Played at_own_pace(const TorusSchedule& schedule) {
    std::vector<std::vector<std::pair<TorusMessage, Step>>> of(index_of(torus_.size()));
    std::vector<std::pair<std::size_t, Step>> active(of.size(), {0, -1});
    for (std::size_t s = 0; s < schedule.steps.size(); ++s)
      for (const TorusMessage& message : schedule.steps[s]) {
        auto& [step, count] = active[index_of(message.from)];
        if (step != s + 1) ++count;
        step = s + 1;
        of[index_of(message.from)].emplace_back(message, count);
      }
    const auto begin_all = [&](Node v, Step time) {
      for (const auto& [message, count] : of[index_of(v)])
        send(message, model_.flits, time + count * (model_.send_overhead + model_.flits));
    };
    begin_all(schedule.source, 0);
    std::vector<bool> has(of.size(), false);
    has[index_of(schedule.source)] = true;
    play_all([&](std::size_t m, Step time) {
      if (!has[index_of(to_[m])]) begin_all(to_[m], time);
      has[index_of(to_[m])] = true;
    });
    return result();
  }

  /// Packets down the tree of a flood, in slots of `slot` cycles or, for 0, at the nodes' own pace.
  Played packets(const TorusSchedule& flood, Flits packet, Step slot) {
    const Step count = (model_.flits + packet - 1) / packet;
    const auto flits = [&](Step i) { return i + 1 < count ? packet : model_.flits - i * packet; };
    std::vector<std::vector<TorusMessage>> links(index_of(torus_.size()));
    std::vector<Step> depth(links.size(), 0);
    for (std::size_t s = 0; s < flood.steps.size(); ++s)
      for (const TorusMessage& link : flood.steps[s]) {
        links[index_of(link.from)].push_back(link);
        depth[index_of(link.from)] = static_cast<Step>(s);
      }
    std::vector<Step> taken(links.size(), 0);
    std::vector<Step> free(links.size(), 0);  // when a node has sent what it has
    const auto pass_on = [&](Node v, Step time) {
      if (links[index_of(v)].empty()) return;
      const Step i = taken[index_of(v)]++;
      Step begin = std::max(time, free[index_of(v)]);
      if (slot > 0) {
        EXPECT_LE(begin, (i + depth[index_of(v)]) * slot);
        begin = (i + depth[index_of(v)]) * slot;
      }
      free[index_of(v)] = begin + model_.send_overhead + flits(i);
      for (const TorusMessage& link : links[index_of(v)]) send(link, flits(i), begin);
    };
    for (Step i = 0; i < count; ++i) pass_on(flood.source, 0);
    play_all([&](std::size_t m, Step time) {
      result_.ready[index_of(to_[m])] = time;  // of the last packet in the end
      pass_on(to_[m], time);
    });
    return result();
  }

 private:
  void send(const TorusMessage& message, Flits flits, Step begin) {
    play_.send(message.from, message.hops, flits, begin + model_.send_overhead);
    to_.push_back(torus_.destination(message.from, message.hops));
  }

  /// Until all have arrived; calls `use` with a message and when it can be used. Returns the last
  /// such time.
  template <typename Use>
  Step play_all(const Use& use) {
    Step last = 0;
    while (arrived_ < to_.size()) {
      if (play_.now() > 200'000) {
        ADD_FAILURE() << "never ends";
        break;
      }
      for (const std::size_t m : play_.play()) {
        ++arrived_;
        const Step time = play_.taken(m) + model_.receive_overhead;
        last = std::max(last, time);
        Step& ready = result_.ready[index_of(to_[m])];
        ready = ready < 0 ? time : std::min(ready, time);
        use(m, time);
      }
    }
    result_.finish = std::max(result_.finish, last);
    return last;
  }

  Played result() {
    result_.stalls = play_.stalls();
    for (std::size_t m = 0; m < to_.size(); ++m) {
      std::vector<Step> heads;
      for (const std::vector<Step>& flits : play_.grants(m))
        heads.push_back(flits.front() + 1 + model_.latency.pipeline.out_stages());
      result_.heads.push_back(heads);
    }
    return result_;
  }

  Torus torus_;
  DimensionOrder order_;
  CycleModel model_;
  TorusPlay play_;
  std::vector<Node> to_;
  std::size_t arrived_ = 0;
  Played result_;
};

Played play(const TorusSchedule& schedule, const CycleModel& model, SendPace pace) {
  Player player(Torus(schedule.sides), routing_order(schedule), model, schedule.source);
  return pace == SendPace::kBarrier ? player.with_barrier(schedule) : player.at_own_pace(schedule);
}

std::string words(const CycleModel& model) {
  const TorusPipeline& p = model.latency.pipeline;
  std::string text =
      "L " + std::to_string(model.flits) + ", os " + std::to_string(model.send_overhead) +
      ", orv " + std::to_string(model.receive_overhead) + ", Fh " + std::to_string(p.head_wait()) +
      ", Fb " + std::to_string(p.body_wait()) + ", X " + std::to_string(p.out_stages()) + ", cd " +
      std::to_string(p.credit_delay) + ", w_c " + std::to_string(model.latency.credit) +
      ", depth " + (model.depth ? std::to_string(*model.depth) : "endless") + ", w";
  for (const Step w : model.latency.link) text += " " + std::to_string(w);
  return text;
}

TEST(LatencyOnTori, GivesTheGoldenValues) {
  struct Row {
    Step r, w, finish;
  };
  for (const Row& row : {Row{1, 1, 80}, {2, 1, 92}, {1, 2, 88}, {3, 2, 112}}) {
    CycleModel model{16, 1, 1, test::slow_links(2, row.w)};
    model.latency.pipeline = router_of(row.r);
    ASSERT_EQ(model.latency.router(), row.r);
    for (const SendPace pace : {SendPace::kBarrier, SendPace::kFree}) {
      const BroadcastTiming timing = time_peel(Torus({8, 8}), 0, {0, 1}, model, pace);
      EXPECT_TRUE(timing.exact) << timing.contention;
      EXPECT_EQ(timing.finish, row.finish) << row.r << ' ' << row.w;
    }
  }
}

/// What a broadcast is played with, at any pace.
std::vector<CycleModel> models(int dimensions, Flits flits) {
  std::vector<CycleModel> all;
  for (TorusPipeline pipeline : test::pipelines())
    for (const Step w : {1, 2, 4}) {
      const Step wait = pipeline.head_wait();
      std::vector<Step> overheads{0, wait, wait + 1};
      overheads.erase(std::unique(overheads.begin(), overheads.end()), overheads.end());
      for (const Step os : overheads) {
        CycleModel model{flits, os, os % 2, test::slow_links(dimensions, w)};
        model.latency.pipeline = pipeline;
        all.push_back(model);
      }
    }
  return all;
}

struct Tally {
  int exact = 0;
  int late_ports = 0;
  int bounds = 0;
  int stalls = 0;
};

/// Equal where it is said to be exact, and never sooner elsewhere.
void hold(const TorusSchedule& schedule, const CycleModel& model, SendPace pace, Tally& tally) {
  const BroadcastTiming timing = time_schedule(schedule, model, pace);
  const Played played = play(schedule, model, pace);
  SCOPED_TRACE(text_of(schedule.sides) + ": " + words(model));
  if (!timing.exact) {
    ASSERT_FALSE(timing.stalls.has_value());
    ASSERT_LE(timing.finish, played.finish);
    for (std::size_t v = 0; v < played.ready.size(); ++v)
      ASSERT_LE(timing.ready[v], played.ready[v]);
    ++tally.bounds;
    return;
  }
  ASSERT_EQ(timing.ready, played.ready);
  ASSERT_EQ(timing.finish, played.finish);
  // A head that a port makes wait is in a queue and does not ask.
  ASSERT_EQ(timing.stalls, played.stalls);
  ++tally.exact;
  tally.stalls += played.stalls > 0 ? 1 : 0;
  if (pace == SendPace::kFree && model.send_overhead < model.latency.pipeline.head_wait())
    ++tally.late_ports;
}

TEST(LatencyOnTori, PeelIsAsPlayedAtBothPacesWithAnyRouterAndLink) {
  Tally tally;
  for (const std::vector<int>& sides :
       {std::vector<int>{2}, {7}, {28}, {4, 3}, {8, 8}, {5, 9}, {3, 3, 3}, {2, 4, 3}})
    for (const Flits flits : {1, 5}) {
      const Torus torus(sides);
      const TorusSchedule plan =
          broadcast_plan(BroadcastScheme::kPeel, torus, 1, torus.ascending_order());
      for (const CycleModel& model : models(torus.dimensions(), flits))
        for (const SendPace pace : {SendPace::kBarrier, SendPace::kFree})
          hold(plan, model, pace, tally);
    }
  EXPECT_EQ(tally.bounds, 0);
  EXPECT_GT(tally.late_ports, 0);
}

TEST(LatencyOnTori, AllSchemesAreAsPlayedWhereTheyAreSaidToBeExact) {
  Tally tally;
  for (const BroadcastScheme scheme :
       {BroadcastScheme::kPaper, BroadcastScheme::kBest, BroadcastScheme::kEdn,
        BroadcastScheme::kDoubling, BroadcastScheme::kFlood, BroadcastScheme::kRadix3})
    for (const std::vector<int>& sides : {std::vector<int>{4, 4}, {3, 6}, {9, 9}}) {
      const Torus torus(sides);
      if (!broadcast_steps(scheme, sides)) continue;
      const TorusSchedule plan = broadcast_plan(scheme, torus, 2, {1, 0});
      for (CycleModel model : models(2, 4)) {
        hold(plan, model, SendPace::kBarrier, tally);
        if (scheme == BroadcastScheme::kPaper || scheme == BroadcastScheme::kBest) continue;
        hold(plan, model, SendPace::kFree, tally);
      }
    }
  EXPECT_GT(tally.exact, 0);
}

TEST(LatencyOnTori, DimensionsMayHaveLinksOfTheirOwn) {
  Tally tally;
  for (const BroadcastScheme scheme : {BroadcastScheme::kPeel, BroadcastScheme::kRadix3}) {
    const TorusSchedule plan = broadcast_plan(scheme, Torus({5, 1, 4}), 3, {2, 1, 0});
    for (const TorusPipeline& pipeline : test::pipelines())
      for (const Step os : {0, 3}) {
        CycleModel model{3, os, 1, {pipeline, {1, 9, 4}, 2}};
        hold(plan, model, SendPace::kBarrier, tally);
        hold(plan, model, SendPace::kFree, tally);
      }
  }
  EXPECT_GT(tally.exact, 0);
}

TEST(LatencyOnTori, ShortQueuesAreSaidToDelayAndOnlyWhereTheyDo) {
  Tally tally;
  int kept_up = 0;
  for (const BroadcastScheme scheme : {BroadcastScheme::kPeel, BroadcastScheme::kFlood}) {
    const TorusSchedule plan = broadcast_plan(scheme, Torus({5, 4}), 0, {0, 1});
    for (TorusPipeline pipeline : test::pipelines())
      for (const Step credit : {1, 2, 5})
        for (const Step delay : {0, 1})
          for (const Flits flits : {1, 3, 12})
            for (const Step os : {0, 1})
              for (const SendPace pace : {SendPace::kBarrier, SendPace::kFree}) {
                pipeline.credit_delay = delay;
                CycleModel model{flits, os, 0, {pipeline, {2, 2}, credit}};
                const Step loop = model.latency.head_loop(0);
                for (const Step depth : {Step{1}, Step{2}, Step{3}, model.latency.body_loop(0) - 1,
                                         model.latency.body_loop(0), loop - 1, loop, loop + 3}) {
                  model.depth = depth;
                  hold(plan, model, pace, tally);
                  if (pace == SendPace::kFree) continue;
                  const BroadcastTiming timing = time_schedule(plan, model, pace);
                  if (depth >= std::min<Step>(flits, model.latency.body_loop(0))) {
                    kept_up += timing.exact ? 0 : 1;
                  } else {
                    ASSERT_GT(play(plan, model, pace).finish, timing.finish) << words(model);
                  }
                }
              }
  }
  EXPECT_GT(tally.exact, 0);
  EXPECT_GT(tally.bounds, 0);
  EXPECT_GT(tally.stalls, 0);
  EXPECT_GT(kept_up, 0);  // deep enough for a worm alone, but not for credits of the step before
}

// Worms of one flit in queues of one: a credit that takes long is not back when the next step
// begins.
TEST(LatencyOnTori, ABarrierDoesNotWaitForCredits) {
  TorusSchedule schedule;
  schedule.sides = {3};
  schedule.steps = {{{0, {1}}}, {{0, {2}}}};
  CycleModel model{1, 0, 0, {{}, {}, 2}, 1};

  EXPECT_TRUE(arrives_on_time(1, 1, credit_loops({3}, model.latency)));
  EXPECT_EQ(time_schedule(schedule, model, SendPace::kBarrier).finish, 2 + 3);
  EXPECT_TRUE(time_schedule(schedule, model, SendPace::kBarrier).shallow);
  EXPECT_EQ(play(schedule, model, SendPace::kBarrier).finish, 2 + 4);
  model.send_overhead = 1;
  EXPECT_TRUE(time_schedule(schedule, model, SendPace::kBarrier).exact);
  EXPECT_EQ(play(schedule, model, SendPace::kBarrier).finish, 3 + 4);
}

// 0 sends twice through one port with os = 0 < Fh = 2: the second head comes L after the first,
// when the tail leaves, and then waits Fh of its own.
TEST(LatencyOnTori, APortKeepsTheNextHeadWaiting) {
  TorusSchedule schedule;
  schedule.sides = {9};
  schedule.steps = {{{0, {2}}}, {{0, {1}}, {2, {1}}, {0, {-2}}}, {{3, {1}}, {7, {1}}, {7, {-1}}}};
  schedule.steps.push_back({{4, {1}}});
  CycleModel model{4, 0, 0};
  model.latency.pipeline = {1, 1, 0, 0, false, false, 0};
  ASSERT_EQ(model.latency.pipeline.head_wait(), 2);
  const BroadcastTiming timing = time_schedule(schedule, model, SendPace::kFree);

  EXPECT_TRUE(timing.exact) << timing.contention;
  EXPECT_EQ(timing.ready[2], 2 + 3 * 2 + 4);
  EXPECT_EQ(timing.ready[1], 4 + 2 + 3 * 1 + 4 + 2);  // Fh - os later
  EXPECT_EQ(timing.ready[7], 4 + 2 + 3 * 2 + 4);      // another port
  EXPECT_EQ(timing.ready, play(schedule, model, SendPace::kFree).ready);
}

TEST(LatencyOnTori, PacketTreesAreAsPlayedInSlotsAndAtTheNodesPace) {
  int late_ports = 0;
  int bounds = 0;
  int stalls = 0;
  for (const std::vector<int>& sides : {std::vector<int>{6}, {4, 3}, {3, 2, 3}}) {
    const Torus torus(sides);
    const auto order = torus.ascending_order();
    const TorusSchedule flood = broadcast_plan(BroadcastScheme::kFlood, torus, 1, order);
    for (const bool is_even : {true, false})
      for (CycleModel model : models(torus.dimensions(), 7)) {
        if (!is_even) model.latency.link.back() += 2;
        const Step loop = credit_loops(sides, model.latency).head;
        for (const Flits packet : {1, 3, 7})
          for (const auto& depth : {std::optional<Step>(), std::optional(loop),
                                    std::optional(loop - 1), std::optional(Step{1})})
            for (const SendPace pace : {SendPace::kBarrier, SendPace::kFree}) {
              model.depth = depth;
              SCOPED_TRACE(text_of(sides) + ", P " + std::to_string(packet) + ": " + words(model));
              const BroadcastTiming timing = time_packet_tree(torus, 1, model, packet, pace);
              Step slowest = 0;
              for (const Step w : model.latency.link) slowest = std::max(slowest, w);
              const Step slot = model.send_overhead + 2 * (model.latency.router() - 1) + slowest +
                                packet + model.receive_overhead;
              if (!timing.exact && pace == SendPace::kBarrier) continue;  // slots would be missed
              const Played played =
                  Player(torus, order, model, 1)
                      .packets(flood, packet, pace == SendPace::kBarrier ? slot : 0);
              if (!timing.exact) {
                ASSERT_LE(timing.finish, played.finish);
                ++bounds;
                continue;
              }
              ASSERT_EQ(timing.ready, played.ready);
              ASSERT_EQ(timing.stalls, played.stalls);
              stalls += played.stalls > 0 ? 1 : 0;
              late_ports += pace == SendPace::kFree && packet < 7 &&
                                    model.send_overhead < model.latency.pipeline.head_wait()
                                ? 1
                                : 0;
            }
      }
  }
  EXPECT_GT(late_ports, 0);
  EXPECT_GT(bounds, 0);
  EXPECT_GT(stalls, 0);
}

TEST(LatencyOnTori, EventsAreThePassagesAsPlayed) {
  const Torus torus({5, 4});
  for (const TorusPipeline& pipeline : test::pipelines())
    for (const SendPace pace : {SendPace::kBarrier, SendPace::kFree}) {
      const CycleModel model{3, 0, 1, {pipeline, {2, 5}, 1}};
      const TorusSchedule plan = broadcast_plan(BroadcastScheme::kPeel, torus, 7, {0, 1});
      const auto events = broadcast_events(plan, model, time_schedule(plan, model, pace));
      std::vector<Step> expected;
      for (const LinkEvent& event : events)
        if (event.index == 1) expected.push_back(event.step);
      std::vector<Step> played;
      for (const std::vector<Step>& heads : play(plan, model, pace).heads)
        played.insert(played.end(), heads.begin(), heads.end() - 1);
      std::sort(played.begin(), played.end());
      ASSERT_EQ(expected, played) << words(model);

      const TorusSchedule flood = broadcast_plan(BroadcastScheme::kFlood, torus, 7, {0, 1});
      if (pace == SendPace::kBarrier) continue;
      expected.clear();
      for (const LinkEvent& event : packet_tree_events(torus, 7, {0, 1}, model, 2, pace))
        if (event.index == 1) expected.push_back(event.step);
      played.clear();
      for (const std::vector<Step>& heads :
           Player(torus, {0, 1}, model, 7).packets(flood, 2, 0).heads)
        played.push_back(heads[0]);
      std::sort(played.begin(), played.end());
      ASSERT_EQ(expected, played) << words(model);
    }
}

TEST(LatencyOnTori, StepsCostTheirStagesOnceAndTheirHopsEach) {
  CycleModel model{20, 3, 1, {router_of(3), {2, 4, 1}, 1}};  // p = 4, 6, 3
  const std::vector<int> sides{8, 5, 1};

  EXPECT_EQ(copying_routers_finish(sides, model), 3 + 2 + 4 * 4 + 2 * 6 + 20 + 1);
  EXPECT_EQ(fewest_cycles(sides, model), 3 + 2 + 4 * 4 + 2 * 6 + 5 + 1);
  EXPECT_EQ(packet_tree(sides, model, 8).finish, (6 + 3 - 1) * (3 + 2 + 6 + 8 + 1));
  EXPECT_EQ(best_disjoint_trees(sides, model).finish, (14 + 3 - 1) * (3 + 2 + 6 + 2 + 1));
  TorusSchedule schedule;
  schedule.sides = sides;
  schedule.steps = {{{0, {3, 0, 0}}, {0, {0, 2, 0}}}, {}, {{0, {1, 0, 0}}}};
  EXPECT_EQ(step_lengths(schedule, model),
            (std::vector<Step>{3 + 2 + 12 + 20 + 1, 0, 3 + 2 + 4 + 20 + 1}));
}

// Section by section, r and w stretch a barrier and slots as if overheads and texts were p times
// shorter: a step costs os + r - 1 + orv + L, a hop p.
TEST(LatencyOnTori, MovesThresholdsAsIfOverheadsHadGrownAndTextsShrunk) {
  for (const Step r : {1, 2, 3, 5})
    for (const Step w : {1, 2, 3}) {
      const Step p = r + w - 1;
      for (const Step overhead : {0, 2, 9})
        for (const Flits flits : {1, 3, 16}) {
          CycleModel slow{flits * p, overhead * p + (p * r - (r - 1)), 0, test::slow_links(2, w)};
          slow.latency.pipeline = router_of(r);
          const CycleModel quick{flits, overhead + r, 0};  // o / p and L / p
          for (const std::vector<int>& sides : {std::vector<int>{8, 8}, {5, 12}}) {
            const Torus torus(sides);
            EXPECT_EQ(time_peel(torus, 0, {0, 1}, slow, SendPace::kBarrier).finish,
                      p * time_peel(torus, 0, {0, 1}, quick, SendPace::kBarrier).finish);
            EXPECT_EQ(packet_tree(sides, slow, flits * p).finish,
                      p * packet_tree(sides, quick, flits).finish);
          }
        }
    }
}

// Nobody beats the bound.
TEST(LatencyOnTori, NoBroadcastIsFasterThanItsBound) {
  for (CycleModel model : models(2, 6))
    for (int n = 2; n <= 6; ++n) {
      const Torus torus({n, 5});
      const Step least = fewest_cycles({n, 5}, model);
      EXPECT_GE(time_peel(torus, 0, {0, 1}, model, SendPace::kFree).finish, least);
      EXPECT_GE(best_packet_tree({n, 5}, model).finish, least);
      EXPECT_GE(copying_routers_finish({n, 5}, model), least);
    }
}

std::string source_of(const BroadcastTiming& timing, const std::string& quantity) {
  for (const Source& source : timing.sources)
    if (source.quantity == quantity) return source.text;
  return "";
}

TEST(LatencyOnTori, SourcesSayTheGeneralFormOnlyWhereItIsNeeded) {
  const Torus torus({5, 4});
  CycleModel model{6, 0, 0};
  EXPECT_EQ(source_of(time_peel(torus, 0, {0, 1}, model, SendPace::kFree), "finish"),
            "max of R(child) = R(v) + q (os + L) + os + r h + L + orv");
  EXPECT_EQ(source_of(time_peel(torus, 0, {0, 1}, model, SendPace::kBarrier), "finish"),
            "sum over the steps of (os + r H_s + L + orv), H_s the longest path; any schedule "
            "without a channel used twice in a step");
  EXPECT_EQ(source_of(time_packet_tree(torus, 0, model, 2, SendPace::kFree), "finish"),
            "(n - 1) g + (D - 1)(os + r + P + orv) + os + r + P' + orv, n = ceil(L/P) packets, the "
            "last of P' flits; g = os + P");

  model.latency.pipeline = router_of(2);
  EXPECT_THAT(source_of(time_peel(torus, 0, {0, 1}, model, SendPace::kBarrier), "finish"),
              AllOf(HasSubstr("os + (r - 1) + p H_s + L + orv"), HasSubstr("p = r + w - 1")));
  EXPECT_THAT(source_of(time_peel(torus, 0, {0, 1}, model, SendPace::kFree), "finish"),
              HasSubstr("Fh > os: g = max(y, g' + L) + Fh"));
  EXPECT_THAT(source_of(time_packet_tree(torus, 0, model, 2, SendPace::kFree), "finish"),
              HasSubstr("g = Fh + P"));
  model.send_overhead = 1;
  EXPECT_THAT(source_of(time_peel(torus, 0, {0, 1}, model, SendPace::kFree), "finish"),
              Not(HasSubstr("g = max")));
  EXPECT_THAT(source_of(time_packet_tree(torus, 0, model, 2, SendPace::kFree), "finish"),
              HasSubstr("g = os + P"));
  model.depth = 1;
  EXPECT_THAT(source_of(time_peel(torus, 0, {0, 1}, model, SendPace::kFree), "finish"),
              HasSubstr("a bound from below: queues are shorter"));
  model.depth = model.latency.head_loop(0) - 1;
  model.flits = 9;
  EXPECT_THAT(source_of(time_peel(torus, 0, {0, 1}, model, SendPace::kBarrier), "stalls"),
              HasSubstr("they catch up"));
}

// Queues of one flit pass one every other cycle; single flits with a barrier do not mind.
TEST(LatencyOnTori, AtOneCycleDepthMattersBelowTwoOnly) {
  const TorusSchedule plan = broadcast_plan(BroadcastScheme::kPeel, Torus({5, 4}), 0, {0, 1});
  for (const Flits flits : {1, 2, 9})
    for (const SendPace pace : {SendPace::kBarrier, SendPace::kFree}) {
      const BroadcastTiming endless = time_schedule(plan, {flits, 1, 1}, pace);
      for (const Step depth : {1, 2, 8}) {
        const BroadcastTiming timing = time_schedule(plan, {flits, 1, 1, {}, depth}, pace);
        EXPECT_EQ(timing.exact, depth > 1 || (flits == 1 && pace == SendPace::kBarrier));
        EXPECT_EQ(timing.ready, endless.ready);
        if (!timing.exact) continue;
        EXPECT_EQ(timing.stalls, 0);
        EXPECT_EQ(source_of(timing, "finish"), source_of(endless, "finish"));
      }
    }
}

TEST(LatencyOfTraffic, IsTheMeanOverAllPairs) {
  const Torus torus({4, 3, 5});
  const DimensionOrder order{2, 0, 1};
  const CycleModel model{1, 0, 0, {router_of(4), {1, 3, 2}, 1}};
  const TrafficTheory theory = traffic_theory(torus, order, {}, {model.latency, 2, {}});
  double sum = 0;
  double squares = 0;
  for (Node v = 1; v < torus.size(); ++v) {
    Hops hops;
    for (int d = 0; d < 3; ++d) {
      const int up = torus.coordinate(v, d);
      hops.push_back(std::min(up, torus.side(d) - up));
    }
    const auto cycles = static_cast<double>(model.delay(hops));
    sum += cycles;
    squares += cycles * cycles;
    const RouterChain chain = chain_of(hops, order, model.latency, 9);
    EXPECT_EQ(packet_latency(chain, 1), model.delay(hops));
    EXPECT_EQ(packet_latency(chain, 6), model.delay(hops) + 5);
  }
  const double mean = sum / 59;
  EXPECT_NEAR(theory.zero_load_latency().mean, mean, 1e-9);
  EXPECT_NEAR(theory.zero_load_latency().variance, squares / 59 - mean * mean, 1e-9);
  EXPECT_EQ(theory.zero_load_latency().range, 3 + 4 * 2 + 6 * 1 + 5 * 2 + 1);
}

TEST(LatencyOfTraffic, OfOtherPatternsIsThatOfTheirPairs) {
  const Torus torus({6, 4});
  TrafficModel model;
  model.pattern = TrafficPattern::kTornado;  // 2 hops in x, 1 in y
  const TorusLatency latency{router_of(3), {2, 5}, 1};
  const TrafficTheory theory = traffic_theory(torus, {0, 1}, model, {latency, 1, {}});
  EXPECT_NEAR(theory.zero_load_latency().mean, 2 + 2 * 4 + 1 * 7 + 1, 1e-9);
  EXPECT_NEAR(theory.zero_load_latency().variance, 0, 1e-9);
  EXPECT_NEAR(theory.hops.mean, 3, 1e-9);
}

TEST(LatencyOfTraffic, TakesItsShareOfTheCapacity) {
  const Torus torus({8, 8});
  TrafficModel model;
  const auto capacity = [&](const TrafficNetwork& network) {
    return traffic_theory(torus, {0, 1}, model, network).capacity;
  };
  const double full = traffic_theory(torus, {0, 1}, model).capacity;
  TrafficNetwork network;
  network.depth = 2;
  EXPECT_EQ(capacity(network), full);
  network.depth = 1;
  EXPECT_NEAR(capacity(network), full / 2, 1e-12);
  network.lanes = 2;
  EXPECT_EQ(capacity(network), full);
  // Heads wait two cycles: single flits at a third, packets of six at six eighths.
  network = {{router_of(4), {1, 1}, 1}, 1, {}};
  ASSERT_EQ(network.latency.pipeline.head_wait(), 2);
  EXPECT_NEAR(capacity(network), full / 3, 1e-12);
  network.lanes = 2;
  EXPECT_NEAR(capacity(network), full * 2 / 3, 1e-12);
  network.lanes = 1;
  model.lengths = {{6, 1}};
  EXPECT_NEAR(capacity(network), full * 6 / 8, 1e-12);
  network.depth = 2;  // loop_b = p + 1 - Fh = 4 + 1 - 2
  EXPECT_NEAR(capacity(network), full * 2 / 3, 1e-12);
  // Only the slow links of y: loop_b = 9 + 3 + 1 - 2.
  network.latency.link = {1, 10};
  EXPECT_NEAR(capacity(network), full * 2 / 12, 1e-12);
}

TEST(LatencyOfTraffic, RefusesLanesAndLatenciesThatAreNone) {
  const Torus torus({4, 4});
  EXPECT_THROW(traffic_theory(torus, {0, 1}, {}, {{}, 0, {}}), std::invalid_argument);
  EXPECT_THROW(traffic_theory(torus, {0, 1}, {}, {{}, 1, 0}), std::invalid_argument);
  EXPECT_THROW(traffic_theory(torus, {0, 1}, {}, {{{}, {1}, 1}, 1, {}}), TopologyError);
}

// Every receiver that lets flits wait in some of twelve cycles, at every depth: the closed form is
// that of the recurrence, which is played in worm_timing_test.cpp without receivers.
TEST(LatencyOfTraffic, BeforeLateReceiversIsThatOfTheRecurrence) {
  for (const TorusPipeline& pipeline : test::pipelines())
    for (const Step w : {1, 3})
      for (const Step depth : {1, 2, 3, 5, 8, 12})
        for (unsigned pattern = 0; pattern < 4096; pattern += 37) {
          const auto is_stalled = [&](Step s) {
            return s >= 20 && s < 32 && (pattern >> (s - 20) & 1U) != 0;
          };
          const RouterChain chain{pipeline, {w, w}, 2, depth};
          constexpr Flits kFlits = 9;
          const Step birth = 20 - pipeline.router();
          const ChainTiming timing = time_chain(chain, {{birth, kFlits}}, is_stalled);
          ASSERT_EQ(stalled_packet_latency(chain, kFlits, 20, is_stalled),
                    timing.passage(chain, 2, kFlits - 1) - birth);
        }
}

}  // namespace
}  // namespace flitwise::theory::torus_latency_test
