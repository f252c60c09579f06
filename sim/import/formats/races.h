// races.h: uses of one cell of a memory that a collective leaves in no order.
#ifndef FLITWISE_SIM_IMPORT_FORMATS_RACES_H_
#define FLITWISE_SIM_IMPORT_FORMATS_RACES_H_

#include <cstddef>
#include <cstdint>
#include <optional>

#include "systemc/topology/collective.h"

namespace flitwise {

/// Reductions into a cell commute with each other, reads do, and nothing else does.
enum class CellUse : std::uint8_t { kRead, kReduce, kWrite };

/// Two operations of a rank that use a cell, neither of which waits for the other.
struct Race {
  Node rank = kNoNode;
  Cell cell = 0;
  std::size_t first_op = 0, second_op = 0;
  CellUse first_use = CellUse::kRead, second_use = CellUse::kRead;
};

/// A pair of uses that do not commute and that no chain of dependencies and messages orders: what
/// the cell holds then depends on the network's speed. None: there is no such pair.
/// Shape: the collective is whole and has no circle of dependencies.
std::optional<Race> find_race(const Collective& collective);

}  // namespace flitwise

#endif  // FLITWISE_SIM_IMPORT_FORMATS_RACES_H_
