#include "systemc/protocols/combining/combine_plans.h"

#include <algorithm>
#include <queue>

#include "systemc/protocols/collective/plan_builder.h"
#include "systemc/topology/cover/cover_shapes.h"
#include "systemc/topology/link_trees.h"

namespace flitwise::protocols {
namespace {

using Neighbours = std::vector<std::vector<Node>>;

struct Roots {
  Node first = 0;
  Node second = kNoNode;  // the other end of an edge
};

// By node, the one before it on a shortest way from the nearest root.
std::vector<Node> parents_from(const Neighbours& neighbours, const Roots& roots) {
  std::vector<Node> parent(neighbours.size(), kNoNode);
  std::vector<bool> is_reached(neighbours.size());
  std::queue<Node> next;
  for (const Node root : {roots.first, roots.second}) {
    if (root == kNoNode) continue;
    is_reached[index_of(root)] = true;
    next.push(root);
  }
  for (; !next.empty(); next.pop())
    for (const Node v : neighbours[index_of(next.front())]) {
      if (is_reached[index_of(v)]) continue;
      is_reached[index_of(v)] = true;
      parent[index_of(v)] = next.front();
      next.push(v);
    }
  if (roots.second != kNoNode) {
    parent[index_of(roots.first)] = roots.second;
    parent[index_of(roots.second)] = roots.first;
  }
  return parent;
}

// The nodes of a longest path of a tree, one end to the other.
std::vector<Node> longest_path(const Neighbours& neighbours) {
  std::vector<Node> path;
  Node end = 0;
  for (int pass = 0; pass < 2; ++pass) {
    const std::vector<Node> parent = parents_from(neighbours, {end, kNoNode});
    path.clear();
    for (std::size_t v = 0; v < parent.size(); ++v) {
      std::vector<Node> way;
      for (auto at = static_cast<Node>(v); at != kNoNode; at = parent[index_of(at)])
        way.push_back(at);
      if (way.size() > path.size()) path = way;
    }
    end = path.front();
  }
  return path;
}

Roots middle_of(const Neighbours& neighbours) {
  const std::vector<Node> path = longest_path(neighbours);
  const Node half = path[path.size() / 2];
  return path.size() % 2 == 1 ? Roots{half, kNoNode} : Roots{path[path.size() / 2 - 1], half};
}

void pass_result_to(CombineTree& tree, Node v) {
  tree.takes_result[index_of(v)] = true;
  for (; !tree.is_root(v); v = tree.parent[index_of(v)]) tree.passes_result[index_of(v)] = true;
}

// PEs are the nodes below `pes`.
CombineTree tree_of(const CollectiveRequest& request, const Neighbours& edges, const Roots& roots,
                    Node pes) {
  using Operation = CollectiveOperation;
  const std::size_t nodes = edges.size();
  CombineTree tree;
  tree.parent = parents_from(edges, roots);
  tree.root = roots.first;
  tree.other_root = roots.second;
  tree.words = request.operation == Operation::kBarrier ? 1 : request.length;
  tree.has_operand.resize(nodes);
  tree.passes_result.resize(nodes);
  tree.takes_result.resize(nodes);
  for (Node v = 0; v < pes; ++v)
    tree.has_operand[index_of(v)] = request.operation != Operation::kMulticast;
  if (request.operation == Operation::kReduce) {
    pass_result_to(tree, request.root);
  } else if (request.operation == Operation::kMulticast) {
    for (const Node v : request.destinations)
      if (v != request.root) pass_result_to(tree, v);  // which has the text
  } else {
    for (Node v = 0; v < pes; ++v) pass_result_to(tree, v);
  }
  return tree;
}

void check(const std::string& algorithm, const CollectiveRequest& request, Node pes,
           std::initializer_list<CollectiveOperation> can) {
  CollectiveRequest in_time = request;
  in_time.start.clear();
  check_request_with_overheads(algorithm, in_time, pes, can);
  if (pes == 1) throw TopologyError(algorithm + " needs a network of two PEs or more");
  constexpr Step kMostAdd = 3;
  if (request.add > kMostAdd)
    throw RequestError(RequestPart::kAdd, algorithm + ": routers take at most 3 steps to combine");
  if (!request.start.empty() && !request.own_pace)
    throw RequestError(RequestPart::kStart, algorithm +
                                                ": operands wait for those that come late with "
                                                "options.meeting: own-pace alone");
}

constexpr std::initializer_list<CollectiveOperation> kFromRoot{
    CollectiveOperation::kReduce, CollectiveOperation::kAllReduce, CollectiveOperation::kBarrier,
    CollectiveOperation::kMulticast};
constexpr std::initializer_list<CollectiveOperation> kToAll{CollectiveOperation::kAllReduce,
                                                            CollectiveOperation::kBarrier};

CombinePlan plan_of(const CollectiveRequest& request, Neighbours neighbours,
                    std::vector<CombineTree> trees) {
  return {std::move(neighbours), std::move(trees), request.own_pace};
}

Neighbours neighbours_of(const PlacedTree& tree) {
  Neighbours all(index_of(tree.nodes()));
  for (Node v = 0; v < tree.nodes(); ++v) {
    all[index_of(v)] = tree.children(v);
    if (tree.parent(v) != kNoNode) all[index_of(v)].push_back(tree.parent(v));
    std::sort(all[index_of(v)].begin(), all[index_of(v)].end());
  }
  return all;
}

// Each neighbour once, where two channels lead to it.
Neighbours neighbours_of(const Torus& torus) {
  Neighbours all(index_of(torus.size()));
  for (Node v = 0; v < torus.size(); ++v) {
    std::vector<Node>& own = all[index_of(v)];
    for (Channel c = 0; c < torus.channels(); ++c) {
      const Node other = torus.neighbour(v, c);
      if (other != v && std::find(own.begin(), own.end(), other) == own.end()) own.push_back(other);
    }
  }
  return all;
}

Neighbours neighbours_of(const StarGraph& graph) {
  Neighbours all(index_of(graph.size()));
  for (Node v = 0; v < graph.size(); ++v)
    for (int d = 2; d <= graph.order(); ++d) all[index_of(v)].push_back(graph.neighbour(v, d));
  return all;
}

Neighbours neighbours_of(const FatTree& tree) {
  Neighbours all(index_of(tree.size()));
  for (Node v = 0; v < tree.size(); ++v) {
    if (!tree.is_leaf(v))
      for (int k = 0; k < tree.arity(); ++k) all[index_of(v)].push_back(tree.child(v, k));
    if (tree.parent(v) != kNoNode) all[index_of(v)].push_back(tree.parent(v));
  }
  return all;
}

// Steps from a word's entry to its last result, less one, where words follow each other.
Step lag_of(const CombineTree& tree, const CollectiveRequest& request) {
  const Step height = height_of(tree);
  const Step up = height * (1 + request.add) + (tree.is_edge() ? 1 + request.add : 0);
  return request.operation == CollectiveOperation::kReduce ? up : up + height;
}

// The words of each tree so that the last result is as early as can be; what is left over is taken
// from the last trees.
void split_words(std::vector<CombineTree>& trees, const CollectiveRequest& request, Flits words) {
  const auto taken = [&](const CombineTree& tree, Step end) {
    return std::max<Flits>(0, end + 1 - lag_of(tree, request));
  };
  Step end = 0;
  for (Flits all = 0; all < words; ++end) {
    all = 0;
    for (const CombineTree& tree : trees) all += taken(tree, end + 1);
  }
  Flits first = 0;
  for (CombineTree& tree : trees) {
    tree.first_word = first;
    tree.words = std::min(taken(tree, end), words - first);
    first += tree.words;
  }
}

}  // namespace

namespace {

void check_ports(const std::string& algorithm, const TreeShape& shape) {
  if (!shape.is_multiport)
    throw TopologyError(algorithm +
                        " needs routers with a port for each link: options: {ports: multi}");
}

}  // namespace

CombinePlan combine_on_tree(const CollectiveRequest& request, const TreeShape& shape) {
  const bool is_text = request.operation == CollectiveOperation::kMulticast;
  const std::string name = is_text ? "tree-table" : "in-network";
  check(name, request, shape.tree.nodes(), kFromRoot);
  check_ports(name, shape);
  const Neighbours neighbours = neighbours_of(shape.tree);
  return plan_of(request, neighbours,
                 {tree_of(request, neighbours, {request.root, kNoNode}, shape.tree.nodes())});
}

CombinePlan combine_from_centre(const CollectiveRequest& request, const TreeShape& shape) {
  check("in-network-centre", request, shape.tree.nodes(), kToAll);
  check_ports("in-network-centre", shape);
  const Neighbours neighbours = neighbours_of(shape.tree);
  return plan_of(request, neighbours,
                 {tree_of(request, neighbours, middle_of(neighbours), shape.tree.nodes())});
}

CombinePlan combine_in_switches(const CollectiveRequest& request, const FatTree& tree) {
  check("in-switch", request, tree.leaves(), kFromRoot);
  if (tree.leaf_links() != 1)
    throw TopologyError("in-switch needs leaves with one link, and these have " +
                        std::to_string(tree.leaf_links()));
  const Neighbours neighbours = neighbours_of(tree);
  // A text goes up from its leaf as far as it must.
  const bool is_text = request.operation == CollectiveOperation::kMulticast;
  const Roots roots{is_text ? request.root : tree.root(), kNoNode};
  return plan_of(request, neighbours, {tree_of(request, neighbours, roots, tree.leaves())});
}

CombinePlan combine_on_torus(const CollectiveRequest& request, const Torus& torus) {
  check("in-network", request, torus.size(), kFromRoot);
  const Neighbours neighbours = neighbours_of(torus);
  return plan_of(request, neighbours,
                 {tree_of(request, neighbours, {request.root, kNoNode}, torus.size())});
}

CombinePlan combine_on_star(const CollectiveRequest& request, const StarGraph& graph) {
  check("in-network", request, graph.size(), kFromRoot);
  const Neighbours neighbours = neighbours_of(graph);
  return plan_of(request, neighbours,
                 {tree_of(request, neighbours, {request.root, kNoNode}, graph.size())});
}

CombinePlan combine_on_two_trees(const CollectiveRequest& request, const Torus& torus) {
  check("in-network-two-trees", request, torus.size(),
        {CollectiveOperation::kReduce, CollectiveOperation::kAllReduce,
         CollectiveOperation::kBarrier});
  if (torus.dimensions() != 2 || torus.side(0) < 3 || torus.side(1) < 3)
    throw TopologyError("in-network-two-trees needs two sides of at least 3");
  if (request.own_pace && request.operand_depth < 2)
    throw RequestError(RequestPart::kOperandDepth,
                       "in-network-two-trees needs room for two operands at an input, and has " +
                           std::to_string(request.operand_depth));
  const bool is_reduce = request.operation == CollectiveOperation::kReduce;
  const Cover cover =
      is_reduce ? torus_cover_spanning(torus.side(1), torus.side(0), request.root / torus.side(0),
                                       request.root % torus.side(0))
                : torus_cover_spanning(torus.side(1), torus.side(0));
  CombinePlan plan = plan_of(request, neighbours_of(torus), {});
  for (TreeIndex t = 0; t < 2; ++t) {
    const Neighbours edges = neighbours_of(cover.tree(t));
    const Roots roots = is_reduce ? Roots{request.root, kNoNode} : middle_of(edges);
    plan.trees.push_back(tree_of(request, edges, roots, torus.size()));
  }
  split_words(plan.trees, request, plan.trees.front().words);
  return plan;
}

namespace {

Neighbours neighbours_of(const Parents& tree) {
  Neighbours all(tree.size());
  for (std::size_t v = 0; v < tree.size(); ++v) {
    if (tree[v] == kNoNode) continue;
    all[v].push_back(tree[v]);
    all[index_of(tree[v])].push_back(static_cast<Node>(v));
  }
  return all;
}

template <typename Network>
CombinePlan combine_on_trees(const CollectiveRequest& request, const Network& network) {
  check("in-network-trees", request, network.size(),
        {CollectiveOperation::kReduce, CollectiveOperation::kAllReduce,
         CollectiveOperation::kBarrier});
  if (request.own_pace && request.operand_depth < 2)
    throw RequestError(RequestPart::kOperandDepth,
                       "in-network-trees needs room for two operands at an input, and has " +
                           std::to_string(request.operand_depth));
  LinkTreeChoice choice;
  choice.count = request.trees;
  if (request.operation == CollectiveOperation::kReduce) choice.root = request.root;
  CombinePlan plan = plan_of(request, neighbours_of(network), {});
  std::vector<Parents> trees;
  try {
    trees = link_trees(network, choice);
  } catch (const LinkTreeCountError& error) {
    throw RequestError(RequestPart::kTrees, error.what());
  }
  for (const Parents& tree : trees) {
    const Neighbours edges = neighbours_of(tree);
    const Roots roots = choice.root ? Roots{*choice.root, kNoNode} : middle_of(edges);
    plan.trees.push_back(tree_of(request, edges, roots, network.size()));
  }
  split_words(plan.trees, request, plan.trees.front().words);
  return plan;
}

}  // namespace

CombinePlan combine_on_torus_trees(const CollectiveRequest& request, const Torus& torus) {
  return combine_on_trees(request, torus);
}

CombinePlan combine_on_star_trees(const CollectiveRequest& request, const StarGraph& graph) {
  return combine_on_trees(request, graph);
}

CombinePlan combine_by_flooding(const CollectiveRequest& request, const Torus& torus) {
  CollectiveRequest in_time = request;
  in_time.start.clear();
  check("flood", in_time, torus.size(), {CollectiveOperation::kBarrier});
  const std::size_t nodes = index_of(torus.size());
  CombineTree nobody;  // no node is another's parent
  nobody.parent.assign(nodes, kNoNode);
  nobody.has_operand.assign(nodes, true);
  nobody.passes_result.assign(nodes, false);
  nobody.takes_result.assign(nodes, true);
  nobody.words = 1;
  // Ways lead half the way around in every dimension at most.
  Flits rounds = 0;
  for (int d = 0; d < torus.dimensions(); ++d) rounds += torus.side(d) / 2;
  CombinePlan plan{neighbours_of(torus), {nobody}};
  plan.flood_rounds = rounds;
  return plan;
}

}  // namespace flitwise::protocols
