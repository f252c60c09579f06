// star_runs.cpp: what is asked as YAML, and what is measured.
#include "tests/system/star/star_runs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include "tests/support/draw.h"

namespace flitwise::testing_support {

namespace {

// What may go wrong, or start late, in such an operation.
std::string random_trouble(test::Draw& draw, const StarAsk& ask, bool is_spaced) {
  const bool walks = ask.operation == "multinode acknowledged";
  const Node nodes = StarGraph(ask.order).size();
  const int kind = draw.between(0, 7);
  if (kind == 0 && has_root(ask))
    return fmt::format("skew: {{most: 9, seed: {}}}", draw.between(1, 99));
  if (kind == 1 && !walks && !is_spaced && (ask.packets == 1 || ask.flits > 1))
    return fmt::format("corrupt: {{probability: 0.01, seed: {}}}", draw.between(1, 99));
  if (kind == 2 && ask.operation == "multinode" && ask.copies > 1) return "vote: true";
  if (kind > 3) return "";
  Node dead = draw.between(0, nodes - 1);
  if (has_root(ask) && dead == ask.root) dead = (dead + 1) % nodes;
  const int step = walks || is_spaced ? 1 : draw.between(1, 6);
  const std::string faults = kind == 3
                                 ? faults_option({}, {{dead, draw.between(2, ask.order)}},
                                                 fmt::format("from_step: {}", step))
                                 : faults_option({dead}, {}, fmt::format("from_step: {}", step));
  return (walks ? "timeout: auto, " : "") + faults;
}

// With `hop` cycles from link to link.
bool can_cut_through(const StarAsk& ask, Step hop, bool is_spaced) {
  if (ask.options.find("corrupt") != std::string::npos) return false;
  if (ask.options.find("from_step") != std::string::npos &&
      ask.options.find("from_step: 1}") == std::string::npos)
    return false;
  if (ask.operation == "exchange") return is_spaced ? hop % ask.flits == 0 : hop >= ask.flits;
  return is_spaced || !has_root(ask) || hop >= ask.flits;
}

}  // namespace

// Each order, number of flits and router latency is a model to compile: there are few.
StarAsk random_ask(std::uint64_t seed, Step most_link) {
  static const std::vector<std::string> operations{"broadcast", "multinode",
                                                   "multinode acknowledged", "scatter", "exchange"};
  test::Draw draw(seed);
  StarAsk ask;
  ask.order = draw.between(0, 3) == 0 ? 4 : 3;
  ask.operation = operations[static_cast<std::size_t>(draw.between(0, 4))];
  ask.packets = draw.between(1, 3);
  ask.copies = draw.between(1, ask.order - 1);
  ask.rule = draw.between(0, 2) == 0 ? StarRule::kP : StarRule::kQ;
  ask.flits = ask.order == 4 ? 4 : draw.between(1, 3);
  ask.root = draw.between(0, StarGraph(ask.order).size() - 1);
  const int router = ask.order == 4 ? draw.between(1, 3) : 1 << draw.between(0, 2);
  const int link = draw.between(1, static_cast<int>(most_link));
  ask.options = fmt::format("router_latency: {}, link_latency: {}", router, link);
  const bool can_be_spaced =
      ask.operation != "multinode acknowledged" &&
      (ask.operation != "exchange" || (ask.flits + router + link - 2) % ask.flits == 0);
  const bool is_spaced = can_be_spaced && draw.between(0, 1) == 0;
  if (is_spaced) ask.options += ", slots: spaced";
  const std::string trouble = random_trouble(draw, ask, is_spaced);
  if (!trouble.empty()) ask.options += ", " + trouble;
  if (ask.order == 3 && router <= 2 && can_cut_through(ask, router + link - 1, is_spaced) &&
      draw.between(0, 1) == 0)
    ask.options += ", switching: cut-through";
  return ask;
}

StarAsk ask_for(int order, const std::string& operation, int copies) {
  StarAsk ask;
  ask.order = order;
  ask.operation = operation;
  ask.copies = copies;
  return ask;
}

bool has_root(const StarAsk& ask) {
  return ask.operation == "broadcast" || ask.operation == "scatter";
}

std::string text_of(const StarAsk& ask) {
  const std::size_t space = ask.operation.find(' ');
  std::string text =
      fmt::format("network: {{kind: star-graph, n: {}}}\noperation: {}\npackets: {}\ncopies: {}\n",
                  ask.order, ask.operation.substr(0, space), ask.packets, ask.copies);
  if (space != std::string::npos) text += "algorithm: " + ask.operation.substr(space + 1) + "\n";
  if (has_root(ask)) text += fmt::format("root: {}\n", ask.root);
  return text + fmt::format("options: {{rule: {}, flits: {}{}{}}}\n",
                            ask.rule == StarRule::kQ ? "Q" : "P", ask.flits,
                            ask.options.empty() ? "" : ", ", ask.options);
}

std::int64_t measured(const Result& result, const std::string& figure, const std::string& member) {
  Figure found = result.measured.find(figure).value_or(Figure());
  if (!member.empty()) {
    Figure inner;
    if (found.members() != nullptr)
      for (const auto& [name, value] : *found.members())
        if (name == member) inner = value;
    found = inner;
  }
  return found.number().value_or(-1);
}

std::string faults_option(const std::vector<Node>& nodes,
                          const std::vector<std::pair<Node, int>>& links, const std::string& rest) {
  if (nodes.empty() && links.empty()) return "";
  std::vector<std::string> parts;
  if (!nodes.empty()) parts.push_back(fmt::format("nodes: [{}]", fmt::join(nodes, ", ")));
  std::vector<std::string> ends;
  for (const auto& [node, dimension] : links)
    ends.push_back(fmt::format("[{}, {}]", node, dimension));
  if (!ends.empty()) parts.push_back(fmt::format("links: [{}]", fmt::join(ends, ", ")));
  if (!rest.empty()) parts.push_back(rest);
  return fmt::format("faults: {{{}}}", fmt::join(parts, ", "));
}

const std::vector<std::string>& star_operations() {
  static const std::vector<std::string> operations{"broadcast", "multinode", "scatter", "exchange"};
  return operations;
}

std::vector<StarElement> elements_of(const StarAsk& ask) {
  const StarGraph graph(ask.order);
  std::vector<StarElement> elements;
  for (Node v = 0; v < graph.size(); ++v)
    if (!has_root(ask) || v != ask.root) elements.push_back({v, 0});
  for (Node v = 0; v < graph.size(); ++v)
    for (int d = 2; d <= ask.order; ++d)
      if (v < graph.neighbour(v, d)) elements.push_back({v, d});
  return elements;
}

void check_fault_set(StarAsk ask, const std::vector<StarElement>& dead) {
  std::vector<Node> nodes;
  std::vector<std::pair<Node, int>> links;
  for (const StarElement& element : dead) {
    if (element.dimension == 0)
      nodes.push_back(element.node);
    else
      links.emplace_back(element.node, element.dimension);
  }
  ask.options = faults_option(nodes, links);
  const Result result = expect_pass(text_of(ask));
  EXPECT_GE(measured(result, "copies", "min"), ask.copies - static_cast<int>(dead.size()))
      << text_of(ask);
}

int check_all_fault_sets(const StarAsk& ask, int most) {
  const std::vector<StarElement> all = elements_of(ask);
  int sets = 1;
  check_fault_set(ask, {});
  for (std::size_t a = 0; a < all.size() && most > 0; ++a) {
    check_fault_set(ask, {all[a]});
    ++sets;
    for (std::size_t b = a + 1; b < all.size() && most > 1; ++b) {
      check_fault_set(ask, {all[a], all[b]});
      ++sets;
    }
  }
  return sets;
}

}  // namespace flitwise::testing_support
