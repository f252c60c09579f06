// soak.cpp: the command of `make soak`: random instances, packets and faults until there have been
// so many. It can be stopped at any time and goes on where it was.
#include <CLI/CLI.hpp>
#include <iostream>

#include "sim/interrupt.h"
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
       [=](const Progress& progress) { return runs_of(progress) >= goals.instances; }, 2000},
      {"packets",
       [](std::uint64_t number, std::int64_t) { return packets_text(number, kTrafficSteps); },
       [=](const Progress& progress) { return progress.packets >= goals.packets; }, 4},
      {"faults", [](std::uint64_t number, std::int64_t) { return fault_text(number); },
       [=](const Progress& progress) { return runs_of(progress) >= goals.fault_sets; }, 100},
  };
}

int run(int argc, const char* const* argv) {
  CLI::App app("Random scenarios on the routers against theory, until there were so many");
  Goals goals;
  CampaignSettings settings;
  app.add_option("--instances", goals.instances, "Over all networks");
  app.add_option("--packets", goals.packets, "On a 4 x 4 x 4 torus");
  app.add_option("--fault-sets", goals.fault_sets, "On a star graph S_5");
  app.add_option("--seed", settings.seed, "Of all draws");
  app.add_option("--jobs", settings.jobs, "Processes; 0: as many as processors");
  app.add_option("--directory", settings.directory, "For the log and scenarios that fail");
  CLI11_PARSE(app, argc, argv);
  const InterruptScope interrupts;
  std::int64_t failed = 0;
  for (const Campaign& campaign : campaigns(goals))
    failed += run_campaign(campaign, settings, std::cout).failed;
  std::cout << (failed == 0 ? "soak: all passed\n" : "soak: there were failures\n");
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
