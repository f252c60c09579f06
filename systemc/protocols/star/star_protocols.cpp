// star_protocols.cpp: broadcast, scatter and exchange, whose packets no PE passes on, and the
// making of all PEs.
#include "systemc/protocols/star/star_protocols.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <queue>
#include <stdexcept>
#include <string>
#include <utility>

#include "systemc/protocols/star/star_acknowledged.h"

namespace flitwise::protocols {
namespace {

// Broadcast: the source feeds one packet a packet step into each of its trees, those of
// `packets_of_tree` in order; routers pass them on to all children at once.
//
// Time: ceil(m x/(n-1)) + H - 1 packet steps, H the height of the trees.
// Source: Fragopoulou, Akl (IEEE TC 45(2), 1996).
class StarBroadcast final : public StarPe {
 public:
  StarBroadcast(const StarSettings& settings, Node self, Node source, Step skew)
      : StarPe(settings, self, skew, source), source_(source) {}

 protected:
  FlitKind kind() const override { return FlitKind::kFlood; }
  void send_own(Outbox& outbox) override {
    if (self() != source_) return;
    for (int tree = 2; tree <= settings().order(); ++tree) {
      Step step = 1;
      for (const int q : packets_of_tree(settings(), tree)) {
        Transmission packet;
        packet.kind = FlitKind::kFlood;
        packet.message = self();
        packet.value = star_content(self(), kNoNode, q);
        packet.stream = q;
        packet.header = flood_header(graph(), q, tree, 0);
        send(packet, tree, 0, cycle(step++), outbox);
      }
    }
  }
  void read(const Arrival& arrival, StarHead& head) const override {
    head.number = flood_number(arrival.header);
  }

 private:
  Node source_;
};

// Sends packets that are for one node each, along the trees that serve it.
template <class Plan>
class StarRouted : public StarPe {
 public:
  unsigned expected_trees(Node source, int) const override {
    return plan_->trees_of(graph().relative(self(), source));
  }

 protected:
  StarRouted(const StarSettings& settings, std::shared_ptr<const Plan> plan, Node self, Node source,
             Step skew)
      : StarPe(settings, self, skew, source), plan_(std::move(plan)) {}

  const Plan& plan() const { return *plan_; }

  // Packet `number` for the node that has address R^turn u, along tree 2 + turn.
  void send_routed(Node u, int turn, int number, Step first, Outbox& outbox) {
    const Node address = graph().rotate(u, turn);
    Transmission packet;
    packet.destination = graph().absolute(address, self());
    packet.message = self();
    packet.value = star_content(self(), packet.destination, number);
    packet.stream = number;
    packet.header = route_header(2 + turn, trees().route(address, 2 + turn));
    send(packet, 2 + turn, 0, first, outbox);
  }

 private:
  std::shared_ptr<const Plan> plan_;
};

// Scatter: the source sends into all trees at once, in each the selected addresses farthest first,
// the m packets of an address one behind the other, each with its full route.
//
// Packets of one flit carry no number: from one source, in one tree, they arrive in order, and a PE
// numbers them so. One lost on the way then shifts the numbers behind it.
// Time: m S(x) packet steps, S(x) selected addresses.
// Source: Fragopoulou, Akl (IEEE TC 45(2), 1996).
class StarScatter final : public StarRouted<StarSelection> {
 public:
  StarScatter(const StarSettings& settings, std::shared_ptr<const StarSelection> selection,
              Node self, Node source, Step skew)
      : StarRouted(settings, std::move(selection), self, source, skew), source_(source) {}

 protected:
  void send_own(Outbox& outbox) override {
    if (self() != source_) return;
    for (int turn = 0; turn < settings().degree(); ++turn) {
      Step step = 1;
      for (const Node u : plan().order())
        for (int q = 0; q < settings().packets; ++q) send_routed(u, turn, q, cycle(step++), outbox);
    }
  }
  void read(const Arrival&, StarHead&) const override {}

 private:
  Node source_;
};

// The timetable of a total exchange: one group for each selected address u and packet. In a group
// all PEs send to the addresses R^i u, along the trees 2 + i; it lasts as many packet steps as u is
// deep, by the clock and not by what arrives.
//
// In spaced slots k groups go on by turns: slot s belongs to class s mod k, a packet crosses its
// links in consecutive slots of a class, and each takes those of the class that is free first.
//
// Time: m E(x) packet steps, E(x) the sum of the depths of the selected addresses.
// Source: Fragopoulou, Akl (IEEE TC 45(2), 1996), unfolded necklaces.
class StarExchangePlan : public StarSelection {
 public:
  explicit StarExchangePlan(const StarSettings& settings)
      : StarSelection(*settings.trees, settings.copies),
        lag_(settings.lag()),
        first_(static_cast<std::size_t>(settings.graph().size())) {
    std::priority_queue<Step, std::vector<Step>, std::greater<>> free;  // by class: its next slot
    for (Step slot = 1; slot <= lag_; ++slot) free.push(slot);
    for (const Node u : order())
      for (int q = 0; q < settings.packets; ++q) {
        const Step slot = free.top();
        free.pop();
        first_[static_cast<std::size_t>(u)].push_back(slot);
        free.push(slot + lag_ * settings.trees->depth(u, 2));
      }
  }

