// tree_plans.cpp: timetables of trees from the turns of children, and own pace step by step.
#include "systemc/protocols/collective/tree_plans.h"

#include <algorithm>
#include <map>
#include <queue>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "systemc/protocols/collective/plan_builder.h"

namespace flitwise::protocols {
namespace {

void check_tree(const std::string& algorithm, const TreeShape& shape) {
  if (shape.tree.tree.size() != shape.tree.nodes())
    throw TopologyError(algorithm + ": the tree must hold all " +
                        std::to_string(shape.tree.nodes()) + " nodes, not " +
                        std::to_string(shape.tree.tree.size()));
}

void check_multiport(const std::string& algorithm, const TreeShape& shape) {
  if (!shape.is_multiport)
    throw TopologyError(algorithm + ": PEs must have a port for each link, ports: multi");
}

// The same links below another root.
PlacedTree hung_up_at(const PlacedTree& placed, Node root) {
  std::vector<Node> parents;
  for (Node v = 0; v < placed.nodes(); ++v) parents.push_back(placed.parent(v));
  Node below = kNoNode;
  for (Node v = root; v != kNoNode;) {
    const Node above = std::exchange(parents[index_of(v)], below);
    below = std::exchange(v, above);
  }
  return {root, parents};
}

// What is due where by when in each subtree, PEs in the tree's numbers.
struct Turns {
  std::vector<Step> time;                   // E or S of each PE
  std::vector<std::vector<Node>> children;  // of each PE, in the order of their turns
};

// E: steps in which a PE's children and theirs can be heard, one word each.
Turns turns_by_word(const Tree& tree, Step add) {
  Turns turns{std::vector<Step>(index_of(tree.size()), 0), {}};
  turns.children.resize(index_of(tree.size()));
  for (auto v = tree.depth_first().rbegin(); v != tree.depth_first().rend(); ++v) {
    std::vector<Node> children = tree.children(*v);
    std::stable_sort(children.begin(), children.end(), [&](Node a, Node b) {
      return turns.time[index_of(a)] > turns.time[index_of(b)];
    });
    Step& time = turns.time[index_of(*v)];
    Step turn = 0;
    for (const Node child : children)
      time = std::max(time, add + ++turn + turns.time[index_of(child)]);
    turns.children[index_of(*v)] = std::move(children);
  }
  return turns;
}

// S: first step in which a PE can send on, its children's vectors heard one after the other, and
// the steps x in which each child begins.
Turns turns_by_vector(const Tree& tree, Flits length, Step add, std::vector<Step>& begins) {
  Turns turns{std::vector<Step>(index_of(tree.size()), 1), {}};
  turns.children.resize(index_of(tree.size()));
  for (auto v = tree.depth_first().rbegin(); v != tree.depth_first().rend(); ++v) {
    std::vector<Node> children = tree.children(*v);
    std::stable_sort(children.begin(), children.end(), [&](Node a, Node b) {
      return turns.time[index_of(a)] < turns.time[index_of(b)];
    });
    Step next = 0;
    for (const Node child : children) {
      begins[index_of(child)] = std::max(turns.time[index_of(child)], next);
      next = begins[index_of(child)] + length;
    }
    if (!children.empty()) turns.time[index_of(*v)] = begins[index_of(children.back())] + 1 + add;
    turns.children[index_of(*v)] = std::move(children);
  }
  return turns;
}

// Words of a vector, each from every PE but the root to its parent.
// Shape: `first` has the step of each PE's first word, `period` later comes the next.
void add_way_up(PlanBuilder& plan, const PlacedTree& placed, const std::vector<Step>& first,
                Step period, Flits length) {
  const std::vector<Node>& order = placed.tree.depth_first();
  for (Flits q = 0; q < length; ++q)
    for (auto v = order.rbegin(); v != order.rend(); ++v)
      if (*v != 0)
        plan.add({placed.node(*v),
                  placed.node(placed.tree.parent(*v)),
                  {static_cast<Cell>(q)},
                  {},
                  PlannedUse::kOperand,
                  first[index_of(*v)] + q * period});
}

void add_way_down(PlanBuilder& plan, const PlacedTree& placed, const std::vector<Step>& first,
                  Step period, Flits length) {
  for (Flits q = 0; q < length; ++q)
    for (const Node v : placed.tree.depth_first())
      if (v != 0)
        plan.add({placed.node(placed.tree.parent(v)),
                  placed.node(v),
                  {static_cast<Cell>(q)},
                  {},
                  PlannedUse::kCopy,
                  first[index_of(v)] + q * period});
}

// A word that crosses a link from PE to PE.
struct Crossing {
  Step step = 0;
  Node from = kNoNode;
  Node to = kNoNode;
  Cell word = 0;
};

// PEs next to each PE of the tree.
std::vector<std::vector<Node>> neighbours_of(const PlacedTree& placed) {
  std::vector<std::vector<Node>> neighbours(index_of(placed.nodes()));
  for (Node v = 0; v < placed.nodes(); ++v) {
    if (placed.parent(v) == kNoNode) continue;
    neighbours[index_of(v)].push_back(placed.parent(v));
    neighbours[index_of(placed.parent(v))].push_back(v);
  }
  for (std::vector<Node>& list : neighbours) std::sort(list.begin(), list.end());
  return neighbours;
}

// The all-gather at own pace step by step; a word that has come in step t can go on in t + 1 + add.
std::vector<Crossing> gather_crossings(const PlacedTree& placed, Flits block, Step add) {
  const std::vector<std::vector<Node>> neighbours = neighbours_of(placed);
  struct Link {
    Node from, to;
    std::queue<std::pair<Step, Cell>> waiting;  // first step, word
  };
  std::vector<Link> links;
  std::vector<std::map<Node, std::size_t>> link_to(neighbours.size());
  for (Node v = 0; v < placed.nodes(); ++v)
    for (const Node to : neighbours[index_of(v)]) {
      link_to[index_of(v)][to] = links.size();
      links.push_back({v, to, {}});
      for (Flits i = 0; i < block; ++i)
        links.back().waiting.emplace(1, static_cast<Cell>(v * block + i));
    }
  const std::int64_t all = std::int64_t{placed.nodes()} * (placed.nodes() - 1) * block;
  std::vector<Crossing> crossings;
  for (Step step = 1; static_cast<std::int64_t>(crossings.size()) < all; ++step) {
    const std::size_t before = crossings.size();
    for (Link& link : links) {
      if (link.waiting.empty() || link.waiting.front().first > step) continue;
      crossings.push_back({step, link.from, link.to, link.waiting.front().second});
      link.waiting.pop();
    }
    for (std::size_t i = before; i < crossings.size(); ++i)
      for (const auto& [to, link] : link_to[index_of(crossings[i].to)])
        if (to != crossings[i].from) links[link].waiting.emplace(step + 1 + add, crossings[i].word);
  }
  return crossings;
}

CollectivePlan own_pace_gather(const CollectiveRequest& request, const TreeShape& shape) {
  const Node pes = shape.tree.nodes();
  PlanBuilder plan("own-pace", request, pes, pes * request.block);
  for (const Crossing& crossing : gather_crossings(shape.tree, request.block, 0))
    plan.add({crossing.from, crossing.to, {crossing.word}, {}, PlannedUse::kCopy, 0});
  return plan.take();
}

// The all-to-all at own pace, step by step.
class Exchange {
 public:
  Exchange(const CollectiveRequest& request, const PlacedTree& placed)
      : placed_(placed),
        pes_(placed.nodes()),
        block_(request.block),
        neighbours_(neighbours_of(placed)),
        plan_("own-pace", request, pes_, 2 * pes_ * block_) {
    list_links();
    for (Node v = 0; v < pes_; ++v) find_ways_to(v);
    for (Node v = 0; v < pes_; ++v)
      for (Node u = 0; u < pes_; ++u)
        for (Flits i = 0; u != v && i < block_; ++i)
          wait_at(v, {v, u, static_cast<Cell>(i), static_cast<Cell>(u * block_ + i)});
  }

