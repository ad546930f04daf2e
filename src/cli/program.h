// The program as one table of commands.
#pragma once
#include <memory>

namespace CLI {
class App;
}

namespace muster::cli {

// The table; running a command stores its exit code in `exit`.
std::unique_ptr<CLI::App> make_program(int& exit);
// Parses the arguments, runs the command, gives the exit code.
int run(int argc, char** argv);

}  // namespace muster::cli
