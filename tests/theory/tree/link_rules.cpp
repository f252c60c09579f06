#include "tests/theory/tree/link_rules.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <tuple>
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

/// Everything that the checks of one run look at.
struct Run {
  const Tree& tree;
  const std::vector<Flits>& lengths;
  const theory::CertificationVariant& variant;
  const ControlSteps control;
  const std::map<Node, Step> first_data;

  Flits flits_below(Node v) const {
    Flits flits = 0;
    for (Node a = tree.address(v); a < tree.subtree_end(v); ++a)
      flits += lengths[static_cast<std::size_t>(tree.node_at(a))];
    return flits;
  }

  /// K(d) of PE `v`.
  Step sorting(Node v) const {
    const Step d = tree.child_count(v);
    if (d == 0 || variant.sort_cost == theory::SortCost::kZero) return 0;
    if (variant.sort_cost == theory::SortCost::kOne) return 1;
    if (variant.sort_cost == theory::SortCost::kDegree) return d;
    return d * static_cast<Step>(std::ceil(std::log2(static_cast<double>(d))));
  }

  /// Step in which PE `v` knows the certificates of its children, its own token at the least.
  Step informed(Node v) const {
    Step step = v == 0 ? 0 : control.token.at(v).step;
    for (const Node child : tree.children(v))
      step = std::max(step, control.certificate.at(child).step);
    return step;
  }

  bool is_multiport() const { return variant.ports == theory::Ports::kMulti; }
};

/// Polling and multiport synchronisation leave no choice; the others may take longer than needed.
bool answers_at_once(const theory::CertificationVariant& variant) {
  return variant.ports == theory::Ports::kMulti || variant.sync == theory::Sync::kSeq;
}

/// Tokens go down one after another, right after the token of the PE, in any order.
void check_tokens(const Run& run, Node v, Problems& problems) {
  std::vector<Step> steps;
  for (const Node child : run.tree.children(v)) steps.push_back(run.control.token.at(child).step);
  std::sort(steps.begin(), steps.end());
  Step expected = v == 0 ? 0 : run.control.token.at(v).step;
  if (run.is_multiport()) ++expected;
  for (const Step step : steps) {
    if (step != (run.is_multiport() ? expected : ++expected))
      problems.push_back("PE " + std::to_string(v) + " does not pass its token on at once");
  }
}

/// Polls one child at a time, by index.
void check_polling(const Run& run, Node v, Problems& problems) {
  Step free = v == 0 ? 1 : run.control.token.at(v).step + 1;
  for (const Node child : run.tree.children(v)) {
    if (run.control.token.at(child).step != free)
      problems.push_back("PE " + std::to_string(v) + " does not poll PE " + std::to_string(child) +
                         " in turn");
    free = run.control.certificate.at(child).step + 1;
  }
}

void check_certificate(const Run& run, Node v, Problems& problems) {
  const std::string pe = "PE " + std::to_string(v);
  const LinkEvent& certificate = run.control.certificate.at(v);
  const Step earliest = run.informed(v) + run.sorting(v) + 1;
  if (certificate.step < earliest) problems.push_back(pe + " certifies before it can");
  if (answers_at_once(run.variant) && certificate.step > earliest)
    problems.push_back(pe + " certifies later than it can");
  if (certificate.stream != run.flits_below(v)) problems.push_back(pe + " certifies wrong n");
}

/// `ordered` is the step in which PE `v` was ordered, or that of the virtual order at the root.
void check_orders(const Run& run, Node v, Step ordered, Problems& problems) {
  const theory::Rule rule = run.variant.rule;
  const bool orders_all = rule == theory::Rule::kPaper || rule == theory::Rule::kTight;
  std::vector<Step> steps;
  for (const Node child : run.tree.children(v)) {
    const auto order = run.control.order.find(child);
    const bool is_ordered = order != run.control.order.end();
    if (is_ordered != (orders_all || run.flits_below(child) > 0))
      problems.push_back("PE " + std::to_string(child) + " is ordered or not against the rule");
    if (is_ordered) steps.push_back(order->second.step);
  }
  if (rule == theory::Rule::kPos) std::sort(steps.begin(), steps.end());
  Step expected = run.is_multiport() ? ordered + 1 : ordered;
  for (const Step step : steps) {
    if (step != (run.is_multiport() ? expected : ++expected))
      problems.push_back("PE " + std::to_string(v) + " does not send its orders in turn");
  }
}

void check_start(const Run& run, Node v, Problems& problems) {
  const std::string pe = "PE " + std::to_string(v);
  const auto first = run.first_data.find(v);
  const auto order = run.control.order.find(v);
  const bool is_ordered = order != run.control.order.end();
  if (is_ordered && order->second.value < run.control.certificate.at(v).value)
    problems.push_back(pe + " is ordered before it can");
  if ((first != run.first_data.end()) != (run.flits_below(v) > 0))
    problems.push_back(pe + " is silent or should be");
  if (first == run.first_data.end()) return;
  if (!is_ordered || first->second != order->second.step + order->second.value)
    problems.push_back(pe + " does not start as ordered");
  for (const Node child : run.tree.children(v)) {
    const auto passed_on = run.control.order.find(child);
    if (!run.is_multiport() && passed_on != run.control.order.end() &&
        first->second <= passed_on->second.step)
      problems.push_back(pe + " sends data before its last order");
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

Problems port_problems(const std::vector<LinkEvent>& events, theory::Ports ports) {
  Problems problems;
  const bool single = ports == theory::Ports::kSingle;
  std::set<std::tuple<Step, Node, Node>> sends;
  std::set<std::tuple<Step, Node, Node>> receives;
  for (const LinkEvent& e : events) {
    if (!sends.emplace(e.step, e.from, single ? kNoNode : e.to).second)
      problems.push_back("second send: " + text_of(e));
    if (!receives.emplace(e.step, e.to, single ? kNoNode : e.from).second)
      problems.push_back("second receive: " + text_of(e));
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
                                const theory::CertificationVariant& variant,
                                const std::vector<LinkEvent>& events) {
  Problems problems;
  if (tree.size() == 1) return problems;
  const Run run{tree, lengths, variant, ControlSteps(events), first_data_steps(events)};
  const bool polls = variant.ports == theory::Ports::kSingle && variant.sync == theory::Sync::kSeq;
  for (Node v = 0; v < tree.size(); ++v) {
    polls ? check_polling(run, v, problems) : check_tokens(run, v, problems);
    const auto order = run.control.order.find(v);
    if (v == 0)
      check_orders(run, v, run.informed(v) + run.sorting(v), problems);
    else if (order != run.control.order.end())
      check_orders(run, v, order->second.step, problems);
    if (v == 0) continue;
    check_certificate(run, v, problems);
    check_start(run, v, problems);
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

std::string violations(const EventList& list) {
  std::string text = lines(link_problems(list.tree, list.events)) +
                     lines(port_problems(list.events, list.ports)) +
                     lines(delivery_problems(list.tree, list.sent, list.events, list.direction));
  const theory::Prediction& p = list.prediction;
  if (!std::is_sorted(list.events.begin(), list.events.end())) text += "not sorted\n";
  if (last_delivery(list.events, list.direction) != p.finish) text += "finish is another\n";
  if (last_activity(list.events) != p.quiesce) text += "quiesce is another\n";
  if (p.finish < p.lower_bound) text += "below the lower bound\n";
  if (p.bound && p.finish > *p.bound) text += "above the bound\n";
  return text;
}

}  // namespace flitwise::test
