// threads.h: runs of scenarios in parts and threads, which must show the same bytes.
#ifndef FLITWISE_TESTS_SYSTEM_THREADS_H_
#define FLITWISE_TESTS_SYSTEM_THREADS_H_

#include <gtest/gtest.h>

#include <string>

#include "sim/families/registry.h"
#include "sim/run/figures/result.h"
#include "sim/run/runner.h"

namespace flitwise::test {

/// All that a run shows: the bytes of its result, with every problem, and every event.
struct Shown {
  Result result;

  std::string bytes() const {
    Result all_but_events = result;
    all_but_events.events.clear();  // whose bytes have gaps between the members
    return to_wire(all_but_events);
  }
  friend bool operator==(const Shown& a, const Shown& b) {
    return a.bytes() == b.bytes() && a.result.events == b.result.events;
  }
};

inline Shown shown(Scenario scenario, std::size_t parts, std::size_t threads) {
  scenario.options.parts = parts;
  scenario.options.threads = threads;
  RunRequest request;
  request.keep_events = true;
  Shown shown{run_in_child(scenario, request)};
  shown.result.seconds = 0;
  return shown;
}

/// Of a file below sim/scenarios, with settings of the command.
inline Scenario scenario_to_split(const std::string& file,
                                  const std::vector<Setting>& settings = {}) {
  const ScenarioReading reading =
      read_scenario(FLITWISE_SOURCE_DIR "/sim/scenarios/" + file, settings);
  if (!reading.scenario) throw std::runtime_error(file + ": " + reading.errors.front().what());
  return *reading.scenario;
}

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_SYSTEM_THREADS_H_
