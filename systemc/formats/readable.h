// readable.h: the text of files, and paths that cannot be read as files.
#ifndef FLITWISE_SYSTEMC_FORMATS_READABLE_H_
#define FLITWISE_SYSTEMC_FORMATS_READABLE_H_

#include <functional>
#include <string>

namespace flitwise {

/// "is a directory" or "is a pipe" where that is so, else empty. Opening a pipe without a writer
/// would block; one that the shell made, in /dev or /proc, has a writer and counts as a file.
std::string what_is_no_file(const std::string& path);

/// All of a file of at most `mebibytes`. `kind` is what it should be: "graph file".
/// Errors: calls `fail`, which throws, with the rule that is broken.
std::string text_of_file(const std::string& path, const std::string& kind, std::size_t mebibytes,
                         const std::function<void(const std::string&)>& fail);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_FORMATS_READABLE_H_
