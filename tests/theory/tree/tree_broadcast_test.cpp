// Broadcast on trees: the closed forms against searches over all schedules, and their own events.
#include "tb/theory/tree/tree_broadcast.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <tuple>
#include <utility>

#include "systemc/topology/tree/tree_shapes.h"
#include "tb/theory/lengths.h"
#include "tb/theory/tree/synchronisation.h"
#include "tests/theory/tree/link_rules.h"
#include "tests/theory/tree/random_cases.h"

namespace flitwise::theory {
namespace {

/// No schedule of any kind on any network ends a single-port broadcast to `pes` PEs earlier: the
/// PEs that know a flit double in a step at most, and the root sends the last one in step L or
/// later: L - 1 + ceil(log2(PEs)). 0 for a PE alone.
Step doubling_bound(Node pes, Flits length) {
  if (pes < 2) return 0;
  Step rounds = 0;
  while ((Step{1} << rounds) < pes) ++rounds;
  return length - 1 + rounds;
}

constexpr ChildOrder kOrders[] = {ChildOrder::kIndex, ChildOrder::kLargestFirst};

Step finish_of(const Tree& tree, Flits length, const BroadcastVariant& variant) {
  return predict_tree_broadcast(tree, length, variant).finish;
}

Step one_flit(const Tree& tree, ChildOrder order = ChildOrder::kLargestFirst) {
  return finish_of(tree, 1, {order, 1, Ports::kSingle});
}

// Calls `visit` with every tree of `pes` PEs in which parents have smaller numbers.
template <typename Visit>
int for_every_tree(Node pes, Visit visit) {
  int count = 0;
  std::vector<Node> parents(index_of(pes), 0);
  parents[0] = kNoNode;
  while (true) {
    visit(Tree(parents));
    ++count;
    std::size_t v = 1;
    for (; v < parents.size(); ++v) {
      if (++parents[v] < static_cast<Node>(v)) break;
      parents[v] = 0;
    }
    if (v >= parents.size()) return count;
  }
}

// Steps of the fastest single-port broadcast whatever the schedule, by search over who has what:
// in a step every PE sends one flit that it has to one child that lacks it, or none.
class FastestBroadcast {
 public:
  FastestBroadcast(const Tree& tree, Flits length) : tree_(tree), length_(length) {
    full_ = (1U << length) - 1;
  }

  Step steps() {
    State start(index_of(tree_.size()), 0);
    start[0] = full_;
    std::set<State> states{start};
    for (Step step = 0;; ++step) {
      std::set<State> next;
      for (const State& state : states) {
        if (std::all_of(state.begin(), state.end(), [&](unsigned has) { return has == full_; }))
          return step;
        extend(state, state, 0, next);
      }
      states = std::move(next);
    }
  }

 private:
  using State = std::vector<unsigned>;  // flits by PE, as bits

  void extend(const State& before, const State& after, Node sender, std::set<State>& next) {
    if (sender == tree_.size()) {
      next.insert(after);
      return;
    }
    bool can_send = false;
    for (const Node child : tree_.children(sender)) {
      const unsigned missing = before[index_of(sender)] & ~before[index_of(child)];
      for (unsigned flit = 0; flit < static_cast<unsigned>(length_); ++flit) {
        if ((missing >> flit & 1U) == 0) continue;
        can_send = true;
        State sent = after;
        sent[index_of(child)] |= 1U << flit;
        extend(before, sent, sender + 1, next);
      }
    }
    // To send nothing where something can be sent helps nobody.
    if (!can_send) extend(before, after, sender + 1, next);
  }

  const Tree& tree_;
  Flits length_;
  unsigned full_;
};

// The same where a packet costs beta + q tau: a PE that is free may start a flit that it has, tau
// steps more of the packet to the child that it served last, or beta + tau of a new one to any
// child.
class FastestPacedBroadcast {
 public:
  FastestPacedBroadcast(const Tree& tree, Flits length, const Pace& pace)
      : tree_(tree), length_(length), pace_(pace) {}

  Step steps() {
    const unsigned full = (1U << length_) - 1;
    State start(index_of(tree_.size()));
    start[0].has = full;
    std::set<State> states{start};
    for (Step step = 0;; ++step) {
      std::set<State> next;
      for (const State& state : states) {
        if (std::all_of(state.begin(), state.end(), [&](const Pe& pe) { return pe.has == full; }))
          return step;
        begin(state, 0, next);
      }
      states = std::move(next);
    }
  }

 private:
  struct Pe {
    unsigned has = 0;  // flits, as bits
    Node child = kNoNode;
    Step busy = 0;
    unsigned flit = 0;

