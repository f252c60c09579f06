#include "sim/import/formats/races.h"

#include <algorithm>
#include <array>
#include <utility>
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

// The last write of a cell, and what came behind it: whoever is behind that is behind all before.
struct CellUses {
  std::array<std::vector<RankEvent>, 3> by_kind;  // as CellUse
  RankEvent last;

  std::vector<RankEvent>& of(CellUse kind) { return by_kind[static_cast<std::size_t>(kind)]; }
};

// Searches back from an event over what it waits for. Whatever stands earlier in a topological
// order than the event that is looked for does not wait for it.
class HappensBefore {
 public:
  explicit HappensBefore(const Collective& collective) : order_(collective) {
    for (const auto& program : collective.programs) places_.emplace_back(2 * program.size());
    for (std::size_t i = 0; i < order_.events().size(); ++i) place(order_.events()[i]) = i;
    seen_.resize(order_.events().size());
  }

  const std::vector<RankEvent>& events() const { return order_.events(); }

  // `way` is known to be behind `earlier`, or is it.
  bool is_before(const RankEvent& earlier, const RankEvent& way, const RankEvent& later) {
    const std::size_t wanted = place(earlier);
    ++search_;
    for (left_ = {later}; !left_.empty();) {
      const RankEvent event = left_.back();
      left_.pop_back();
      if (event == earlier || event == way) return true;
      std::vector<RankEvent> before = order_.before(event);
      std::reverse(before.begin(), before.end());  // the own rank first: the way is short there
      for (const RankEvent& next : before) {
        if (place(next) < wanted || seen_[place(next)] == search_) continue;
        seen_[place(next)] = search_;
        left_.push_back(next);
      }
    }
    return false;
  }

 private:
  std::size_t& place(const RankEvent& e) {
    return places_[index_of(e.rank)][2 * e.op + (e.is_end ? 1 : 0)];
  }

  const CollectiveOrder order_;
  std::vector<std::vector<std::size_t>> places_;  // in the order, by rank and event
  std::vector<std::size_t> seen_;                 // by place: the last search that came there
  std::vector<RankEvent> left_;
  std::size_t search_ = 0;
};

// What an operation does to cells in this event; a send takes what it reads when it starts, all
// others act when they are done.
std::vector<std::pair<Cell, CellUse>> uses_of(const RankOp& op, const RankEvent& event) {
  std::vector<std::pair<Cell, CellUse>> uses;
  if (event.is_end == (op.kind == RankOpKind::kSend)) return uses;
  for (const Cell cell : op.reads) uses.emplace_back(cell, CellUse::kRead);
  for (std::size_t k = 0; k < op.writes.size(); ++k) {
    const bool has_operand = k < op.operands.size();
    const bool is_sum = has_operand && op.operands[k] == op.writes[k];
    if (has_operand && !is_sum) uses.emplace_back(op.operands[k], CellUse::kRead);
    uses.emplace_back(op.writes[k], is_sum ? CellUse::kReduce : CellUse::kWrite);
  }
  return uses;
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

std::optional<Race> find_race(const Collective& collective) {
  HappensBefore order(collective);
  std::vector<std::vector<CellUses>> all;  // by rank and cell
  for (const auto& memory : collective.memory) all.emplace_back(memory.size());
  for (const RankEvent& event : order.events()) {
    const RankOp& op = collective.programs[index_of(event.rank)][event.op];
    for (const auto& [cell, kind] : uses_of(op, event)) {
      CellUses& uses = all[index_of(event.rank)][index_of(cell)];
      for (const CellUse other : {CellUse::kWrite, CellUse::kReduce, CellUse::kRead}) {
        if (other == kind && kind != CellUse::kWrite) continue;
        for (const RankEvent& use : uses.of(other)) {
          // All that came behind the write is known to be.
          const RankEvent& way = other == CellUse::kWrite ? uses.last : use;
          if (!order.is_before(use, way, event))
            return Race{event.rank, cell, use.op, event.op, other, kind};
        }
      }
      if (kind == CellUse::kWrite) uses = {};
      uses.of(kind).push_back(event);
      uses.last = event;
    }
  }
  return std::nullopt;
}

}  // namespace flitwise
