// star_operations.cpp: lists of link events on star graphs, looked at packet by packet.
#include "tests/theory/star/star_operations.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace flitwise::test {

using theory::StarAlgorithm;
using theory::StarCopies;
using theory::StarFaults;
using theory::StarLinkEvent;
using theory::StarPacketKind;

namespace {

/// One number for a packet's copy at a node.
std::uint64_t copy_at(const StarLinkEvent& event, Node node) {
  std::uint64_t key = static_cast<std::uint64_t>(event.packet);
  key = key << 3 | static_cast<std::uint64_t>(event.tree - 2);
  key = key << 14 | static_cast<std::uint64_t>(event.source);
  key = key << 14 | static_cast<std::uint64_t>(event.destination + 1);
  return key << 14 | static_cast<std::uint64_t>(node);
}

int dimension_of(const StarGraph& graph, const StarLinkEvent& event) {
  for (int d = 2; d <= graph.order(); ++d)
    if (graph.neighbour(event.from, d) == event.to) return d;
  return 0;
}

bool is_data(const StarLinkEvent& event) { return event.kind == StarPacketKind::kData; }

/// Which links pass nothing.
class DeadElements {
 public:
  DeadElements(const StarGraph& graph, const StarFaults& faults)
      : nodes_(faults.nodes.begin(), faults.nodes.end()), from_step_(faults.from_step) {
    for (const auto& [node, d] : faults.links) {
      links_.insert({node, graph.neighbour(node, d)});
      links_.insert({graph.neighbour(node, d), node});
    }
  }
  bool has(Node v) const { return nodes_.count(v) != 0; }
  bool stop(const StarLinkEvent& event) const {
    return event.step >= from_step_ &&
           (has(event.from) || has(event.to) || links_.count({event.from, event.to}) != 0);
  }
  std::size_t count() const { return nodes_.size() + links_.size() / 2; }

