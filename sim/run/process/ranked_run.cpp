#include "sim/run/process/ranked_run.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <optional>

#include "sim/run/process/child_run.h"
#include "systemc/network/parts/ranks.h"

namespace flitwise {
namespace {

using OpenChannel = CutChannel* (*)();

// The library of the message passing interface is not linked: most runs want none. What is linked
// with it lies beside the program in a build, and among its libraries once it is installed.
void* open_mpi_module() {
  std::error_code ignored;
  const std::filesystem::path folder =
      std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
  const std::filesystem::path built = folder / "flitwise_mpi.so";
  const bool is_built = std::filesystem::exists(built, ignored);
  return ::dlopen((is_built ? built : folder / FLITWISE_MPI_FROM_PROGRAM).c_str(),
                  RTLD_NOW | RTLD_GLOBAL);
}

std::unique_ptr<CutChannel> open_mpi() {
  void* module = open_mpi_module();
  void* open = module == nullptr ? nullptr : ::dlsym(module, "flitwise_open_mpi");
  if (open == nullptr) throw std::runtime_error(refuse_mpi());
  return std::unique_ptr<CutChannel>(reinterpret_cast<OpenChannel>(open)());
}

const char* variable_of_process(const char* name) { return std::getenv(name); }

std::optional<std::size_t> number_in(const char* text) {
  if (text == nullptr) return std::nullopt;
  std::size_t number = 0;
  const char* end = text + std::strlen(text);
  const auto [stop, error] = std::from_chars(text, end, number);
  return error == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

// All that must be equal on all ranks, whose clocks differ.
std::string bytes_to_agree_on(Result result) {
  result.seconds = 0;
  result.events.clear();  // whose bytes have gaps between the members
  return to_wire(result);
}

Result run_by_mpi(const Scenario& scenario, const RunRequest& request) {
  const std::unique_ptr<CutChannel> channel = open_mpi();
  return run_over(*channel, scenario, request);
}

Result run_shared(Ranks& ranks, const Scenario& scenario, const RunRequest& request) {
  Scenario shared = scenario;
  shared.options.ranks = &ranks;
  ranks.agree(scenario.text, "has another scenario than rank 0");
  Result result = run_here(shared, request);
  ranks.agree(bytes_to_agree_on(result), "has measured something else than rank 0");
  return result;
}

}  // namespace

std::string RankPlace::name() const { return rank_name(rank, ranks); }

RankPlace rank_place(const char* (*variable)(const char* name)) {
  if (variable == nullptr) variable = variable_of_process;
  constexpr std::array<std::array<const char*, 2>, 2> kNames{
      {{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"}, {"PMIX_RANK", "SLURM_STEP_NUM_TASKS"}}};
  for (const auto& [rank_name, ranks_name] : kNames) {
    const std::optional<std::size_t> rank = number_in(variable(rank_name));
    const std::optional<std::size_t> ranks = number_in(variable(ranks_name));
    if (rank && ranks && *rank < *ranks) return {*rank, *ranks};
  }
  return {};
}

std::string refuse_mpi() {
  if (open_mpi_module() != nullptr) return {};
  const char* reason = ::dlerror();
  return fmt::format(
      "this program cannot talk to other processes: it was built without Open MPI (scripts/setup "
      "--mpi), or its library is missing here ({})",
      reason == nullptr ? "no reason given" : reason);
}

Result run_over(CutChannel& channel, const Scenario& scenario, const RunRequest& request) {
  Ranks ranks(channel);
  try {
    return run_shared(ranks, scenario, request);
  } catch (const std::exception& error) {
    if (ranks.fail_alike(error.what())) throw;
  }
  Result result = failed_run(scenario, *ranks.failure());
  result.outcome = Outcome::kNoEnd;
  return result;
}

Result run_in_rank(const Scenario& scenario, const RunRequest& request) {
  Result result = work_in_child(scenario, request, run_by_mpi);
  if (!result.broke_off || result.outcome == Outcome::kNoEnd) return result;
  // It has died: what it says of itself is its process's.
  result.outcome = Outcome::kNoEnd;
  result.problems.front() = rank_place().name() + ": " + result.problems.front();
  return result;
}

}  // namespace flitwise
