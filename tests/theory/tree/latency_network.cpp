#include "tests/theory/tree/latency_network.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

#include "systemc/topology/tree/tree_shapes.h"

namespace flitwise::test {

using theory::CertificationVariant;
using theory::Pace;
using theory::Ports;
using theory::Rule;
using theory::SortCost;
using theory::Sync;

LatencyNetwork::LatencyNetwork(const Tree& tree, const TreeLatency& latency, Ports ports)
    : tree_(tree), latency_(latency), ports_(ports) {
  for (Node v = 0; v < tree.size(); ++v) {
    down_.push_back({Stages(static_cast<std::size_t>(latency.down_to(v))), true});
    up_.push_back({Stages(static_cast<std::size_t>(latency.up_from(v))), false});
  }
}

LatencyNetwork::Link& LatencyNetwork::link(Node from, Node to) {
  return tree_.parent(to) == from ? down_[index_of(to)] : up_[index_of(from)];
}

Node LatencyNetwork::next_hop(Node at, Node destination) const {
  for (const Node child : tree_.children(at)) {
    if (tree_.address(child) <= tree_.address(destination) &&
        tree_.address(destination) < tree_.subtree_end(child))
      return child;
  }
  return tree_.parent(at);
}

void LatencyNetwork::send(const LinkEvent& flit) {
  if (flit.step > now_) {
    plans_[flit.step].push_back(flit);
  } else {
    problem("PE " + std::to_string(flit.from) + " would have to send in step " +
            std::to_string(flit.step) + " and learns of it at the end of step " +
            std::to_string(now_));
  }
}

void LatencyNetwork::send_message(Node v, Flits flits, Step first, Step tau, bool down) {
  const Node from = down ? 0 : v;
  const Node to = down ? next_hop(0, v) : tree_.parent(v);
  for (Flits k = 1; k <= flits; ++k) send({first + (k - 1) * tau, from, to, FlitKind::kData, v, k});
}

void LatencyNetwork::put_on_the_wires() {
  std::set<Node> senders;
  for (const LinkEvent& flit : plans_[now_]) {
    std::optional<LinkEvent>& first = link(flit.from, flit.to).stages.front();
    if (first || (!senders.insert(flit.from).second && ports_ == Ports::kSingle))
      problem("PE " + std::to_string(flit.from) + " sends two flits in step " +
              std::to_string(now_));
    if (!first) ++under_way_;  // else the one before is lost
    first = flit;
    played_.events.push_back(flit);
  }
  plans_.erase(now_);
}

void LatencyNetwork::take_from(Link& wires, const Receive& receive) {
  std::optional<LinkEvent> out = wires.stages.back();
  for (std::size_t s = wires.stages.size() - 1; s > 0; --s) wires.stages[s] = wires.stages[s - 1];
  wires.stages.front().reset();
  if (!out) return;
  --under_way_;
  played_.quiesce = now_;
  const auto known = received_.emplace(out->to, 0).first;
  if (known->second == now_ && ports_ == Ports::kSingle)
    problem("PE " + std::to_string(out->to) + " receives two flits in step " +
            std::to_string(now_));
  known->second = now_;
  if (out->kind != FlitKind::kData) return receive(*out, now_);
  const Node destination = wires.down ? out->message : 0;
  if (out->to == destination) {
    played_.finish = now_;
    if (destination == 0) played_.arrivals.push_back(now_);
    return;
  }
  LinkEvent on = *out;
  on.from = out->to;
  on.to = next_hop(on.from, destination);
  on.step = now_ + latency_.router_of(on.from);
  send(on);
}

Played LatencyNetwork::run(const Receive& receive) {
  while (!plans_.empty() || under_way_ > 0) {
    ++now_;
    put_on_the_wires();
    for (const Node v : tree_.depth_first()) {
      take_from(down_[index_of(v)], receive);
      take_from(up_[index_of(v)], receive);
    }
  }
  std::sort(played_.events.begin(), played_.events.end());
  return played_;
}

namespace {

void no_control(const LinkEvent& /*flit*/, Step /*step*/) {}

void send_all(const std::vector<Flits>& lengths, const std::vector<Node>& order, const Pace& pace,
              LatencyNetwork& network) {
  Step busy = 0;
  for (const Node v : order) {
    const Flits flits = lengths[index_of(v)];
    network.send_message(v, flits, busy + pace.beta + pace.tau, pace.tau, true);
    busy += pace.beta + flits * pace.tau;
  }
}

}  // namespace

Played play_scatter(const Tree& tree, const std::vector<Flits>& lengths,
                    const std::vector<Node>& order, const TreeLatency& latency, const Pace& pace) {
  LatencyNetwork network(tree, latency, Ports::kSingle);
  send_all(lengths, order, pace, network);
  return network.run(no_control);
}

Played play_scatter_multiport(const Tree& tree, const std::vector<Flits>& lengths,
                              const std::vector<Step>& lam, const TreeLatency& latency,
                              const Pace& pace) {
  LatencyNetwork network(tree, latency, Ports::kMulti);
  for (const Node child : tree.children(0)) {
    std::vector<Node> order;
    for (Node v = 1; v < tree.size(); ++v) {
      const Node a = tree.address(v);
      const bool below = tree.address(child) <= a && a < tree.subtree_end(child);
      if (below && lengths[index_of(v)] > 0) order.push_back(v);
    }
    std::stable_sort(order.begin(), order.end(),
                     [&](Node a, Node b) { return lam[index_of(a)] > lam[index_of(b)]; });
    send_all(lengths, order, pace, network);
  }
  return network.run(no_control);
}

Played play_shoulder_tap(const std::vector<Flits>& lengths, Ports ports, const TreeLatency& latency,
                         const Pace& pace) {
  const auto pes = static_cast<Node>(lengths.size());
  const Tree tree(path_parents(pes));
  LatencyNetwork network(tree, latency, ports);
  if (pes > 1) network.send({1, 0, 1, FlitKind::kTap, 1, 1, latency.reaction_of(1)});
  return network.run([&](const LinkEvent& tap, Step step) {
    const Node i = tap.to;
    const Flits flits = lengths[index_of(i)];
    const Step g = latency.reaction_of(i);
    const bool last = i + 1 == pes;
    const Step free = g + (!last && ports == Ports::kSingle ? 1 : 0) + pace.beta;
    const Step start = std::max(free, tap.value);  // what the port does before is over
    if (flits > 0) network.send_message(i, flits, step + start + pace.tau - 1, pace.tau, false);
    if (last) return;
    // The neighbour's data may be here when this PE's are away, and is under way so long.
    const Step gap =
        g + latency.down_to(i + 1) - 1 + latency.router_of(i) + latency.up_from(i + 1) - 1;
    const Step done = flits > 0 ? start + flits * pace.tau : tap.value;
    network.send({step + g, i, i + 1, FlitKind::kTap, i + 1, 1,
                  std::max(latency.reaction_of(i + 1), done - gap)});
  });
}

namespace {

/// The PEs of a certification: each acts on what it has received.
class Certification {
 public:
  Certification(const Tree& tree, const std::vector<Flits>& lengths,
                const CertificationVariant& variant)
      : tree_(tree),
        lengths_(lengths),
        variant_(variant),
        latency_(variant.latency),
        network_(tree, variant.latency, variant.ports),
        pes_(index_of(tree.size())) {
    if (is_slotted() || is_mirrored()) time_answers();
  }