 private:
  std::set<Node> nodes_;
  std::set<std::pair<Node, Node>> links_;
  Step from_step_;
};

void add(const StarFaults& element, StarFaults& faults) {
  faults.nodes.insert(faults.nodes.end(), element.nodes.begin(), element.nodes.end());
  faults.links.insert(faults.links.end(), element.links.begin(), element.links.end());
}

void extend(const std::vector<StarFaults>& elements, std::size_t first, int most,
            const StarFaults& faults, const std::function<void(const StarFaults&)>& look) {
  look(faults);
  if (most == 0) return;
  for (std::size_t i = first; i < elements.size(); ++i) {
    StarFaults more = faults;
    add(elements[i], more);
    extend(elements, i + 1, most - 1, more, look);
  }
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const StarCase& c) {
  constexpr const char* kNames[] = {"broadcast", "multinode", "acknowledged", "scatter",
                                    "exchange"};
  return out << kNames[static_cast<int>(c.algorithm)] << " n " << c.order << " rule "
             << (c.rule == StarRule::kP ? 'P' : 'Q') << " m " << c.traffic.packets << " x "
             << c.traffic.copies << " source " << c.source;
}

void expect_link_rules(const StarGraph& graph, const std::vector<StarLinkEvent>& events) {
  std::unordered_map<std::uint64_t, Step> came;
  const StarLinkEvent* before = nullptr;
  for (const StarLinkEvent& event : events) {
    ASSERT_GE(event.step, 1);
    ASSERT_NE(dimension_of(graph, event), 0) << event.from << " to " << event.to;
    if (before != nullptr) {
      ASSERT_TRUE(std::tie(before->step, before->from, before->to) <
                  std::tie(event.step, event.from, event.to))
          << "step " << event.step << ": two packets from " << event.from << " to " << event.to;
    }
    before = &event;
    if (!is_data(event)) continue;
    if (event.from != event.source) {
      const auto here = came.find(copy_at(event, event.from));
      ASSERT_TRUE(here != came.end() && here->second < event.step) << "step " << event.step;
    }
    ASSERT_TRUE(came.insert({copy_at(event, event.to), event.step}).second)
        << "step " << event.step << ": node " << event.to << " has that copy already";
  }
}

std::int64_t most_held(const StarGraph& graph, const std::vector<StarLinkEvent>& events) {
  std::unordered_map<std::uint64_t, Step> last_sent;
  for (const StarLinkEvent& event : events)
    if (is_data(event)) last_sent[copy_at(event, event.from)] = event.step;
  std::map<std::pair<Node, int>, std::vector<std::pair<Step, int>>> changes;
  for (const StarLinkEvent& event : events) {
    const auto sent = last_sent.find(copy_at(event, event.to));
    if (!is_data(event) || sent == last_sent.end()) continue;
    auto& port = changes[{event.to, dimension_of(graph, event)}];
    port.emplace_back(event.step, 1);
    port.emplace_back(sent->second, -1);
  }
  std::int64_t most = 0;
  for (auto& [port, list] : changes) {
    std::sort(list.begin(), list.end());
    std::int64_t held = 0;
    for (const auto& [step, change] : list) most = std::max(most, held += change);
  }
  return most;
}

StarCopies replay(const StarCase& c, const StarTrees& trees, const StarFaults& faults) {
  const StarGraph& graph = trees.graph();
  const DeadElements dead(graph, faults);
  std::unordered_set<std::uint64_t> there;
  std::set<std::pair<Node, int>> ended;
  StarCopies result;
  result.received.resize(static_cast<std::size_t>(graph.size()));
  std::map<std::tuple<Node, Node, std::int64_t>, int> count;  // source, node, packet
  for (const StarLinkEvent& event : events(c, trees)) {
    if (event.from != event.source && is_data(event) &&
        there.count(copy_at(event, event.from)) == 0)
      continue;
    if (ended.count({event.source, event.tree}) != 0) continue;
    if (dead.stop(event)) {
      if (c.algorithm == StarAlgorithm::kAcknowledged) ended.insert({event.source, event.tree});
      continue;
    }
    if (!is_data(event)) continue;
    there.insert(copy_at(event, event.to));
    if (event.destination != kNoNode && event.destination != event.to) continue;
    ++result.received[static_cast<std::size_t>(event.to)];
    ++count[{event.source, event.to, event.packet}];
  }

  result.least.resize(static_cast<std::size_t>(graph.size()));
  result.histogram.resize(static_cast<std::size_t>(graph.order()));
  for (Node source = 0; source < graph.size(); ++source) {
    if (has_one_source(c.algorithm) && source != c.source) continue;
    for (Node v = 0; v < graph.size(); ++v) {
      if (v == source || dead.has(v) || dead.has(source)) continue;
      for (std::int64_t q = 0; q < c.traffic.packets; ++q) {
        const int copies = count[{source, v, q}];
        auto& least = result.least[static_cast<std::size_t>(v)];
        least = std::min(copies, least.value_or(copies));
        ++result.histogram[static_cast<std::size_t>(copies)];
      }
    }
  }
  return result;
}

std::vector<StarFaults> elements_but(const StarGraph& graph, Node source) {
  std::vector<StarFaults> elements;
  for (Node v = 0; v < graph.size(); ++v) {
    if (v != source) elements.push_back({{v}, {}, 1});
    for (int d = 2; d <= graph.order(); ++d)
      if (v < graph.neighbour(v, d)) elements.push_back({{}, {{v, d}}, 1});
  }
  return elements;
}

void for_all_subsets(const std::vector<StarFaults>& elements, int most,
                     const std::function<void(const StarFaults&)>& look) {
  extend(elements, 0, most, {}, look);
}

StarFaults random_faults(const StarGraph& graph, int count, std::mt19937_64& random) {
  std::vector<StarFaults> elements = elements_but(graph, kNoNode);
  StarFaults faults;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    std::swap(elements[i], elements[i + random() % (elements.size() - i)]);
    add(elements[i], faults);
  }
  return faults;
}

}  // namespace flitwise::test
