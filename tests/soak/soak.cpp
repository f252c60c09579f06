// soak.cpp: the command of `make soak`: random instances, packets and faults until there have been
// so many. It can be stopped at any time and goes on where it was.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <fstream>
#include <iostream>
#include <iterator>
#include <limits>

#include "sim/run/process/interrupt.h"
#include "sim/text/report_text.h"
#include "tests/soak/campaign.h"
#include "tests/soak/instances.h"

namespace flitwise::soak {
namespace {

constexpr std::int64_t kTrafficSteps = 20'000;

struct Goals {
  std::int64_t instances = 1'000'000;
  std::int64_t packets = 10'000'000;
  std::int64_t fault_sets = 10'000;
};

std::int64_t runs_of(const Progress& progress) { return progress.passed + progress.failed; }

std::vector<Campaign> campaigns(const Goals& goals) {
  return {
      {"instances", instance_text,
       [=](const Progress& progress) { return goals.instances - runs_of(progress); }, 200},
      {"packets",
       [](std::uint64_t number, std::int64_t) { return packets_text(number, kTrafficSteps); },
       [=](const Progress& progress) { return progress.packets < goals.packets ? 2 : 0; }, 2},
      {"faults", [](std::uint64_t number, std::int64_t) { return fault_text(number); },
       [=](const Progress& progress) { return goals.fault_sets - runs_of(progress); }, 20},
  };
}

// With the verilated routers in it: a change of RTL is a change of the program.
std::string own_program() {
  std::ifstream stream("/proc/self/exe", std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

int run(int argc, const char* const* argv) {
  CLI::App app("Random scenarios on the routers against theory, until there were so many");
  Goals goals;
  CampaignSettings settings;
  const auto count = CLI::Range(std::int64_t{0}, std::numeric_limits<std::int64_t>::max());
  app.add_option("--instances", goals.instances, "Over all networks")->check(count);
  app.add_option("--packets", goals.packets, "On a 4 x 4 x 4 torus, in runs of 100,000 and more")
      ->check(count);
  app.add_option("--fault-sets", goals.fault_sets, "On a star graph S_5")->check(count);
  app.add_option("--seed", settings.seed, "Of all draws");
  app.add_option("--jobs", settings.jobs, "Processes; 0: as many as processors");
  app.add_option("--directory", settings.directory, "For the log and scenarios that fail");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  settings.build = fmt::format("{:016x}", hash_of(own_program()));
  const InterruptScope interrupts;
  std::int64_t failed = 0;
  std::int64_t passed = 0;
  for (const Campaign& campaign : campaigns(goals)) {
    const Progress progress = run_campaign(campaign, settings, std::cout);
    failed += progress.failed;
    passed += progress.passed;
  }
  std::cout << fmt::format("soak: {} runs of this build passed, {} failed\n", passed, failed);
  return failed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace flitwise::soak

int main(int argc, char** argv) {
  try {
    return flitwise::soak::run(argc, argv);
  } catch (const flitwise::Interrupted&) {
    std::cerr << "soak: stopped; the same command goes on\n";
    return 130;
  } catch (const std::exception& error) {
    std::cerr << "soak: " << error.what() << "\n";
    return 2;
  }
}
