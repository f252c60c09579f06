// main.cpp: the command with the families that it has, and hypercubes.
#include <flitwise/command.h>
#include <flitwise/family.h>

#include <utility>
#include <vector>

#include "hypercube_family.h"

int main(int argc, char** argv) {
  const flitwise::Families& known = flitwise::families();
  std::vector<const flitwise::Family*> by_kind = known.by_kind();
  by_kind.push_back(&hypercube_flitwise::cube_family());
  const flitwise::Families families(std::move(by_kind), known.by_operation(), known.by_claim());
  return flitwise::main(argc, argv, families);
}
