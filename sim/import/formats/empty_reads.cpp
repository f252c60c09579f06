#include "sim/import/formats/empty_reads.h"

#include <vector>

namespace flitwise {
namespace {

using Filled = std::vector<bool>;  // by cell

std::optional<Cell> first_empty(const std::vector<Cell>& cells, const Filled& filled) {
  for (const Cell cell : cells)
    if (!filled[index_of(cell)]) return cell;
  return std::nullopt;
}

std::vector<Filled> filled_at_first(const Collective& collective) {
  std::vector<Filled> all;
  for (const std::vector<CellContent>& memory : collective.memory) {
    Filled& filled = all.emplace_back();
    for (const CellContent& content : memory) filled.push_back(!content.empty());
  }
  return all;
}

}  // namespace

std::optional<EmptyRead> find_empty_read(const Collective& collective) {
  std::vector<Filled> all = filled_at_first(collective);
  const CollectiveOrder order(collective);
  for (const RankEvent& event : order.events()) {
    const RankOp& op = collective.programs[index_of(event.rank)][event.op];
    // A send takes what it reads when it starts, all others when they are done.
    if (event.is_end == (op.kind == RankOpKind::kSend)) continue;
    Filled& filled = all[index_of(event.rank)];
    std::optional<Cell> empty = first_empty(op.reads, filled);
    if (!empty) empty = first_empty(op.operands, filled);
    if (empty) return EmptyRead{event.rank, event.op, *empty};
    for (const Cell cell : op.writes) filled[index_of(cell)] = true;
  }
  return std::nullopt;
}

}  // namespace flitwise
