// schedule_file.h: schedules that others have written, in their own formats.
#ifndef FLITWISE_SIM_IMPORT_FORMATS_SCHEDULE_FILE_H_
#define FLITWISE_SIM_IMPORT_FORMATS_SCHEDULE_FILE_H_

#include <cstdint>
#include <string>
#include <vector>

#include "sim/language/scenario_values.h"
#include "systemc/topology/collective.h"

namespace flitwise {

enum class ScheduleFormat : std::uint8_t { kGoal, kMsccl, kTeccl, kForestColl };

/// What the units of the formats mean here.
struct ScheduleUnits {
  Flits flit_bytes = 8;   ///< goal: bytes in a flit
  Flits chunk_flits = 1;  ///< all others: flits of a chunk
  Step epoch_steps = 0;   ///< teccl: steps of an epoch; 0: flows wait for their data only
};

/// Limits of all formats. Ranks are PEs, so there are as many as PEs can be.
inline constexpr Node kMostRanks = 4096;
inline constexpr std::int64_t kMostBytes = std::int64_t{1} << 40;

/// Reads a schedule. `flitwise import --help` says what the formats mean, and which part of them is
/// read.
/// Source: GOAL: T. Hoefler, C. Siebert, A. Lumsdaine, "Group Operation Assembly Language" (ICPP
///         2009), as LogGOPSim reads it; MSCCL's XML: M. Cowan et al., "MSCCLang" (ASPLOS 2023);
///         TE-CCL: X. Liu et al., "Rethinking Machine Learning Collective Communication as a
///         Multi-Commodity Flow Problem" (SIGCOMM 2024); ForestColl: L. Zhao et al., "ForestColl:
///         Throughput-Optimal Collective Communications on Heterogeneous Network Fabrics" (arXiv
///         2402.06787), the trees that its tool writes.
/// Errors: throw ConfigError with the place in the file for whatever cannot be used.
Collective read_schedule(const std::string& file, ScheduleFormat format,
                         const ScheduleUnits& units);

/// The same for single formats.
Collective read_goal(const TextFile& file, const ScheduleUnits& units);
Collective read_msccl(const TextFile& file, const ScheduleUnits& units);
Collective read_teccl(const YamlNode& root, const ScheduleUnits& units);
Collective read_forestcoll(const TextFile& file, const ScheduleUnits& units);

/// The PE of every rank, out of a file of numbers between blanks; `#` begins a comment.
/// Errors: as above. Shape: not checked against anything.
std::vector<Node> read_rank_map(const std::string& file);

}  // namespace flitwise

#endif  // FLITWISE_SIM_IMPORT_FORMATS_SCHEDULE_FILE_H_
