// source_hash.h: what a source file holds, in short.
#ifndef FLITWISE_SYSTEMC_NETWORK_MODELS_SOURCE_HASH_H_
#define FLITWISE_SYSTEMC_NETWORK_MODELS_SOURCE_HASH_H_

#include <cstdint>
#include <string>

namespace flitwise {

/// FNV-1a, 64 bits. The store compares whole keys, so that equal hashes do no harm.
std::uint64_t hash_of(const std::string& text);

/// Errors: throws ModelError when the file cannot be read, as below.
std::string content_of(const std::string& file);

/// "file NAME HASH", with a line's end: the name without folders.
std::string file_line(const std::string& file);

}  // namespace flitwise

#endif  // FLITWISE_SYSTEMC_NETWORK_MODELS_SOURCE_HASH_H_
