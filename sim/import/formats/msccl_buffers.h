// msccl_buffers.h: the buffers of an MSCCL algorithm and what its collective does to them.
#ifndef FLITWISE_SIM_IMPORT_FORMATS_MSCCL_BUFFERS_H_
#define FLITWISE_SIM_IMPORT_FORMATS_MSCCL_BUFFERS_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/language/scenario_values.h"
#include "systemc/topology/collective.h"

namespace flitwise {

enum class MscclCollective : std::uint8_t {
  kAllgather,
  kAllreduce,
  kAlltoall,
  kReduceScatter,
  kBroadcast,
  kReduce,
  kScatter,
  kGather,
  kCustom,
};

const std::vector<Choice<MscclCollective>>& msccl_collective_words();
/// Whether one rank is special: `root`.
bool has_root(MscclCollective collective);

/// What an algorithm says of itself.
struct MscclAlgorithm {
  MscclCollective collective = MscclCollective::kCustom;
  bool in_place = false;  ///< input and output lie one in the other, as the collective has it
  Node root = 0;
  Node ranks = 0;
};

/// Chunks of a rank's input, output and scratch buffer.
struct MscclSizes {
  Cell input = 0;
  Cell output = 0;
  Cell scratch = 0;
};

/// The memory of one rank: cells of its buffers, one in place of another where they lie so, and
/// cells beside them for what is reduced on its way and stored nowhere.
class MscclMemory {
 public:
  /// Errors: throws the rule, a std::string, that sizes break: they must be those of the
  ///         collective.
  MscclMemory(const MscclAlgorithm& algorithm, Node rank, const MscclSizes& sizes);

  /// Chunks of a buffer: 'i', 'o' or 's'.
  Cell size(char buffer) const;
  Cell cell(char buffer, Cell offset) const;
  Cell new_cell();
  /// A buffer's cell as its buffer and chunk: "i[3]"; the input's name where output lies in it.
  std::string name(Cell cell) const;
  /// Chunks of one rank's share, which is the same for all; 0 for a custom collective.
  Cell share() const { return share_; }

  /// What the cells hold at first: chunk k of the rank in its input's chunk k.
  std::vector<CellContent> initial() const;
  /// What the collective wants in the end; nothing of a custom one.
  std::vector<CellDemand> demands() const;

 private:
  void check_sizes();
  CellContent wanted(Cell offset) const;
  bool is_root() const { return rank_ == algorithm_.root; }

  const MscclAlgorithm algorithm_;
  const Node rank_;
  const MscclSizes sizes_;
  Cell share_ = 0;   // chunks of one rank: c
  Cell wanted_ = 0;  // chunks that the output must hold
  Cell cells_ = 0;
};

}  // namespace flitwise

#endif  // FLITWISE_SIM_IMPORT_FORMATS_MSCCL_BUFFERS_H_
