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
  std::string link;  ///< "ready" or "credit"; of trees "registered"
  std::uint32_t width = 64;
  std::uint32_t lanes = 0;      ///< 0: one, of tori two, which their datelines need
  std::string family = "mesh";  ///< or "torus" or "tree"

  bool is_of_tree() const { return family == "tree"; }
  bool is_of_torus() const { return family == "torus"; }
};

/// Head, tail, 3 + 3 bits of the destination and a payload of 8.
inline constexpr std::uint32_t kFewestFlitBits = 16;
/// Of trees: 12 of the destination and the payload.
inline constexpr std::uint32_t kFewestTreeFlitBits = 20;

/// Why there is no such router, as a sentence about an option; empty if there is.
std::string refusal_of(const NewRouter& router);

/// Files by their paths in the folder: the wrapper, the description, a scenario and a workflow.
std::vector<std::pair<std::string, std::string>> router_files(const NewRouter& router);

}  // namespace flitwise

#endif  // FLITWISE_SIM_KIT_ROUTER_TEMPLATES_H_
