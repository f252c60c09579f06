// mesh_operations.cpp: plans, begins and bounds of what one PE sends to all, or all to one.
#include "tb/theory/xy_mesh/mesh_operations.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace flitwise::theory {
namespace {

using Lengths = std::vector<Flits>;

/// What a node of the chain has to serve, itself included.
struct Part {
  int left = 0;
  int right = 0;
  int sender = 0;
};

/// The part of whoever gets the message; `part` keeps what is left.
Part cut(Part& part) {
  const int twice_middle = part.left + part.right;
  if (2 * part.sender < twice_middle) {
    const int first = part.left + (part.right - part.left + 1) / 2;
    const Part other{first, part.right, first};
    part.right = first - 1;
    return other;
  }
  const int is_middle = 2 * part.sender == twice_middle ? 1 : 0;
  const int last = part.left + (part.right - part.left - is_middle) / 2;
  const Part other{part.left, last, last};
  part.left = last + 1;
  return other;
}

/// Nodes in the order of the chain.
std::vector<Node> chain_of_nodes(const XyMesh& mesh, ChainOrder order) {
  std::vector<Node> chain;
  const int high = order == ChainOrder::kAsPacketsGo ? mesh.first() : 1 - mesh.first();
  for (int i = 0; i < mesh.side(high); ++i)
    for (int j = 0; j < mesh.side(1 - high); ++j)
      chain.push_back(high == 0 ? mesh.node({i, j}) : mesh.node({j, i}));
  return chain;
}

/// All nodes but the root that have a message, the largest way first, of equal ones the smaller.
std::vector<Node> by_way(const XyMesh& mesh, Node root, const Lengths& lengths,
                         const CycleModel& model) {
  std::vector<Node> nodes;
  for (Node v = 0; v < mesh.size(); ++v)
    if (v != root && lengths[index_of(v)] > 0) nodes.push_back(v);
  std::stable_sort(nodes.begin(), nodes.end(), [&](Node a, Node b) {
    return way_of(mesh, model, root, a) > way_of(mesh, model, root, b);
  });
  return nodes;
}

/// The port through which a PE's worms go in.
class InjectionPort {
 public:
  /// How long it keeps a head waiting that is handed over at time `head`.
  Step late(const CycleModel& model, Step head, Flits flits) {
    const Step wait = std::max<Step>(0, free_ - head);
    free_ = head + wait + flits + model.latency.pipeline.head_wait(RouterPassage::kInject);
    return wait;
  }

 private:
  Step free_ = 0;
};

/// max over the ways x of (x + sum of (L_i + gap) over the nodes with way(i) >= x) - gap, with what
/// no message is without around it; 0 when nothing is sent.
Step largest_way_first(const XyMesh& mesh, Node root, const Lengths& lengths,
                       const CycleModel& model, Step gap) {
  const std::vector<Node> order = by_way(mesh, root, lengths, model);
  if (order.empty()) return 0;
  Step most = 0;
  Step sent = -gap;
  for (const Node v : order) {
    sent += lengths[index_of(v)] + gap;
    most = std::max(most, sent + way_of(mesh, model, root, v));
  }
  return model.send_overhead + model.latency.router(RouterPassage::kInject) - 1 + most +
         model.receive_overhead;
}

void check_lengths_of(const XyMesh& mesh, Node root, const Lengths& lengths,
                      const CycleModel& model) {
  mesh.check_node(root);
  check_model(model, mesh.sides());
  if (lengths.size() != index_of(mesh.size()))
    throw std::invalid_argument(
        "there must be one length per node: " + std::to_string(mesh.size()) + ", got " +
        std::to_string(lengths.size()));
  for (const Flits length : lengths)
    if (length < 0)
      throw std::invalid_argument("a length must not be negative, got " + std::to_string(length));
  if (lengths[index_of(root)] != 0)
    throw std::invalid_argument("the root sends itself nothing, got a length of " +
                                std::to_string(lengths[index_of(root)]));
}

/// Said of networks that are not the one of the printed formulas.
std::string way_text(const CycleModel& model) {
  if (model.latency.is_unit()) return "hops";
  if (model.latency.pipeline.spread() > 0)
    return "(r of inject - 1) + w - 1 and the r of straight, turn or eject for each link";
  return "(r - 1) + p a hop, p = r + w - 1,";
}

Source stalls_source(const MeshTiming& timing) {
  if (timing.shallow) return {"stalls", "not predicted: queues are shorter than a credit's way"};
  if (!timing.contention.empty()) return {"stalls", "more than 0: messages meet"};
  if (timing.stalls.value_or(0) > 0)
    return {"stalls",
            "sum over the messages of what their flits wait for credits, by the recurrence of a "
            "chain; they catch up"};
  return {"stalls", "0: no two messages want a channel or a port at the same time"};
}

const char* bound_note(const MeshTiming& timing) {
  if (timing.shallow) return "; a bound from below: queues are shorter than a credit's way";
  return timing.contention.empty() ? "" : "; a bound from below: messages meet";
}

}  // namespace

