// normal_form.h: everything that was read from a file, as a text: equal texts mean the same.
#ifndef FLITWISE_TESTS_SIM_MUTATIONS_NORMAL_FORM_H_
#define FLITWISE_TESTS_SIM_MUTATIONS_NORMAL_FORM_H_

#include <string>
#include <vector>

#include "sim/language/scenario.h"
#include "systemc/topology/collective.h"
#include "systemc/topology/graph.h"
#include "systemc/topology/torus/torus_schedule.h"

namespace flitwise::test {

/// Every member counts but the file's own text and where its parts stand. A member that is added to
/// a structure does not compile until it is added here.
std::string normal_form(const Scenario& scenario);
std::string normal_form(const Collective& collective);
std::string normal_form(const std::vector<TorusSchedule>& schedules);
std::string normal_form(const Graph& graph);

}  // namespace flitwise::test

#endif  // FLITWISE_TESTS_SIM_MUTATIONS_NORMAL_FORM_H_
