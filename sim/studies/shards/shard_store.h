// shard_store.h: files with the results of shards, and what becomes of all of them together.
#ifndef FLITWISE_SIM_STUDIES_SHARDS_SHARD_STORE_H_
#define FLITWISE_SIM_STUDIES_SHARDS_SHARD_STORE_H_

#include <cstddef>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "sim/console/console.h"
#include "sim/run/figures/result.h"
#include "sim/studies/line_file.h"
#include "sim/studies/shards/shard.h"

namespace flitwise {

/// Shards that do not belong together, or are not whole; the message names a file and says why.
class ShardError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// All runs of a sweep or suite, of which shards have some each.
/// Shape: `keys` has one entry a run, as of key_of_run.
struct ShardPlan {
  std::string kind;  ///< "sweep" or "check"
  std::string name;  ///< of the sweep; "check"
  std::vector<std::string> keys;

  /// "gather-against-n.2-of-4.shard".
  std::string file_of(const Shard& shard) const;
};

/// The file of a shard: JSON Lines, a first line that says which shard of what it is, and one a
/// result, appended as soon as it is there. Whatever ends the program, the same command goes on
/// where it was.
class ShardStore {
 public:
  /// Opens or makes the file, and reads its results; `is_fresh` drops these.
  /// Errors: throws ShardError for a file of anything else, also of another build of the program,
  ///         OutputError.
  ShardStore(const std::string& path, const ShardPlan& plan, const Shard& shard, bool is_fresh);

  /// The result of a key; nullptr when there is none. One whose process died counts as none: it
  /// may end well the next time.
  const Result* find(const std::string& key) const;
  /// Errors: throws OutputError.
  void append(const std::string& key, Result result);

 private:
  LineFile file_;
  std::map<std::string, Result> results_;
};

/// The results of all runs, in the order of the plan, from the files of shards; of a folder those
/// that are named after the plan. Their events are not kept.
/// Errors: throws ShardError where shards are missing, twice there, not whole, of another sweep or
///         suite or of another build of the program.
std::vector<Result> merge_shards(const ShardPlan& plan, const std::vector<std::string>& paths);

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

#endif  // FLITWISE_SIM_STUDIES_SHARDS_SHARD_STORE_H_
