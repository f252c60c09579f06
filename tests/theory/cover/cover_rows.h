// cover_rows.h: the table of finishes over covers, tests/data/covers/finish.txt.
#ifndef FLITWISE_TESTS_THEORY_COVER_COVER_ROWS_H_
#define FLITWISE_TESTS_THEORY_COVER_COVER_ROWS_H_

#include <ostream>
#include <string>
#include <vector>

#include "systemc/topology/cover/cover.h"
#include "systemc/topology/types.h"

namespace flitwise::test {

/// One row; the file's header says what the columns mean.
struct CoverRow {
  std::string cover;
  Node rows, columns, root_row, root_column;
  std::string length;
  Flits flits;
  Step t_sync, scatter, scatter_at_least, gather_tight, gather_pos, gather_at_least;
  std::string sim;

  friend std::ostream& operator<<(std::ostream& out, const CoverRow& row);
};

/// Errors: throws std::runtime_error when the file is missing or a row is not of this form.
std::vector<CoverRow> read_cover_rows();

/// Errors: both throw std::runtime_error for a word that they do not know.
Cover cover_of(const CoverRow& row);
std::vector<Flits> lengths_of(const CoverRow& row);

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_THEORY_COVER_COVER_ROWS_H_
