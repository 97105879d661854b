// heddle: picks the command.

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/base/limits.h"
#include "cli/base/messages.h"
#include "cli/base/printing.h"
#include "cli/base/text.h"
#include "cli/build/compile.h"
#include "cli/commands/commands.h"

namespace heddle::cli {
namespace {

constexpr std::string_view kHelp =
    R"(heddle finds concurrency bugs in C and C++ programs by controlling when their threads run.

Usage: heddle <command> [options] ...

Build a program:
  cc                compile and link C with clang and heddle's instrumentation; takes clang's options
  c++               the same for C++; heddle-cc and heddle-c++ are the same commands, for CC= and CXX=

Find bugs in it:
  hunt              explore its schedules, until one fails or all within a bound are done
  replay            repeat the execution of a finding, and report what happened
  show              print the report of a finding, without running anything
  status            show running and finished searches, from another terminal
  merge             join the results of several machines
  list              print the strategies, detectors and options of hunt

Run it:
  run               execute it under the default schedule, a given one, or random ones

About heddle:
  doctor            show what this machine and its kernel offer, and what heddle will use
  help              print this text; heddle help <command> explains a command
  --version         print the version

Example:
  heddle c++ -g bank.cpp -o bank
  heddle hunt ./bank

Exit status: 0 clean; 1 a failure was found; 2 usage, unreadable file or build error; 3 the program cannot be
explored; 4 internal error; 130 interrupted.
)";

using Command = std::pair<std::string_view, int (*)(int argc, char** argv)>;

int help(int argc, char** argv);

int version(int /*argc*/, char** /*argv*/) {
  print("heddle {}\n", HEDDLE_VERSION);
  return kExitClean;
}

// Those that start programs. Their help is there all the same.
int if_possible(int (*command)(int argc, char** argv), int argc, char** argv) {
  const auto asks_for_help = [](std::string_view word) { return word == "--help" || word == "-h"; };
  const auto unmet = unmet_need();
  return unmet && !std::any_of(argv, argv + argc, asks_for_help) ? fail(*unmet) : command(argc, argv);
}

constexpr std::array kCommands = std::to_array<Command>({
    {"cc", [](int argc, char** argv) { return compile(Language::kC, argc, argv); }},
    {"c++", [](int argc, char** argv) { return compile(Language::kCxx, argc, argv); }},
    {"run", [](int argc, char** argv) { return if_possible(run, argc, argv); }},
    {"hunt", [](int argc, char** argv) { return if_possible(hunt, argc, argv); }},
    {"replay", [](int argc, char** argv) { return if_possible(replay, argc, argv); }},
    {"show", show},
    {"status", status},
    {"merge", merge},
    {"list", list},
    {"doctor", doctor},
    {"help", help},
    {"--help", help},
    {"-h", help},
    {"--version", version},
    {"version", version},
});

int dispatch(std::string_view name, int argc, char** argv) {
  std::vector<std::string> known;
  for (const auto& [command, run_command] : kCommands) {
    if (command == name) {
      return run_command(argc, argv);
    }
    known.emplace_back(command);
  }
  const std::string meant = nearest_name(name, known);
  return fail(kExitUsage,
              fmt::format("unknown {} {}{} (see heddle --help)", name.starts_with("-") ? "option" : "command", name,
                          meant.empty() ? "" : ", did you mean " + meant + "?"));
}

// `heddle help hunt` is `heddle hunt --help`.
int help(int argc, char** argv) {
  if (argc > 0 && argv[0][0] != '-') {
    std::string option = "--help";
    char* const command = argv[0];
    argv[0] = option.data();
    return dispatch(command, 1, argv);
  }
  print("{}", kHelp);
  return kExitClean;
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

// What was found out counts for more than that it could not be said.
int cannot_print(int code) {
  fail(kExitUsage, "cannot write to standard output: is the disk full?");
  return code == kExitClean ? static_cast<int>(kExitUsage) : code;
}

}  // namespace
}  // namespace heddle::cli

int main(int argc, char** argv) {
  using namespace heddle::cli;
  ensure_standard_descriptors();
  try {
    const int code = start(argc, argv);
    const bool is_printed = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
    return is_printed ? code : cannot_print(code);
  } catch (const std::exception& error) {
    return fail(kExitInternalError, std::string("internal error: ") + error.what());
  }
}
