#include "tb/theory/lengths.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

namespace flitwise::theory {

void check_lengths(Node pes, const std::vector<Flits>& lengths) {
  if (lengths.size() != index_of(pes))
    throw std::invalid_argument("lengths must have one entry per PE: " + std::to_string(pes) +
                                ", got " + std::to_string(lengths.size()));
  if (lengths[0] != 0)
    throw std::invalid_argument("lengths[0] must be 0, because PE 0 has no message, got " +
                                std::to_string(lengths[0]));
  for (std::size_t i = 1; i < lengths.size(); ++i) {
    if (lengths[i] < 0)
      throw std::invalid_argument("lengths[" + std::to_string(i) + "] must be at least 0, got " +
                                  std::to_string(lengths[i]));
  }
}

Flits total_flits(const std::vector<Flits>& lengths) {
  return std::accumulate(lengths.begin(), lengths.end(), Flits{0});
}

Flits subtree_flits(const Tree& tree, const std::vector<Flits>& lengths, Node top) {
  Flits flits = 0;
  for (Node a = tree.address(top); a < tree.subtree_end(top); ++a)
    flits += lengths[index_of(tree.node_at(a))];
  return flits;
}

Flits largest_root_load(const Tree& tree, const std::vector<Flits>& lengths) {
  Flits largest = 0;
  for (const Node child : tree.children(0))
    largest = std::max(largest, subtree_flits(tree, lengths, child));
  return largest;
}

std::map<Step, Flits> flits_from_way(const Tree& tree, const std::vector<Flits>& lengths,
                                     const std::vector<Step>& lam, Node top) {
  std::map<Step, Flits> flits;
  for (Node a = tree.address(top); a < tree.subtree_end(top); ++a) {
    const std::size_t v = index_of(tree.node_at(a));
    if (lengths[v] > 0) flits[lam[v]] += lengths[v];
  }
  Flits farther = 0;
  for (auto way = flits.rbegin(); way != flits.rend(); ++way) farther = way->second += farther;
  return flits;
}

namespace {

/// First step in which PE 0 can have a flit of each PE: the call goes down, a flit comes back.
std::vector<Step> first_answers(const Tree& tree, const TreeLatency& latency) {
  std::vector<Step> answer = latency.lam_up(tree);
  std::vector<Step> called(answer.size(), 0);
  for (const Node v : tree.depth_first()) {
    if (v == 0) continue;
    const Node parent = tree.parent(v);
    const Step passed_on =
        parent == 0 ? 1 : std::min(latency.router_of(parent), latency.reaction_of(parent));
    called[index_of(v)] = called[index_of(parent)] + passed_on + latency.down_to(v) - 1;
    answer[index_of(v)] += called[index_of(v)] + latency.reaction_of(v);
  }
  return answer;
}

}  // namespace

Step gather_lower_bound(const Tree& tree, const std::vector<Flits>& flits, Ports ports,
                        const Pace& pace, const TreeLatency& latency) {
  const std::vector<Flits> lengths = in_steps(flits, 0, pace);
  const Flits all = total_flits(lengths);
  if (all == 0) return 0;
  const std::vector<Step> answer = first_answers(tree, latency);
  Step first = answer[index_of(tree.children(0).front())];
  Step bound = 0;
  for (const Node child : tree.children(0)) {
    const Step begins = answer[index_of(child)];
    const Flits load = subtree_flits(tree, lengths, child);
    first = std::min(first, begins);
    if (ports == Ports::kMulti && load > 0) bound = std::max(bound, begins - 1 + load);
  }
  if (ports == Ports::kSingle) bound = first - 1 + all;
  for (Node v = 1; v < tree.size(); ++v) {
    const Flits length = lengths[index_of(v)];
    if (length > 0) bound = std::max(bound, answer[index_of(v)] - 1 + length);
  }
  return pace.beta + bound;
}

std::string gather_lower_bound_source(Ports ports, const TreeLatency& latency) {
  const std::string later =
      note(latency,
           "first_i in place of 2 delta_i, the call down by r or g a PE, whichever is less, g_i, "
           "and the way up; the port of the root is free until the least first of its children");
  return (ports == Ports::kSingle
              ? "max of M + 1 and 2 delta_i + L_i - 1 over nonnull i: call down, data back, one "
                "flit a step into the root from step 2 on; every single-port gather that it starts"
              : "max of the flits of a root subtree + 1 and 2 delta_i + L_i - 1 over nonnull i: "
                "call down, data back, one flit a step and link into the root from step 2 on; "
                "every multiport gather that it starts") +
         later;
}

}  // namespace flitwise::theory
