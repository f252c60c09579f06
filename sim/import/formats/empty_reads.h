// empty_reads.h: what a collective reads before anything lies there.
#ifndef FLITWISE_SIM_IMPORT_FORMATS_EMPTY_READS_H_
#define FLITWISE_SIM_IMPORT_FORMATS_EMPTY_READS_H_

#include <cstddef>
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

}  // namespace flitwise

#endif  // FLITWISE_SIM_IMPORT_FORMATS_EMPTY_READS_H_
