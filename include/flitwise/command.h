// command.h: the command `flitwise`, for a program with families of its own. Component command.
//
// Call flitwise::main from the program's `main`, once: it sets up signals, and a SystemC kernel
// elaborates once in a process. It returns the exit status: 0 all passed, 1 a check failed, 2 bad
// input, 3 a run did not end.
#ifndef FLITWISE_COMMAND_H_
#define FLITWISE_COMMAND_H_

#include <flitwise/version.h>

// main
#include "sim/cli/command_main.h"

#endif  // FLITWISE_COMMAND_H_