    friend bool operator<(const Pe& a, const Pe& b) {
      return std::tie(a.has, a.child, a.busy, a.flit) < std::tie(b.has, b.child, b.busy, b.flit);
    }
  };
  using State = std::vector<Pe>;

  // What the senders from `sender` on can begin, and then one step of all.
  void begin(State state, Node sender, std::set<State>& next) {
    while (sender < tree_.size() && state[index_of(sender)].busy > 0) ++sender;
    if (sender == tree_.size()) {
      pass_step(state);
      next.insert(std::move(state));
      return;
    }
    begin(state, sender + 1, next);
    for (const Node child : tree_.children(sender)) {
      const Pe& own = state[index_of(sender)];
      const unsigned missing = own.has & ~state[index_of(child)].has;
      for (unsigned flit = 0; flit < static_cast<unsigned>(length_); ++flit) {
        if ((missing >> flit & 1U) == 0) continue;
        State started = state;
        const Step setup = own.child == child ? 0 : pace_.beta;
        started[index_of(sender)] = {own.has, child, setup + pace_.tau, flit};
        begin(std::move(started), sender + 1, next);
      }
    }
  }

  static void pass_step(State& state) {
    std::vector<std::pair<Node, unsigned>> delivered;
    for (Pe& pe : state)
      if (pe.busy > 0 && --pe.busy == 0) delivered.emplace_back(pe.child, pe.flit);
    for (const auto& [child, flit] : delivered) state[index_of(child)].has |= 1U << flit;
  }

  const Tree& tree_;
  Flits length_;
  Pace pace_;
};

TEST(TreeBroadcast, TakesBOnWellKnownTrees) {
  for (Node h = 1; h <= 8; ++h) EXPECT_EQ(one_flit(Tree(complete_parents(2, h))), 2 * h);
  for (Node n = 1; n <= 20; ++n) {
    EXPECT_EQ(one_flit(Tree(star_parents(n))), n);
    EXPECT_EQ(one_flit(Tree(path_parents(n + 1))), n);
  }
}

TEST(TreeBroadcast, ByIndexMayTakeLonger) {
  const Tree late({-1, 0, 0, 0, 3, 4});  // the long branch is child 3
  EXPECT_EQ(one_flit(late, ChildOrder::kIndex), 5);
  EXPECT_EQ(one_flit(late), 3);
}

TEST(TreeBroadcast, OfOneFlitIsOptimalAmongAllSchedules) {
  int trees = 0;
  for (Node pes = 2; pes <= 7; ++pes)
    trees += for_every_tree(pes, [&](const Tree& tree) {
      const Step best = FastestBroadcast(tree, 1).steps();
      const Prediction p = predict_tree_broadcast(tree, 1, {});
      ASSERT_EQ(p.finish, best) << testing::PrintToString(tree.parents());
      ASSERT_EQ(p.lower_bound, best) << testing::PrintToString(tree.parents());
      ASSERT_EQ(broadcast_steps(tree)[0], best);
      ASSERT_GE(best, doubling_bound(tree.size(), 1));
    });
  EXPECT_EQ(trees, 1 + 2 + 6 + 24 + 120 + 720);
}

TEST(TreeBroadcast, WithASetupCostIsNeverBelowTheBestScheduleNorThatBelowTheBound) {
  std::map<bool, int> is_tight;
  for (Node pes = 2; pes <= 4; ++pes)
    for_every_tree(pes, [&](const Tree& tree) {
      for (const Pace& pace : {Pace{1, 1}, Pace{0, 2}, Pace{2, 1}, Pace{3, 2}})
        for (Flits length = 1; length <= 2; ++length) {
          const Step best = FastestPacedBroadcast(tree, length, pace).steps();
          Step least = std::numeric_limits<Step>::max();
          Step bound = 0;
          for (const ChildOrder order : kOrders)
            for (Flits packet = 1; packet <= length; ++packet) {
              const Prediction p =
                  predict_tree_broadcast(tree, length, {order, packet, Ports::kSingle, pace});
              least = std::min(least, p.finish);
              bound = p.lower_bound;
            }
          ASSERT_LE(bound, best) << testing::PrintToString(tree.parents()) << ", L " << length;
          ASSERT_LE(best, least) << testing::PrintToString(tree.parents()) << ", L " << length;
          ++is_tight[bound == best];
          if (length == 1) {
            ASSERT_EQ(bound, least) << testing::PrintToString(tree.parents());
          }
        }
    });
  EXPECT_GT(is_tight[true], is_tight[false]);
}

// Each PE by itself, packet by packet: when its port is free and when the packet's head is there.
Step relayed_finish(const Tree& tree, Flits length, Flits packet, const Pace& pace,
                    const TreeLatency& latency = {}) {
  std::vector<std::vector<Step>> arrived(index_of(tree.size()));  // heads of packets
  arrived[0].assign(static_cast<std::size_t>((length + packet - 1) / packet), 0);
  Step finish = 0;
  for (Node v = 0; v < tree.size(); ++v) {
    Step free = 0;  // last step in which the port is taken
    for (std::size_t m = 0; m < arrived[index_of(v)].size(); ++m) {
      const Flits flits = std::min(packet, length - static_cast<Flits>(m) * packet);
      const Step stages = v == 0 ? 0 : latency.router_of(v) - 1;
      free = std::max(free, arrived[index_of(v)][m] + stages);
      for (const Node child : tree.children(v)) {
        const Step wires = latency.down_to(child) - 1;
        arrived[index_of(child)].push_back(free + pace.beta + pace.tau + wires);
        free += pace.beta + flits * pace.tau;
        finish = std::max(finish, free + wires);
      }
    }
  }
  return finish;
}

TEST(TreeBroadcast, WithASetupCostHandsPacketAfterPacketOn) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Tree tree(
        random_parents(static_cast<Node>(2 + seed % 40), RandomShape::kUniform, 64, seed));
    for (const Pace& pace : {Pace{1, 1}, Pace{0, 2}, Pace{5, 3}})
      for (Flits length = 1; length <= 7; ++length)
        for (Flits packet = 1; packet <= length; ++packet) {
          const BroadcastVariant variant{ChildOrder::kIndex, packet, Ports::kSingle, pace};
          ASSERT_EQ(predict_tree_broadcast(tree, length, variant).finish,
                    relayed_finish(tree, length, packet, pace))
              << "seed " << seed << ", L " << length << ", q " << packet;
        }
  }
}

