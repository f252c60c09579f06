#include "systemc/network/collective/combine_network.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <utility>

#include "systemc/network/engine.h"

namespace flitwise {
namespace {

constexpr std::uint64_t kNoParent = 0xFF;  // combine_pkg::Root
constexpr std::uint32_t kLinkBits = 8;     // of a link's number in the table

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
  Stages(const CombinePlan& plan, const CombineNetworkConfig& config, ModelLibrary& models)
      : plan_(plan), config_(config), table_(models.get(request())) {}

  std::unique_ptr<Network> assemble() {
    auto owner = std::make_unique<StageOwner>(config_.waves);
    std::vector<RouterPins> pins;
    std::vector<std::vector<std::string>> lane_names;
    for (std::size_t v = 0; v < plan_.neighbours.size(); ++v) {
      pins.push_back(make(*owner, static_cast<Node>(v)));
      lane_names.push_back(names_of_lanes(plan_.neighbours[v]));
    }
    // A sum is hidden while it is combined, of an edge root twice, and while credits come.
    const auto hidden = static_cast<std::uint32_t>(2 * config_.add + 2);
    const FlowControl flow = config_.depth > 0 ? FlowControl::kCredits : FlowControl::kNone;
    return std::make_unique<Engine>(
        std::move(owner), std::move(pins), links(), std::move(lane_names), config_.stepping(), flow,
        config_.node_names, Receivers({}, plan_.neighbours.size(), trees(), hidden));
  }

 private:
  std::uint32_t trees() const { return static_cast<std::uint32_t>(plan_.trees.size()); }
  std::size_t most_links() const {
    std::size_t most = 1;
    for (const auto& neighbours : plan_.neighbours) most = std::max(most, neighbours.size());
    return most;
  }

  ModelRequest request() const {
    const bool has_edge = std::any_of(plan_.trees.begin(), plan_.trees.end(),
                                      [](const CombineTree& tree) { return tree.is_edge(); });
    ModelRequest request;
    request.flavour = flavour_for(config_);
    if (plan_.floods()) {
      request.module = "flood_stage";
      request.parameters = {fmt::format("Links={}", most_links()),
                            fmt::format("Adder={}", config_.add),
                            fmt::format("Width={}", config_.width)};
      request.description = fmt::format("({} links, adder {})", most_links(), config_.add);
      return request;
    }
    request.module = "combine_stage";
    request.parameters = {
        fmt::format("Links={}", most_links()),  fmt::format("Trees={}", trees()),
        fmt::format("Depth={}", config_.depth), fmt::format("Adder={}", config_.add),
        fmt::format("Width={}", config_.width), fmt::format("Edges={}", has_edge ? 1 : 0)};
    request.description = fmt::format("({} links, {} tree{}, depth {}, adder {})", most_links(),
                                      trees(), trees() == 1 ? "" : "s", config_.depth, config_.add);
    return request;
  }

  std::uint64_t link_to(Node from, Node to) const {
    const auto& neighbours = plan_.neighbours[index_of(from)];
    return static_cast<std::uint64_t>(std::find(neighbours.begin(), neighbours.end(), to) -
                                      neighbours.begin());
  }

  static void set_bit(const Pin& pin, std::size_t bit) {
    pin.bytes()[bit / 8] = static_cast<unsigned char>(pin.bytes()[bit / 8] | 1U << bit % 8);
  }

  void fill_table(const ModelInstance& stage, Node v) const {
    if (plan_.floods()) {
      for (int byte = 0; byte < 2; ++byte)
        stage.pin("rounds_i").bytes()[byte] =
            static_cast<unsigned char>(plan_.flood_rounds >> 8 * byte & 0xFF);
      return;
    }
    const std::size_t links = most_links();
    for (std::size_t t = 0; t < plan_.trees.size(); ++t) {
      const CombineTree& tree = plan_.trees[t];
      const Node parent = tree.parent[index_of(v)];
      const std::uint64_t link = parent == kNoNode ? kNoParent : link_to(v, parent);
      stage.pin("parent_i").bytes()[t * kLinkBits / 8] = static_cast<unsigned char>(link);
      if (tree.is_edge() && tree.is_root(v)) set_bit(stage.pin("edge_i"), t);
      if (tree.has_operand[index_of(v)]) set_bit(stage.pin("operand_i"), t);
      if (tree.takes_result[index_of(v)]) set_bit(stage.pin("own_result_i"), t);
      if (!tree.holds(v)) continue;
      for (std::size_t l = 0; l < plan_.neighbours[index_of(v)].size(); ++l) {
        const Node child = plan_.neighbours[index_of(v)][l];
        if (tree.is_root(child) || tree.parent[index_of(child)] != v) continue;
        if (has_operands_below(tree, child)) set_bit(stage.pin("children_i"), t * links + l);
        if (tree.passes_result[index_of(child)]) set_bit(stage.pin("result_i"), t * links + l);
      }
    }
  }

  // Every node of a tree of operands brings one: leaves are PEs.
  static bool has_operands_below(const CombineTree& tree, Node) {
    return std::find(tree.has_operand.begin(), tree.has_operand.end(), true) !=
           tree.has_operand.end();
  }

  RouterPins make(StageOwner& owner, Node v) const {
    const ModelInstance& stage =
        owner.models().make(table_, stage_name(v, config_.pes),
                            [&](const ModelInstance& instance) { fill_table(instance, v); });
    PortRoles roles;
    roles.credit_in = roles.credit_out = "";  // whose bits are no bytes
    const auto lanes = static_cast<std::uint32_t>(trees() + most_links());
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
    names.resize(trees() + most_links(), "no link");
    return names;
  }

  const CombinePlan& plan_;
  const CombineNetworkConfig& config_;
  const ModelTable& table_;
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

}  // namespace flitwise
