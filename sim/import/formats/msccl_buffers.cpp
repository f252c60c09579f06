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
// place, the one that lies in the other may have none of its own, and either where both are as
// large.
void MscclMemory::check_sizes() {
  const Cell input = sizes_.input;
  const Cell output = sizes_.output;
  const Kind kind = algorithm_.collective;
  const Cell either = algorithm_.in_place && input == 0 ? output : input;
  const auto expect = [](bool fits, const std::string& rule) {
    if (!fits) throw rule;
  };
  const auto expect_inside = [&](const char* name, Cell own, Cell due, const char* what) {
    expect(own == due || (algorithm_.in_place && own == 0),
           fmt::format("{} must be {}, {}", name, due, what));
  };
  const auto divide = [&](const char* name, Cell all) {
    share_ = all / algorithm_.ranks;
    expect(share_ > 0 && all == share_ * algorithm_.ranks,
           fmt::format("{} must be a multiple of the {} ranks", name, algorithm_.ranks));
  };
  const auto take_own = [&](const char* name, Cell own) {
    share_ = own;
    expect(own > 0, fmt::format("{} must be the chunks of a rank, at least 1", name));
  };
  switch (kind) {
    case Kind::kCustom:
      expect(!algorithm_.in_place, "inplace has no meaning for coll custom");
      return;
    case Kind::kAllgather:
    case Kind::kGather:
      if (kind == Kind::kGather && !is_root()) return take_own("i_chunks", input);
      divide("o_chunks", output);
      expect_inside("i_chunks", input, share_, "a rank's share");
      wanted_ = output;
      return;
    case Kind::kReduceScatter:
    case Kind::kScatter:
      if (kind == Kind::kScatter && !is_root()) {
        take_own("o_chunks", output);
      } else {
        divide("i_chunks", input);
        expect_inside("o_chunks", output, share_, "a rank's share");
      }
      wanted_ = share_;
      return;
    case Kind::kAlltoall:
      divide("i_chunks", either);
      break;
    case Kind::kAllreduce:
    case Kind::kReduce:
      share_ = kind == Kind::kReduce && !is_root() ? input : either;
      expect(share_ > 0, "i_chunks must be at least 1");
      if (kind == Kind::kReduce && !is_root()) return;
      break;
    case Kind::kBroadcast:
      share_ = is_root() ? either : std::max(input, output);
      expect(share_ > 0, "a broadcast needs at least 1 chunk");
      break;
  }
  wanted_ = kind == Kind::kBroadcast ? share_ : either;
  expect_inside("o_chunks", output, wanted_, "as i_chunks");
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
  const Kind kind = algorithm_.collective;
  const bool is_apart = kind == Kind::kBroadcast ? sizes_.input == 0 : has_root(kind) && !is_root();
  if (is_apart) return buffer == 'i' ? input : output;
  const Cell own = rank_ * share_ + offset;  // in a buffer of all ranks
  if (kind == Kind::kAllgather || kind == Kind::kGather)
    return buffer == 'i' ? sizes_.input + own : output;
  if (kind == Kind::kReduceScatter || kind == Kind::kScatter) return buffer == 'o' ? own : input;
  return input;
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
  const Kind kind = algorithm_.collective;
  const bool gathers = kind == Kind::kAllgather || kind == Kind::kGather;
  if (chunks == 0 && algorithm_.in_place && kind != Kind::kScatter)
    chunks = gathers ? share_ : wanted_;
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