  CollectivePlan take() {
    for (Step step = 1; waiting_ > 0; ++step) pass(step);
    return plan_.take();
  }

 private:
  struct Word {
    Node from, to;
    Cell number;
    Cell cell;  // where it lies now
  };
  struct Entry {
    int distance;
    Node behind;  // destination, by number behind the sender
    Word word;

    // The largest goes first.
    friend bool operator<(const Entry& a, const Entry& b) {
      return std::tuple(a.distance, b.behind, b.word.number, b.word.from) <
             std::tuple(b.distance, a.behind, a.word.number, a.word.from);
    }
  };
  struct Link {
    Node from, to;
    std::priority_queue<Entry> waiting;
  };

  void list_links() {
    for (Node v = 0; v < pes_; ++v) {
      first_link_.push_back(links_.size());
      for (const Node to : neighbours_[index_of(v)]) links_.push_back({v, to, {}});
    }
  }
  // Links and distances of all PEs on the way to `to`.
  void find_ways_to(Node to) {
    std::vector<std::size_t> link(index_of(pes_), 0);
    std::vector<int> distance(index_of(pes_), 0);
    std::vector<std::pair<Node, Node>> reached{{to, kNoNode}};
    for (std::size_t next = 0; next < reached.size(); ++next) {
      const auto [v, before] = reached[next];
      const std::vector<Node>& around = neighbours_[index_of(v)];
      for (std::size_t i = 0; i < around.size(); ++i) {
        const Node u = around[i];
        if (u == before) {
          link[index_of(v)] = first_link_[index_of(v)] + i;
          continue;
        }
        distance[index_of(u)] = distance[index_of(v)] + 1;
        reached.emplace_back(u, v);
      }
    }
    link_to_.push_back(std::move(link));
    distance_to_.push_back(std::move(distance));
  }
  void wait_at(Node v, const Word& word) {
    const Node behind = (word.to - word.from + pes_) % pes_;
    links_[link_to_[index_of(word.to)][index_of(v)]].waiting.push(
        {distance_to_[index_of(word.to)][index_of(v)], behind, word});
    ++waiting_;
  }
  void pass(Step step) {
    std::vector<std::pair<Node, Word>> arrived;
    for (Link& link : links_) {
      if (link.waiting.empty()) continue;
      Word word = link.waiting.top().word;
      link.waiting.pop();
      --waiting_;
      const Cell target = link.to == word.to
                              ? static_cast<Cell>((pes_ + word.from) * block_) + word.number
                              : plan_.add_cell(link.to);
      plan_.add({link.from, link.to, {word.cell}, {target}, PlannedUse::kCopy, step});
      word.cell = target;
      if (link.to != word.to) arrived.emplace_back(link.to, word);
    }
    for (const auto& [v, word] : arrived) wait_at(v, word);
  }