MeshPlan umesh_plan(const XyMesh& mesh, Node source, ChainOrder order) {
  mesh.check_node(source);
  const std::vector<Node> chain = chain_of_nodes(mesh, order);
  const auto place = std::find(chain.begin(), chain.end(), source) - chain.begin();
  std::vector<Part> parts{{0, static_cast<int>(chain.size()) - 1, static_cast<int>(place)}};
  MeshPlan plan;
  for (int step = 0; step < fewest_steps(mesh); ++step) {
    plan.emplace_back();
    const std::size_t senders = parts.size();
    for (std::size_t i = 0; i < senders; ++i) {
      if (parts[i].left == parts[i].right) continue;
      const Part other = cut(parts[i]);
      plan.back().emplace_back(chain[index_of(parts[i].sender)], chain[index_of(other.sender)]);
      parts.push_back(other);
    }
  }
  return plan;
}

MeshPlan separate_plan(const XyMesh& mesh, Node source, const CycleModel& model) {
  mesh.check_node(source);
  MeshPlan plan;
  for (const Node to : by_way(mesh, source, Lengths(index_of(mesh.size()), 1), model))
    plan.push_back({{source, to}});
  return plan;
}

namespace {

/// Begins of a plan's messages by when nodes have the text, or by the barrier.
class PlanClock {
 public:
  PlanClock(const XyMesh& mesh, Node source, const CycleModel& model, SendPace pace)
      : mesh_(mesh),
        model_(model),
        has_barrier_(pace == SendPace::kBarrier),
        ports_(index_of(mesh.size())),
        sent_(ports_.size(), 0),
        last_step_(ports_.size(), -1),
        ready_(ports_.size()) {
    ready_[index_of(source)] = 0;
  }

  std::vector<MeshWorm> run(const MeshPlan& plan) {
    std::vector<MeshWorm> worms;
    for (std::size_t s = 0; s < plan.size(); ++s) {
      const Step begin = end_;
      std::vector<MeshWorm> sent;
      for (const auto& [from, to] : plan[s])
        sent.push_back(send(from, to, static_cast<int>(s), begin));
      // Whoever gets the text in a step has it in the next one.
      for (const MeshWorm& worm : sent) receive(worm);
      worms.insert(worms.end(), sent.begin(), sent.end());
    }
    return worms;
  }
  /// When nodes have the text; 0 of those that never have.
  std::vector<Step> ready() const {
    std::vector<Step> times;
    times.reserve(ready_.size());
    for (const std::optional<Step>& time : ready_) times.push_back(time.value_or(0));
    return times;
  }

 private:
  MeshWorm send(Node from, Node to, int step, Step begin) {
    const std::size_t v = index_of(from);
    if (!ready_[v])
      throw std::invalid_argument("node " + mesh_.name(from) + " sends but has not got the text");
    if (last_step_[v] == step)
      throw std::invalid_argument("node " + mesh_.name(from) + " sends twice in a step");
    last_step_[v] = step;
    MeshWorm worm{from, to, model_.flits, step, begin, 0, 0};
    if (!has_barrier_) worm.begin = *ready_[v] + sent_[v]++ * model_.send_time();
    worm.late = ports_[v].late(model_, worm.begin + model_.send_overhead, worm.flits);
    worm.ready = worm.begin + worm.late + delay_of(mesh_, model_, worm);
    return worm;
  }
  void receive(const MeshWorm& worm) {
    std::optional<Step>& ready = ready_[index_of(worm.to)];
    ready = std::min(ready.value_or(worm.ready), worm.ready);
    end_ = std::max(end_, worm.ready);
  }

  const XyMesh& mesh_;
  const CycleModel& model_;
  const bool has_barrier_;
  Step end_ = 0;
  std::vector<InjectionPort> ports_;
  std::vector<Step> sent_;
  std::vector<int> last_step_;
  std::vector<std::optional<Step>> ready_;
};

}  // namespace

MeshTiming time_plan(const XyMesh& mesh, Node source, const MeshPlan& plan, const CycleModel& model,
                     SendPace pace) {
  mesh.check_node(source);
  check_model(model, mesh.sides());
  if (pace == SendPace::kStarts) throw std::invalid_argument("a plan has no starts of its own");
  PlanClock clock(mesh, source, model, pace);
  MeshTiming timing = time_worms(mesh, model, clock.run(plan), pace);
  timing.ready = clock.ready();
  timing.lower_bound = fewest_cycles(mesh, source, model);
  const std::string around = "os + " + way_text(model);
  std::string finish = pace == SendPace::kBarrier
                           ? "sum over the steps of (" + around + " of the longest way + L + orv)"
                           : "max of R(child) = R(v) + q (os + L) + " + around + " + L + orv";
  if (pace == SendPace::kFree &&
      model.send_overhead < model.latency.pipeline.head_wait(RouterPassage::kInject))
    finish += "; later where the port makes a head wait Fh > os: g = max(y, g' + L) + Fh";
  timing.sources = {{"finish", finish + bound_note(timing)},
                    stalls_source(timing),
                    {"lower_bound", around + " of the longest way + L + orv: the farthest PE"}};
  return timing;
}

