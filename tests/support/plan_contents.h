// plan_contents.h: what the memories of a collective plan hold in the end, operand by operand.
#ifndef FLITWISE_TESTS_SUPPORT_PLAN_CONTENTS_H_
#define FLITWISE_TESTS_SUPPORT_PLAN_CONTENTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "systemc/topology/collective_plan.h"

namespace flitwise::test {

/// Carries the plan's words out without time: every event behind those it waits for, each cell a
/// multiset of operands. Says what is wrong, a sentence a fault, at most ten and how many more:
/// cells of `due` that do not hold each due operand once and no other, messages whose ends do not
/// fit, cells that no memory has, and operations that wait for each other.
///
/// Order 0 is that of CollectiveOrder; every other number is the seed of a random order, so that
/// several show whether what is not ordered may come in any order.
std::vector<std::string> content_complaints(const CollectivePlan& plan, std::uint64_t order = 0);

/// The same in order 0 and `orders` random ones; stops at the first with complaints.
std::vector<std::string> content_complaints_in_any_order(const CollectivePlan& plan,
                                                         std::uint64_t orders = 3);

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_SUPPORT_PLAN_CONTENTS_H_
