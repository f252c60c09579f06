// cli_ranks.h: `flitwise run` in several processes, which mpirun or srun has started.
#ifndef FLITWISE_SIM_CLI_CLI_RANKS_H_
#define FLITWISE_SIM_CLI_CLI_RANKS_H_

#include <string>
#include <vector>

#include "sim/cli/cli.h"
#include "sim/cli/cli_run.h"
#include "sim/run/process/ranked_run.h"

namespace flitwise {

/// What several processes cannot do together of what is asked for, as a sentence; empty if nothing.
std::string refuse_ranks(const RankPlace& place, const RunArguments& arguments,
                         const std::vector<Scenario>& scenarios);

/// Of every command but `run`: what several processes cannot do, as a sentence; empty if nothing.
/// `is_part`: it does its own part of many runs, whoever has started the processes.
std::string refuse_command_of_ranks(const RankPlace& place, bool is_part, bool has_parts);
/// Says so once: all but the first process wait until whoever has started them ends them. Returns
/// the exit status.
int refuse_ranks_once(const RankPlace& place, const std::string& command, const std::string& rule,
                      const Console& console);

/// What all processes but the first do: simulate with it, write no file and print nothing but why
/// they could not. Returns the exit status: of a run that ended 0, since its verdict is the first
/// one's to tell; 3 if this process has ended the run, 2 if it has found nothing to run.
int run_beside(const RankPlace& place, const RunArguments& arguments, const Session& session);

/// What is asked of the run, beside waves.
RunRequest request_of(const RunArguments& arguments);

}  // namespace flitwise

#endif  // FLITWISE_SIM_CLI_CLI_RANKS_H_