// r_v for routers, w_v for links down, each drawn.
TreeLatency drawn_latency(Node pes, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  TreeLatency latency = TreeLatency::uniform(pes, 1, 1, 1);
  for (Node v = 0; v < pes; ++v) {
    latency.router[index_of(v)] = static_cast<Step>(1 + random() % 4);
    if (v > 0) latency.down[index_of(v)] = static_cast<Step>(1 + random() % 5);
  }
  return latency;
}

TEST(TreeBroadcast, WithLatenciesHandsPacketAfterPacketOn) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const auto pes = static_cast<Node>(2 + seed % 40);
    const Tree tree(random_parents(pes, RandomShape::kUniform, 64, seed));
    const TreeLatency latency = drawn_latency(pes, seed);
    for (Flits length = 1; length <= 7; ++length) {
      for (Flits packet = 1; packet <= length; ++packet) {
        const BroadcastVariant variant{ChildOrder::kIndex, packet, Ports::kSingle, {}, latency};
        ASSERT_EQ(predict_tree_broadcast(tree, length, variant).finish,
                  relayed_finish(tree, length, packet, {}, latency))
            << "seed " << seed << ", L " << length << ", q " << packet;
      }
      const std::vector<Step> lam = latency.lam_down(tree);
      const BroadcastVariant flood{{}, length, Ports::kMulti, {}, latency};
      EXPECT_EQ(predict_tree_broadcast(tree, length, flood).finish,
                *std::max_element(lam.begin(), lam.end()) + length);
    }
  }
}

// B*: the child first whose subtree takes longest is the best order, and the bound of one flit.
TEST(TreeBroadcast, WithLatenciesHasABoundThatTheLargestFirstMeetWithOneFlitAndNobodyBeats) {
  for (std::uint64_t seed = 1; seed <= 400; ++seed) {
    const auto pes = static_cast<Node>(2 + seed % 12);
    const Tree tree(random_parents(pes, RandomShape::kWide, 64, seed));
    const TreeLatency latency = drawn_latency(pes, seed);
    for (Flits length = 1; length <= 4; ++length)
      for (const ChildOrder order : kOrders)
        for (Flits packet = 1; packet <= length; ++packet) {
          const Prediction p =
              predict_tree_broadcast(tree, length, {order, packet, Ports::kSingle, {}, latency});
          ASSERT_LE(p.lower_bound, p.finish) << "seed " << seed << ", L " << length;
          if (length == 1 && order == ChildOrder::kLargestFirst) {
            ASSERT_EQ(p.lower_bound, p.finish) << "seed " << seed;
          }
        }
  }
}

