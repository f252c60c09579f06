// star_plans.cpp: rounds of star graphs by rotation and translation, and ways up and down trees.
#include "systemc/protocols/collective/star_plans.h"

#include <initializer_list>
#include <string>
#include <utility>

#include "systemc/protocols/collective/plan_builder.h"
#include "systemc/protocols/star/star_multinode.h"

namespace flitwise::protocols {
namespace {

using Operation = CollectiveOperation;

Flits packet_of(const CollectiveRequest& request) { return request.packet.value_or(1); }

void check(const std::string& algorithm, const CollectiveRequest& request, const StarGraph& graph,
           std::int64_t messages, std::initializer_list<Operation> can) {
  check_request(algorithm, request, graph.size(), can);
  if (packet_of(request) < 1)
    throw TopologyError(algorithm + ": a packet must have at least 1 flit, not " +
                        std::to_string(packet_of(request)));
  if (request.operation == Operation::kAllReduce) messages *= 2;
  if (messages > kMostStarMessages)
    throw RequestError(RequestPart::kSize, algorithm + ": " + std::to_string(messages) +
                                               " messages are more than " +
                                               std::to_string(kMostStarMessages));
}

// The request in steps: what is combined is a packet.
CollectiveRequest in_steps(CollectiveRequest request) {
  request.add *= packet_of(request);
  return request;
}

// Links over which words of a block go in one packet step each, from its node outwards.
struct Round {
  struct Part {
    StarRoundArc arc;
    Flits first = 0;  // of the words of the block
  };
  std::vector<Part> parts;
  Flits words = 0;  // over each link
};

// All rounds by which a block of so many words goes from node 0 to everybody.
std::vector<Round> rounds_of(const StarGraph& graph, Flits block) {
  const Flits in_tree = block / graph.degree();
  std::vector<Round> rounds;
  if (in_tree > 0) {
    const StarTrees trees(graph, StarRule::kQ);
    const StarWalk walk(trees);
    rounds.resize(index_of(graph.size() - 1));
    for (Node u = 1; u < graph.size(); ++u) {
      Round& round = rounds[index_of(walk.arc(u))];
      round.words = in_tree;
      for (int i = 0; i < graph.degree(); ++i)
        round.parts.push_back({{graph.rotate(trees.parent(u, 2), i),
                                graph.rotate_dimension(trees.parent_dimension(u, 2), i)},
                               i * in_tree});
    }
  }
  if (block % graph.degree() == 0) return rounds;
  for (const std::vector<StarRoundArc>& arcs : star_round_tree(graph)) {
    rounds.push_back({{}, block % graph.degree()});
    for (const StarRoundArc& arc : arcs)
      rounds.back().parts.push_back({arc, in_tree * graph.degree()});
  }
  return rounds;
}

// Different images of a node under rotation.
int images_of(const StarGraph& graph, Node u) {
  int images = 1;
  while (graph.rotate(u, images) != u) ++images;
  return images;
}

class Rounds {
 public:
  Rounds(const CollectiveRequest& request, const StarGraph& graph, Flits block)
      : request_(request),
        graph_(graph),
        block_(block),
        rounds_(rounds_of(graph, block)),
        plan_("rounds", in_steps(request), graph.size(), graph.size() * block) {}

  CollectivePlan take() {
    if (request_.operation != Operation::kAllGather)
      for (auto round = rounds_.rbegin(); round != rounds_.rend(); ++round)
        add(*round, PlannedUse::kOperand);
    if (request_.operation != Operation::kReduceScatter)
      for (const Round& round : rounds_) add(round, PlannedUse::kCopy);
    return plan_.take();
  }

 private:
  void add(const Round& round, PlannedUse use) {
    for (const Round::Part& part : round.parts)
      for (Node owner = 0; owner < graph_.size(); ++owner) {
        const Node near = graph_.absolute(part.arc.from, owner);
        const Node far = graph_.neighbour(near, part.arc.dimension);
        PlannedMessage message{near, far, {}, {}, use, begun_ * packet_of(request_) + 1};
        if (use == PlannedUse::kOperand) std::swap(message.from, message.to);
        for (Flits i = 0; i < round.words; ++i)
          message.reads.push_back(static_cast<Cell>(owner * block_ + part.first + i));
        plan_.add(message);
      }
    begun_ += round.words + (use == PlannedUse::kOperand ? request_.add : 0);
  }

  const CollectiveRequest& request_;
  const StarGraph& graph_;
  Flits block_;
  std::vector<Round> rounds_;
  PlanBuilder plan_;
  Step begun_ = 0;  // packet steps of the rounds before
};

class OverTrees {
 public:
  OverTrees(const CollectiveRequest& request, const StarTrees& trees)
      : request_(request),
        trees_(trees),
        graph_(trees.graph()),
        plan_("trees", in_steps(request), graph_.size(), request.length) {
    for (Node u = 1; u < graph_.size(); ++u) nodes_.push_back(graph_.absolute(u, request.root));
  }

