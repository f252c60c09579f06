// cli_table.cpp: `flitwise table`: documents made of formulas.
#include "sim/cli/commands.h"
#include "sim/console/outputs.h"
#include "sim/families/star/star_family.h"

namespace flitwise {
namespace {

struct TableArguments {
  std::int64_t packets = 1;
  std::string output = "-";
};

int print_star_hypercube_table(const TableArguments& arguments, const Session& session) {
  TextSink sink(arguments.output, session.console.out);
  sink.write(star_hypercube_table(arguments.packets));
  sink.commit();
  return 0;
}

}  // namespace

void add_table(CLI::App& app, Commands& commands) {
  constexpr std::int64_t kMostPackets = 1'000'000;
  CLI::App& table = *app.add_subcommand("table", "Print documents that are made of formulas alone");
  table.require_subcommand(1);
  auto [made, arguments] =
      add_command(table, commands, "star-hypercube",
                  "Star graphs beside hypercubes: sizes and lower bounds (Markdown)",
                  print_star_hypercube_table);
  made.add_option("--packets", arguments.packets, "Packets of every source (default 1)")
      ->type_name("N")
      ->check(CLI::Range(std::int64_t{1}, kMostPackets));
  add_file(made, "-o,--output", arguments.output, "File to write (default standard output)");
}

}  // namespace flitwise
