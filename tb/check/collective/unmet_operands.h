// unmet_operands.h: what routers that combine report, told by tree.
#ifndef FLITWISE_TB_CHECK_COLLECTIVE_UNMET_OPERANDS_H_
#define FLITWISE_TB_CHECK_COLLECTIVE_UNMET_OPERANDS_H_

#include <string>
#include <vector>

#include "systemc/network/network.h"
#include "systemc/topology/combine_tree.h"

namespace flitwise::check {

/// A sentence a tree of which operands came to a router and did not fit, or lacked others.
/// Shape: `violation` is of kind kMismatch; `names` as NetworkModule::Config::node_names.
std::vector<std::string> unmet_operands(const Violation& violation, const CombinePlan& plan,
                                        const std::vector<std::string>& names);

}  // namespace flitwise::check

#endif  // FLITWISE_TB_CHECK_COLLECTIVE_UNMET_OPERANDS_H_
