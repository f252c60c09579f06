// sweep_arguments.h: what the command `flitwise sweep` was asked for.
#ifndef FLITWISE_SIM_STUDIES_SWEEP_SWEEP_ARGUMENTS_H_
#define FLITWISE_SIM_STUDIES_SWEEP_SWEEP_ARGUMENTS_H_

#include <cstddef>
#include <string>
#include <vector>

#include "sim/language/scenario_yaml.h"

namespace flitwise {

struct SweepArguments {
  std::string file;
  std::vector<Setting> settings;
  std::string directory;
  std::string report;
  std::size_t processes = 0;  ///< at a time; 0: one per processor
  double timeout = 0;         ///< seconds of a point; 0: none
  bool fresh = false;
  bool list = false;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_SWEEP_SWEEP_ARGUMENTS_H_
