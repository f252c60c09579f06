// tree_check.h: puts a router of a tree to the test of the clauses that apply, and measures it.
#ifndef FLITWISE_TB_KIT_TREE_TREE_CHECK_H_
#define FLITWISE_TB_KIT_TREE_TREE_CHECK_H_

#include "tb/kit/kit.h"
#include "tb/kit/tree/tree_device.h"

namespace flitwise::kit {

/// Each phase with room for two children and for four.
KitReport check_tree_router(const own::RouterDescription& router, const TreeDeviceFactory& make,
                            const KitOptions& options);

}  // namespace flitwise::kit

#endif  // FLITWISE_TB_KIT_TREE_TREE_CHECK_H_
