// types.h: the words for nodes, steps and flits. Component topology.
//
// Contract of this and of all headers here: the names that stand above an include, as the included
// header describes them. What else it declares, and headers in flitwise/internal, may change.
#ifndef FLITWISE_TYPES_H_
#define FLITWISE_TYPES_H_

#include <flitwise/version.h>

// Node, kNoNode, index_of, TreeIndex, kNoTree, Step, Flits, FlitKind, LinkEvent, name_of
#include "systemc/topology/types.h"

#endif  // FLITWISE_TYPES_H_