  Played play() {
    if (tree_.size() == 1) return {};
    informed(0, 1 - latency_.reaction_of(0), 0);
    return network_.run([this](const LinkEvent& flit, Step step) {
      if (flit.kind == FlitKind::kToken) informed(flit.to, step, flit.value);
      if (flit.kind == FlitKind::kCertificate) certified(flit, step);
      if (flit.kind == FlitKind::kOrder) ordered(flit.to, step, flit.value);
    });
  }

 private:
  /// A child of a PE, as the PE sees it.
  struct Child {
    Node node = 0;
    Step lag = 0;
    Flits stream = 0;
    Step trip = 0;     // a: how much later than turn + lag its stream goes on from here
    Step turn = 0;     // p
    Step release = 0;  // r
    Step start = 0;    // in the PE's schedule
  };
  struct Pe {
    std::vector<Node> token_order;
    std::vector<Child> children;  // by index, once they have certified
    Step answer = 0;              // R, or what the broadcast below takes
    Step hold = 0;                // from the token to the certificate
    std::size_t polled = 0;
    Step lag = 0;
    Flits stream = 0;
    std::vector<std::size_t> dispatch;  // positions in children
    std::vector<std::size_t> streams;
  };

  bool is_multiport() const { return variant_.ports == Ports::kMulti; }
  bool is_slotted() const {
    return !is_multiport() && (variant_.sync == Sync::kSlot || variant_.sync == Sync::kSlotIndex);
  }
  bool is_mirrored() const { return !is_multiport() && variant_.sync == Sync::kMirror; }
  bool is_polled() const { return !is_multiport() && variant_.sync == Sync::kSeq; }

