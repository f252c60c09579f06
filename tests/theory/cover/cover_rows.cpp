#include "tests/theory/cover/cover_rows.h"

#include <fstream>
#include <sstream>
#include <stdexcept>

#include "systemc/topology/cover/cover_shapes.h"

namespace flitwise::test {
namespace {

Flits length_of(const std::string& kind, Node v, Node last) {
  if (kind == "unit") return 1;
  if (kind == "mixed") return 5 * v % 7;
  if (kind == "sparse") return v % 5 == 2 ? 9 : 0;
  if (kind == "last") return v == last ? 6 : 0;
  throw std::runtime_error("no such lengths: " + kind);
}

}  // namespace

std::ostream& operator<<(std::ostream& out, const CoverRow& row) {
  return out << row.cover << ' ' << row.rows << " x " << row.columns << ", root (" << row.root_row
             << ", " << row.root_column << "), " << row.length;
}

std::vector<CoverRow> read_cover_rows() {
  const std::string path = std::string(FLITWISE_TEST_DATA) + "/covers/finish.txt";
  std::ifstream in(path);
  if (!in) throw std::runtime_error("cannot read " + path);
  std::vector<CoverRow> rows;
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line[0] == '#' || line.rfind("cover ", 0) == 0) continue;
    std::istringstream words(line);
    CoverRow r;
    words >> r.cover >> r.rows >> r.columns >> r.root_row >> r.root_column >> r.length >> r.flits >>
        r.t_sync >> r.scatter >> r.scatter_at_least >> r.gather_tight >> r.gather_pos >>
        r.gather_at_least >> r.sim;
    if (!words) throw std::runtime_error(path + ": not a row: " + line);
    rows.push_back(r);
  }
  return rows;
}

Cover cover_of(const CoverRow& r) {
  if (r.cover == "mesh") return mesh_cover(r.rows, r.columns, r.root_row, r.root_column);
  if (r.cover == "torus_spanning")
    return torus_cover_spanning(r.rows, r.columns, r.root_row, r.root_column);
  if (r.cover == "torus_spanning_short")
    return torus_cover_spanning_short(r.rows, r.columns, r.root_row, r.root_column);
  if (r.cover == "torus_joint")
    return torus_cover_joint(r.rows, r.columns, r.root_row, r.root_column);
  throw std::runtime_error("no such cover: " + r.cover);
}

std::vector<Flits> lengths_of(const CoverRow& row) {
  const Node nodes = row.rows * row.columns;
  std::vector<Flits> lengths;
  for (Node v = 0; v < nodes; ++v) lengths.push_back(length_of(row.length, v, nodes - 1));
  lengths[static_cast<std::size_t>(row.root_row * row.columns + row.root_column)] = 0;
  return lengths;
}

}  // namespace flitwise::test
