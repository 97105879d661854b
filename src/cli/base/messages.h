// One line to the user, on standard error.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

#include "cli/base/exit_codes.h"
#include "cli/base/printing.h"

namespace heddle::cli {

// "heddle: <line>". Returns the code, so that a command can end with it.
inline ExitCode fail(ExitCode code, std::string_view line) {
  std::fflush(stdout);
  print_error("heddle: {}\n", line);
  return code;
}

// A command that must end, and how: what the steps of a command hand up.
struct Refusal {
  Refusal(ExitCode exit_code, std::string one_line) : code(exit_code), line(std::move(one_line)) {}
  ExitCode code;
  std::string line;
};

inline ExitCode fail(const Refusal& refusal) { return fail(refusal.code, refusal.line); }

}  // namespace heddle::cli
