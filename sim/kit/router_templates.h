// router_templates.h: what `flitwise router new` writes.
#ifndef FLITWISE_SIM_KIT_ROUTER_TEMPLATES_H_
#define FLITWISE_SIM_KIT_ROUTER_TEMPLATES_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace flitwise {

/// A router to be described. Shape: width of kFewestFlitBits to kMostFlitBits, lanes 1 to 8.
struct NewRouter {
  std::string name;  ///< of SystemVerilog
  std::string link;  ///< "ready" or "credit"
  std::uint32_t width = 64;
  std::uint32_t lanes = 1;
};

/// Head, tail, 3 + 3 bits of the destination and a payload of 8.
inline constexpr std::uint32_t kFewestFlitBits = 16;

/// Files by their paths in the folder: the wrapper, the description, a scenario and a workflow.
std::vector<std::pair<std::string, std::string>> router_files(const NewRouter& router);

}  // namespace flitwise

#endif  // FLITWISE_SIM_KIT_ROUTER_TEMPLATES_H_
