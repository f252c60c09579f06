// mesh_worms.cpp: what worms hold when, and what that makes of queues.
#include "tb/theory/xy_mesh/mesh_worms.h"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "tb/theory/torus/router_passage.h"
#include "tb/theory/torus/worm_timing.h"

namespace flitwise::theory {
namespace {

/// The time of a head on a link, or on a port of a PE, and for how long it then waits first in the
/// queue behind that.
struct Passage {
  Step head = 0;
  std::size_t worm = 0;
  Step wait = 0;
};

/// In their order, by link index; behind them, by node, those of injection and of ejection ports.
using Passages = std::map<std::int64_t, std::vector<Passage>>;

struct Places {
  const XyMesh& mesh;
  std::int64_t first_port = std::int64_t{mesh.size()} * XyMesh::channels();

  std::int64_t injection(Node v) const { return first_port + v; }
  std::int64_t ejection(Node v) const { return first_port + mesh.size() + v; }
  bool is_port(std::int64_t place) const { return place >= first_port; }
  TorusLink link(std::int64_t place) const {
    return {static_cast<Node>(place / XyMesh::channels()),
            static_cast<Channel>(place % XyMesh::channels())};
  }
  std::string name(std::int64_t place) const {
    if (!is_port(place)) return "channel " + mesh.name(link(place));
    const auto port = static_cast<Node>(place - first_port);
    return port < mesh.size() ? "the way in from the PE of " + mesh.name(port)
                              : "the way out to the PE of " + mesh.name(port - mesh.size());
  }
};

/// The steps of a worm's head on each link of its path, and behind them that on the port to the PE.
std::vector<Step> steps_of_head(const CycleModel& model, const MeshWorm& worm,
                                const std::vector<TorusLink>& path) {
  const TorusLatency& latency = model.latency;
  std::vector<Step> steps{worm.begin + worm.late + model.send_overhead +
                          latency.router(RouterPassage::kInject)};
  for (std::size_t i = 0; i < path.size(); ++i)
    steps.push_back(steps.back() + latency.link_of(Torus::dimension_of(path[i].channel)) - 1 +
                    latency.router(passage_behind(path, i)));
  return steps;
}

Passages passages_of(const XyMesh& mesh, const CycleModel& model,
                     const std::vector<MeshWorm>& worms) {
  const Places places{mesh};
  Passages all;
  for (std::size_t i = 0; i < worms.size(); ++i) {
    const MeshWorm& worm = worms[i];
    const std::vector<TorusLink> path = mesh.path(worm.from, worm.to);
    const std::vector<Step> heads = steps_of_head(model, worm, path);
    const TorusPipeline& pipeline = model.latency.pipeline;
    all[places.injection(worm.from)].push_back(
        {heads.front(), i, pipeline.head_wait(RouterPassage::kInject)});
    for (std::size_t k = 0; k < path.size(); ++k)
      all[XyMesh::link_index(path[k])].push_back(
          {heads[k], i, pipeline.head_wait(passage_behind(path, k))});
    // Worms may go out to a PE from different queues, and only there.
    all[places.ejection(worm.to)].push_back({heads.back(), i, 0});
  }
  for (auto& [place, passages] : all)
    std::sort(passages.begin(), passages.end(), [](const Passage& a, const Passage& b) {
      return std::tie(a.head, a.worm) < std::tie(b.head, b.worm);
    });
  return all;
}

CycleModel of_flits(CycleModel model, Flits flits) {
  model.flits = flits;
  return model;
}

}  // namespace

Step way_of(const XyMesh& mesh, const CycleModel& model, Node from, Node to) {
  return model.way(mesh.hops(from, to));
}

Step delay_of(const XyMesh& mesh, const CycleModel& model, const MeshWorm& worm) {
  return of_flits(model, worm.flits).delay(mesh.hops(worm.from, worm.to));
}

std::string contention_of(const XyMesh& mesh, const CycleModel& model,
                          const std::vector<MeshWorm>& worms) {
  const Places places{mesh};
  std::optional<Step> earliest;
  std::string text;
  for (const auto& [place, passages] : passages_of(mesh, model, worms)) {
    for (std::size_t i = 1; i < passages.size(); ++i) {
      const Passage& second = passages[i];
      const MeshWorm& before = worms[passages[i - 1].worm];
      if (second.head >= passages[i - 1].head + before.flits + passages[i - 1].wait) continue;
      if (earliest && *earliest <= second.head) continue;
      const MeshWorm& after = worms[second.worm];
      earliest = second.head;
      text = places.name(place) + " is wanted in step " + std::to_string(second.head) +
             " by messages " + mesh.name(before.from) + " to " + mesh.name(before.to) + " and " +
             mesh.name(after.from) + " to " + mesh.name(after.to);
    }
  }
  return text;
}

namespace {

/// Steps from the flit that is `depth` before a worm's last one until that, on a link; none if not
/// so many have passed.
std::optional<Step> window(const std::vector<MeshWorm>& worms, const std::vector<Passage>& passages,
                           std::size_t last, Step depth) {
  const auto tail = [&](const Passage& passage) {
    return passage.head + worms[passage.worm].flits - 1;
  };
  Step left = depth;
  for (std::size_t i = last;; --i) {
    const Flits flits = worms[passages[i].worm].flits;
    if (left < flits) return tail(passages[last]) - (tail(passages[i]) - left);
    left -= flits;
    if (i == 0) return std::nullopt;
  }
}

/// Steps for which a flit has a slot of the queue behind a place; none where that stops nobody.
std::optional<Step> loop_of(const XyMesh& mesh, const Places& places, std::int64_t place,
                            const CycleModel& model) {
  if (!places.is_port(place))
    return model.latency.head_loop(Torus::dimension_of(places.link(place).channel));
  // Ports of declared routers are like their links at worst.
  if (model.latency.pipeline.declared) return credit_loops(mesh.sides(), model.latency).head;
  if (place >= places.ejection(0) || *model.depth > 1) return std::nullopt;
  return model.latency.pipeline.head_wait() + 2;
}

}  // namespace

bool has_slots(const XyMesh& mesh, const CycleModel& model, const std::vector<MeshWorm>& worms) {
  const CreditLoops loops = credit_loops(mesh.sides(), model.latency);
  if (!model.depth || *model.depth >= loops.head) return true;
  const Places places{mesh};
  for (const auto& [place, passages] : passages_of(mesh, model, worms)) {
    const std::optional<Step> loop = loop_of(mesh, places, place, model);
    if (!loop) continue;
    // Later flits of a worm have the shorter windows: only what is before it may have gaps.
    for (std::size_t i = 0; i < passages.size(); ++i)
      if (window(worms, passages, i, *model.depth).value_or(*loop) < *loop) return false;
  }
  return true;
}

namespace {

std::int64_t stalls_of_lone(const XyMesh& mesh, const CycleModel& model,
                            const std::vector<MeshWorm>& worms) {
  std::map<std::pair<Hops, Flits>, std::int64_t> known;
  std::int64_t sum = 0;
  for (const MeshWorm& worm : worms) {
    const Hops hops = mesh.hops(worm.from, worm.to);
    const auto [entry, is_new] = known.emplace(std::pair(hops, worm.flits), 0);
    if (is_new)
      entry->second =
          time_chain(chain_of(hops, {mesh.first(), 1 - mesh.first()}, model.latency, model.depth),
                     {{0, worm.flits}})
              .stalls;
    sum += entry->second;
  }
  return sum;
}

}  // namespace

MeshTiming time_worms(const XyMesh& mesh, const CycleModel& model, std::vector<MeshWorm> worms,
                      SendPace pace) {
  MeshTiming timing;
  timing.quiesce = 0;
  Flits longest = 1;
  for (MeshWorm& worm : worms) {
    worm.ready = worm.begin + worm.late + delay_of(mesh, model, worm);
    longest = std::max(longest, worm.flits);
    timing.steps = std::max(timing.steps, worm.step + 1);
    timing.finish = std::max(timing.finish, worm.ready);
    timing.quiesce = std::max(*timing.quiesce, worm.ready - model.receive_overhead -
                                                   model.latency.router(RouterPassage::kEject));
  }
  timing.contention = contention_of(mesh, model, worms);
  const bool is_slotted = has_slots(mesh, model, worms);
  const Depths depths = depths_of(mesh.sides(), model, pace, longest);
  timing.shallow = !is_slotted && !depths.suffices;
  timing.exact = timing.contention.empty() && !timing.shallow;
  if (!timing.exact) {
    timing.stalls.reset();
    timing.quiesce.reset();
  } else if (!is_slotted) {
    timing.stalls = stalls_of_lone(mesh, model, worms);
    timing.quiesce.reset();
  }
  timing.worms = std::move(worms);
  return timing;
}

void visit_mesh_events(const XyMesh& mesh, const CycleModel& model, const MeshTiming& timing,
                       const TakeEvent& take) {
  if (!timing.exact || timing.stalls != 0)
    throw std::invalid_argument("events need an exact timing without stalls");
  std::vector<std::int64_t> sent(index_of(mesh.size()), 0);
  LinkEvent event;
  event.kind = FlitKind::kData;
  for (const MeshWorm& worm : timing.worms) {
    event.message = worm.from;
    event.value = sent[index_of(worm.from)]++ % kEventNumbers;
    const std::vector<TorusLink> path = mesh.path(worm.from, worm.to);
    const std::vector<Step> heads = steps_of_head(model, worm, path);
    for (std::size_t k = 0; k < path.size(); ++k) {
      event.from = path[k].from;
      event.to = mesh.neighbour(path[k].from, path[k].channel);
      for (event.index = 1; event.index <= worm.flits; ++event.index) {
        event.step = heads[k] + event.index - 1;
        take(event);
      }
    }
  }
}

std::vector<LinkEvent> mesh_events(const XyMesh& mesh, const CycleModel& model,
                                   const MeshTiming& timing) {
  return sorted_events(
      [&](const TakeEvent& take) { visit_mesh_events(mesh, model, timing, take); });
}

}  // namespace flitwise::theory
