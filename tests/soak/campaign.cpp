#include "tests/soak/campaign.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <utility>
#include <vector>

#include "sim/families/registry.h"
#include "sim/run/process/parallel_runs.h"
#include "tests/soak/instances.h"

namespace flitwise::soak {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::minutes kLongestRun{10};
constexpr std::chrono::seconds kBetweenLines{10};
constexpr int kMostEmptyBatches = 100;

std::optional<Scenario> scenario_of(const std::string& text) {
  return read_scenario_text(text, "soak.yaml").scenario;
}

ParallelLimits limits_of(std::size_t processes) {
  ParallelLimits limits;
  limits.processes = processes;
  limits.timeout = kLongestRun;
  return limits;
}

bool fails(const std::string& text) {
  const std::optional<Scenario> scenario = scenario_of(text);
  bool failed = false;
  if (scenario)
    run_in_parallel(
        {&*scenario}, run_in_child, limits_of(1),
        [&](std::size_t, const Result& result) { failed = result.outcome != Outcome::kPass; });
  return failed;
}

// The same numbers drawn into a smaller space, where there is one.
std::string smallest_failure(const Campaign& campaign, std::uint64_t number) {
  const std::string whole = campaign.text(number, kWhole);
  for (const std::int64_t most : {2, 3, 4, 6, 9, 16, 32}) {
    std::string text = campaign.text(number, most);
    if (text == whole) break;
    if (fails(text)) return text;
  }
  return whole;
}

std::int64_t packets_of(const Result& result) {
  const auto packets = result.measured.find("packets.delivered");
  return packets ? packets->number().value_or(0) : 0;
}

class Soak {
 public:
  Soak(const Campaign& campaign, const CampaignSettings& settings, std::ostream& out)
      : campaign_(campaign),
        settings_(settings),
        out_(out),
        log_(settings.directory, campaign.name, settings.seed, settings.build),
        progress_(log_.load()) {}

  Progress run() {
    if (campaign_.left(progress_) <= 0) {
      out_ << fmt::format("{}: seed {}, nothing is left to run; in the log:\n  ", campaign_.name,
                          settings_.seed);
      tell();
      return progress_;
    }
    out_ << fmt::format("{}: seed {}, from instance {}{}\n", campaign_.name, settings_.seed,
                        progress_.next,
                        log_.is_of_another_build() ? "; the log was of another build" : "");
    while (campaign_.left(progress_) > 0) {
      run_batch(std::min(campaign_.batch, campaign_.left(progress_)));
      log_.save(progress_);
      if (Clock::now() - told_ > kBetweenLines || campaign_.left(progress_) <= 0) tell();
    }
    return progress_;
  }

 private:
  std::uint64_t number(std::int64_t index) const { return instance_number(settings_.seed, index); }

  void run_batch(std::int64_t size) {
    const Clock::time_point begin = Clock::now();
    std::vector<Scenario> scenarios;
    std::vector<std::int64_t> indices;
    for (std::int64_t i = progress_.next; i < progress_.next + size; ++i) {
      std::optional<Scenario> scenario = scenario_of(campaign_.text(number(i), kWhole));
      if (!scenario) {
        ++progress_.refused;
        continue;
      }
      scenarios.push_back(std::move(*scenario));
      indices.push_back(i);
    }
    progress_.next += size;
    if (scenarios.empty()) {
      if (++empty_batches_ == kMostEmptyBatches)
        throw std::runtime_error(campaign_.name + ": no draw is a scenario");
      return;
    }
    empty_batches_ = 0;
    std::vector<const Scenario*> runs;
    for (const Scenario& scenario : scenarios) runs.push_back(&scenario);
    std::vector<std::pair<std::int64_t, Result>> failures;
    run_in_parallel(runs, run_in_child, limits_of(settings_.jobs),
                    [&](std::size_t i, const Result& result) {
                      count(result);
                      if (result.outcome != Outcome::kPass)
                        failures.emplace_back(indices[i], result);
                    });
    progress_.seconds += std::chrono::duration<double>(Clock::now() - begin).count();
    for (const auto& [index, result] : failures) keep(index, result);
  }

  void count(const Result& result) {
    progress_.packets += packets_of(result);
    progress_.flits += result.flits;
    ++(result.outcome == Outcome::kPass ? progress_.passed : progress_.failed);
  }

  void keep(std::int64_t index, const Result& result) {
    const std::string path = log_.keep(smallest_failure(campaign_, number(index)), index);
    out_ << fmt::format("  FAIL: instance {}; repeat it with: build/flitwise run {}\n", index,
                        path);
    for (const Check& check : result.checks)
      if (!check.ok)
        out_ << fmt::format("    {}: measured {}, predicted {}\n", check.name, check.measured,
                            check.predicted);
    for (const std::string& problem : result.problems) out_ << "    " << problem << "\n";
  }

  void tell() {
    told_ = Clock::now();
    const std::int64_t runs = progress_.passed + progress_.failed;
    std::string text =
        fmt::format("{}: {} passed, {} failed", campaign_.name, progress_.passed, progress_.failed);
    if (progress_.refused > 0)
      text += fmt::format(", {} draws not valid and not run", progress_.refused);
    text += fmt::format("; {} flits", progress_.flits);
    if (progress_.packets > 0) text += fmt::format(", {} packets", progress_.packets);
    if (progress_.seconds > 0)
      text += fmt::format("; {:.0f} s, {:.3g} runs/s", progress_.seconds,
                          static_cast<double>(runs) / progress_.seconds);
    out_ << text << "\n" << std::flush;
  }

  const Campaign& campaign_;
  const CampaignSettings& settings_;
  std::ostream& out_;
  SoakLog log_;
  Progress progress_;
  int empty_batches_ = 0;  // one after the other
  Clock::time_point told_ = Clock::now();
};

}  // namespace

Progress run_campaign(const Campaign& campaign, const CampaignSettings& settings,
                      std::ostream& out) {
  return Soak(campaign, settings, out).run();
}

}  // namespace flitwise::soak
