// `flitwise table`: documents made of formulas.
#include "sim/cli/arguments/cli_outputs.h"
#include "sim/cli/cli.h"
#include "sim/families/star/star_table.h"

namespace flitwise {

int print_star_hypercube_table(const TableArguments& arguments, const Console& console) {
  TextSink sink(arguments.output, console.out);
  sink.write(star_hypercube_table(arguments.packets));
  sink.commit();
  return static_cast<int>(Outcome::kPass);
}

}  // namespace flitwise
