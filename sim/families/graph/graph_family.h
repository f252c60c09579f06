// graph_family.h: graphs with all their links, under several trees at once.
#ifndef FLITWISE_SIM_FAMILIES_GRAPH_GRAPH_FAMILY_H_
#define FLITWISE_SIM_FAMILIES_GRAPH_GRAPH_FAMILY_H_

#include "sim/run/family/family.h"

namespace flitwise {

const Family& graph_family();

}  // namespace flitwise

#endif  // FLITWISE_SIM_FAMILIES_GRAPH_GRAPH_FAMILY_H_
