// Programs as subjects of a measurement.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace heddle::bench {

using Command = std::vector<std::string>;

struct Times {
  double wall = 0;            // seconds
  double processor = 0;       // seconds, user and system, of the process and of those it waited for
  double own_processor = 0;   // ... of the process itself; not of fork_and_wait
  double peak_mebibytes = 0;  // the most that one of them had in memory; not of fork_and_wait
};

// Runs a command to its end, its output discarded, in a folder that goes away with the bench. A command that fails ends
// the bench: there is nothing to compare then.
[[nodiscard]] Times run(const Command& command);

// What came of a command that may fail, hang or be interrupted.
struct Attempt {
  double wall = 0;           // seconds
  bool stopped = false;      // killed at the limit
  bool interrupted = false;  // killed because we were asked to end
  int exit_code = -1;        // -1: it was killed by a signal
  std::string output;        // standard output and error, up to 1 MiB
};

// Runs a command in the folder that goes away with the bench, for at most so long.
[[nodiscard]] Attempt attempt(const Command& command, std::chrono::milliseconds limit);

// From here on SIGINT and SIGTERM end the attempt under way, and those that follow, instead of the bench.
void keep_interrupts_for_attempts();
[[nodiscard]] bool was_interrupted();

// Where commands are run.
[[nodiscard]] const std::filesystem::path& working_folder();

// `count` times fork, exec and waitpid of a program.
[[nodiscard]] Times fork_and_wait(const std::filesystem::path& program, int count);

}  // namespace heddle::bench
