#include "sim/import/formats/msccl_buffers.h"

#include <fmt/format.h>

#include <algorithm>

namespace flitwise {
namespace {

using Kind = MscclCollective;

}  // namespace

const std::vector<Choice<MscclCollective>>& msccl_collective_words() {
  static const std::vector<Choice<MscclCollective>> words{
      {"allgather", Kind::kAllgather}, {"allreduce", Kind::kAllreduce},
      {"alltoall", Kind::kAlltoall},   {"reduce_scatter", Kind::kReduceScatter},
      {"broadcast", Kind::kBroadcast}, {"reduce", Kind::kReduce},
      {"scatter", Kind::kScatter},     {"gather", Kind::kGather},
      {"custom", Kind::kCustom},
  };
  return words;
}

bool has_root(MscclCollective collective) {
  return collective == Kind::kBroadcast || collective == Kind::kReduce ||
         collective == Kind::kScatter || collective == Kind::kGather;
}

MscclMemory::MscclMemory(const MscclAlgorithm& algorithm, Node rank, const MscclSizes& sizes)
    : algorithm_(algorithm),
      rank_(rank),
      sizes_(sizes),
      cells_(sizes.input + sizes.output + sizes.scratch) {
  check_sizes();
}

// The larger of the two buffers says how many chunks a rank's share has; the other must fit. In
// place, the one that lies in the other may have none of its own.
void MscclMemory::check_sizes() {
  const Cell ranks = algorithm_.ranks;
  const Cell input = sizes_.input;
  const Cell output = sizes_.output;
  const auto expect = [](bool fits, const std::string& rule) {
    if (!fits) throw rule;
  };
  const auto inside = [&](Cell own, Cell due) {
    return own == due || (algorithm_.in_place && own == 0);
  };
  switch (algorithm_.collective) {
    case Kind::kCustom:
      expect(!algorithm_.in_place, "inplace has no meaning for coll custom");
      return;
    case Kind::kAllgather:
    case Kind::kGather:
      if (algorithm_.collective == Kind::kGather && !is_root()) {
        expect(input > 0, "i_chunks must be the chunks of a rank, at least 1");
        share_ = input;
        return;
      }
      share_ = output / ranks;
      expect(share_ > 0 && output == share_ * ranks,
             fmt::format("o_chunks must be a multiple of the {} ranks", ranks));
      expect(inside(input, share_), fmt::format("i_chunks must be {}, a rank's share", share_));
      wanted_ = output;
      return;
    case Kind::kAllreduce:
    case Kind::kAlltoall:
      share_ = algorithm_.collective == Kind::kAlltoall ? input / ranks : input;
      expect(share_ > 0 && (algorithm_.collective != Kind::kAlltoall || input == share_ * ranks),
             algorithm_.collective == Kind::kAlltoall
                 ? fmt::format("i_chunks must be a multiple of the {} ranks", ranks)
                 : "i_chunks must be at least 1");
      expect(inside(output, input), fmt::format("o_chunks must be {}, as i_chunks", input));
      wanted_ = input;
      return;
    case Kind::kReduce:
      share_ = input;
      expect(input > 0, "i_chunks must be at least 1");
      if (!is_root()) return;
      expect(inside(output, input), fmt::format("o_chunks must be {}, as i_chunks", input));
      wanted_ = input;
      return;
    case Kind::kBroadcast:
      share_ = is_root() ? input : std::max(input, output);
      expect(share_ > 0, "a broadcast needs at least 1 chunk");
      expect(inside(output, share_), fmt::format("o_chunks must be {}, as i_chunks", share_));
      wanted_ = share_;
      return;
    case Kind::kReduceScatter:
    case Kind::kScatter:
      if (algorithm_.collective == Kind::kScatter && !is_root()) {
        expect(output > 0, "o_chunks must be the chunks of a rank, at least 1");
        share_ = wanted_ = output;
        return;
      }
      share_ = input / ranks;
      expect(share_ > 0 && input == share_ * ranks,
             fmt::format("i_chunks must be a multiple of the {} ranks", ranks));
      expect(inside(output, share_), fmt::format("o_chunks must be {}, a rank's share", share_));
      wanted_ = share_;
      return;
  }
}

Cell MscclMemory::size(char buffer) const {
  if (buffer == 'i') return sizes_.input;
  return buffer == 'o' ? sizes_.output : sizes_.scratch;
}

Cell MscclMemory::cell(char buffer, Cell offset) const {
  const Cell input = offset;
  const Cell output = sizes_.input + offset;
  if (buffer == 's') return sizes_.input + sizes_.output + offset;
  if (!algorithm_.in_place) return buffer == 'i' ? input : output;
  const Cell own = rank_ * share_ + offset;  // in a buffer of all ranks
  switch (algorithm_.collective) {
    case Kind::kAllgather:
      return buffer == 'i' ? sizes_.input + own : output;
    case Kind::kGather:
      if (!is_root()) break;
      return buffer == 'i' ? sizes_.input + own : output;
    case Kind::kReduceScatter:
      return buffer == 'o' ? own : input;
    case Kind::kScatter:
      if (!is_root()) break;
      return buffer == 'o' ? own : input;
    case Kind::kBroadcast:
      if (sizes_.input == 0) break;
      return input;
    case Kind::kReduce:
      if (!is_root()) break;
      return input;
    case Kind::kAllreduce:
    case Kind::kAlltoall:
      return input;
    case Kind::kCustom:
      break;
  }
  return buffer == 'i' ? input : output;
}

Cell MscclMemory::new_cell() { return cells_++; }

std::string MscclMemory::name(Cell wanted) const {
  for (const char buffer : {'i', 'o', 's'})
    for (Cell k = 0; k < size(buffer); ++k)
      if (cell(buffer, k) == wanted) return fmt::format("{}[{}]", buffer, k);
  return "what it has received";
}

std::vector<CellContent> MscclMemory::initial() const {
  std::vector<CellContent> cells(index_of(cells_));
  Cell chunks = sizes_.input;
  const bool gathers =
      algorithm_.collective == Kind::kAllgather || algorithm_.collective == Kind::kGather;
  if (chunks == 0 && algorithm_.in_place && gathers) chunks = share_;
  if (algorithm_.collective == Kind::kBroadcast && !is_root()) chunks = 0;
  for (Cell k = 0; k < chunks; ++k) cells[index_of(cell('i', k))] = {Chunk{rank_, k}};
  return cells;
}

CellContent MscclMemory::wanted(Cell offset) const {
  const Cell own = rank_ * share_ + offset;
  switch (algorithm_.collective) {
    case Kind::kAllgather:
    case Kind::kGather:
      return {Chunk{offset / share_, offset % share_}};
    case Kind::kAlltoall:
      return {Chunk{offset / share_, rank_ * share_ + offset % share_}};
    case Kind::kBroadcast:
      return {Chunk{algorithm_.root, offset}};
    case Kind::kScatter:
      return {Chunk{algorithm_.root, own}};
    case Kind::kAllreduce:
    case Kind::kReduce:
    case Kind::kReduceScatter:
    case Kind::kCustom:
      break;
  }
  CellContent sum;
  for (Node rank = 0; rank < algorithm_.ranks; ++rank)
    sum.push_back({rank, algorithm_.collective == Kind::kReduceScatter ? own : offset});
  return sum;
}

std::vector<CellDemand> MscclMemory::demands() const {
  std::vector<CellDemand> all;
  for (Cell k = 0; k < wanted_; ++k)
    all.push_back({rank_, cell('o', k), wanted(k), fmt::format("o[{}]", k)});
  return all;
}

}  // namespace flitwise
