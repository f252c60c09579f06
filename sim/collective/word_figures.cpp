#include "sim/collective/word_figures.h"

#include <fmt/format.h>
#include <zlib.h>

#include "sim/collective/run_contents.h"

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

check::Check contents_check(std::size_t all, std::size_t wrong, const std::string& how_often) {
  return {"contents", fmt::format("{} of {} words", all - wrong, all),
          fmt::format("{} of {} words", all, all), wrong == 0,
          "every result has the value of its operands, each of which is in it " + how_often};
}

void ResultTally::hold(std::size_t pe, Flits word, const std::optional<std::uint32_t>& found,
                       std::uint32_t due) {
  ++all_;
  if (found == due) return;
  if (wrong_++ < kMostContentsTold)
    problems_.push_back(
        found ? fmt::format("PE {}: word {} is {:#x}, not {:#x}", pe, word, *found, due)
              : fmt::format("PE {}: word {} is missing", pe, word));
}

}  // namespace flitwise
