#include "sim/studies/shards/shard.h"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <optional>
#include <stdexcept>

#include "sim/text/report_text.h"

namespace flitwise {
namespace {

// A system that starts many jobs of one script, and what it calls their numbers.
struct JobSystem {
  const char* name;
  const char* index;           // the job's number
  const char* first;           // a variable that holds the least number, or that number itself
  const char* count;           // how many jobs there are; empty: it does not say so
  bool may_have_gaps = false;  // in its numbers, as Slurm says in variables of its own
};

// Slurm: sbatch(1), job arrays; Open MPI: mpirun(1); the others by their documentation of
// predefined variables.
constexpr std::array<JobSystem, 7> kJobSystems{{
    {"Slurm", "SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_COUNT", true},
    {"Kubernetes", "JOB_COMPLETION_INDEX", "0", ""},
    {"GitLab CI", "CI_NODE_INDEX", "1", "CI_NODE_TOTAL"},
    {"CircleCI", "CIRCLE_NODE_INDEX", "0", "CIRCLE_NODE_TOTAL"},
    {"Buildkite", "BUILDKITE_PARALLEL_JOB", "0", "BUILDKITE_PARALLEL_JOB_COUNT"},
    {"Open MPI", "OMPI_COMM_WORLD_RANK", "0", "OMPI_COMM_WORLD_SIZE"},
    {"Azure Pipelines", "SYSTEM_JOBPOSITIONINPHASE", "1", "SYSTEM_TOTALJOBSINPHASE"},
}};

[[noreturn]] void refuse_shard(const std::string& text, const std::string& rule) {
  throw std::invalid_argument(fmt::format("--shard {}: {}", escaped(text), rule));
}

// A whole number of at most nine digits.
std::optional<std::size_t> whole_number(const std::string& text) {
  constexpr std::size_t kMostDigits = 9;
  if (text.empty() || text.size() > kMostDigits) return std::nullopt;
  if (text.find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
  return std::strtoul(text.c_str(), nullptr, 10);
}

// A job's numbers in the environment, each of which must be whole.
struct Job {
  const std::string& option;
  const JobSystem& system;
  const Environment& environment;

  std::size_t number(const char* variable) const {
    const std::string value = environment(variable);
    const std::optional<std::size_t> number = whole_number(value);
    if (!number)
      refuse_shard(option, fmt::format("{} has {}='{}', which must be a whole number", system.name,
                                       variable, escaped(value)));
    return *number;
  }

  std::size_t first() const {
    const std::optional<std::size_t> itself = whole_number(system.first);
    return itself ? *itself : number(system.first);
  }

  // Slurm's arrays may leave numbers out. Then all numbers are `step` apart, or there is no telling
  // which of the jobs this is.
  std::size_t step(std::size_t count) const {
    if (!system.may_have_gaps || environment("SLURM_ARRAY_TASK_STEP").empty()) return 1;
    const std::size_t step = number("SLURM_ARRAY_TASK_STEP");
    const std::size_t last = number("SLURM_ARRAY_TASK_MAX");
    if (step == 0 || first() + (count - 1) * step != last)
      refuse_shard(option, "Slurm's array has gaps; make it a range, --array=1-N");
    return step;
  }

  Shard shard(std::optional<std::size_t> asked) const {
    std::optional<std::size_t> count;
    if (*system.count != '\0') count = number(system.count);
    if (!count && !asked)
      refuse_shard(option, fmt::format("{} does not say how many jobs there are; write auto/N",
                                       system.name));
    if (count && asked && *count != *asked)
      refuse_shard(option,
                   fmt::format("{} has {}={}", system.name, system.count, counted(*count, "job")));
    const std::size_t all = count.value_or(asked.value_or(1));
    if (all < 1 || all > kMostShards)
      refuse_shard(option, fmt::format("{} has {} jobs; must be from 1 to {}", system.name, all,
                                       kMostShards));
    const std::size_t place = number(system.index);
    const std::size_t distance = step(all);
    if (place < first() || (place - first()) / distance >= all)
      refuse_shard(option, fmt::format("{} has {}={}, which is none of {} from {} on", system.name,
                                       system.index, place, counted(all, "job"), first()));
    return {(place - first()) / distance + 1, all};
  }
};

Shard from_environment(const std::string& option, std::optional<std::size_t> asked,
                       const Environment& environment) {
  const JobSystem* found = nullptr;
  for (const JobSystem& system : kJobSystems) {
    if (environment(system.index).empty()) continue;
    if (found != nullptr)
      refuse_shard(option, fmt::format("{} and {} both number this job; write I/N", found->name,
                                       system.name));
    found = &system;
  }
  if (found == nullptr) {
    std::string names;
    for (const JobSystem& system : kJobSystems)
      names += fmt::format("{}{}", names.empty() ? "" : ", ", system.index);
    refuse_shard(option, "no job system numbers this job; one of these variables would: " + names);
  }
  return Job{option, *found, environment}.shard(asked);
}

}  // namespace

std::string Shard::text() const { return fmt::format("{}/{}", index, count); }

std::string process_environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

Shard parse_shard(const std::string& text, const Environment& environment) {
  const std::size_t slash = text.find('/');
  const std::string left = text.substr(0, slash);
  std::optional<std::size_t> count;
  if (slash != std::string::npos) {
    count = whole_number(text.substr(slash + 1));
    if (!count || *count < 1 || *count > kMostShards)
      refuse_shard(text, fmt::format("must be I/N, N a whole number from 1 to {}", kMostShards));
  }
  if (left == "auto") return from_environment(text, count, environment);
  const std::optional<std::size_t> index = whole_number(left);
  if (!count || !index || *index < 1 || *index > *count)
    refuse_shard(text, "must be I/N, I a whole number from 1 to N, or auto, or auto/N");
  return {*index, *count};
}

std::string job_systems_help() {
  std::string text;
  for (const JobSystem& system : kJobSystems)
    text += fmt::format("  {:<17} {}{}{}\n", system.name, system.index,
                        *system.count == '\0' ? "" : ", ", system.count);
  return text;
}

}  // namespace flitwise
