// main.cpp: the command with the families that it has, and hypercubes.
#include <utility>
#include <vector>

#include "hypercube_family.h"
#include "sim/cli/command_main.h"
#include "sim/families/registry.h"

int main(int argc, char** argv) {
  const flitwise::Families& known = flitwise::families();
  std::vector<const flitwise::Family*> by_kind = known.by_kind();
  by_kind.push_back(&hypercube::cube_family());
  const flitwise::Families families(std::move(by_kind), known.of_schedules());
  return flitwise::main(argc, argv, families);
}
