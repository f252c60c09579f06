#include "sim/studies/shards/shard_runs.h"

#include <cstddef>
#include <utility>

namespace flitwise {

void run_missing(const std::string& name, const std::vector<std::string>& keys,
                 const std::vector<const Scenario*>& scenarios, const ShardRunner& runs,
                 ShardStore& store) {
  std::vector<std::size_t> missing;
  std::vector<const Scenario*> wanted;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (store.find(keys[i]) != nullptr) continue;
    missing.push_back(i);
    wanted.push_back(scenarios[i]);
  }
  run_all_with_progress(name, wanted, runs.runner, runs.limits, runs.console,
                        [&](std::size_t i, Result result) {
                          const bool passed = result.outcome == Outcome::kPass;
                          store.append(keys[missing[i]], std::move(result));
                          return passed;
                        });
}

}  // namespace flitwise
