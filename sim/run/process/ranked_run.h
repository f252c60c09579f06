// ranked_run.h: one simulation by several processes that mpirun or srun has started.
#ifndef FLITWISE_SIM_RUN_PROCESS_RANKED_RUN_H_
#define FLITWISE_SIM_RUN_PROCESS_RANKED_RUN_H_

#include <cstddef>
#include <string>

#include "sim/run/runner.h"
#include "systemc/network/parts/cut_channel.h"

namespace flitwise {

/// Which of how many processes this is, by the environment that it was started in.
struct RankPlace {
  std::size_t rank = 0;
  std::size_t ranks = 1;

  bool is_shared() const { return ranks > 1; }
  bool is_first() const { return rank == 0; }
  /// "rank 1 of 4 on node7".
  std::string name() const;
};

/// By the variables of Open MPI's mpirun, or of Slurm's `srun --mpi=pmix`; else one of one.
/// `variable` is std::getenv outside of tests.
RankPlace rank_place(const char* (*variable)(const char* name) = nullptr);

/// Why processes cannot talk to each other here, as a sentence; empty if they can.
std::string refuse_mpi();

/// Runs the scenario together with the other ranks, which call it with the same one; no other
/// simulation of this or the other processes may follow. Every rank gets the result of all.
///
/// A rank that throws ends the run on all, with Outcome::kNoEnd and a problem that names it, unless
/// all throw the same, which is thrown. A rank whose simulation dies has such a result alone: the
/// others wait until they are ended by whoever has started them.
/// Errors: as run_in_child.
Result run_in_rank(const Scenario& scenario, const RunRequest& request);

/// What the simulation of a rank does, over any channel.
/// Errors: throws what all ranks throw.
Result run_over(CutChannel& channel, const Scenario& scenario, const RunRequest& request);

}  // namespace flitwise

#endif  // FLITWISE_SIM_RUN_PROCESS_RANKED_RUN_H_
