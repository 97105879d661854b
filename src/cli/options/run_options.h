// What `heddle run` was asked to do.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "cli/base/exit_codes.h"
#include "cli/options/execution_options.h"
#include "core/options.h"

namespace heddle::cli {

struct RunOptions : ExecutionOptions {
  std::string program;
  std::vector<std::string> arguments;
  std::string schedule;  // file; empty: none
  bool random = false;
  std::uint64_t runs = 1000;
  std::uint64_t seed = 1;
  std::uint32_t check_repeats = 0;
  Points points = Points::kAll;
  std::uint32_t detectors = 0;  // DetectorBits
  bool count_touched = false;   // see touched_bytes of the summary
  bool events = false;
  bool quiet = false;
  bool show_output = false;
  std::string summary;  // file; empty: none
  std::string output;   // schedule file to write; empty: numbered, under `folder`
  std::string folder = ".heddle";
};

// An exit code where the command ends here.
[[nodiscard]] std::variant<RunOptions, ExitCode> parse_run_options(int argc, char** argv);

}  // namespace heddle::cli
