#include "tests/soak/instances.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace flitwise::soak {
namespace {

template <typename T>
T one_of(Draw& draw, const std::vector<T>& all) {
  return all[static_cast<std::size_t>(draw.between(0, static_cast<std::int64_t>(all.size()) - 1))];
}

const char* word_of(Draw& draw, const std::vector<const char*>& words) {
  return one_of(draw, words);
}

std::uint64_t small_seed(Draw& draw) { return draw.number() >> 32U; }

std::string lengths_of(Draw& draw) {
  switch (draw.between(0, 4)) {
    case 0:
      return fmt::format("{{each: {}}}", draw.between(1, 3));
    case 1:
      return fmt::format("{{sparse: 0.2, length: {}, seed: {}}}", draw.between(1, 6),
                         small_seed(draw));
    default:
      return fmt::format("{{uniform: [0, {}], seed: {}}}", draw.between(1, 9), small_seed(draw));
  }
}

std::string tree_of(Draw& draw, std::int64_t most) {
  const std::int64_t pes = draw.sized(2, most);
  switch (draw.between(0, 6)) {
    case 0:
      return fmt::format("shape: path, pes: {}", pes);
    case 1:
      return fmt::format("shape: star, leaves: {}", std::min<std::int64_t>(pes - 1, 64));
    case 2:
      return fmt::format("shape: caterpillar, spine: {}, legs: {}",
                         std::max<std::int64_t>(pes / 3, 2), draw.between(0, 3));
    case 3:
      return fmt::format("shape: complete, arity: {}, height: {}", draw.between(1, 3),
                         draw.between(1, 3));
    default:
      return fmt::format("shape: random, pes: {}, depth: {}, max_children: {}, seed: {}", pes,
                         word_of(draw, {"uniform", "deep", "wide"}), draw.sized(2, 64),
                         small_seed(draw));
  }
}

std::string tree_text(Draw& draw, std::int64_t most) {
  std::string text = fmt::format("network: {{kind: tree, {}}}\n", tree_of(draw, most));
  std::string options = draw.one_in(4) ? "ports: multi" : "ports: single";
  switch (draw.between(0, 3)) {
    case 0:
      text += "operation: scatter\nalgorithm: fdf\n";
      break;
    case 1:
      text += "operation: gather\nalgorithm: shoulder-tap\n";
      options += draw.one_in(2) ? ", end_mark: true" : "";
      break;
    default:
      text += "operation: gather\nalgorithm: certification\n";
      options = fmt::format("rule: {}, sync: {}, {}",
                            word_of(draw, {"paper", "tight", "skip", "posidx", "pos"}),
                            word_of(draw, {"seq", "mirror", "slot", "slot_index"}), options);
      if (draw.one_in(2))
        options += fmt::format(", sort_cost: {}", word_of(draw, {"0", "1", "d", "dlogd"}));
  }
  return text + fmt::format("lengths: {}\noptions: {{{}}}\n", lengths_of(draw), options);
}

std::string cover_text(Draw& draw, std::int64_t most) {
  const std::int64_t rows = draw.sized(1, std::max<std::int64_t>(most / 8, 3));
  const std::int64_t columns = draw.sized(2, 8);
  const bool mesh = draw.one_in(2);
  const std::int64_t least = mesh ? 0 : 3;
  const std::int64_t a = std::max(rows, least), b = std::max(columns, least);
  const std::string cover = mesh ? word_of(draw, {"disjoint", "shared"})
                                 : word_of(draw, {"joint", "spanning", "spanning_short", "shared"});
  const std::string network = fmt::format("kind: {}, sides: [{}, {}], root: [{}, {}], cover: {}",
                                          mesh ? "mesh" : "torus-cover", a, b,
                                          draw.between(0, a - 1), draw.between(0, b - 1), cover);
  const bool scatter = draw.one_in(2);
  const bool certifies = cover != "shared" && draw.one_in(2);
  return fmt::format("network: {{{}}}\noperation: {}\nalgorithm: {}\nlengths: {}\n", network,
                     scatter ? "scatter" : "gather",
                     scatter     ? "fdf"
                     : certifies ? "certification"
                                 : "timetable",
                     lengths_of(draw));
}

// Of shapes and a depth whose routers the build has: every other one would be compiled first.
std::string fat_tree_text(Draw& draw, std::int64_t most) {
  const std::string both =
      word_of(draw, {"broadcast flood", "scatter furthest-first", "gather furthest-first",
                     "gather naive", "multinode flood", "multinode phased", "multinode queue-free",
                     "exchange phased-serial", "exchange phased", "exchange optimal-ebft",
                     "exchange optimal-cbft", "exchange far-first", "exchange scatters",
                     "exchange scatter-pairs"});
  const bool waits =
      both == "gather naive" || both == "multinode flood" || both == "exchange far-first";
  const bool wide = most >= 8 && draw.one_in(2);
  std::int64_t leaves = wide ? 8 : 2;
  while (!wide && leaves * 2 <= std::min<std::int64_t>(most, waits ? 8 : 32) && !draw.one_in(3))
    leaves *= 2;
  const std::string operation = both.substr(0, both.find(' '));
  const bool has_root = operation == "broadcast" || operation == "scatter" || operation == "gather";
  std::string text = fmt::format(
      "network: {{kind: fat-tree, leaves: {}, capacities: {}}}\noperation: {}\nalgorithm: {}\n",
      leaves, wide ? "exponential" : "constant", operation, both.substr(both.find(' ') + 1));
  if (has_root) text += fmt::format("root: {}\n", draw.between(0, leaves - 1));
  // Queues that hold 16 packets lose some of long messages that all start at once.
  if (has_root && operation != "broadcast" && !waits && draw.one_in(2))
    text += fmt::format("lengths: {}\n", lengths_of(draw));
  return text + "options: {depth: 16}\n";
}

std::string torus_text(Draw& draw, std::int64_t most) {
  const std::int64_t dimensions = draw.between(1, 3);
  std::string sides, root;
  std::int64_t nodes = 1;
  for (std::int64_t d = 0; d < dimensions; ++d) {
    const std::int64_t side = draw.sized(1, std::max<std::int64_t>(most / nodes, 1));
    nodes *= side;
    sides += fmt::format("{}{}", d == 0 ? "" : ", ", side);
    root += fmt::format("{}{}", d == 0 ? "" : ", ", draw.between(0, side - 1));
  }
  return fmt::format(
      "network: {{kind: torus, sides: [{}]}}\noperation: broadcast\nalgorithm: {}\nroot: [{}]\n"
      "length: {}\noptions: {{barrier: {}, send_overhead: {}, receive_overhead: {}}}\n",
      sides,
      word_of(draw, {"peel", "paper", "best", "fsh", "doubling", "flood", "radix3", "packet-tree"}),
      root, draw.sized(1, 40), draw.one_in(2), draw.between(0, 3), draw.between(0, 3));
}

std::string mesh_text(Draw& draw, std::int64_t most) {
  const std::int64_t a = draw.sized(1, std::min<std::int64_t>(most, 16));
  const std::int64_t b = draw.sized(a == 1 ? 2 : 1, std::max<std::int64_t>(most / a, 2));
  const std::string operation = word_of(draw, {"broadcast", "scatter", "gather"});
  const std::string latency = fmt::format("link_latency: [{}, {}], depth: {}", draw.between(1, 2),
                                          draw.between(1, 3), draw.between(6, 8));
  const std::string overheads = fmt::format("send_overhead: {}, receive_overhead: {}, {}",
                                            draw.between(0, 3), draw.between(0, 3), latency);
  std::string text =
      fmt::format("network: {{kind: xy-mesh, sides: [{}, {}]}}\noperation: {}\nroot: [{}, {}]\n", a,
                  b, operation, draw.between(0, a - 1), draw.between(0, b - 1));
  if (operation != "broadcast")
    return text + fmt::format("lengths: {}\noptions: {{{}}}\n", lengths_of(draw), overheads);
  return text + fmt::format("algorithm: {}\nlength: {}\noptions: {{barrier: {}, {}}}\n",
                            word_of(draw, {"umesh", "separate"}), draw.sized(1, 40), draw.one_in(2),
                            overheads);
}

std::string star_text(Draw& draw, std::int64_t most) {
  const std::int64_t n = most >= kWhole && draw.one_in(8) ? 5 : most >= 24 ? draw.between(3, 4) : 3;
  const char* operation = word_of(draw, {"broadcast", "multinode", "scatter", "exchange"});
  const std::vector<std::int64_t> flits = n == 3   ? std::vector<std::int64_t>{1, 2}
                                          : n == 4 ? std::vector<std::int64_t>{1, 3, 4}
                                                   : std::vector<std::int64_t>{1};
  std::string text =
      fmt::format("network: {{kind: star-graph, n: {}}}\noperation: {}\n", n, operation);
  const std::string word = operation;
  if (word == "multinode" && draw.one_in(3)) text += "algorithm: acknowledged\n";
  const std::int64_t nodes = n == 3 ? 6 : n == 4 ? 24 : 120;
  if (word == "broadcast" || word == "scatter")
    text += fmt::format("root: {}\n", draw.between(0, nodes - 1));
  return text + fmt::format("packets: {}\ncopies: {}\noptions: {{rule: {}, flits: {}}}\n",
                            word == "broadcast" ? draw.sized(1, 12) : draw.sized(1, 2),
                            draw.between(1, n - 1), word_of(draw, {"Q", "P"}), one_of(draw, flits));
}

}  // namespace

