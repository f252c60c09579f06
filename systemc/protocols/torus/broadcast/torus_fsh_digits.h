// torus_fsh_digits.h: which column each row of a torus begins with, for the scheme fsh.
#ifndef FLITWISE_SYSTEMC_PROTOCOLS_TORUS_BROADCAST_TORUS_FSH_DIGITS_H_
#define FLITWISE_SYSTEMC_PROTOCOLS_TORUS_BROADCAST_TORUS_FSH_DIGITS_H_

#include <optional>
#include <vector>

namespace flitwise::protocols {

/// Number of a cut point: rows choose their first column among a few.
using Digit = int;

/// The centre rows that one centre sends the text to on one side, 1 or 2. A message goes straight
/// if both rows have the same digit and turns if not; only one of two can go straight, and must.
struct CentreGroup {
  int from = 0;           ///< place of the sender in the cycle of rows; in an earlier group's rows,
                          ///< or the source's
  std::vector<int> rows;  ///< places
};

/// A digit below `digits` for each of `rows` rows in a cycle, so that any three rows next to each
/// other have three different ones, the source's row has digit 0 and each centre's is as its
/// message allows. Nothing if none is found.
///
/// Digits of the centres are drawn, those between found by dynamic programming over pairs of rows;
/// the draws do not depend on anything but the arguments.
std::optional<std::vector<Digit>> find_digits(int rows, int digits, int source_row,
                                              const std::vector<CentreGroup>& centres);

}  // namespace flitwise::protocols

#endif  // FLITWISE_SYSTEMC_PROTOCOLS_TORUS_BROADCAST_TORUS_FSH_DIGITS_H_