  Step sorting(Node v) const {
    const Step d = tree_.child_count(v);
    Step rounds = 0;
    for (Step reach = 1; reach < d; reach *= 2) ++rounds;
    switch (variant_.sort_cost) {
      case SortCost::kZero:
        return 0;
      case SortCost::kOne:
        return d > 0 ? 1 : 0;
      case SortCost::kDegree:
        return d;
      case SortCost::kDegreeLog:
        break;
    }
    return d * rounds;
  }

  // From the sending of a child's token to the reception of its certificate, without its own steps.
  Step crossings(Node child) const { return latency_.down_to(child) + latency_.up_from(child) - 2; }

  // Leaves first: how long each subtree takes when its PE has its token in step 0, and in which
  // order it should be called.
  void time_answers() {
    const std::vector<Node>& order = tree_.depth_first();
    for (auto v = order.rbegin(); v != order.rend(); ++v) {
      Pe& pe = pes_[index_of(*v)];
      pe.token_order = tree_.children(*v);
      const auto answers_in = [&](Node child) {
        const Step back = is_mirrored() ? latency_.down_to(child) - 1 : crossings(child);
        return pes_[index_of(child)].answer + back;
      };
      if (variant_.sync != Sync::kSlotIndex)
        std::stable_sort(pe.token_order.begin(), pe.token_order.end(),
                         [&](Node a, Node b) { return answers_in(a) > answers_in(b); });
      pe.answer =
          is_mirrored() ? told_all(*v) : heard_all(*v) + latency_.reaction_of(*v) + sorting(*v);
    }
  }

  // Last step in which a PE below `v` has its token.
  Step told_all(Node v) const {
    Step last = 0;
    Step sent = latency_.reaction_of(v);
    for (const Node child : pes_[index_of(v)].token_order) {
      last = std::max(last, sent + latency_.down_to(child) - 1 + pes_[index_of(child)].answer);
      ++sent;
    }
    return last;
  }

  // Step in which the last child's certificate is taken: each child asks as soon as it can, and `v`
  // takes one a step of those whose certificate could be there, first come, first served.
  Step heard_all(Node v) {
    std::vector<std::pair<Step, Node>> asking;  // earliest reception
    Step sent = latency_.reaction_of(v);
    for (const Node child : pes_[index_of(v)].token_order) {
      asking.emplace_back(sent + crossings(child) + pes_[index_of(child)].answer, child);
      ++sent;
    }
    Step step = 0;
    while (!asking.empty()) {
      ++step;
      auto first = asking.end();
      for (auto a = asking.begin(); a != asking.end(); ++a) {
        if (a->first <= step && (first == asking.end() || a->first < first->first)) first = a;
      }
      if (first == asking.end()) continue;
      Pe& pe = pes_[index_of(first->second)];
      pe.hold = pe.answer + (step - first->first);
      asking.erase(first);
    }
    return step;
  }

  void send_token(Node v, Node child, Step step, std::int64_t value) {
    network_.send({step, v, child, FlitKind::kToken, child, 1, value});
  }

  // PE `v` has its token.
  void informed(Node v, Step step, std::int64_t value) {
    const Step answers = step + latency_.reaction_of(v);
    Pe& pe = pes_[index_of(v)];
    if (is_polled()) {
      go_on_polling(v, step);
      return;
    }
    if (is_multiport()) {
      for (const Node child : tree_.children(v)) send_token(v, child, answers, 0);
      if (tree_.children(v).empty()) certify(v, answers + sorting(v));
      return;
    }
    // What is left until the last PE has its token: PE 0 knows how long that takes.
    const Step left = v == 0 ? pe.answer : value;
    Step sent = answers;
    for (const Node child : pe.token_order) {
      const Step passed = sent + latency_.down_to(child) - 1 - step;
      send_token(v, child, sent++, is_mirrored() ? left - passed : 0);
    }
    if (v == 0) return;
    if (is_mirrored()) pe.hold = 2 * value + latency_.reaction_of(v);
    if (tree_.children(v).empty()) certify(v, step + pe.hold);
    certificate_due_[v] = step + pe.hold;
  }

