#include "sim/families/registry.h"

#include "sim/collective/word_family.h"
#include "sim/families/cover/cover_family.h"
#include "sim/families/fat_tree/fat_tree_family.h"
#include "sim/families/graph/graph_family.h"
#include "sim/families/star/star_family.h"
#include "sim/families/torus/torus_family.h"
#include "sim/families/tree/tree_family.h"
#include "sim/families/xy_mesh/xy_mesh_family.h"
#include "sim/import/collective_family.h"

namespace flitwise {

const Families& families() {
  // Nothing else in the command lists them.
  static const Families all({&tree_family(), &cover_family(), &fat_tree_family(), &torus_family(),
                             &xy_mesh_family(), &star_family()},
                            {&collective_family(), &word_family()}, {&graph_family()});
  return all;
}

ScenarioReading read_scenario(const std::string& file, const std::vector<Setting>& settings) {
  return read_scenario(families(), file, settings);
}

ScenarioReading read_scenario_values(const YamlNode& values) {
  return read_scenario_values(families(), values);
}

ScenarioReading read_scenario_text(const std::string& text, const std::string& file,
                                   const std::vector<Setting>& settings) {
  return read_scenario_text(families(), text, file, settings);
}

}  // namespace flitwise
