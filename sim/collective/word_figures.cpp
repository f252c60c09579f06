#include "sim/collective/word_figures.h"

#include <zlib.h>

namespace flitwise {
namespace {

std::int64_t crc_of(const std::vector<std::uint32_t>& words) {
  std::vector<Bytef> bytes;
  for (const std::uint32_t word : words)
    for (int shift = 0; shift < 32; shift += 8) bytes.push_back(static_cast<Bytef>(word >> shift));
  return static_cast<std::int64_t>(
      crc32(crc32(0, Z_NULL, 0), bytes.data(), static_cast<uInt>(bytes.size())));
}

}  // namespace

void add_result_crc(const std::vector<std::uint32_t>& measured,
                    const std::vector<std::uint32_t>& predicted, Ledger& ledger) {
  ledger.add("result_crc", crc_of(measured), std::optional<std::int64_t>(crc_of(predicted)),
             "CRC-32 of the results of one PE, four bytes a word, low bytes first");
}

void add_volume(const WordRun& run, std::int64_t flits, bool all_came, Ledger& ledger) {
  if (!all_came) return ledger.add("volume", flits);
  ledger.add_at_least("volume", flits, run.least_volume.flits, run.least_volume.source);
}

}  // namespace flitwise