  // Packet steps or slots in which packets for the selected address `u` of tree 2 leave, by number.
  const std::vector<Step>& first_steps(Node u) const { return first_[static_cast<std::size_t>(u)]; }
  // Between two links of a packet.
  Step lag() const { return lag_; }

 private:
  const Step lag_;
  std::vector<std::vector<Step>> first_;
};

class StarExchange final : public StarRouted<StarExchangePlan> {
 public:
  StarExchange(const StarSettings& settings, std::shared_ptr<const StarExchangePlan> plan,
               Node self, Step skew)
      : StarRouted(settings, std::move(plan), self, kNoNode, skew) {}

 protected:
  void send_own(Outbox& outbox) override {
    for (const Node u : plan().order())
      for (int turn = 0; turn < settings().degree(); ++turn)
        for (int q = 0; q < settings().packets; ++q)
          send_routed(u, turn, q, cycle(plan().first_steps(u)[static_cast<std::size_t>(q)]),
                      outbox);
  }
  // Packets of one flit carry no number; it follows from the step in which they come.
  void read(const Arrival& arrival, StarHead& head) const override {
    // A packet that comes at the wrong time counts as the one whose time is nearest, which is then
    // reported as broken.
    const Node u = graph().rotate(head.address, 2 - head.tree);
    const std::vector<Step>& first = plan().first_steps(u);
    const Step left = sent(arrival) - hop_of_last(u) * settings().step();  // in this cycle, or not
    std::size_t number = 0;
    while (number + 1 < first.size() && 2 * left >= cycle(first[number]) + cycle(first[number + 1]))
      ++number;
    head.number = static_cast<Flits>(number);
  }
  std::optional<Step> due(const StarHead& head) const override {
    const Node u = graph().rotate(head.address, 2 - head.tree);
    return plan().first_steps(u)[static_cast<std::size_t>(head.number)] + hop_of_last(u);
  }

 private:
  // Packet steps or slots from a packet's first link to its last.
  Step hop_of_last(Node u) const { return plan().lag() * (trees().depth(u, 2) - 1); }
};

void check(const StarSettings& settings, const StarSkews& skews) {
  check_settings(settings);
  if (skews.empty()) return;
  if (skews.size() != static_cast<std::size_t>(settings.graph().size()))
    throw std::invalid_argument("there must be one skew for each of " +
                                std::to_string(settings.graph().size()) + " nodes, got " +
                                std::to_string(skews.size()));
  for (const Step skew : skews)
    if (skew < 0)
      throw std::invalid_argument("a skew must be at least 0 cycles, got " + std::to_string(skew));
}

void check_source(const StarSettings& settings, Node source) {
  if (source < 0 || source >= settings.graph().size())
    throw std::invalid_argument("the source must be 0 to " +
                                std::to_string(settings.graph().size() - 1) + ", got " +
                                std::to_string(source));
}

// `make(v, skew)` for every PE v.
template <typename Make>
StarPes make_each(const StarSettings& settings, const StarSkews& skews, Make make) {
  StarPes pes;
  for (Node v = 0; v < settings.graph().size(); ++v)
    pes.push_back(make(v, skews.empty() ? 0 : skews[static_cast<std::size_t>(v)]));
  return pes;
}

StarPes make_multinode(StarScheme scheme, const StarSettings& settings, const StarSkews& skews) {
  const auto plan = std::make_shared<const StarMultinodePlan>(settings);
  return make_each(settings, skews, [&](Node v, Step skew) -> std::unique_ptr<StarPe> {
    if (scheme == StarScheme::kAcknowledged)
      return std::make_unique<StarAcknowledged>(settings, plan, v, skew);
    return std::make_unique<StarMultinode>(settings, plan, v, skew);
  });
}

}  // namespace

StarPes make_star_pes(StarScheme scheme, const StarSettings& settings, Node source,
                      const StarSkews& skews) {
  check(settings, skews);
  if (scheme == StarScheme::kAcknowledged && settings.is_spaced())
    throw std::invalid_argument("acknowledgements wait for packets: walks know no spaced slots");
  if (scheme == StarScheme::kStatic || scheme == StarScheme::kAcknowledged)
    return make_multinode(scheme, settings, skews);
  if (scheme != StarScheme::kExchange) check_source(settings, source);
  if (settings.belief == StarBelief::kMajority && settings.flits == 1)
    throw std::invalid_argument("packets of 1 flit carry nothing to vote on");
  if ((scheme == StarScheme::kExchange || !settings.is_spaced()) &&
      settings.hop() % settings.step() != 0)
    throw std::invalid_argument(
        "routers pass packets on at once: a hop must take whole steps, and in an exchange whole "
        "slots");
  if (scheme == StarScheme::kBroadcast)
    return make_each(settings, skews, [&](Node v, Step skew) {
      return std::make_unique<StarBroadcast>(settings, v, source, skew);
    });
  if (scheme == StarScheme::kScatter) {
    const auto selection = std::make_shared<const StarSelection>(*settings.trees, settings.copies);
    return make_each(settings, skews, [&](Node v, Step skew) {
      return std::make_unique<StarScatter>(settings, selection, v, source, skew);
    });
  }
  const auto plan = std::make_shared<const StarExchangePlan>(settings);
  return make_each(settings, skews, [&](Node v, Step skew) {
    return std::make_unique<StarExchange>(settings, plan, v, skew);
  });
}

}  // namespace flitwise::protocols