  CollectivePlan take() {
    const Step height = trees_.height();
    const Step group = (request_.length + graph_.degree() - 1) / graph_.degree();
    for (int tree = 2; tree <= graph_.order(); ++tree) {
      const std::vector<Node> order = by_depth(tree);
      for (auto u = order.rbegin(); u != order.rend(); ++u)
        add(*u, tree, PlannedUse::kOperand, (height - trees_.depth(*u, tree)) * (1 + request_.add));
    }
    if (request_.operation == Operation::kReduce) return plan_.take();
    const Step reduced = group - 1 + height * (1 + request_.add);
    for (int tree = 2; tree <= graph_.order(); ++tree)
      for (const Node u : by_depth(tree))
        add(u, tree, PlannedUse::kCopy, reduced + trees_.depth(u, tree) - 1);
    return plan_.take();
  }

 private:
  // Addresses of all but the root, those nearer to it first.
  std::vector<Node> by_depth(int tree) const {
    std::vector<std::vector<Node>> levels(static_cast<std::size_t>(trees_.height() + 1));
    for (Node u = 1; u < graph_.size(); ++u)
      levels[static_cast<std::size_t>(trees_.depth(u, tree))].push_back(u);
    std::vector<Node> order;
    for (const std::vector<Node>& level : levels)
      order.insert(order.end(), level.begin(), level.end());
    return order;
  }
  // All words of a tree over the link between `u` and its parent, one a packet step behind `begun`.
  void add(Node u, int tree, PlannedUse use, Step begun) {
    const Node lower = nodes_[index_of(u - 1)];
    const Node upper = graph_.neighbour(lower, trees_.parent_dimension(u, tree));
    for (Flits word = tree - 2; word < request_.length; word += graph_.degree()) {
      PlannedMessage message{lower, upper, {static_cast<Cell>(word)}, {}, use, 0};
      if (use == PlannedUse::kCopy) std::swap(message.from, message.to);
      message.first = begun++ * packet_of(request_) + 1;
      message.note = " in tree " + std::to_string(tree);
      plan_.add(message);
    }
  }

  const CollectiveRequest& request_;
  const StarTrees& trees_;
  const StarGraph& graph_;
  PlanBuilder plan_;
  std::vector<Node> nodes_;  // of addresses from 1
};

}  // namespace

std::vector<std::vector<StarRoundArc>> star_round_tree(const StarGraph& graph) {
  std::vector<bool> is_reached(index_of(graph.size()), false);
  std::vector<Node> reached{0};  // in the order of their rounds
  is_reached[0] = true;
  std::vector<std::vector<StarRoundArc>> rounds;
  for (std::size_t next = 0; next < reached.size(); ++next)
    for (int d = 2; d <= graph.order(); ++d) {
      const Node u = graph.neighbour(reached[next], d);
      if (is_reached[index_of(u)] || images_of(graph, u) < graph.degree()) continue;
      rounds.emplace_back();
      for (int i = 0; i < graph.degree(); ++i) {
        rounds.back().push_back({graph.rotate(reached[next], i), graph.rotate_dimension(d, i)});
        reached.push_back(graph.rotate(u, i));
        is_reached[index_of(reached.back())] = true;
      }
    }
  int place = 0;
  for (Node u = 0; u < graph.size(); ++u) {
    if (is_reached[index_of(u)]) continue;
    if (place % graph.degree() == 0) rounds.emplace_back();
    const int d = 2 + place++ % graph.degree();
    rounds.back().push_back({graph.neighbour(u, d), d});
  }
  return rounds;
}

CollectivePlan star_rounds(const CollectiveRequest& request, const StarGraph& graph) {
  const Flits block = request.operation == Operation::kAllGather
                          ? request.block
                          : padded_block(request.length, graph.size());
  const std::int64_t trees =
      (block >= graph.degree() ? graph.degree() : 0) + (block % graph.degree() != 0 ? 1 : 0);
  check("rounds", request, graph, trees * graph.size() * (graph.size() - 1),
        {Operation::kReduceScatter, Operation::kAllGather, Operation::kAllReduce});
  return Rounds(request, graph, block).take();
}

CollectivePlan star_over_trees(const CollectiveRequest& request, const StarGraph& graph,
                               StarRule rule) {
  check("trees", request, graph, request.length * (graph.size() - 1),
        {Operation::kReduce, Operation::kAllReduce});
  return OverTrees(request, StarTrees(graph, rule)).take();
}

}  // namespace flitwise::protocols