  void go_on_polling(Node v, Step step) {
    Pe& pe = pes_[index_of(v)];
    const Step answers = step + latency_.reaction_of(v);
    if (pe.polled < tree_.children(v).size()) {
      send_token(v, tree_.children(v)[pe.polled++], answers, 0);
    } else if (v != 0) {
      certify(v, answers + sorting(v));
    } else {
      begin(step);
    }
  }

  void certified(const LinkEvent& certificate, Step step) {
    const Node v = certificate.to;
    Pe& pe = pes_[index_of(v)];
    const Node child = certificate.from;
    pe.children.push_back({child, certificate.value, certificate.stream,
                           latency_.reaction_of(v) - 1 + crossings(child) + latency_.router_of(v)});
    if (is_polled()) {
      go_on_polling(v, step);
      return;
    }
    if (pe.children.size() < tree_.children(v).size()) return;
    std::sort(pe.children.begin(), pe.children.end(),
              [](const Child& a, const Child& b) { return a.node < b.node; });
    if (v == 0) {
      begin(step);
      return;
    }
    const Step can = step + latency_.reaction_of(v) + sorting(v);
    const Step due = is_multiport() ? can : certificate_due_[v];
    if (due < can) network_.problem("PE " + std::to_string(v) + " certifies before it can");
    certify(v, due);
  }

  void certify(Node v, Step step) {
    plan(v);
    const Pe& pe = pes_[index_of(v)];
    network_.send({step, v, tree_.parent(v), FlitKind::kCertificate, v, 1, pe.lag, pe.stream});
  }

  // The arithmetic of one PE, in the time that begins with its order.
  void plan(Node v) {
    const Rule rule = variant_.rule;
    const bool all = rule == Rule::kPaper || rule == Rule::kTight;
    const bool by_turn = rule == Rule::kPos || rule == Rule::kPosIdx;
    const Flits own = lengths_[index_of(v)];
    const Step tau = variant_.pace.tau;
    Pe& pe = pes_[index_of(v)];
    for (std::size_t j = 0; j < pe.children.size(); ++j)
      if (all || pe.children[j].stream > 0) pe.dispatch.push_back(j);
    if (rule == Rule::kPos) sort_by_slack(pe, own);
    const auto d = static_cast<Step>(pe.dispatch.size());
    Step turn = 0;
    for (const std::size_t j : pe.dispatch) {
      Child& child = pe.children[j];
      child.turn = ++turn;
      const Step waits = is_multiport() ? 1 : (by_turn ? child.turn : d);
      child.release = waits + child.trip + child.lag;
    }
    pe.streams = pe.dispatch;
    std::sort(pe.streams.begin(), pe.streams.end(), [&](std::size_t a, std::size_t b) {
      return std::pair(pe.children[a].release, a) < std::pair(pe.children[b].release, b);
    });
    Step base = latency_.reaction_of(v) + (is_multiport() ? 0 : d);
    if (v == 0 && by_turn && !is_multiport()) base = 0;
    if (own > 0) base += variant_.pace.beta + tau - 1;
    pe.lag = base;
    pe.stream = own;
    Step before = own * tau;  // steps of the stream so far
    Step covered = base + before;
    for (const std::size_t j : pe.streams) {
      const Child& child = pe.children[j];
      if (rule == Rule::kPaper) {
        const Step release = std::max(child.release, base);
        pe.lag += std::max<Step>(0, release - covered);
        covered = release + child.stream * tau;
      } else {
        pe.lag = std::max(pe.lag, child.release - before);
      }
      before += child.stream * tau;
      pe.stream += child.stream;
    }
    Step start = pe.lag + own * tau;
    for (const std::size_t j : pe.streams) {
      pe.children[j].start = start;
      start += pe.children[j].stream * tau;
    }
  }

  void sort_by_slack(Pe& pe, Flits own) const {
    std::vector<std::size_t> by_lag = pe.dispatch;
    std::vector<Step> slack(pe.children.size(), 0);
    const auto late = [&](std::size_t j) { return pe.children[j].lag + pe.children[j].trip; };
    std::stable_sort(by_lag.begin(), by_lag.end(),
                     [&](std::size_t a, std::size_t b) { return late(a) < late(b); });
    Flits before = own;
    for (const std::size_t j : by_lag) {
      slack[j] = before * variant_.pace.tau - late(j);
      before += pe.children[j].stream;
    }
    std::stable_sort(pe.dispatch.begin(), pe.dispatch.end(),
                     [&](std::size_t a, std::size_t b) { return slack[a] < slack[b]; });
  }

