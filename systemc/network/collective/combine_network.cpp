#include "systemc/network/collective/combine_network.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <utility>

#include "systemc/network/engine.h"
#include "systemc/network/network_top.h"

namespace flitwise {
namespace {

constexpr std::uint64_t kNoParent = 0xFF;  // combine_pkg::Root
constexpr std::uint32_t kLinkBits = 8;     // of a link's number in the table
constexpr std::uint64_t kNoNeighbour = 0xFFFF;
constexpr std::uint32_t kEntryBits = 16;  // of a node's number

// What stages say of credits in bits, and the engine in bytes.
struct StageCredits {
  void* model = nullptr;
  void (*cycle)(void*) = nullptr;
  unsigned char* credit_in = nullptr;         // a bit a link
  const unsigned char* credit_out = nullptr;  // a bit a lane
  std::uint32_t own_lanes = 0;
  std::vector<unsigned char> in, out;  // a byte a lane

  void pass_cycle() {
    for (std::uint32_t lane = own_lanes; lane < in.size(); ++lane) {
      const std::uint32_t link = lane - own_lanes;
      unsigned char& byte = credit_in[link / 8];
      const auto bit = static_cast<unsigned char>(1U << link % 8);
      byte = static_cast<unsigned char>(in[lane] != 0 ? byte | bit : byte & ~bit);
    }
    cycle(model);
    for (std::size_t lane = 0; lane < out.size(); ++lane)
      out[lane] = credit_out[lane / 8] >> lane % 8 & 1;
  }
};

// Owns what stands between the engine and the stages.
class StageOwner final : public RouterOwner {
 public:
  StageOwner(const NetworkConfig& config, std::size_t nodes) : models_(config, nodes) {}
  explicit StageOwner(WaveRecorder* waves) : models_(waves) {}
  int assertion_failures() const override { return models_.assertion_failures(); }
  void set_step(Step step) override { models_.set_step(step); }
  void enter_thread() override { models_.enter_thread(); }
  void gather_prints(std::string* text) override { models_.gather_prints(text); }
  bool can_gather_prints() const override { return models_.can_gather_prints(); }
  bool merge_flits() const override { return true; }

  ModelOwner& models() { return models_; }
  StageCredits& add_credits() { return credits_.emplace_back(); }

 private:
  ModelOwner models_;
  std::deque<StageCredits> credits_;
};

class Stages {
 public:
  Stages(const CombinePlan& plan, const CombineNetworkConfig& config, ModelLibrary& models,
         bool is_whole = false)
      : plan_(plan),
        config_(config),
        most_links_(most_of(plan)),
        has_operands_(trees_with_operands(plan)),
        table_(models.get(is_whole ? whole_request() : request())) {}

  std::unique_ptr<Network> assemble() {
    auto owner = std::make_unique<StageOwner>(config_, plan_.neighbours.size());
    std::vector<RouterPins> pins;
    std::vector<std::vector<std::string>> lane_names;
    for (std::size_t v = 0; v < plan_.neighbours.size(); ++v) {
      pins.push_back(make(*owner, static_cast<Node>(v)));
      lane_names.push_back(names_of_lanes(plan_.neighbours[v]));
    }
    return std::make_unique<Engine>(std::move(owner), std::move(pins), links(),
                                    std::move(lane_names), config_.stepping(), flow(),
                                    config_.node_names, receivers());
  }

  // The same nodes as one top.
  std::unique_ptr<Network> elaborate() {
    auto owner = std::make_unique<StageOwner>(config_.waves);
    const ModelInstance& top = owner->models().make(table_, "network", [](const ModelInstance&) {});
    std::vector<TopNode> nodes;
    for (std::size_t v = 0; v < plan_.neighbours.size(); ++v) {
      const std::string name = v < config_.node_names.size() ? config_.node_names[v] : "";
      nodes.push_back({trees(), names_of_lanes(plan_.neighbours[v]), name});
    }
    return std::make_unique<NetworkTop>(std::move(owner), top, std::move(nodes), links(), flow(),
                                        std::vector<std::size_t>{},
                                        static_cast<std::uint32_t>(config_.depth), receivers());
  }

