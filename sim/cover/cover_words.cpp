#include "sim/cover/cover_words.h"

#include <fmt/format.h>

#include "sim/scenario_words.h"
#include "systemc/topology/cover_shapes.h"

namespace flitwise {

const std::vector<Choice<CoverShape>>& torus_cover_words() {
  static const std::vector<Choice<CoverShape>> words{
      {"joint", CoverShape::kTorusJoint},
      {"spanning", CoverShape::kTorusSpanning},
      {"spanning_short", CoverShape::kTorusSpanningShort}};
  return words;
}

const std::vector<Choice<Operation>>& cover_operation_words() {
  static const std::vector<Choice<Operation>> words =
      operation_words({Operation::kScatter, Operation::kGather});
  return words;
}

const std::vector<Choice<TreeAlgorithm>>& cover_algorithm_words() {
  static const std::vector<Choice<TreeAlgorithm>> words{
      {"fdf", TreeAlgorithm::kFdf}, {"certification", TreeAlgorithm::kCertification}};
  return words;
}

Cover make_cover(const CoverScenario& s) {
  switch (s.shape) {
    case CoverShape::kMesh:
      return mesh_cover(s.rows, s.columns, s.root_row, s.root_column);
    case CoverShape::kTorusJoint:
      return torus_cover_joint(s.rows, s.columns, s.root_row, s.root_column);
    case CoverShape::kTorusSpanning:
      return torus_cover_spanning(s.rows, s.columns, s.root_row, s.root_column);
    case CoverShape::kTorusSpanningShort:
      break;
  }
  return torus_cover_spanning_short(s.rows, s.columns, s.root_row, s.root_column);
}

std::string describe_cover(const CoverScenario& s) {
  const std::string text = s.shape == CoverShape::kMesh
                               ? fmt::format("mesh {} x {} cover", s.rows, s.columns)
                               : fmt::format("torus {} x {} {} cover", s.rows, s.columns,
                                             word_for(torus_cover_words(), s.shape));
  if (s.root_row == 0 && s.root_column == 0) return text;
  return fmt::format("{}, root ({}, {})", text, s.root_row, s.root_column);
}

std::string coordinates(const Grid& grid, Node v) {
  return fmt::format("({}, {})", grid.row(v), grid.column(v));
}

}  // namespace flitwise
