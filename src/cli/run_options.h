// What `heddle run` was asked to do.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "cli/exit_codes.h"
#include "trace/segment.h"

namespace heddle::cli {

struct RunOptions {
  std::string program;
  std::vector<std::string> arguments;
  std::string schedule;  // file; empty: none
  bool random = false;
  std::uint64_t runs = 1000;
  std::uint64_t seed = 1;
  std::uint64_t steps = 1'000'000;
  double hang_timeout = 10;  // seconds
  segment::ResetMode reset = segment::ResetMode::kAuto;
  std::uint32_t check_repeats = 0;
  bool events = false;
  bool quiet = false;
  bool show_output = false;
  std::string summary;  // file; empty: none
  std::string output;   // schedule file to write; empty: numbered, under `folder`
  std::string folder = ".heddle";
  bool no_dispatch = false;
  bool no_userfaultfd = false;
  bool no_fsgsbase = false;
  bool no_access_points = false;
  bool no_gates = false;
};

// An exit code where the command ends here.
[[nodiscard]] std::variant<RunOptions, ExitCode> parse_run_options(int argc, char** argv);

}  // namespace heddle::cli
