// readable.h: paths that cannot be read as files.
#ifndef FLITWISE_SYSTEMC_FORMATS_READABLE_H_
#define FLITWISE_SYSTEMC_FORMATS_READABLE_H_

#include <string>

namespace flitwise {

/// "is a directory" or "is a pipe" where that is so, else empty. Opening a pipe without a writer
/// would block; one that the shell made, in /dev or /proc, has a writer and counts as a file.
std::string what_is_no_file(const std::string& path);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_FORMATS_READABLE_H_
