// kit.h: the conformance kit: puts a router to the test of all clauses, and measures it.
#ifndef FLITWISE_TB_KIT_KIT_H_
#define FLITWISE_TB_KIT_KIT_H_

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "tb/kit/bench.h"
#include "tb/kit/measured.h"

namespace flitwise::kit {

/// Makes the router of a place. What registers hold before the reset is drawn from the seed.
using DeviceFactory = std::function<std::unique_ptr<Device>(Place at, std::uint64_t seed)>;

struct KitOptions {
  std::set<int> clauses{};         ///< by number; empty: all
  std::uint64_t cycles = 200'000;  ///< of random traffic
  std::uint64_t seed = 1;
  std::function<void(const std::string& phase)> progress{};  ///< may be empty
};

enum class ClauseResult : std::uint8_t { kHolds, kFails, kNotExercised, kNotApplicable };

struct ClauseReport {
  int number = 0;
  std::string name;
  std::string text;
  ClauseResult result = ClauseResult::kNotExercised;
  std::uint64_t exercised = 0;
  std::string detail;  ///< for people; empty or one line
  std::optional<Breach> breach;
};

struct KitReport {
  std::vector<ClauseReport> clauses;  ///< those that were asked for, in order
  Measured measured;
  std::vector<Hang> hangs;
  std::vector<BreachWaves> waves;
  std::string own_fault;     ///< a mistake of the bench; empty if there is none
  std::uint64_t cycles = 0;  ///< all that were simulated
};

/// The mesh in which a router is tried: 8 x 8, or a torus of 5 x 6; less where its coordinates have
/// fewer bits.
Mesh mesh_for(const own::RouterDescription& router);
/// The places of which a check makes routers, the one of most phases first.
std::vector<Place> places_for(const own::RouterDescription& router, const std::set<int>& clauses);

/// What benches have found of the clauses that are asked for.
KitReport report_of_all(const own::RouterDescription& router, const Findings& findings,
                        const Measured& measured, const KitOptions& options);

KitReport check_router(const own::RouterDescription& router, const DeviceFactory& make,
                       const KitOptions& options);

}  // namespace flitwise::kit

#endif  // FLITWISE_TB_KIT_KIT_H_
