// hash.h: short names for long texts.
#ifndef FLITWISE_SIM_STUDIES_HASH_H_
#define FLITWISE_SIM_STUDIES_HASH_H_

#include <cstdint>
#include <string>

namespace flitwise {

/// FNV-1a, 64 bits; texts in parts go on from the hash of what stands before.
inline std::uint64_t hash_of(const std::string& text, std::uint64_t hash = 0xcbf29ce484222325U) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash;
}

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_HASH_H_
