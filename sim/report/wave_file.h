// wave_file.h: whether a file of waves is whole.
#ifndef FLITWISE_SIM_REPORT_WAVE_FILE_H_
#define FLITWISE_SIM_REPORT_WAVE_FILE_H_

#include <string>

namespace flitwise {

/// Whether an FST file ends where its last block does, and has a header, the geometry and the
/// hierarchy of its signals. Writers of FST do not notice a full disk.
bool is_whole_fst(const std::string& path);

}  // namespace flitwise

#endif  // FLITWISE_SIM_REPORT_WAVE_FILE_H_
