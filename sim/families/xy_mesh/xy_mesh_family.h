// xy_mesh_family.h: two-dimensional meshes of wormhole routers that go x first.
#ifndef FLITWISE_SIM_FAMILIES_XY_MESH_XY_MESH_FAMILY_H_
#define FLITWISE_SIM_FAMILIES_XY_MESH_XY_MESH_FAMILY_H_

#include "sim/run/family/family.h"

namespace flitwise {

/// Broadcast, scatter, gather and traffic on meshes whose PEs have one port; the one object of the
/// family.
const Family& xy_mesh_family();

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_XY_MESH_XY_MESH_FAMILY_H_
