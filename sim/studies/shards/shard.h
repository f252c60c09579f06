// shard.h: shards: equal parts of a sweep or suite, each for one machine or job.
#ifndef FLITWISE_SIM_STUDIES_SHARDS_SHARD_H_
#define FLITWISE_SIM_STUDIES_SHARDS_SHARD_H_

#include <cstddef>
#include <string>

#include "systemc/network/models/installation.h"

namespace flitwise {

/// One of `count` shards. It has the runs index - 1, index - 1 + count, ... of all, so that each
/// has short and long ones where runs grow.
/// Range: 1 <= index <= count <= kMostShards.
struct Shard {
  std::size_t index = 1;
  std::size_t count = 1;

  bool has(std::size_t run) const { return run % count == index - 1; }
  /// "2/4".
  std::string text() const;
};

inline constexpr std::size_t kMostShards = 100000;

/// The environment of this process.
std::string process_environment(const char* name);

/// Reads "I/N", or "auto" or "auto/N", which take I, and N where it is left out, from what a job
/// system says of this job in the environment.
/// Errors: throws std::invalid_argument, with the option and the rule: also where no system, or
///         more than one, says it.
Shard parse_shard(const std::string& text, const Environment& environment);

/// What the environment is asked for, a line for each system that is known, for help.
std::string job_systems_help();

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_SHARDS_SHARD_H_