 private:
  FlowControl flow() const {
    return config_.depth > 0 ? FlowControl::kCredits : FlowControl::kNone;
  }
  // A sum is hidden while it is combined, of an edge root twice, and while credits come.
  Receivers receivers() const {
    return Receivers({}, plan_.neighbours.size(), trees(),
                     static_cast<std::uint32_t>(2 * config_.add + 2));
  }
  std::uint32_t trees() const { return static_cast<std::uint32_t>(plan_.trees.size()); }
  // Every node of a tree of operands brings one: leaves are PEs.
  static std::vector<bool> trees_with_operands(const CombinePlan& plan) {
    std::vector<bool> all;
    for (const CombineTree& tree : plan.trees)
      all.push_back(std::find(tree.has_operand.begin(), tree.has_operand.end(), true) !=
                    tree.has_operand.end());
    return all;
  }
  static std::size_t most_of(const CombinePlan& plan) {
    std::size_t most = 1;
    for (const auto& neighbours : plan.neighbours) most = std::max(most, neighbours.size());
    return most;
  }

  ModelRequest request() const {
    const bool has_edge = std::any_of(plan_.trees.begin(), plan_.trees.end(),
                                      [](const CombineTree& tree) { return tree.is_edge(); });
    ModelRequest request;
    request.flavour = flavour_for(config_);
    if (plan_.floods()) {
      request.module = "flood_stage";
      request.parameters = {fmt::format("Links={}", most_links_),
                            fmt::format("Adder={}", config_.add),
                            fmt::format("Width={}", config_.width)};
      request.description = fmt::format("({} links, adder {})", most_links_, config_.add);
      return request;
    }
    request.module = "combine_stage";
    request.parameters = {
        fmt::format("Links={}", most_links_),   fmt::format("Trees={}", trees()),
        fmt::format("Depth={}", config_.depth), fmt::format("Adder={}", config_.add),
        fmt::format("Width={}", config_.width), fmt::format("Edges={}", has_edge ? 1 : 0)};
    request.description = fmt::format("({} links, {} tree{}, depth {}, adder {})", most_links_,
                                      trees(), trees() == 1 ? "" : "s", config_.depth, config_.add);
    return request;
  }

  ModelRequest whole_request() const {
    const std::size_t nodes = plan_.neighbours.size();
    const std::size_t links = most_links_;
    std::vector<std::uint64_t> ends(nodes * links, kNoNeighbour);
    for (std::size_t v = 0; v < nodes; ++v)
      std::copy(plan_.neighbours[v].begin(), plan_.neighbours[v].end(),
                ends.begin() + static_cast<std::ptrdiff_t>(v * links));
    ModelRequest request;
    request.module = "combine_network";
    request.parameters = {
        fmt::format("NumNodes={}", nodes),      fmt::format("Links={}", links),
        fmt::format("Trees={}", trees()),       fmt::format("Adder={}", config_.add),
        fmt::format("Width={}", config_.width), "Neighbours=" + literal_of(ends, kEntryBits)};
    request.flavour = flavour_for(config_);
    request.description =
        fmt::format("({} nodes, {} tree{})", nodes, trees(), trees() == 1 ? "" : "s");
    add_tables(request);
    if (!plan_.floods()) return request;
    request.parameters.push_back(fmt::format("Rounds={}", plan_.flood_rounds));
    request.description = fmt::format("({} nodes, {} rounds)", nodes, plan_.flood_rounds);
    return request;
  }

