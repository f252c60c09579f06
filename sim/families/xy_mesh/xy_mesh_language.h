// xy_mesh_language.h: what uses the table of the keys of scenarios on meshes of XY routers.
#ifndef FLITWISE_SIM_FAMILIES_XY_MESH_XY_MESH_LANGUAGE_H_
#define FLITWISE_SIM_FAMILIES_XY_MESH_XY_MESH_LANGUAGE_H_

#include <string>

#include "sim/families/xy_mesh/xy_mesh_scenario.h"
#include "sim/language/keys.h"
#include "sim/language/scenario.h"

namespace flitwise {

const language::Table& xy_mesh_language();

/// Reads all keys of a scenario on a mesh but `name`.
/// Errors: adds a ConfigError for each rule that is broken; then `scenario` is not used.
void read_xy_mesh_scenario(const Value& root, Scenario& scenario, ErrorList& errors);

/// The same for work that is no operation of meshes: the network and its routers' options.
const language::Table& xy_mesh_host_language();
void read_xy_mesh_host(const Value& root, Scenario& host, ErrorList& errors);

/// What distinguishes runs of one algorithm, for example "barrier", "rate 0.1, 5 flits" of traffic;
/// may be empty.
std::string xy_mesh_variant(const XyMeshScenario& mesh);

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_XY_MESH_XY_MESH_LANGUAGE_H_
