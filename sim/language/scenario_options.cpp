#include "sim/language/scenario_options.h"

#include "sim/language/scenario_words.h"

namespace flitwise {
void read_common_options(const Value& section, Options& options, ErrorList& errors) {
  if_given(section, "build", errors,
           [&](const Value& value) { options.build = to_choice(value, build_words()); });
  if_given(section, "checkers", errors, [&](const Value& value) {
    options.checkers = to_bool(value);
    if (options.checkers && options.build == Build::kNetlist)
      throw bad_value(value, "needs the RTL: netlists have no signals to bind checkers to");
  });
  if_given(section, "skip", errors,
           [&](const Value& value) { options.skip_idle = to_bool(value); });
  if_given(section, "max_steps", errors,
           [&](const Value& value) { options.max_steps = to_integer(value, 1, kMostSteps); });
}

std::string common_options_text() {
  return "  checkers: true|false          bind the checkers of tb/sva to every router (default "
         "true)\n"
         "  skip: true|false              evaluate only routers that can change (default true)\n"
         "  max_steps: N                  give up after N steps (exit status 3)\n";
}

}  // namespace flitwise