  // How deep the queues of a top are, and what each of its stages is told.
  void add_tables(ModelRequest& request) const {
    std::vector<std::uint64_t> parents;
    std::vector<bool> edges, operands, own_results, children, results;
    const auto append = [](auto& all, const auto& more) {
      all.insert(all.end(), more.begin(), more.end());
    };
    for (std::size_t v = 0; v < plan_.neighbours.size(); ++v) {
      const StageTable table = table_of(static_cast<Node>(v));
      append(parents, table.parent);
      append(edges, table.edge);
      append(operands, table.operand);
      append(own_results, table.own_result);
      append(children, table.children);
      append(results, table.result);
    }
    if (config_.depth > 0) request.parameters.push_back(fmt::format("Depth={}", config_.depth));
    request.parameters.push_back("Parents=" + literal_of(parents, kLinkBits));
    const auto add = [&](const char* name, const std::vector<bool>& bits) {
      request.parameters.push_back(
          fmt::format("{}={}", name, literal_of(nibbles_of(bits), 4, bits.size())));
    };
    add("Operands", operands);
    add("OwnResults", own_results);
    add("Children", children);
    add("Results", results);
    if (std::find(edges.begin(), edges.end(), true) != edges.end()) add("EdgeRoots", edges);
  }

  // Four bits a digit, the lowest first.
  static std::vector<std::uint64_t> nibbles_of(const std::vector<bool>& bits) {
    std::vector<std::uint64_t> digits((bits.size() + 3) / 4);
    for (std::size_t bit = 0; bit < bits.size(); ++bit)
      if (bits[bit]) digits[bit / 4] |= std::uint64_t{1} << bit % 4;
    return digits;
  }

  // Entries of so many bits, the first lowest, as a literal; `size`: of all bits, else of all
  // entries.
  static std::string literal_of(const std::vector<std::uint64_t>& entries, std::uint32_t bits,
                                std::size_t size = 0) {
    std::string digits;
    for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry)
      digits += fmt::format("{:0{}x}", *entry, bits / 4);
    return fmt::format("{}'h{}", size == 0 ? entries.size() * bits : size, digits);
  }

  std::uint64_t link_to(Node from, Node to) const {
    const auto& neighbours = plan_.neighbours[index_of(from)];
    return static_cast<std::uint64_t>(std::find(neighbours.begin(), neighbours.end(), to) -
                                      neighbours.begin());
  }

  static void set_bit(const Pin& pin, std::size_t bit) {
    pin.bytes()[bit / 8] = static_cast<unsigned char>(pin.bytes()[bit / 8] | 1U << bit % 8);
  }

  // What a stage is told, by tree, and by tree and link.
  struct StageTable {
    std::vector<std::uint64_t> parent;
    std::vector<bool> edge, operand, own_result, children, result;
  };

  StageTable table_of(Node v) const {
    const std::size_t links = most_links_;
    StageTable table;
    table.children.resize(plan_.trees.size() * links);
    table.result.resize(plan_.trees.size() * links);
    for (std::size_t t = 0; t < plan_.trees.size(); ++t) {
      const CombineTree& tree = plan_.trees[t];
      const Node parent = tree.parent[index_of(v)];
      table.parent.push_back(parent == kNoNode ? kNoParent : link_to(v, parent));
      table.edge.push_back(tree.is_edge() && tree.is_root(v));
      table.operand.push_back(tree.has_operand[index_of(v)]);
      table.own_result.push_back(tree.takes_result[index_of(v)]);
      if (!tree.holds(v)) continue;
      for (std::size_t l = 0; l < plan_.neighbours[index_of(v)].size(); ++l) {
        const Node child = plan_.neighbours[index_of(v)][l];
        if (tree.is_root(child) || tree.parent[index_of(child)] != v) continue;
        table.children[t * links + l] = has_operands_[t];
        table.result[t * links + l] = tree.passes_result[index_of(child)];
      }
    }
    return table;
  }

  void fill_table(const ModelInstance& stage, Node v) const {
    if (plan_.floods()) {
      for (int byte = 0; byte < 2; ++byte)
        stage.pin("rounds_i").bytes()[byte] =
            static_cast<unsigned char>(plan_.flood_rounds >> 8 * byte & 0xFF);
      return;
    }
    const StageTable table = table_of(v);
    for (std::size_t t = 0; t < plan_.trees.size(); ++t)
      stage.pin("parent_i").bytes()[t * kLinkBits / 8] =
          static_cast<unsigned char>(table.parent[t]);
    const auto drive = [&](const char* pin, const std::vector<bool>& bits) {
      for (std::size_t bit = 0; bit < bits.size(); ++bit)
        if (bits[bit]) set_bit(stage.pin(pin), bit);
    };
    drive("edge_i", table.edge);
    drive("operand_i", table.operand);
    drive("own_result_i", table.own_result);
    drive("children_i", table.children);
    drive("result_i", table.result);
  }

