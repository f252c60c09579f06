// agreement_axes.h: what the range of a claim says of the axes of its cases.
#ifndef FLITWISE_SIM_STUDIES_CLAIMS_AGREEMENT_AGREEMENT_AXES_H_
#define FLITWISE_SIM_STUDIES_CLAIMS_AGREEMENT_AGREEMENT_AXES_H_

#include <set>
#include <string>
#include <vector>

#include "sim/studies/claims/agreement/claim_words.h"
#include "sim/studies/claims/claim_points.h"

namespace flitwise {

/// A claim with all that is held against each other.
struct Agreement {
  const Claim& claim;
  const std::vector<ClaimPoint>& points;
  ClaimWords words;
  ErrorList& errors;

  /// Adds an error with the key "ID.key".
  void complain(const Place& place, const std::string& key, const std::string& value,
                const std::string& rule) const;
};

/// The points of a case, in order.
std::vector<const ClaimPoint*> points_of_case(const ClaimCase& one,
                                              const std::vector<ClaimPoint>& points);

/// How many combinations some of a case's axes have, that of `name` among them if it is not empty:
/// 20 seeds and 3 depths are 60 trees, whatever else the case goes through.
std::set<std::size_t> combinations(const ClaimCase& one, const std::vector<ClaimPoint>& points,
                                   const std::string& name);

/// Axes of which the range says nothing.
void check_axes(const Agreement& agreement);

}  // namespace flitwise

#endif  // FLITWISE_SIM_STUDIES_CLAIMS_AGREEMENT_AGREEMENT_AXES_H_
