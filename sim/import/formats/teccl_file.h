// teccl_file.h: the content of a TE-CCL file, before it is interpreted.
#ifndef FLITWISE_SIM_IMPORT_FORMATS_TECCL_FILE_H_
#define FLITWISE_SIM_IMPORT_FORMATS_TECCL_FILE_H_

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sim/import/formats/teccl_demands.h"
#include "sim/language/scenario_values.h"

namespace flitwise {

/// Chunk `chunk` of node `source` goes from node to node in an epoch; nodes as in the file.
struct TecclFlow {
  std::int64_t chunk, source, from, to, epoch;
  Place place;
};

/// The collective as the file says it, and where.
struct StatedCollective {
  TecclCollective meaning;
  std::string word, key;
  Place place;
};

/// All that is read of a file; nodes are numbered as in it, chunks by source.
struct TecclFile {
  std::optional<StatedCollective> collective;
  std::vector<TecclFlow> flows;  ///< one at least, in the file's order
  TecclDemands demands;
  bool names_switches = false;  ///< that flows go through
};

/// Errors: throws ConfigError for unknown keys, and for texts that are no flow, demand or way.
TecclFile parse_teccl(const YamlNode& root);

}  // namespace flitwise

#endif  // FLITWISE_SIM_IMPORT_FORMATS_TECCL_FILE_H_
