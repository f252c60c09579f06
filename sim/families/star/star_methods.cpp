// star_methods.cpp: the rows, where protocols and theory meet.
#include "sim/families/star/star_methods.h"

#include <fmt/format.h>

namespace flitwise {
namespace {

using check::StarCarriage;
using protocols::StarScheme;
using Numbers = std::pair<std::int64_t, std::int64_t>;

const std::string kPaper =
    "P. Fragopoulou, S. G. Akl, \"Edge-Disjoint Spanning Trees on the Star Network with "
    "Applications to Fault Tolerance\", IEEE Transactions on Computers 45(2), 1996; its formulas "
    "are lost in the copy at hand, and rule P of the trees, like the exact times, is "
    "reconstructed from its words, rule Q is of this project";
const std::string kInCycles =
    "; T packet steps are (T - 1) Phi + F + w - 1 cycles from the first flit, of packets of F "
    "flits, with Phi = F + r + w - 2 by options.router_latency (r) and link_latency (w)";
const std::string kSpaced = "; options.slots: spaced lets packets follow each other at once: ";
const std::string kAny = "S_3 to S_7, any m packets, any x of 1 to n - 1 trees; no faults";

Numbers first_packets(std::int64_t, std::int64_t) { return {1, 1}; }

}  // namespace

const std::vector<StarMethod>& star_methods() {
  static const std::vector<StarMethod> methods{
      {StarAlgorithm::kTrees, "broadcast", "trees", "a packet a step into every tree",
       "The source sends a packet a step into every tree; routers copy it to all children.",
       "ceil(m x / (n - 1)) + H - 1 packet steps, H the height of the trees: 5, 7, 8, 10, 11 for "
       "n = 3 to 7 by rule P, the paper's as it is reconstructed; 5, 6, 8, 10, 11 by this "
       "project's rule Q, the default" +
           kInCycles + kSpaced +
           "(m' - 1) F + (H - 1) Phi + F + w - 1 cycles, m' = ceil(m x / (n - 1))",
       kAny, kPaper, StarCarriage::kFlood, "round", StarScheme::kBroadcast,
       [](std::int64_t rounds, std::int64_t) {
         return Numbers{1, rounds};
       }},
      {StarAlgorithm::kStatic, "multinode", "static", "every node walks its trees by one timetable",
       "Every node serves the children of every tree by one timetable, so that no port is wanted "
       "twice. With x copies each live node has a whole one beside x - 1 elements that are dead or "
       "damage packets, and a right majority beside f liars and e silent elements if x > 2 f + e.",
       "ceil(m x / (n - 1)) (N - 1) packet steps, N = n!" + kInCycles + kSpaced +
           "max over e of ((e - 1) k + m' N_e) slots of F cycles, k = ceil(Phi / F), N_e links of "
           "a tree to depth e or more, the one with the highest tree below it first",
       kAny, kPaper + ", with a timetable of this project", StarCarriage::kHops, "round",
       StarScheme::kStatic,
       [](std::int64_t rounds, std::int64_t nodes) {
         return Numbers{nodes - 1, rounds};
       }},
      {StarAlgorithm::kAcknowledged, "multinode", "acknowledged",
       "every step of a walk waits for an acknowledgement, or a time-out",
       "The paper's walk: every step through a tree waits for an acknowledgement. A dead node "
       "stops it, unless a time-out carries it past. One that fits each subtree, as `timeout: "
       "auto` does, keeps all walks together; any other lets packets meet where somebody is passed "
       "over.",
       "(ceil(m x / (n - 1)) + 1) (N - 1) packet steps, N = n!" + kInCycles,
       kAny + ", or with `timeout: auto` any dead nodes and links",
       kPaper + ", and so is the time-out", StarCarriage::kHops, "arc", StarScheme::kAcknowledged,
       [](std::int64_t rounds, std::int64_t nodes) {
         return Numbers{rounds + 1, nodes - 1};
       }},
      {StarAlgorithm::kFurthestFirst, "scatter", "furthest-first",
       "the farthest addresses first, in every tree",
       "The source sends to the farthest addresses first, in every tree.",
       "m S(x) packet steps, S(x) the addresses that a tree serves; S(n - 1) = N - 1" + kInCycles +
           kSpaced +
           "max over e of (N_e F + (e - 1) Phi + w - 1) cycles, N_e packets of a tree to "
           "depth e or more",
       kAny, kPaper, StarCarriage::kRouted, "first packets", StarScheme::kScatter, first_packets},
      {StarAlgorithm::kNecklaces, "exchange", "necklaces",
       "address by address, all nodes through all trees at once",
       "All nodes send to the same relative address at once, address by address.",
       "m E(x) packet steps, E(x) the summed depths of the addresses that a tree serves" +
           kInCycles + kSpaced + "m E(x) slots of F cycles, or a few more",
       kAny, kPaper, StarCarriage::kRouted, "first packets", StarScheme::kExchange, first_packets}};
  return methods;
}

const StarMethod& method_of(const StarScenario& star) {
  return method_with(star_methods(), star.algorithm);
}

Phases star_phases(const StarScenario& star) {
  const std::int64_t nodes = StarGraph(star.order).size();
  const std::int64_t rounds = theory::rounds_of(star.order - 1, star.traffic());
  const StarMethod& method = method_of(star);
  auto [length, times] = method.phases(rounds, nodes);
  // Rounds of walks that wait for their packets are interleaved.
  if (star.algorithm == StarAlgorithm::kStatic && star.pace().lag() > 1) times = 1;
  Phases phases;
  for (std::int64_t i = 0; i < times; ++i)
    phases.push_back({star.cycle(i * length + 1), fmt::format("{} {}", method.phase, i + 1)});
  return phases;
}

}  // namespace flitwise
