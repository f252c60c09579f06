// flood_plans.cpp: rounds of messages to all neighbours.
#include "systemc/protocols/combining/flood_plans.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "systemc/protocols/collective/plan_builder.h"

namespace flitwise::protocols {
namespace {

using Links = std::vector<std::vector<Node>>;  // by node, its neighbours

Links links_of(const PlacedTree& tree) {
  Links links(index_of(tree.nodes()));
  for (Node v = 0; v < tree.nodes(); ++v) {
    if (tree.parent(v) == kNoNode) continue;
    links[index_of(v)].push_back(tree.parent(v));
    links[index_of(tree.parent(v))].push_back(v);
  }
  return links;
}

Links links_of(const StarGraph& graph) {
  Links links(index_of(graph.size()));
  for (Node v = 0; v < graph.size(); ++v)
    for (int d = 2; d <= graph.order(); ++d) links[index_of(v)].push_back(graph.neighbour(v, d));
  return links;
}

// Links on the longest of all shortest ways from a node; `farthest` is its end.
int reach_of(const Links& links, Node from, Node& farthest) {
  std::vector<int> distance(links.size(), -1);
  std::vector<Node> reached{from};
  distance[index_of(from)] = 0;
  for (std::size_t next = 0; next < reached.size(); ++next)
    for (const Node u : links[index_of(reached[next])]) {
      if (distance[index_of(u)] >= 0) continue;
      distance[index_of(u)] = distance[index_of(reached[next])] + 1;
      reached.push_back(u);
    }
  farthest = reached.back();
  return distance[index_of(farthest)];
}

// Of a tree, and of a graph that looks the same from all its nodes.
int rounds_of(const Links& links) {
  Node end = 0;
  reach_of(links, 0, end);
  return reach_of(links, end, end);
}

class Flood {
 public:
  Flood(const CollectiveRequest& request, Links links)
      : request_(request), links_(std::move(links)), rounds_(rounds_of(links_)) {
    const std::size_t pes = links_.size();
    plan_.schedule.name = "flood";
    plan_.schedule.operation = name_of(request.operation);
    plan_.schedule.programs.resize(pes);
    plan_.cells.assign(pes, rounds_ + 1);
    for (std::size_t v = 0; v < pes; ++v) {
      const auto pe = static_cast<Node>(v);
      plan_.held.push_back({pe, 0, {pe, 0}});
      plan_.due.push_back({pe, rounds_, {kAllOperands, 0}});
    }
    had_.resize(pes);
  }

  CollectivePlan take() {
    for (Cell round = 1; round <= rounds_; ++round) add(round);
    return std::move(plan_);
  }

 private:
  using Before = std::vector<RankDependency>;

  void add(Cell round) {
    std::vector<Before> has(links_.size());  // by PE: what it has after the round is made of
    for (std::size_t v = 0; v < links_.size(); ++v) {
      has[v].push_back({keep(static_cast<Node>(v), round), false});
      for (const Node u : links_[v]) {
        const std::size_t receive = send(static_cast<Node>(v), u, round);
        has[index_of(u)].push_back({receive, false});
      }
    }
    had_ = std::move(has);
  }

  // What a PE had goes on into what it has after the round.
  std::size_t keep(Node v, Cell round) {
    RankOp compute = after_the_last(v, RankOpKind::kCompute, round);
    compute.processor = -1;
    compute.reads = {round - 1};
    compute.writes = compute.operands = {round};
    compute.name = "round " + std::to_string(round);
    return put(v, std::move(compute));
  }
  // Returns the number of the operation that receives it.
  std::size_t send(Node v, Node u, Cell round) {
    room_.add(1);
    RankOp send = after_the_last(v, RankOpKind::kSend, round);
    send.transfer = plan_.schedule.transfers.size();
    send.reads = {round - 1};
    send.name = "to PE " + std::to_string(u) + ", round " + std::to_string(round);
    CollectiveTransfer transfer;
    transfer.from = v;
    transfer.to = u;
    transfer.name = "PE " + std::to_string(v) + ": " + send.name;
    RankOp receive;
    receive.kind = RankOpKind::kReceive;
    receive.transfer = send.transfer;
    receive.steps = request_.add;
    receive.writes = receive.operands = {round};
    receive.name = "from PE " + std::to_string(v) + ", round " + std::to_string(round);
    put(v, std::move(send));
    plan_.schedule.transfers.push_back(std::move(transfer));
    return put(u, std::move(receive));
  }

  RankOp after_the_last(Node v, RankOpKind kind, Cell round) const {
    RankOp op;
    op.kind = kind;
    op.after = had_[index_of(v)];
    if (round == 1 && !request_.start.empty()) op.not_before = request_.start[index_of(v)];
    return op;
  }
  std::size_t put(Node v, RankOp op) {
    std::vector<RankOp>& program = plan_.schedule.programs[index_of(v)];
    program.push_back(std::move(op));
    return program.size() - 1;
  }

  const CollectiveRequest& request_;
  const Links links_;
  const Cell rounds_;
  PlanRoom room_;
  CollectivePlan plan_;
  std::vector<Before> had_;  // by PE: what it had before the round is made of
};

CollectivePlan flood(const CollectiveRequest& request, Links links) {
  CollectiveRequest in_time = request;
  in_time.start.clear();
  check_request("flood", in_time, static_cast<Node>(links.size()), {CollectiveOperation::kBarrier});
  if (links.size() == 1) throw TopologyError("flood needs a network of two PEs or more");
  if (!request.start.empty() && request.start.size() != links.size())
    throw TopologyError("flood: start must have one entry a PE, " + std::to_string(links.size()) +
                        ", not " + std::to_string(request.start.size()));
  return Flood(request, std::move(links)).take();
}

}  // namespace

CollectivePlan flood_tree(const CollectiveRequest& request, const TreeShape& shape) {
  if (!shape.is_multiport)
    throw TopologyError("flood: PEs must have a port for each link, ports: multi");
  return flood(request, links_of(shape.tree));
}

CollectivePlan flood_star(const CollectiveRequest& request, const StarGraph& graph) {
  return flood(request, links_of(graph));
}

}  // namespace flitwise::protocols
