// combine_waves.cpp: signals of tb/view/combine_stage_view.sv, by the neighbours that links lead
// to.
#include "sim/run/waves/combine_waves.h"

#include <fmt/format.h>

#include "systemc/network/collective/combine_network.h"

namespace flitwise {
namespace {

class Stages {
 public:
  Stages(const CombinePlan& plan, Node pes, Flits depth, const std::vector<std::string>& names,
         WaveLayout& layout, bool is_whole)
      : plan_(plan),
        pes_(pes),
        depth_(depth),
        names_(names),
        layout_(layout),
        is_whole_(is_whole) {}

  void add() {
    for (Node v = 0; index_of(v) < plan_.neighbours.size(); ++v) add(v);
  }

 private:
  std::string name(Node v) const {
    return index_of(v) < names_.size() ? names_[index_of(v)] : fmt::format("PE {}", v);
  }

  void add(Node v) {
    const char* sort = plan_.floods() ? "flood" : "combine";
    std::string scope =
        fmt::format("network.combine_network.gen_node[{}].gen_{}.i_stage.view", v, sort);
    if (!is_whole_) {
      scope = fmt::format("{}.{}_stage.view", stage_name(v, pes_), sort);
      scope[scope.find(' ')] = '.';
    }
    layout_.begin_group(name(v));
    if (v < pes_) {
      const std::string protocol = fmt::format("pe{}.protocol.pe_view", v);
      layout_.names("state", protocol + ".state[3:0]");
      layout_.binary("hands a word to its router", protocol + ".sending");
      for (std::size_t t = 0; t < plan_.trees.size(); ++t) {
        const std::string own = fmt::format("{}.own[{}]", scope, t);
        const std::string tree = plan_.trees.size() > 1 ? fmt::format(" of tree {}", t) : "";
        if (plan_.trees[t].has_operand[index_of(v)]) add_operands("the PE" + tree, own);
        if (plan_.trees[t].takes_result[index_of(v)]) add_lane("to the PE" + tree, own + ".to");
      }
    }
    for (std::size_t l = 0; l < plan_.neighbours[index_of(v)].size(); ++l) {
      const Node other = plan_.neighbours[index_of(v)][l];
      if (!is_used(v, other)) continue;
      const std::string link = fmt::format("{}.link[{}]", scope, l);
      add_operands(name(other), link);
      add_lane("to " + name(other), link + ".to");
    }
    layout_.names("violation", scope + ".reported.violation[3:0]");
    layout_.end_group(name(v));
  }

  // By a tree of the plan.
  bool is_used(Node v, Node other) const {
    if (plan_.floods()) return true;
    for (const CombineTree& tree : plan_.trees)
      if (tree.parent[index_of(v)] == other || tree.parent[index_of(other)] == v) return true;
    return false;
  }

  void add_operands(const std::string& from, const std::string& scope) {
    add_lane("from " + from, scope + ".from");
    if (depth_ == 0) return;
    int bits = 1;  // of the count, up to the depth
    while (depth_ >> bits != 0) ++bits;
    layout_.decimal(
        "   operands that wait",
        fmt::format("{}.waiting{}", scope, bits > 1 ? fmt::format("[{}:0]", bits - 1) : ""));
  }

  void add_lane(const std::string& title, const std::string& scope) {
    layout_.names(title, scope + ".kind[3:0]");
    layout_.decimal("   word number", scope + ".message[12:0]");
    layout_.decimal("   word", scope + ".value[30:0]");
  }

  const CombinePlan& plan_;
  const Node pes_;
  const Flits depth_;  // 0: nothing waits
  const std::vector<std::string>& names_;
  WaveLayout& layout_;
  const bool is_whole_;
};

}  // namespace

void add_combine_waves(const CombinePlan& plan, Node pes, Flits depth,
                       const std::vector<std::string>& names, WaveLayout& layout, bool is_whole) {
  Stages(plan, pes, depth, names, layout, is_whole).add();
}

}  // namespace flitwise
