// command_main.h: the whole command, for families of one's choice.
#ifndef FLITWISE_SIM_CLI_COMMAND_MAIN_H_
#define FLITWISE_SIM_CLI_COMMAND_MAIN_H_

namespace flitwise {

class Families;

/// Runs the command line on the families, writes to the standard streams and returns the exit
/// status: 0 all passed, 1 a check failed, 2 bad input, 3 a run did not end. Ends the process by
/// the signal that interrupted it.
int main(int argc, char** argv, const Families& families);

}  // namespace flitwise

#endif  // FLITWISE_SIM_CLI_COMMAND_MAIN_H_
