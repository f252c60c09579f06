#include "tests/theory/support/link_rules.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace flitwise::test {
namespace {

bool is_data(const LinkEvent& e) { return e.kind == FlitKind::kData || e.kind == FlitKind::kEnd; }

std::string text_of(const LinkEvent& e) {
  return std::string(name_of(e.kind)) + " " + std::to_string(e.message) + "," +
         std::to_string(e.index) + " from PE " + std::to_string(e.from) + " to PE " +
         std::to_string(e.to) + " in step " + std::to_string(e.step);
}

/// Steps of the control flits of a certification, by the PE that they are about.
struct ControlSteps {
  std::map<Node, LinkEvent> token, certificate, order;

  explicit ControlSteps(const std::vector<LinkEvent>& events) {
    for (const LinkEvent& e : events) {
      if (e.kind == FlitKind::kToken) token.emplace(e.message, e);
      if (e.kind == FlitKind::kCertificate) certificate.emplace(e.message, e);
      if (e.kind == FlitKind::kOrder) order.emplace(e.message, e);
    }
  }
};

/// First step in which each PE sends data of any origin.
std::map<Node, Step> first_data_steps(const std::vector<LinkEvent>& events) {
  std::map<Node, Step> first;
  for (const LinkEvent& e : events) {
    if (is_data(e)) {
      const auto known = first.emplace(e.from, e.step).first;
      known->second = std::min(known->second, e.step);
    }
  }
  return first;
}

void check_polling(const Tree& tree, const ControlSteps& control, Node v, Problems& problems) {
  const std::string pe = "PE " + std::to_string(v);
  const Step certified = control.certificate.at(v).step;
  const Step token = control.token.at(v).step;
  if (tree.children(v).empty() && certified != token + 1)
    problems.push_back(pe + " is a leaf and does not answer its token at once");
  Step free = token + 1;  // polls one child at a time
  for (const Node child : tree.children(v)) {
    if (control.token.at(child).step != free)
      problems.push_back(pe + " does not poll PE " + std::to_string(child) + " in turn");
    free = control.certificate.at(child).step + 1;
  }
  if (certified != free) problems.push_back(pe + " does not certify after its last child");
}

/// `ordered` is the step in which PE v was ordered, or T_sync at the root.
void check_orders(const Tree& tree, const ControlSteps& control, Node v, Step ordered,
                  Problems& problems) {
  Step step = ordered;
  for (const Node child : tree.children(v)) {
    if (control.order.at(child).step != ++step)
      problems.push_back("PE " + std::to_string(v) + " does not order PE " + std::to_string(child) +
                         " in turn");
  }
}

}  // namespace

Problems link_problems(const Tree& tree, const std::vector<LinkEvent>& events) {
  Problems problems;
  for (const LinkEvent& e : events) {
    const bool known = std::min(e.from, e.to) >= 0 && std::max(e.from, e.to) < tree.size();
    const bool linked = known && (tree.parent(e.from) == e.to || tree.parent(e.to) == e.from);
    if (!linked || e.step < 1) problems.push_back("no such link or step: " + text_of(e));
  }
  return problems;
}

Problems port_problems(const std::vector<LinkEvent>& events) {
  Problems problems;
  std::set<std::pair<Step, Node>> sends;
  std::set<std::pair<Step, Node>> receives;
  for (const LinkEvent& e : events) {
    if (!sends.emplace(e.step, e.from).second) problems.push_back("second send: " + text_of(e));
    if (!receives.emplace(e.step, e.to).second) problems.push_back("second receive: " + text_of(e));
  }
  return problems;
}

Problems delivery_problems(const Tree& tree, const std::vector<Flits>& lengths,
                           const std::vector<LinkEvent>& events, Direction direction) {
  Problems problems;
  std::map<std::pair<Node, Flits>, std::map<std::pair<Node, Node>, Step>> crossings;
  for (const LinkEvent& e : events) {
    if (!is_data(e)) continue;
    if (!crossings[{e.message, e.index}].emplace(std::pair(e.from, e.to), e.step).second)
      problems.push_back("crosses twice: " + text_of(e));
  }
  std::size_t expected = 0;
  for (Node v = 1; v < tree.size(); ++v) {
    std::vector<Node> route = tree.path_up(v);
    if (direction == Direction::kScatter) std::reverse(route.begin(), route.end());
    std::optional<Step> first;
    for (Flits k = 1; k <= lengths[static_cast<std::size_t>(v)]; ++k) {
      const std::string flit = "flit " + std::to_string(k) + " of message " + std::to_string(v);
      const auto& steps = crossings[{v, k}];
      ++expected;
      for (std::size_t h = 0; h + 1 < route.size(); ++h) {
        const auto hop = steps.find({route[h], route[h + 1]});
        if (hop == steps.end()) {
          problems.push_back(flit + " does not cross link " + std::to_string(h + 1));
          break;
        }
        if (!first) first = hop->second;
        if (hop->second != *first + k - 1 + static_cast<Step>(h))
          problems.push_back(flit + " is not in time on link " + std::to_string(h + 1));
      }
      if (steps.size() != route.size() - 1) problems.push_back(flit + " leaves its way");
    }
  }
  if (crossings.size() != expected) problems.push_back("there are flits of no message");
  return problems;
}

Problems certification_problems(const Tree& tree, const std::vector<Flits>& lengths,
                                const std::vector<LinkEvent>& events) {
  Problems problems;
  if (tree.size() == 1) return problems;
  const ControlSteps control(events);
  const std::map<Node, Step> first_data = first_data_steps(events);
  const Step t_sync = control.certificate.at(tree.children(0).back()).step;
  check_orders(tree, control, 0, t_sync, problems);
  for (Node v = 1; v < tree.size(); ++v) {
    const std::string pe = "PE " + std::to_string(v);
    const LinkEvent& order = control.order.at(v);
    check_polling(tree, control, v, problems);
    check_orders(tree, control, v, order.step, problems);
    if (order.value < control.certificate.at(v).value)
      problems.push_back(pe + " is ordered before it can");
    Flits below = 0;
    for (Node a = tree.address(v); a < tree.subtree_end(v); ++a)
      below += lengths[static_cast<std::size_t>(tree.node_at(a))];
    if (control.certificate.at(v).stream != below) problems.push_back(pe + " certifies wrong n");
    const auto first = first_data.find(v);
    if ((first != first_data.end()) != (below > 0))
      problems.push_back(pe + " is silent or should be");
    if (first != first_data.end() && first->second != order.step + order.value)
      problems.push_back(pe + " does not start as ordered");
    if (first != first_data.end() && first->second <= order.step + tree.child_count(v))
      problems.push_back(pe + " sends data before its last order");
  }
  return problems;
}

Step last_delivery(const std::vector<LinkEvent>& events, Direction direction) {
  Step last = 0;
  for (const LinkEvent& e : events) {
    const Node destination = direction == Direction::kScatter ? e.message : 0;
    if (is_data(e) && e.to == destination) last = std::max(last, e.step);
  }
  return last;
}

Step last_activity(const std::vector<LinkEvent>& events) {
  Step last = 0;
  for (const LinkEvent& e : events) last = std::max(last, e.step);
  return last;
}

std::string lines(const Problems& problems) {
  std::string text;
  for (const std::string& problem : problems) text += problem + "\n";
  return text;
}

}  // namespace flitwise::test
