// main.cpp: the command `flitwise`, with the families of this repository.
#include "sim/cli/command_main.h"
#include "sim/families/registry.h"

int main(int argc, char** argv) { return flitwise::main(argc, argv, flitwise::families()); }
