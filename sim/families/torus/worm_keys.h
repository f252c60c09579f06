// worm_keys.h: keys of scenarios that mean the same on all networks of wormhole routers.
#ifndef FLITWISE_SIM_FAMILIES_TORUS_WORM_KEYS_H_
#define FLITWISE_SIM_FAMILIES_TORUS_WORM_KEYS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/families/torus/torus_scenario.h"
#include "sim/language/keys.h"
#include "systemc/topology/torus/torus.h"

namespace flitwise {

/// "rate 0.1, 5-flit packets". Shape: `worms` is of traffic.
std::string traffic_variant(const WormScenario& worms);

namespace language {

/// What tables of a family depend on: its networks, and places in the file that is read.
struct WormFamily {
  const char* noun;  ///< "torus"
  int largest_side;
  const char* longer;  ///< what longer sides are for; empty: nothing
  Node most_nodes;
  int least_dimensions;  ///< sides
  int most_dimensions;
  /// The torus of the file's sides; none where they are not known.
  std::optional<Torus> (*torus_in)(const Known&);
  const protocols::TrafficPlan& (*plan_in)(const Known&);
};

/// A member of a base as one of the struct itself, which Keys<Whole> want.
template <typename Whole, typename M, typename Base>
constexpr M Whole::*member_of(M Base::*member) {
  return member;
}

inline constexpr int kLongestSideOfHosts = 64;
inline constexpr Step kMostOverhead = 1'000'000;
/// The SystemVerilog top of a larger network compiles for more than a minute or so.
inline constexpr Node kMostElaboratedNodes = 64;
inline constexpr const char* kUnseenSilence = "has nothing to send: its silence would go unseen";
inline constexpr const char* kTrafficExample = "{rate: 0.1, seed: 1}";

// Types of values, one entry per dimension.
std::string per_dimension(const WormFamily& family, int least, int most);
void expect_dimensions(const Value& list, const WormFamily& family,
                       const std::optional<Torus>& torus, const char* example, const char* what);
Type sides_type(const WormFamily& family);
/// A node by its coordinates. Without a torus, which node it is is not known.
Type node_type(const WormFamily& family);

/// `lanes` and `depth`.
Keys<TorusOptions> queue_keys(const char* about_lanes);
/// `send_overhead` and `receive_overhead`.
Keys<TorusOptions> overhead_keys();
Keys<TorusOptions> arrivals_key();
/// Of the map `break`. Traffic has no message that is due at a step: what is drawn is never early.
/// `operations` have `early`; `refusal` is for others.
Keys<TorusOptions> worm_fault_keys(const WormFamily& family, Texts operations, const char* refusal);
Keys<TorusTrafficScenario> traffic_option_keys(const WormFamily& family);

/// As the network of work that is no operation of the family: itself and its routers' options.
template <class File, class Worms>
Keys<File> worm_host_keys(Worms File::*worms, const Keys<Worms>& network, const char* example,
                          const char* about, const Keys<File>& routers) {
  return Keys<File>()
      .map("network", worms, network, example, about)
      .required()
      .map("options", routers, "{max_steps: 1000}", "of the routers");
}

/// Why a network is too large for `build: elaborated`.
std::string too_large_to_elaborate();

// What rules ask; empty: nothing is wrong.

/// Own routers are for tori of as many nodes, and sides as long, as other work than broadcasts and
/// traffic is.
bool is_small(const std::vector<int>& sides);
/// Every copy lies in memory from when its sender has it until it is sent.
std::string too_many_flits(Flits total);
/// Queues in which steps that are planned would be late: `remedy` comes before that of more depth.
std::string too_shallow(std::uint32_t depth, Step need, const char* remedy);
/// What only pattern and sides together decide. Shape, as below: `worms` is of traffic.
std::string misfit(const WormScenario& worms);
std::string unseen_silence(const WormScenario& worms);

/// The same of a file, by its worms_of(file) and its traffic.
template <class File>
WormScenario with_traffic(const File& file) {
  WormScenario worms = worms_of(file);
  worms.traffic = file.traffic;
  return worms;
}
template <class File>
std::string misfit_of(const File& file) {
  return misfit(with_traffic(file));
}
template <class File>
std::string unseen_silence_of(const File& file) {
  return unseen_silence(with_traffic(file));
}

/// A fault that changes nothing, or nothing that is predicted, must not pass for one that was
/// survived. Of a scenario that has sends_something(), sends_at_once(), can_hurry() and
/// is_smooth().
template <class OnWorms>
std::string unseen_fault(const OnWorms& scenario) {
  const TorusOptions& options = scenario.options;
  if (options.mute) return sends_something(scenario, *options.mute) ? "" : kUnseenSilence;
  if (!sends_something(scenario, *options.early)) return "has nothing that it could send early";
  if (sends_at_once(scenario))
    return "sends as soon as it can: at its own pace nothing can leave earlier unless there is a "
           "send_overhead";
  if (!can_hurry(scenario, *options.early))
    return "sends in the first step after it has what it sends, which cannot be earlier";
  if (!is_smooth(scenario))
    return "would be early unseen: where flits wait, for queues are too short or messages meet, no "
           "steps of flits are predicted";
  return "";
}

/// What is said of a file without other mistakes only, since all of it counts.
template <auto kBroken, typename T>
void alone(const T& object, const Value& value, const Known& known) {
  if (!known.errors->empty()) return;
  const std::string broken = kBroken(object);
  if (!broken.empty()) throw bad_value(value, broken);
}

}  // namespace language

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_TORUS_WORM_KEYS_H_
