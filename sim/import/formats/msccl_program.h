// msccl_program.h: what an MSCCL algorithm says of itself and of the thread blocks of its gpus.
#ifndef FLITWISE_SIM_IMPORT_FORMATS_MSCCL_PROGRAM_H_
#define FLITWISE_SIM_IMPORT_FORMATS_MSCCL_PROGRAM_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "sim/import/formats/msccl_buffers.h"
#include "sim/import/formats/msccl_xml.h"

namespace flitwise {

/// The largest number of chunks of a buffer, and of steps of a thread block.
inline constexpr std::int64_t kMostChunks = 1 << 20;
inline constexpr std::int64_t kMostBlocks = 4096;

/// One step, of a type that is known; what its type needs is still to be read.
struct MscclStep {
  XmlElement element;
  std::string type;
  std::size_t first = 0;  ///< its operations in the gpu's program, once it has one
  std::size_t last = 0;
};

/// A thread block: its steps come one behind the other.
struct MscclBlock {
  XmlElement element;
  Node send = kNoNode;  ///< kNoNode: the block does not send
  Node receive = kNoNode;
  std::int64_t channel = 0;
  std::vector<MscclStep> steps;
};

/// Errors: both throw ConfigError for whatever is unknown, missing, out of range or there twice.
MscclAlgorithm read_msccl_algorithm(const XmlElement& algo);
/// By id.
std::map<std::int64_t, MscclBlock> read_msccl_blocks(const XmlElement& gpu, Node rank, Node ranks);

}  // namespace flitwise

#endif  // FLITWISE_SIM_IMPORT_FORMATS_MSCCL_PROGRAM_H_