  const PlacedTree& placed_;
  Node pes_;
  Flits block_;
  std::vector<std::vector<Node>> neighbours_;
  PlanBuilder plan_;
  std::vector<Link> links_;
  std::vector<std::size_t> first_link_;            // of each PE
  std::vector<std::vector<std::size_t>> link_to_;  // by destination, PE
  std::vector<std::vector<int>> distance_to_;      // likewise
  std::int64_t waiting_ = 0;
};

}  // namespace

CollectivePlan tree_interleaved(const CollectiveRequest& request, const TreeShape& shape) {
  using Operation = CollectiveOperation;
  check_tree("interleaved", shape);
  check_request("interleaved", request, shape.tree.nodes(),
                {Operation::kReduce, Operation::kAllReduce, Operation::kBarrier});
  const PlacedTree placed = hung_up_at(shape.tree, request.root);
  const Tree& tree = placed.tree;
  const Step period = tree.max_child_count();
  const Turns up = turns_by_word(tree, request.add);
  std::vector<Step> first(index_of(tree.size()), up.time[0] + 1);
  for (const Node v : tree.depth_first()) {
    Step turn = 0;
    for (const Node child : up.children[index_of(v)])
      first[index_of(child)] = first[index_of(v)] - request.add - ++turn;
  }
  PlanBuilder plan("interleaved", request, tree.size(), request.length);
  add_way_up(plan, placed, first, period, request.length);
  if (request.operation == Operation::kReduce) return plan.take();

  const Turns down = turns_by_word(tree, 0);
  first[0] = up.time[0] + (request.length - 1) * period;
  for (const Node v : tree.depth_first()) {
    Step turn = 0;
    for (const Node child : down.children[index_of(v)])
      first[index_of(child)] = first[index_of(v)] + ++turn;
  }
  add_way_down(plan, placed, first, period, request.length);
  return plan.take();
}

CollectivePlan tree_whole(const CollectiveRequest& request, const TreeShape& shape) {
  check_tree("whole", shape);
  check_request("whole", request, shape.tree.nodes(), {CollectiveOperation::kReduce});
  const PlacedTree placed = hung_up_at(shape.tree, request.root);
  std::vector<Step> begins(index_of(placed.nodes()), 0);
  turns_by_vector(placed.tree, request.length, request.add, begins);
  PlanBuilder plan("whole", request, placed.nodes(), request.length);
  add_way_up(plan, placed, begins, 1, request.length);
  return plan.take();
}

CollectivePlan tree_own_pace(const CollectiveRequest& request, const TreeShape& shape) {
  using Operation = CollectiveOperation;
  check_tree("own-pace", shape);
  check_multiport("own-pace", shape);
  check_request("own-pace", request, shape.tree.nodes(),
                {Operation::kAllGather, Operation::kAllToAll});
  if (request.operation == Operation::kAllGather) return own_pace_gather(request, shape);
  return Exchange(request, shape.tree).take();
}

CollectivePlan tree_reversed(const CollectiveRequest& request, const TreeShape& shape) {
  using Operation = CollectiveOperation;
  check_tree("reversed", shape);
  check_multiport("reversed", shape);
  check_request("reversed", request, shape.tree.nodes(),
                {Operation::kReduceScatter, Operation::kAllReduce});
  const Node pes = shape.tree.nodes();
  const Flits block = padded_block(request.length, pes);
  const std::vector<Crossing> crossings = gather_crossings(shape.tree, block, request.add);
  const Step last = crossings.empty() ? 0 : crossings.back().step;
  PlanBuilder plan("reversed", request, pes, pes * block);
  for (auto crossing = crossings.rbegin(); crossing != crossings.rend(); ++crossing)
    plan.add({crossing->to,
              crossing->from,
              {crossing->word},
              {},
              PlannedUse::kOperand,
              last + 1 - crossing->step});
  if (request.operation == Operation::kReduceScatter) return plan.take();

  // Nobody has a result later.
  const Step reduced = last + request.add;
  for (const Crossing& crossing : gather_crossings(shape.tree, block, 0))
    plan.add({crossing.from,
              crossing.to,
              {crossing.word},
              {},
              PlannedUse::kCopy,
              reduced + crossing.step});
  return plan.take();
}

}  // namespace flitwise::protocols
