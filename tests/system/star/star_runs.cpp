#include "tests/system/star/star_runs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace flitwise::testing_support {

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

}  // namespace flitwise::testing_support
