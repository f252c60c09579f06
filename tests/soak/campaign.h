// campaign.h: many random scenarios in worker processes, each checked against theory.
#ifndef FLITWISE_TESTS_SOAK_CAMPAIGN_H_
#define FLITWISE_TESTS_SOAK_CAMPAIGN_H_

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>

#include "tests/soak/soak_log.h"

namespace flitwise::soak {

struct Campaign {
  std::string name;
  /// The scenario file of an instance; with less than kWhole a smaller one of the same kind.
  std::function<std::string(std::uint64_t number, std::int64_t most)> text;
  /// How many more instances may be needed, and no more than that at least; 0: it is done.
  std::function<std::int64_t(const Progress&)> left;
  std::int64_t batch = 200;  ///< instances between two entries of the log, at most
};

struct CampaignSettings {
  std::uint64_t seed = 1;
  std::size_t jobs = 0;  ///< processes; 0: as many as there are processors
  std::string directory = "build/soak";
  std::string build;  ///< whose results the log holds: those of another are set aside
};

/// Goes on where the log ends until the campaign is done. Prints seed, counts and throughput (at
/// most every ten seconds), and of each failure the command that repeats it, on the smallest
/// scenario that fails in the same draw.
/// Errors: throws std::runtime_error when the log cannot be written, Interrupted when a signal came
///         in an InterruptScope; what the log holds then is done.
Progress run_campaign(const Campaign& campaign, const CampaignSettings& settings,
                      std::ostream& out);

}  // namespace flitwise::soak

#endif  // FLITWISE_TESTS_SOAK_CAMPAIGN_H_
