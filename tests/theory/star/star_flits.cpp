// star_flits.cpp: packets sent when they are there and their turn has come, noted flit by flit.
#include "tests/theory/star/star_flits.h"

#include <algorithm>
#include <set>

namespace flitwise::test {

using theory::StarAlgorithm;
using theory::StarLinkEvent;
using theory::StarPacketKind;

void StarFlits::run(const StarCase& c) {
  if (links_.empty()) list_links(0, -1);
  const std::int64_t items = c.traffic.packets * c.traffic.copies;
  const std::int64_t rounds = (items + graph_.degree() - 1) / graph_.degree();
  switch (c.algorithm) {
    case StarAlgorithm::kTrees:
      return stream(c);
    case StarAlgorithm::kStatic:
      return walk(c, beats_of_a_hop() == 1 ? walk_in_order(rounds) : walk_highest_first(rounds));
    case StarAlgorithm::kAcknowledged:
      return walk_acknowledged(c);
    case StarAlgorithm::kFurthestFirst:
    case StarAlgorithm::kNecklaces:
      return send_ways(c);
  }
}

const std::vector<StarLinkEvent>& StarFlits::packets() {
  std::sort(packets_.begin(), packets_.end());
  return packets_;
}

std::int64_t StarFlits::most_held() const {
  std::int64_t most = 0;
  for (const auto& [port, stays] : stays_) {
    std::vector<std::int64_t> held(static_cast<std::size_t>(last_flit_) + 2, 0);
    for (const auto& [came, left] : stays)
      for (Step end = came; end < left; ++end) ++held[static_cast<std::size_t>(end)];
    most = std::max(most, *std::max_element(held.begin(), held.end()));
  }
  return most;
}

Step StarFlits::beats_of_a_hop() const {
  Step beats = 1;
  while (1 + beats * beat_ < ready(1)) ++beats;
  return beats;
}

void StarFlits::list_links(Node node, int above) {
  for (const int d : trees_.child_dimensions(node, 2)) {
    const int depth = above < 0 ? 1 : links_[static_cast<std::size_t>(above)].depth + 1;
    const auto link = static_cast<int>(links_.size());
    links_.push_back({graph_.neighbour(node, d), d, depth, above, 0});
    list_links(links_.back().child, link);
  }
  if (above < 0) return;
  const Link& link = links_[static_cast<std::size_t>(above)];
  if (link.above < 0) return;
  int& upper = links_[static_cast<std::size_t>(link.above)].height;
  upper = std::max(upper, link.height + 1);
}

/// The cycle in which a router may send on whose packet's head was sent to it in cycle `head`.
Step StarFlits::ready(Step head) const {
  Step waits_for = head;
  if (!pace_.latency.cut_through) waits_for += pace_.flits - 1;
  const Step received = waits_for + (pace_.latency.link - 1);
  return received + pace_.latency.router;
}

std::size_t StarFlits::port(Node from, Node to) const {
  for (int d = 2; d <= graph_.order(); ++d)
    if (graph_.neighbour(from, d) == to)
      return static_cast<std::size_t>(from) * static_cast<std::size_t>(graph_.degree()) +
             static_cast<std::size_t>(d - 2);
  return static_cast<std::size_t>(-1);
}

/// Sends a packet in the cycle that its `step` says.
Step StarFlits::send(const StarLinkEvent& packet) {
  std::vector<bool>& busy = busy_[port(packet.from, packet.to)];
  for (Step cycle = packet.step; cycle < packet.step + pace_.flits; ++cycle) {
    const auto entry = static_cast<std::size_t>(cycle);
    if (busy.size() <= entry) busy.resize(2 * entry + 64, false);
    if (busy[entry]) ++meetings_;
    busy[entry] = true;
    const Step received = cycle + pace_.latency.link - 1;
    last_flit_ = std::max(last_flit_, received);
    if (packet.kind == StarPacketKind::kData) last_data_ = std::max(last_data_, received);
  }
  packets_.push_back(packet);
  return packet.step;
}

/// The first cycle from `from` on in which a node may begin and its link stays free long enough.
Step StarFlits::first_free(Step from, const StarLinkEvent& packet) const {
  const auto found = busy_.find(port(packet.from, packet.to));
  const auto is_free = [&](Step cycle) {
    if (found == busy_.end()) return true;
    for (Step flit = cycle; flit < cycle + pace_.flits; ++flit)
      if (static_cast<std::size_t>(flit) < found->second.size() &&
          found->second[static_cast<std::size_t>(flit)])
        return false;
    return true;
  };
  Step cycle = from;
  while ((cycle - 1) % beat_ != 0 || !is_free(cycle)) ++cycle;
  return cycle;
}

void StarFlits::stay(Node node, Node from, Step came, Step left) {
  if (left > 0) stays_[port(node, from)].push_back({came + pace_.latency.link - 1, left});
}

StarLinkEvent StarFlits::on_link(Node source, int tree, Node parent, Node child) const {
  StarLinkEvent event;
  event.from = graph_.absolute(graph_.rotate(parent, tree - 2), source);
  event.to = graph_.absolute(graph_.rotate(child, tree - 2), source);
  event.source = source;
  event.tree = tree;
  return event;
}

/// Every tree gets one packet after the other, and every node sends it on at once.
void StarFlits::stream(const StarCase& c) {
  const std::int64_t x = c.traffic.copies;
  for (std::int64_t item = 0; item < c.traffic.packets * x; ++item) {
    const int tree = 2 + static_cast<int>(item % graph_.degree());
    std::vector<Step> head(links_.size());
    std::vector<Step> left(links_.size(), 0);
    for (std::size_t i = 0; i < links_.size(); ++i) {
      const Link& link = links_[i];
      const Node parent = graph_.neighbour(link.child, link.dimension);
      StarLinkEvent packet = on_link(c.source, tree, parent, link.child);
      packet.packet = item / x;
      const auto above = static_cast<std::size_t>(link.above);
      packet.step = first_free(link.above < 0 ? 1 : ready(head[above]), packet);
      head[i] = send(packet);
      if (link.above >= 0) left[above] = std::max(left[above], head[i]);
    }
    for (std::size_t i = 0; i < links_.size(); ++i) {
      const Node parent = graph_.neighbour(links_[i].child, links_[i].dimension);
      const StarLinkEvent packet = on_link(c.source, tree, parent, links_[i].child);
      stay(packet.to, packet.from, head[i], left[i]);
    }
  }
}

StarFlits::Slots StarFlits::walk_in_order(std::int64_t rounds) const {
  Slots slots(static_cast<std::size_t>(rounds));
  Step slot = 0;
  for (auto& round : slots)
    for (std::size_t i = 0; i < links_.size(); ++i) round.push_back(slot++);
  return slots;
}

StarFlits::Slots StarFlits::walk_highest_first(std::int64_t rounds) const {
  Slots slots(static_cast<std::size_t>(rounds), std::vector<Step>(links_.size(), -1));
  std::size_t left = slots.size() * links_.size();
  for (Step slot = 0; left > 0; ++slot) {
    Step* best = nullptr;
    int height = -1;
    for (auto& round : slots) {
      for (std::size_t i = 0; i < links_.size(); ++i) {
        if (round[i] >= 0 || links_[i].height <= height) continue;
        if (links_[i].above >= 0) {
          const Step above = round[static_cast<std::size_t>(links_[i].above)];
          if (above < 0 || 1 + slot * beat_ < ready(1 + above * beat_)) continue;
        }
        best = &round[i];
        height = links_[i].height;
      }
    }
    if (best == nullptr) continue;
    *best = slot;
    --left;
  }
  return slots;
}

/// Every source sends on every tree's image of a link in that link's slot.
void StarFlits::walk(const StarCase& c, const Slots& slots) {
  const std::int64_t x = c.traffic.copies;
  for (Node source = 0; source < graph_.size(); ++source) {
    for (std::int64_t item = 0; item < c.traffic.packets * x; ++item) {
      const int tree = 2 + static_cast<int>(item % graph_.degree());
      const auto& slot = slots[static_cast<std::size_t>(item / graph_.degree())];
      std::vector<Step> left(links_.size(), 0);
      for (std::size_t i = links_.size(); i-- > 0;) {
        const Link& link = links_[i];
        const Node parent = graph_.neighbour(link.child, link.dimension);
        StarLinkEvent packet = on_link(source, tree, parent, link.child);
        packet.packet = item / x;
        packet.step = 1 + slot[i] * beat_;
        send(packet);
        stay(packet.to, packet.from, packet.step, left[i]);
        if (link.above < 0) continue;
        const auto above = static_cast<std::size_t>(link.above);
        left[above] = std::max(left[above], packet.step);
        if (packet.step < ready(1 + slot[above] * beat_)) ++early_;
      }
    }
  }
}

/// A token: a group goes down a link, packet by packet, then the subtree, then a packet goes back.
void StarFlits::walk_acknowledged(const StarCase& c) {
  const std::int64_t x = c.traffic.copies;
  const std::int64_t items = c.traffic.packets * x;
  const std::int64_t group = (items + graph_.degree() - 1) / graph_.degree();
  std::vector<Step> down(links_.size());
  std::vector<Step> up(links_.size());
  Step slot = 0;
  std::vector<std::size_t> open;
  const auto close = [&](int above) {
    for (; !open.empty() && static_cast<int>(open.back()) != above; open.pop_back())
      up[open.back()] = slot++;
  };
  for (std::size_t i = 0; i < links_.size(); ++i) {
    close(links_[i].above);
    down[i] = slot;
    slot += group;
    open.push_back(i);
  }
  close(-1);

  for (Node source = 0; source < graph_.size(); ++source) {
    for (int tree = 2; tree <= graph_.order(); ++tree) {
      const std::int64_t load = (items + graph_.degree() - 1 - (tree - 2)) / graph_.degree();
      std::vector<Step> left(links_.size(), -1);
      for (std::size_t i = links_.size(); i-- > 0 && load > 0;) {
        const Link& link = links_[i];
        const Node parent = graph_.neighbour(link.child, link.dimension);
        StarLinkEvent packet = on_link(source, tree, parent, link.child);
        for (std::int64_t k = 0; k < load; ++k) {
          packet.packet = (k * graph_.degree() + tree - 2) / x;
          packet.step = 1 + (down[i] + k) * beat_;
          send(packet);
          const Step last_left = left[i] < 0 ? 0 : 1 + (left[i] + k) * beat_;
          stay(packet.to, packet.from, packet.step, last_left);
          if (link.above >= 0 &&
              packet.step < ready(1 + (down[static_cast<std::size_t>(link.above)] + k) * beat_))
            ++early_;
        }
        if (link.above >= 0) {
          Step& last = left[static_cast<std::size_t>(link.above)];
          last = std::max(last, down[i]);
          if (1 + up[static_cast<std::size_t>(link.above)] * beat_ < ready(1 + up[i] * beat_))
            ++early_;
        }
        StarLinkEvent back = packet;
        std::swap(back.from, back.to);
        back.kind = StarPacketKind::kAcknowledgement;
        back.packet = 0;
        back.step = 1 + up[i] * beat_;
        if (back.step < ready(packet.step)) ++early_;
        send(back);
      }
    }
  }
}

/// Farthest first. Of a scatter every packet follows as soon as ports let it. In an exchange it
/// begins in the first slot that nobody has taken, and goes on as soon as it can.
void StarFlits::send_ways(const StarCase& c) {
  const bool is_alone = c.algorithm == StarAlgorithm::kFurthestFirst;
  const theory::StarSelection selection = theory::select_addresses(trees_, c.traffic.copies);
  const Step hop = beats_of_a_hop();
  std::set<Step> taken;
  Step free = 0;
  for (const Node u : selection.addresses) {
    const std::vector<int> route = trees_.route(u, 2);
    for (std::int64_t number = 0; number < c.traffic.packets; ++number) {
      while (taken.count(free) != 0) ++free;
      for (std::size_t e = 0; e < route.size(); ++e)
        if (!is_alone && !taken.insert(free + static_cast<Step>(e) * hop).second) ++meetings_;
      for (Node source = is_alone ? c.source : 0;
           source <= (is_alone ? c.source : graph_.size() - 1); ++source) {
        for (int tree = 2; tree <= graph_.order(); ++tree) {
          Node at = source;
          Step head = 0;
          for (std::size_t e = 0; e < route.size(); ++e) {
            StarLinkEvent packet;
            packet.from = at;
            packet.to = graph_.neighbour(at, graph_.rotate_dimension(route[e], tree - 2));
            packet.source = source;
            packet.destination = graph_.absolute(graph_.rotate(u, tree - 2), source);
            packet.tree = tree;
            packet.packet = number;
            if (is_alone)
              packet.step = first_free(e == 0 ? 1 : ready(head), packet);
            else
              packet.step = 1 + (free + static_cast<Step>(e) * hop) * beat_;
            if (e > 0) {
              if (packet.step < ready(head)) ++early_;
              stay(at, packets_.back().from, head, packet.step);
            }
            head = send(packet);
            at = packet.to;
          }
        }
      }
    }
  }
}

}  // namespace flitwise::test
