// shard_runs.h: running what a shard's file does not have yet.
#ifndef FLITWISE_SIM_STUDIES_SHARDS_SHARD_RUNS_H_
#define FLITWISE_SIM_STUDIES_SHARDS_SHARD_RUNS_H_

#include <string>
#include <vector>

#include "sim/console/console.h"
#include "sim/studies/shards/shard_store.h"

namespace flitwise {

/// What runs are made with.
struct ShardRunner {
  Runner runner;
  ParallelLimits limits;
  const Console& console;
};

/// Runs every scenario whose key has no result in the store yet, and shows progress under `name`.
/// Each result is on disk before the next one is taken. Shape: `keys` has one entry a scenario.
/// Errors: throws OutputError, Interrupted.
void run_missing(const std::string& name, const std::vector<std::string>& keys,
                 const std::vector<const Scenario*>& scenarios, const ShardRunner& runs,
                 ShardStore& store);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_SHARDS_SHARD_RUNS_H_