TEST(TreeBroadcast, WithASetupCostAndAPortPerLinkTakesAHopALevelAndTheFlitsOnce) {
  for (Node h = 1; h <= 5; ++h) {
    const Tree tree(complete_parents(2, h));
    const Prediction p =
        predict_tree_broadcast(tree, 4, {ChildOrder::kLargestFirst, 4, Ports::kMulti, Pace{5, 3}});
    EXPECT_EQ(p.finish, h * (5 + 3) + 3 * 3);
    EXPECT_EQ(p.lower_bound, p.finish);
    EXPECT_NE(p.source_of("finish").find("Remark 2"), std::string::npos);
  }
}

TEST(TreeBroadcast, OfMoreFlitsIsNeverBelowTheBestScheduleNorThatBelowTheBound) {
  std::map<bool, int> is_tight, is_optimal;
  for (Node pes = 2; pes <= 5; ++pes)
    for_every_tree(pes, [&](const Tree& tree) {
      for (Flits length = 2; length <= 3; ++length) {
        const Step best = FastestBroadcast(tree, length).steps();
        const Step bound = predict_tree_broadcast(tree, length, {}).lower_bound;
        ASSERT_LE(bound, best) << testing::PrintToString(tree.parents()) << ", L " << length;
        ASSERT_LE(doubling_bound(pes, length), bound);
        ++is_tight[bound == best];
        Step least = finish_of(tree, length, {ChildOrder::kIndex, 1, Ports::kSingle});
        for (const ChildOrder order : kOrders)
          for (Flits packet = 1; packet <= length; ++packet)
            least = std::min(least, finish_of(tree, length, {order, packet, Ports::kSingle}));
        ASSERT_LE(best, least);
        ++is_optimal[least == best];
      }
    });
  EXPECT_GT(is_tight[true], is_tight[false]);
  EXPECT_GT(is_optimal[true], is_optimal[false]);
}

TEST(TreeBroadcast, OfWholeMessagesIsTheBestOrderOfChildren) {
  int better = 0;
  for_every_tree(6, [&](const Tree& tree) {
    for (Flits length = 1; length <= 3; ++length) {
      const Step best =
          finish_of(tree, length, {ChildOrder::kLargestFirst, length, Ports::kSingle});
      std::vector<Node> numbers{0, 1, 2, 3, 4, 5};  // all numberings have all orders of children
      Step least = best;
      do {
        std::vector<Node> parents(numbers.size(), kNoNode);
        for (std::size_t v = 1; v < numbers.size(); ++v)
          parents[index_of(numbers[v])] = numbers[index_of(tree.parent(static_cast<Node>(v)))];
        const Step finish =
            finish_of(Tree(parents), length, {ChildOrder::kIndex, length, Ports::kSingle});
        least = std::min(least, finish);
        better += finish > best ? 1 : 0;
      } while (std::next_permutation(numbers.begin() + 1, numbers.end()));
      ASSERT_EQ(best, least) << testing::PrintToString(tree.parents()) << ", L " << length;
    }
  });
  EXPECT_GT(better, 1000);
}

// What a broadcast must be, event by event: every flit to every PE once, over its parent's link,
// after the parent has it.
void expect_broadcast(const Tree& tree, Flits length, Ports ports,
                      const std::vector<LinkEvent>& events) {
  std::map<std::pair<Node, Flits>, Step> has;
  for (Flits k = 1; k <= length; ++k) has[{0, k}] = 0;
  for (const LinkEvent& event : events) {
    ASSERT_EQ(event.from, tree.parent(event.to));
    ASSERT_EQ(event.message, event.to);
    ASSERT_EQ(has.count({event.from, event.index}), 1U) << "sent before it was there";
    ASSERT_LT((has[{event.from, event.index}]), event.step);
    ASSERT_TRUE(has.insert({{event.to, event.index}, event.step}).second) << "twice";
  }
  EXPECT_EQ(has.size(), index_of(tree.size()) * static_cast<std::size_t>(length));
  EXPECT_EQ(test::lines(test::port_problems(events, ports)), "");
  EXPECT_EQ(test::lines(test::link_problems(tree, events)), "");
}

TEST(TreeBroadcast, HasEventsThatKeepTheRulesAndEndAtItsFinish) {
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    const Tree tree = test::shuffled_tree(static_cast<Node>(2 + seed % 30), seed);
    const auto length = static_cast<Flits>(1 + seed % 7);
    for (const Ports ports : {Ports::kSingle, Ports::kMulti})
      for (const ChildOrder order : kOrders)
        for (Flits packet = 1; packet <= length; ++packet) {
          SCOPED_TRACE(testing::Message() << "seed " << seed << ", packet " << packet);
          const BroadcastVariant variant{order, packet, ports};
          const Prediction p = predict_tree_broadcast(tree, length, variant);
          const std::vector<LinkEvent> events = tree_broadcast_events(tree, length, variant);
          expect_broadcast(tree, length, ports, events);
          ASSERT_EQ(events.back().step, p.finish);
          ASSERT_EQ(p.quiesce, p.finish);
          ASSERT_LE(p.lower_bound, p.finish);
          std::vector<std::optional<Step>> first(index_of(tree.size()));
          for (auto event = events.rbegin(); event != events.rend(); ++event)
            first[index_of(event->to)] = event->step;
          ASSERT_EQ(p.dispatch, first);
        }
  }
}

