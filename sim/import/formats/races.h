// races.h: what the memory of a collective holds by chance: cells that are read before anything
// lies there, and uses of one cell that nothing orders.
#ifndef FLITWISE_SIM_IMPORT_FORMATS_RACES_H_
#define FLITWISE_SIM_IMPORT_FORMATS_RACES_H_

#include <cstddef>
#include <cstdint>
#include <optional>

#include "systemc/topology/collective.h"

namespace flitwise {

/// An operation that takes the content of a cell which nothing has been put into.
struct EmptyRead {
  Node rank = kNoNode;
  std::size_t op = 0;
  Cell cell = 0;
};

/// The first such read when operations run in an order that their dependencies allow; none: there
/// is none in this order. The operation that is found need not wait for any write of its cell.
/// Shape: the collective is whole and has no circle of dependencies.
std::optional<EmptyRead> find_empty_read(const Collective& collective);

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
