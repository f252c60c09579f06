// torus_latency.cpp: the arithmetic of the pipelines of wormhole routers, and their rules.
#include "systemc/topology/torus/torus_latency.h"

#include <algorithm>
#include <string>
#include <tuple>

#include "systemc/topology/tree/tree.h"

namespace flitwise {
namespace {

auto parts(const TorusPipeline& p) {
  return std::tie(p.rc, p.va, p.sa, p.st, p.lookahead, p.speculative, p.credit_delay, p.declared);
}

void check_stage(const char* name, Step value) {
  if (value != 0 && value != 1)
    throw TopologyError(std::string(name) + " must be 0 or 1, got " + std::to_string(value));
}

void check_wire(const char* name, Step value) {
  if (value < 1)
    throw TopologyError(std::string(name) + " latency must be at least 1, got " +
                        std::to_string(value));
}

}  // namespace

Step PassageSteps::of(RouterPassage passage) const {
  switch (passage) {
    case RouterPassage::kInject:
      return inject;
    case RouterPassage::kStraight:
      return straight;
    case RouterPassage::kTurn:
      return turn;
    case RouterPassage::kEject:
      break;
  }
  return eject;
}

Step PassageSteps::least() const { return std::min({inject, straight, turn, eject}); }
Step PassageSteps::most() const { return std::max({inject, straight, turn, eject}); }

bool operator==(const PassageSteps& a, const PassageSteps& b) {
  return std::tie(a.inject, a.straight, a.turn, a.eject) ==
         std::tie(b.inject, b.straight, b.turn, b.eject);
}

bool operator==(const DeclaredWaits& a, const DeclaredWaits& b) {
  return std::tie(a.head_wait, a.body_wait, a.out_stages, a.passages) ==
         std::tie(b.head_wait, b.body_wait, b.out_stages, b.passages);
}

bool operator==(const TorusPipeline& a, const TorusPipeline& b) { return parts(a) == parts(b); }

Step TorusPipeline::head_wait() const {
  if (declared) return declared->head_wait;
  return (lookahead ? 0 : rc) + (speculative ? std::max(va, sa) : va + sa);
}

Step TorusPipeline::router(RouterPassage passage) const {
  return declared && declared->passages ? declared->passages->of(passage) : router();
}

Step TorusPipeline::head_wait(RouterPassage passage) const {
  return std::min(head_wait(), router(passage) - 1);
}

Step TorusPipeline::spread() const {
  if (!declared || !declared->passages) return 0;
  return declared->passages->most() - declared->passages->least();
}

void TorusPipeline::check() const {
  if (declared) return;  // any router
  check_stage("rc", rc);
  check_stage("va", va);
  check_stage("sa", sa);
  check_stage("st", st);
  check_stage("credit_delay", credit_delay);
  if (speculative && (va == 0 || sa == 0))
    throw TopologyError(
        "speculation needs a stage of its own for lanes and one for the switch: "
        "va and sa must be 1");
}

bool TorusLatency::is_unit() const {
  return router() == 1 && pipeline.body_wait() == 0 && pipeline.credit_delay == 0 && credit == 1 &&
         std::all_of(link.begin(), link.end(), [](Step step) { return step == 1; });
}

Step TorusLatency::head_loop(int dimension) const {
  return hop(dimension) + credit + pipeline.credit_delay;
}

Step TorusLatency::body_loop(int dimension) const {
  return head_loop(dimension) - pipeline.head_wait() + pipeline.body_wait();
}

void TorusLatency::check(int dimensions) const {
  pipeline.check();
  if (!link.empty() && link.size() != index_of(dimensions))
    throw TopologyError("link latencies must have one entry per dimension: " +
                        std::to_string(dimensions) + ", got " + std::to_string(link.size()));
  for (const Step step : link) check_wire("link", step);
  if (!pipeline.declared || credit != 0) check_wire("credit", credit);
}

}  // namespace flitwise