// A PE never idles between a packet that it has and its next turn: what a PE sends in a step, the
// arithmetic says again from the events of the step before.
TEST(TreeBroadcast, LeavesNoPortIdleThatHasAFlitToSend) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const Tree tree = test::shuffled_tree(static_cast<Node>(2 + seed % 12), seed);
    const auto length = static_cast<Flits>(1 + seed % 5);
    for (Flits packet = 1; packet <= length; ++packet) {
      const std::vector<LinkEvent> events =
          tree_broadcast_events(tree, length, {ChildOrder::kIndex, packet, Ports::kSingle});
      // Of each PE the steps in which it sends, and the copies that it has but has not sent on.
      for (Node v = 0; v < tree.size(); ++v) {
        std::map<Step, int> received, sent;
        for (const LinkEvent& event : events) {
          if (event.to == v) ++received[event.step];
          if (event.from == v) ++sent[event.step];
        }
        Flits owed = v == 0 ? length * tree.child_count(v) : 0;
        for (Step step = 1; step <= events.back().step; ++step) {
          if (owed > 0) {
            ASSERT_EQ(sent[step], 1) << "seed " << seed << ", PE " << v;
          }
          owed += received[step] * tree.child_count(v) - sent[step];
        }
        ASSERT_EQ(owed, 0);
      }
    }
  }
}

TEST(TreeBroadcast, WithAPortPerLinkTakesTheHeightAndTheFlitsLessOne) {
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const Tree tree = test::shuffled_tree(static_cast<Node>(2 + seed), seed);
    for (Flits length = 1; length <= 4; ++length) {
      const Prediction p = predict_tree_broadcast(tree, length, {{}, length, Ports::kMulti});
      EXPECT_EQ(p.finish, tree.height() + length - 1);
      EXPECT_EQ(p.lower_bound, p.finish);
    }
  }
}

TEST(TreeBroadcast, FlitByFlitBeatsWholeMessagesInDeepTrees) {
  const Tree tree(complete_parents(2, 5));
  EXPECT_EQ(finish_of(tree, 100, {ChildOrder::kLargestFirst, 100, Ports::kSingle}), 5 * 101 + 99);
  EXPECT_EQ(finish_of(tree, 100, {ChildOrder::kLargestFirst, 1, Ports::kSingle}), 2 * 5 + 2 * 99);
}

TEST(TreeBroadcast, NamesTheSourceOfEveryFigure) {
  for (const Ports ports : {Ports::kSingle, Ports::kMulti})
    for (const Flits packet : {1, 3, 5}) {
      const Prediction p = predict_tree_broadcast(Tree(star_parents(3)), 5, {{}, packet, ports});
      for (const char* quantity : {"finish", "quiesce", "dispatch", "lower_bound"})
        EXPECT_NE(p.source_of(quantity), "");
    }
}

TEST(TreeBroadcast, RefusesPacketsThatTheMessageCannotHave) {
  const Tree tree(star_parents(2));
  EXPECT_THROW(predict_tree_broadcast(tree, 3, {{}, 0, Ports::kSingle}), std::invalid_argument);
  EXPECT_THROW(predict_tree_broadcast(tree, 3, {{}, 4, Ports::kSingle}), std::invalid_argument);
  EXPECT_THROW(predict_tree_broadcast(
                   tree, 3, {{}, 3, Ports::kSingle, Pace{1, 1}, drawn_latency(tree.size(), 1)}),
               std::invalid_argument);
  EXPECT_THROW(predict_tree_broadcast(Tree({kNoNode}), 1, {}), std::invalid_argument);
}

TEST(DoublingBound, IsTheLogarithmRoundedUp) {
  EXPECT_EQ(doubling_bound(1, 5), 0);
  EXPECT_EQ(doubling_bound(2, 1), 1);
  EXPECT_EQ(doubling_bound(64, 1), 6);
  EXPECT_EQ(doubling_bound(65, 1), 7);
  EXPECT_EQ(doubling_bound(65, 4), 10);
}

}  // namespace
}  // namespace flitwise::theory
