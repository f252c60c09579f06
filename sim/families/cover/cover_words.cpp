#include "sim/families/cover/cover_words.h"

#include <fmt/format.h>

#include "sim/language/scenario_words.h"
#include "systemc/topology/cover/cover_shapes.h"

namespace flitwise {

const std::vector<Choice<CoverShape>>& mesh_cover_words() {
  static const std::vector<Choice<CoverShape>> words{{"disjoint", CoverShape::kMesh},
                                                     {"shared", CoverShape::kMeshShared}};
  return words;
}

bool is_mesh(CoverShape shape) {
  return shape == CoverShape::kMesh || shape == CoverShape::kMeshShared;
}

bool shares_links(CoverShape shape) {
  return shape == CoverShape::kMeshShared || shape == CoverShape::kTorusShared;
}

const std::vector<Choice<CoverShape>>& torus_cover_words() {
  static const std::vector<Choice<CoverShape>> words{
      {"joint", CoverShape::kTorusJoint},
      {"spanning", CoverShape::kTorusSpanning},
      {"spanning_short", CoverShape::kTorusSpanningShort},
      {"shared", CoverShape::kTorusShared}};
  return words;
}

const std::vector<Choice<Operation>>& cover_operation_words() {
  static const std::vector<Choice<Operation>> words =
      operation_words({Operation::kScatter, Operation::kGather});
  return words;
}

const std::vector<Choice<TreeAlgorithm>>& cover_algorithm_words() {
  static const std::vector<Choice<TreeAlgorithm>> words{
      {"fdf", TreeAlgorithm::kFdf},
      {"certification", TreeAlgorithm::kCertification},
      {"timetable", TreeAlgorithm::kTimetable}};
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
      return torus_cover_spanning_short(s.rows, s.columns, s.root_row, s.root_column);
    case CoverShape::kMeshShared:
      return mesh_cover_shared(s.rows, s.columns, s.root_row, s.root_column);
    case CoverShape::kTorusShared:
      break;
  }
  return torus_cover_shared(s.rows, s.columns, s.root_row, s.root_column);
}

std::string describe_cover(const CoverScenario& s) {
  const char* kind = is_mesh(s.shape) ? "mesh" : "torus";
  const std::string word = is_mesh(s.shape) ? word_for(mesh_cover_words(), s.shape)
                                            : word_for(torus_cover_words(), s.shape);
  const std::string text = s.shape == CoverShape::kMesh
                               ? fmt::format("mesh {} x {} cover", s.rows, s.columns)
                               : fmt::format("{} {} x {} {} cover", kind, s.rows, s.columns, word);
  if (s.root_row == 0 && s.root_column == 0) return text;
  return fmt::format("{}, root ({}, {})", text, s.root_row, s.root_column);
}

std::string coordinates(const Grid& grid, Node v) {
  return fmt::format("({}, {})", grid.row(v), grid.column(v));
}

}  // namespace flitwise