std::string instance_text(std::uint64_t number, std::int64_t most) {
  Draw draw(number);
  const std::string name = fmt::format("name: soak {}\n", number);
  switch (draw.between(0, 6)) {
    case 0:
      return name + cover_text(draw, most);
    case 1:
      return name + fat_tree_text(draw, most);
    case 2:
      return name + (draw.one_in(3) ? mesh_text(draw, most) : torus_text(draw, most));
    case 3:
      return name + star_text(draw, most);
    default:
      return name + tree_text(draw, most);
  }
}

std::string fault_text(std::uint64_t number) {
  constexpr std::int64_t kNodes = 120;
  Draw draw(number);
  const std::string operation = word_of(draw, {"broadcast", "multinode", "scatter", "exchange"});
  const bool has_root = operation == "broadcast" || operation == "scatter";
  const std::int64_t root = draw.between(0, kNodes - 1);
  std::vector<std::int64_t> dead;
  std::string nodes, links;
  for (std::int64_t i = draw.sized(0, 8); i > 0; --i) {
    const std::int64_t node = draw.between(0, kNodes - 1);
    if ((has_root && node == root) || std::count(dead.begin(), dead.end(), node) > 0) continue;
    dead.push_back(node);
    nodes += fmt::format("{}{}", nodes.empty() ? "" : ", ", node);
  }
  for (std::int64_t i = draw.sized(1, 8); i > 0; --i)
    links += fmt::format("{}[{}, {}]", links.empty() ? "" : ", ", draw.between(0, kNodes - 1),
                         draw.between(2, 5));
  return fmt::format(
      "name: faults {}\nnetwork: {{kind: star-graph, n: 5}}\noperation: {}\n{}packets: {}\n"
      "copies: {}\noptions: {{faults: {{nodes: [{}], links: [{}], from_step: {}}}}}\n",
      number, operation, has_root ? fmt::format("root: {}\n", root) : "",
      operation == "broadcast" ? draw.between(1, 8) : 1, draw.between(1, 4), nodes, links,
      draw.sized(1, 40));
}

