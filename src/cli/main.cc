// The program muster.
#include "cli/program.h"

int main(int argc, char** argv) { return muster::cli::run(argc, argv); }