MeshTiming time_broadcast(const XyMesh& mesh, MeshScheme scheme, Node source,
                          const CycleModel& model, SendPace pace) {
  mesh.check_node(source);
  check_model(model, mesh.sides());
  const bool is_umesh = scheme == MeshScheme::kUmesh;
  MeshTiming timing = time_plan(
      mesh, source, is_umesh ? umesh_plan(mesh, source) : separate_plan(mesh, source, model), model,
      pace);
  timing.sources.push_back(
      {"steps", is_umesh ? "ceil(log_2 N), McKinley, Xu, Esfahanian, Ni (1994); any sides"
                         : "N - 1, a message each; any sides"});
  return timing;
}

MeshTiming time_scatter(const XyMesh& mesh, Node root, const Lengths& lengths,
                        const CycleModel& model) {
  check_lengths_of(mesh, root, lengths, model);
  std::vector<MeshWorm> worms;
  InjectionPort port;
  Step begin = 0;
  for (const Node to : by_way(mesh, root, lengths, model)) {
    MeshWorm worm{root, to, lengths[index_of(to)], static_cast<int>(worms.size()), begin, 0, 0};
    worm.late = port.late(model, begin + model.send_overhead, worm.flits);
    begin += model.send_overhead + worm.flits;
    worms.push_back(worm);
  }
  MeshTiming timing = time_worms(mesh, model, std::move(worms), SendPace::kFree);
  timing.finish = largest_way_first(
      mesh, root, lengths, model,
      std::max(model.send_overhead, model.latency.pipeline.head_wait(RouterPassage::kInject)));
  timing.ready.assign(index_of(mesh.size()), 0);
  for (const MeshWorm& worm : timing.worms) timing.ready[index_of(worm.to)] = worm.ready;
  timing.lower_bound = fewest_cycles(mesh, root, lengths, model);
  timing.sources = {
      {"finish",
       "max over the ways x of (os + (r - 1) + x + sum of (L_i + e) over ways >= x - e + orv), e = "
       "max(os, Fh); largest way first, any mesh" +
           std::string(bound_note(timing))},
      stalls_source(timing),
      {"lower_bound", "the same with e = 0: the root's port passes a flit a step"}};
  return timing;
}

MeshTiming time_gather(const XyMesh& mesh, Node root, const Lengths& lengths,
                       const CycleModel& model) {
  check_lengths_of(mesh, root, lengths, model);
  const Step gap = model.latency.pipeline.head_wait(RouterPassage::kEject);
  const Step finish = largest_way_first(mesh, root, lengths, model, gap);
  std::vector<MeshWorm> worms;
  Step backwards = 0;  // begin of the same message in a scatter
  for (const Node from : by_way(mesh, root, lengths, model)) {
    MeshWorm worm{from, root, lengths[index_of(from)], 0, 0, 0, 0};
    worm.begin = finish - (backwards + delay_of(mesh, model, worm));
    backwards += worm.flits + gap;
    worms.push_back(worm);
  }
  std::reverse(worms.begin(), worms.end());
  for (std::size_t i = 0; i < worms.size(); ++i) worms[i].step = static_cast<int>(i);
  MeshTiming timing = time_worms(mesh, model, std::move(worms), SendPace::kFree);
  timing.finish = finish;
  timing.ready.assign(index_of(mesh.size()), 0);
  for (const MeshWorm& worm : timing.worms) timing.ready[index_of(worm.from)] = worm.ready;
  timing.lower_bound = fewest_cycles(mesh, root, lengths, model);
  timing.sources = {
      {"finish",
       "a scatter backwards: max over the ways x of (os + (r - 1) + x + sum of (L_i + Fh) over "
       "ways >= x - Fh + orv); any mesh" +
           std::string(bound_note(timing))},
      stalls_source(timing),
      {"lower_bound", "the same with Fh = 0 in the sum: the root's port passes a flit a step"}};
  return timing;
}

int fewest_steps(const XyMesh& mesh) { return ceil_log(2, mesh.size()); }

Step fewest_cycles(const XyMesh& mesh, Node source, const CycleModel& model) {
  if (mesh.size() == 1) return 0;
  Step longest = 0;
  for (Node v = 0; v < mesh.size(); ++v)
    longest = std::max(longest, model.delay(mesh.hops(source, v)));
  return longest;
}

Step fewest_cycles(const XyMesh& mesh, Node root, const Lengths& lengths, const CycleModel& model) {
  check_lengths_of(mesh, root, lengths, model);
  return largest_way_first(mesh, root, lengths, model, 0);
}

}  // namespace flitwise::theory