  // The root has the last certificate.
  void begin(Step step) {
    plan(0);
    ordered(0, step + sorting(0), pes_[0].lag);
  }

  void ordered(Node v, Step step, std::int64_t value) {
    const Pe& pe = pes_[index_of(v)];
    if (value < pe.lag) network_.problem("PE " + std::to_string(v) + " is ordered too early");
    Step sent = step + latency_.reaction_of(v);
    for (const std::size_t j : pe.dispatch) {
      const Child& child = pe.children[j];
      const Step turn = is_multiport() ? 1 : child.turn;
      // Multiport, every child of the root has a port of its own there.
      const Step s = v == 0 && is_multiport()
                         ? child.lag
                         : child.start + (value - pe.lag) - (turn + child.trip);
      network_.send({sent, v, child.node, FlitKind::kOrder, child.node, 1, s});
      if (!is_multiport()) ++sent;
    }
    if (v == 0) return;
    const Flits own = lengths_[index_of(v)];
    const Step tau = variant_.pace.tau;
    const Step port_free = is_multiport() ? step + latency_.reaction_of(v) - 1 : sent - 1;
    if (own > 0) {
      if (step + value - (variant_.pace.beta + tau - 1) <= port_free)
        network_.problem("PE " + std::to_string(v) + " has no time to begin");
      network_.send_message(v, own, step + value, tau, false);
    }
  }

  const Tree& tree_;
  const std::vector<Flits>& lengths_;
  const CertificationVariant& variant_;
  const TreeLatency& latency_;
  LatencyNetwork network_;
  std::vector<Pe> pes_;
  std::map<Node, Step> certificate_due_;
};

}  // namespace

Played play_certification(const Tree& tree, const std::vector<Flits>& lengths,
                          const CertificationVariant& variant) {
  return Certification(tree, lengths, variant).play();
}

std::string differences(const theory::Prediction& p, const std::vector<LinkEvent>& events,
                        const Played& played) {
  std::string text;
  for (const std::string& problem : played.problems) text += problem + "\n";
  const auto compare = [&](const char* what, Step predicted, Step seen) {
    if (predicted != seen)
      text += std::string(what) + ": predicted " + std::to_string(predicted) + ", played " +
              std::to_string(seen) + "\n";
  };
  compare("finish", p.finish, played.finish);
  compare("quiesce", p.quiesce, played.quiesce);
  for (std::size_t e = 0; e < std::max(events.size(), played.events.size()); ++e) {
    if (e < events.size() && e < played.events.size() && events[e] == played.events[e]) continue;
    text += "event " + std::to_string(e) + " of " + std::to_string(events.size()) + " predicted, " +
            std::to_string(played.events.size()) + " played is another\n";
    for (const auto* list : {&events, &played.events}) {
      if (e >= list->size()) continue;
      const LinkEvent& event = (*list)[e];
      text += std::string("  ") + name_of(event.kind) + " " + std::to_string(event.message) + "," +
              std::to_string(event.index) + " from " + std::to_string(event.from) + " to " +
              std::to_string(event.to) + " in step " + std::to_string(event.step) + ", " +
              std::to_string(event.value) + " " + std::to_string(event.stream) + "\n";
    }
    break;
  }
  if (p.finish < p.lower_bound) text += "below the lower bound\n";
  if (p.bound && p.finish > *p.bound) text += "above the bound\n";
  return text;
}

std::vector<TreeLatency> alike_latencies(Node pes) {
  std::vector<TreeLatency> all;
  for (const Step r : {1, 2, 3})
    for (const Step w : {1, 3})
      for (const Step g : {1, 2}) all.push_back(TreeLatency::uniform(pes, r, w, g));
  return all;
}

std::string text_of(const TreeLatency& latency) {
  std::string text;
  const auto add = [&](const char* name, const std::vector<Step>& steps) {
    text += std::string(" ") + name;
    for (const Step step : steps) text += " " + std::to_string(step);
  };
  add("router", latency.router);
  add("reaction", latency.reaction);
  add("down", latency.down);
  add("up", latency.up);
  return text;
}

}  // namespace flitwise::test