std::string packets_text(std::uint64_t number, std::int64_t steps) {
  Draw draw(number);
  const char* pattern = word_of(draw, {"uniform", "uniform", "hot-spot", "transpose",
                                       "bit-complement", "tornado", "neighbour"});
  const std::string hot = std::string(pattern) == "hot-spot"
                              ? ", hot_share: 0.1, hot_spots: [[0, 0, 0], [3, 1, 2]]"
                              : "";
  const double stall =
      draw.one_in(2) ? 0 : static_cast<double>(draw.between(1, 50)) / 100;  // of receivers
  return fmt::format(
      "name: packets {}\nnetwork: {{kind: torus, sides: [4, 4, 4]}}\noperation: traffic\n"
      "algorithm: {}\noptions: {{rate: {:.2f}, seed: {}, warmup: 0, measure: {}, lane_rule: {}, "
      "receiver_stall: {:.2f}, packet_length: [{{flits: 1, share: 2}}, {{flits: {}, share: "
      "1}}]{}}}\n",
      number, pattern, static_cast<double>(draw.between(10, 90)) / 100, small_seed(draw), steps,
      word_of(draw, {"relaxed", "strict"}), stall, draw.between(2, 12), hot);
}

// SplitMix64: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators" (OOPSLA
// 2014). Every number is a good start.
std::uint64_t Draw::number() {
  state_ += 0x9E3779B97F4A7C15U;
  std::uint64_t mixed = state_;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9U;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBU;
  return mixed ^ (mixed >> 31);
}

std::int64_t Draw::between(std::int64_t low, std::int64_t high) {
  return low + static_cast<std::int64_t>(number() % static_cast<std::uint64_t>(high - low + 1));
}

std::int64_t Draw::sized(std::int64_t low, std::int64_t high) {
  std::int64_t bound = low;
  while (bound < high && !one_in(4)) bound = 2 * bound + 1;
  return between(low, bound < high ? bound : high);
}

std::uint64_t instance_number(std::uint64_t seed, std::int64_t index) {
  return Draw(Draw(seed).number() ^ static_cast<std::uint64_t>(index)).number();
}

}  // namespace flitwise::soak
