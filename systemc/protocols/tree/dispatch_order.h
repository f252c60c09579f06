// dispatch_order.h: which children a PE orders, and which of them first.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TREE_DISPATCH_ORDER_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TREE_DISPATCH_ORDER_H_

#include <cstddef>
#include <vector>

#include "systemc/protocols/tree/certification/certificate.h"
#include "systemc/protocols/tree/certification/certification_variant.h"

namespace flitwise::protocols {

/// Positions among the PE's children of those that get an order, first one first.
///
/// All rules but LagRule::kPos keep the index order. kPos goes by increasing slack: the step in
/// which the child's stream is wanted (own message and streams of smaller lag in front of it) less
/// the lag, that is, how long its order may wait; ties by index. It is not always the best order
/// for the lag, but it nearly is.
std::vector<std::size_t> dispatch_order(LagRule rule, Flits own,
                                        const std::vector<Certificate>& children, Pace pace = {});

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TREE_DISPATCH_ORDER_H_
