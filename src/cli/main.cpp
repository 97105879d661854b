// heddle: picks the command.

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <exception>
#include <string>
#include <string_view>

#include "cli/commands.h"
#include "cli/compile.h"
#include "cli/messages.h"
#include "cli/text.h"

namespace heddle::cli {
namespace {

constexpr std::string_view kHelp =
    R"(heddle finds concurrency bugs in C and C++ programs by controlling when their threads run.

Usage: heddle <command> [options] ...

Build a program:
  cc                compile and link C with clang and heddle's instrumentation; takes clang's options
  c++               the same for C++; heddle-cc and heddle-c++ are the same commands, for CC= and CXX=

Run it:
  run               execute it under the default schedule, a given one, or random ones

About heddle:
  doctor            what this machine and its kernel offer, and what heddle will use
  help              this text; heddle <command> --help tells more about a command
  --version         the version

Example:
  heddle c++ -g bank.cpp -o bank
  heddle run --random --runs=20000 ./bank

Exit status: 0 clean; 1 a failure was found; 2 usage, unreadable file or build error; 3 the program cannot be
explored; 4 internal error; 130 interrupted.
)";

int dispatch(std::string_view command, int argc, char** argv) {
  if (command == "cc") {
    return compile(Language::kC, argc, argv);
  }
  if (command == "c++") {
    return compile(Language::kCxx, argc, argv);
  }
  if (command == "run") {
    return run(argc, argv);
  }
  if (command == "doctor") {
    return doctor(argc, argv);
  }
  if (command == "--help" || command == "-h" || command == "help") {
    fmt::print("{}", kHelp);
    return kExitClean;
  }
  if (command == "--version" || command == "version") {
    fmt::print("heddle {}\n", HEDDLE_VERSION);
    return kExitClean;
  }
  const std::array<std::string, 7> known = {"cc", "c++", "run", "doctor", "help", "--help", "--version"};
  const std::string meant = nearest_name(command, known);
  return fail(kExitUsage,
              fmt::format("unknown {} {}{} (see heddle --help)", command.starts_with("-") ? "option" : "command",
                          command, meant.empty() ? "" : ", did you mean " + meant + "?"));
}

int start(int argc, char** argv) {
  const std::string_view called_as = argc > 0 ? argv[0] : "heddle";
  if (called_as.ends_with("heddle-cc")) {
    return compile(Language::kC, argc - 1, argv + 1);
  }
  if (called_as.ends_with("heddle-c++")) {
    return compile(Language::kCxx, argc - 1, argv + 1);
  }
  if (argc < 2) {
    return fail(kExitUsage, "no command given (see heddle --help)");
  }
  return dispatch(argv[1], argc - 2, argv + 2);
}

// Files opened later must not become somebody's standard input or output.
void ensure_standard_descriptors() {
  int descriptor = ::open("/dev/null", O_RDWR);
  while (descriptor >= 0 && descriptor <= STDERR_FILENO) {
    descriptor = ::open("/dev/null", O_RDWR);
  }
  if (descriptor > STDERR_FILENO) {
    ::close(descriptor);
  }
}

}  // namespace
}  // namespace heddle::cli

int main(int argc, char** argv) {
  using namespace heddle::cli;
  ensure_standard_descriptors();
  try {
    return start(argc, argv);
  } catch (const std::exception& error) {
    return fail(kExitInternalError, std::string("internal error: ") + error.what());
  }
}
