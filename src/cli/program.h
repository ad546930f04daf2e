// The program as one table of commands.
#pragma once
#include "cli/command.h"

namespace muster::cli {

// "muster" with every command below it.
Command make_program();
// Parses the arguments, runs the command, gives the exit code.
int run(int argc, char** argv);

}  // namespace muster::cli
