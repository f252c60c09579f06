// space_time.h: the papers' space-time tables: reading the data files, drawing events in their
// form.
#ifndef FLITWISE_TESTS_THEORY_TREE_SPACE_TIME_H_
#define FLITWISE_TESTS_THEORY_TREE_SPACE_TIME_H_

#include <string>
#include <vector>

#include "systemc/topology/types.h"

namespace flitwise::test {

/// Rows of cells; `first_step` is the step of the first row.
struct SpaceTime {
  Step first_step = 0;
  std::vector<std::vector<std::string>> rows;
};

/// Reads tests/data/figures/`name`.txt.
/// Errors: throws std::runtime_error when the file is missing, empty or not such a table.
SpaceTime read_figure(const std::string& name);

/// Draws events from `first_step` to the last step in which anything is registered.
///
/// Row t shows what is received in step t in the receiver's column, and in row t - 1 each data flit
/// that its originator sends in step t. Two things in one cell are joined by '+'.
SpaceTime draw(const std::vector<LinkEvent>& events, Node pes, Step first_step);

/// Sentences "row 3, P1: expected (2), got m1,1" for all cells that differ, and one for each row
/// that only one of the two has.
std::vector<std::string> differences(const SpaceTime& expected, const SpaceTime& got);

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_THEORY_TREE_SPACE_TIME_H_
