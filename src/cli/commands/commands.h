// The subcommands: each parses the arguments behind its name and returns the exit code of the process.
#pragma once

namespace heddle::cli {

int run(int argc, char** argv);
int hunt(int argc, char** argv);
int replay(int argc, char** argv);
int show(int argc, char** argv);
int status(int argc, char** argv);
int merge(int argc, char** argv);
int list(int argc, char** argv);
int doctor(int argc, char** argv);

}  // namespace heddle::cli
