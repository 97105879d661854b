// Programs as subjects of a measurement.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace heddle::bench {

using Command = std::vector<std::string>;

struct Times {
  double wall = 0;       // seconds
  double processor = 0;  // seconds, user and system, of the process and of those it waited for
};

// Runs a command to its end, its output discarded, in a folder that goes away with the bench. A command that fails ends
// the bench: there is nothing to compare then.
[[nodiscard]] Times run(const Command& command);

// `count` times fork, exec and waitpid of a program.
[[nodiscard]] Times fork_and_wait(const std::filesystem::path& program, int count);

}  // namespace heddle::bench
