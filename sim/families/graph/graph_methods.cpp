#include "sim/families/graph/graph_methods.h"

#include <algorithm>

#include "tb/theory/graph/tree_times.h"

namespace flitwise {
namespace {

const std::string kSplit =
    "with the best split over trees of heights h_i: min over k of ceil((m + sum of the k least "
    "(h_i - 1)) / k)";
const std::string kTrees =
    "trees: J. Edmonds (1973), L. Lovasz (JCT-B 21(2), 1976); times and split are this project's";

const std::string kScatterSource =
    "farthest first: Bhatt, Pucci, Ranade, Rosenberg (IEEE Transactions on Computers 42(8), 1993); "
    "allocation: list scheduling, R. L. Graham (1969), and this project's";

const std::string kSlotsSentence =
    "Trees that may share links take turns: each starts an element every p-th step, with an offset "
    "o_i of its own, so that no two flits want an arc in a step; p is the least for which there "
    "are such offsets. ";
const std::string kSlotsSplit =
    "with the best split: the least T with sum of floor((T - first_i) / p) + 1 >= m over trees "
    "whose first element ends in step first_i <= T";
const std::string kSlotsRange = "any connected graph of up to 16 links a node, up to 16 trees";
const std::string kSlotsSource =
    "covering with shared links: Bhatt, Pucci, Ranade, Rosenberg (IEEE Transactions on Computers "
    "42(8), 1993); offsets and split are this project's";

}  // namespace

const std::vector<Choice<GraphOperation>>& graph_operation_words() {
  static const std::vector<Choice<GraphOperation>> words{{"broadcast", GraphOperation::kBroadcast},
                                                         {"reduce", GraphOperation::kReduce},
                                                         {"allreduce", GraphOperation::kAllReduce},
                                                         {"scatter", GraphOperation::kScatter},
                                                         {"gather", GraphOperation::kGather}};
  return words;
}

const std::vector<GraphMethod>& graph_methods() {
  using Algorithm = GraphAlgorithm;
  using Operation = GraphOperation;
  using Over = protocols::OverTrees;
  static const std::vector<GraphMethod> methods{
      {Algorithm::kBroadcastTrees, Operation::kBroadcast, "trees",
       "a share of the message down each of several trees",
       "The message is shared out among trees of one root that share no arc. The root sends a flit "
       "a step down each; a router copies what comes from its parent in a tree to all its children "
       "in it, a step later, and to its PE.",
       "max of m_i - 1 + h_i, " + kSplit, "any connected graph of up to 16 links a node", kTrees,
       Over::kBroadcast, theory::broadcast_finish, theory::best_split},
      {Algorithm::kReduceTrees, Operation::kReduce, "trees",
       "a share of the vector up each of several trees",
       "The broadcast backwards: PE v hands its element j of tree i over so that it leaves in step "
       "j + h_i - depth_i(v), in which those of its children, which were on their links in the "
       "step before, are combined with it. With slots, operands wait for each other.",
       "max of m_i - 1 + h_i, " + kSplit +
           "; with B slots max over v of (sigma(v) + depth_i(v)) + m_i - 2 + max(0, 2 - B) "
           "floor((m_i - 1) / B), PE v being ready in step sigma(v)",
       "any connected graph of up to 16 links a node", kTrees, Over::kReduce,
       theory::broadcast_finish, theory::best_split},
      {Algorithm::kAllReduceTrees, Operation::kAllReduce, "trees",
       "up and down each of several trees, whose roots turn results round",
       "The vector is shared out among trees that share no link, each of its own root. Operands "
       "are combined on their way up; the root's router turns each result round into a copy, which "
       "goes down in the step behind.",
       "max of m_i - 1 + 2 h_i, split as if trees were twice as high; with B slots as of reduce "
       "and h_i more",
       "any connected graph of up to 16 links a node",
       "trees: W. T. Tutte, C. Nash-Williams (J. London Math. Soc. 36, 1961); times and split are "
       "this project's",
       Over::kAllReduce, theory::allreduce_finish, theory::best_allreduce_split},
      {Algorithm::kAllReduceTwoPhase, Operation::kAllReduce, "trees-two-phase",
       "a reduction, and when it is over a broadcast, over the same trees",
       "A reduction over trees of one root that share no arc; when it is over, the root sends the "
       "results back down the same trees. These are more than trees without a common link where "
       "the graph has an odd number of links a node.",
       "twice the broadcast: 2 max of (m_i - 1 + h_i), " + kSplit,
       "any connected graph of up to 16 links a node, over up to 8 trees", kTrees,
       Over::kReduceBroadcast, theory::two_phase_finish, theory::best_split},
      {Algorithm::kScatterTrees, Operation::kScatter, "trees",
       "farthest destination first in each of several trees",
       "Each message is allocated to one of several trees of one root that share no arc, by the "
       "better of two rules: the longest message first to the root link that carries least, or the "
       "deepest node first to the one that would end first. Each link of the root carries its "
       "messages back to back, the farthest first.",
       "max over links b of the root and depths d of d - 1 + flits below b for depth >= d",
       "any connected graph of up to 16 links a node; t N at most 1,048,576", kScatterSource},
      {Algorithm::kGatherTrees, Operation::kGather, "trees",
       "the scatter run backwards; every PE knows all lengths",
       "The scatter over the same trees run backwards: what is on an arc in step s of it is on the "
       "arc back in step T + 1 - s. Every PE works out when its message may start; nobody calls.",
       "T, the finish of the scatter",
       "any connected graph of up to 16 links a node; t N at most 1,048,576", "this project"},
      {Algorithm::kBroadcastSlots, Operation::kBroadcast, "trees-slots",
       "down each of several trees that may share links, in turn",
       kSlotsSentence + "The root sends, and routers copy, as in a broadcast over trees.",
       "max of o_i + p (m_i - 1) + h_i, " + kSlotsSplit, kSlotsRange, kSlotsSource,
       Over::kBroadcast},
      {Algorithm::kReduceSlots, Operation::kReduce, "trees-slots",
       "up each of several trees that may share links, in turn",
       kSlotsSentence + "PEs hand operands over, and routers combine them, as in a reduction.",
       "max of o_i + p (m_i - 1) + h_i, " + kSlotsSplit, kSlotsRange, kSlotsSource, Over::kReduce},
      {Algorithm::kAllReduceSlots, Operation::kAllReduce, "trees-slots",
       "up and down each of several trees that may share links, in turn",
       kSlotsSentence +
           "Operands go up, and results that roots turn round go down, as in an all-reduce.",
       "max of o_i + p (m_i - 1) + 2 h_i, " + kSlotsSplit, kSlotsRange, kSlotsSource,
       Over::kAllReduce},
  };
  return methods;
}

SlotUse slot_use_of(GraphOperation operation) {
  if (operation == GraphOperation::kAllReduce) return SlotUse::kBoth;
  return operation == GraphOperation::kReduce ? SlotUse::kOperands : SlotUse::kCopies;
}

Step finish_of(const GraphScenario& scenario) {
  const std::vector<Node> heights = heights_of(scenario.trees);
  if (has_slots(scenario))
    return theory::slots_finish(scenario.length, heights, scenario.slots,
                                slot_use_of(scenario.operation));
  return method_of(scenario).timing(scenario.length, heights);
}

std::vector<Flits> split_of(const GraphScenario& scenario) {
  const std::vector<Node> heights = heights_of(scenario.trees);
  if (has_slots(scenario))
    return theory::best_slots_split(scenario.length, heights, scenario.slots,
                                    slot_use_of(scenario.operation));
  return method_of(scenario).split(scenario.length, heights);
}

std::string GraphMethod::operation_word() const {
  return word_for(graph_operation_words(), operation);
}

const GraphMethod& method_of(const GraphScenario& scenario) {
  return method_with(graph_methods(), scenario.algorithm);
}

const GraphMethod& first_method_of(GraphOperation operation) {
  return *std::find_if(graph_methods().begin(), graph_methods().end(),
                       [&](const GraphMethod& method) { return method.operation == operation; });
}

}  // namespace flitwise
