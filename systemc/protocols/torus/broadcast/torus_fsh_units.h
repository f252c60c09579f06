// torus_fsh_units.h: the rows of a torus in units of three, for the scheme fsh.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TORUS_BROADCAST_TORUS_FSH_UNITS_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TORUS_BROADCAST_TORUS_FSH_UNITS_H_

#include <vector>

#include "systemc/protocols/torus/broadcast/torus_fsh_digits.h"
#include "systemc/protocols/torus/broadcast/torus_strip.h"

namespace flitwise::protocols {

/// Parts on each side that one source serves in a round.
inline constexpr int kFshPorts = 2;

/// Rows counted from the source's, row 0 in the middle of unit 0; the last unit on the right, at
/// the seam, has 1 to 3 rows.
class RowUnits {
 public:
  /// `rows` at least 3.
  explicit RowUnits(int rows);

  const Strip& ring() const { return ring_; }
  int lowest_row() const { return first_row(-ring_.left); }
  int first_row(int unit) const;
  int last_row(int unit) const;
  int centre_row(int unit) const;
  /// Place of a row in the cycle of rows, from 0; rows beyond the seam count on around it.
  int place(int row) const;

 private:
  int rows_of(int unit) const;

  Strip ring_;
  int rows_;
  int rows_of_last_;
};

/// A row that another row sends the text to.
struct RowMessage {
  int from = 0;
  int to = 0;
};

/// Messages by which the source's row informs one row of each unit, and what they ask of the
/// digits.
struct CentrePlan {
  std::vector<std::vector<RowMessage>> steps;  ///< messages of one row next to each other
  std::vector<CentreGroup> groups;
};

CentrePlan plan_centres(const RowUnits& units);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TORUS_BROADCAST_TORUS_FSH_UNITS_H_