  RouterPins make(StageOwner& owner, Node v) const {
    const ModelInstance& stage =
        owner.models().make(table_, stage_name(v, config_.pes),
                            [&](const ModelInstance& instance) { fill_table(instance, v); });
    PortRoles roles;
    roles.credit_in = roles.credit_out = "";  // whose bits are no bytes
    const auto lanes = static_cast<std::uint32_t>(trees() + most_links_);
    RouterPins pins = router_pins(stage, trees(), lanes, roles);
    if (config_.depth == 0) return pins;
    StageCredits& credits = owner.add_credits();
    credits.model = pins.model;
    credits.cycle = pins.cycle;
    credits.credit_in = stage.pin("credit_i").bytes();
    credits.credit_out = stage.pin("credit_o").bytes();
    credits.own_lanes = trees();
    credits.in.resize(lanes);
    credits.out.resize(lanes);
    pins.model = &credits;
    pins.cycle = [](void* model) { static_cast<StageCredits*>(model)->pass_cycle(); };
    pins.credit_in = credits.in.data();
    pins.credit_out = credits.out.data();
    pins.own_credits = static_cast<std::uint32_t>(config_.depth);
    return pins;
  }

  std::vector<Link> links() const {
    std::vector<Link> links;
    for (std::size_t v = 0; v < plan_.neighbours.size(); ++v)
      for (std::size_t l = 0; l < plan_.neighbours[v].size(); ++l) {
        const Node to = plan_.neighbours[v][l];
        const auto from = static_cast<Node>(v);
        if (config_.is_dead && config_.is_dead(from, to)) continue;
        links.push_back({from, static_cast<std::uint32_t>(trees() + l), to,
                         static_cast<std::uint32_t>(trees() + link_to(to, from))});
      }
    return links;
  }

  std::vector<std::string> names_of_lanes(const std::vector<Node>& neighbours) const {
    std::vector<std::string> names;
    for (std::uint32_t t = 0; t < trees(); ++t) names.push_back(fmt::format("own, tree {}", t));
    for (const Node node : neighbours) {
      const bool has_name = index_of(node) < config_.node_names.size();
      names.push_back(has_name ? config_.node_names[index_of(node)] : fmt::format("PE {}", node));
    }
    names.resize(trees() + most_links_, "no link");
    return names;
  }

  const CombinePlan& plan_;
  const CombineNetworkConfig& config_;
  const std::size_t most_links_;
  const std::vector<bool> has_operands_;  // by tree
  const ModelTable& table_;               // whose parameters say all of the above
};

}  // namespace

std::string stage_name(Node node, Node pes) {
  return fmt::format("{}{} stage", node < pes ? "pe" : "switch", node);
}

std::unique_ptr<Network> assemble_combining(const CombinePlan& plan,
                                            const CombineNetworkConfig& config,
                                            ModelLibrary& models) {
  return Stages(plan, config, models).assemble();
}

std::string why_no_top(const CombinePlan& plan) {
  std::size_t links = 1;
  for (const auto& neighbours : plan.neighbours) links = std::max(links, neighbours.size());
  if (plan.neighbours.size() <= kMostElaboratedStages &&
      plan.neighbours.size() * (plan.trees.size() + links) <= kMostElaboratedStageLanes)
    return {};
  return fmt::format(
      "exists for up to {} nodes and {} lanes, of each one a tree and link; use assembled",
      kMostElaboratedStages, kMostElaboratedStageLanes);
}

std::unique_ptr<Network> elaborate_combining(const CombinePlan& plan,
                                             const CombineNetworkConfig& config,
                                             ModelLibrary& models) {
  return Stages(plan, config, models, true).elaborate();
}

}  // namespace flitwise
