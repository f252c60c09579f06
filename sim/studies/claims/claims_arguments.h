// claims_arguments.h: what the command `flitwise claims` was asked for.
#ifndef FLITWISE_SIM_STUDIES_CLAIMS_CLAIMS_ARGUMENTS_H_
#define FLITWISE_SIM_STUDIES_CLAIMS_CLAIMS_ARGUMENTS_H_

#include <cstddef>
#include <string>
#include <vector>

namespace flitwise {

/// Empty texts: not asked for; "-": standard output.
struct ClaimsArguments {
  std::vector<std::string> files;  ///< none: those of the project
  std::vector<std::string> papers;
  std::vector<std::string> ids;
  std::vector<std::string> sources;
  std::size_t processes = 0;  ///< at a time; 0: as many as there are processors
  std::string markdown;
  std::string json;
  std::string junit;
  std::string report;
  bool list = false;
  bool check = false;
  bool verbose = false;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_CLAIMS_CLAIMS_ARGUMENTS_H_
