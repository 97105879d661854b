// What the process tells its caller. Part of the documented interface.
#pragma once

namespace heddle::cli {

enum ExitCode : int {
  kExitClean = 0,
  kExitFailed = 1,         // findings; for `run`: the program failed
  kExitUsage = 2,          // usage, unreadable file, build error
  kExitCannotExplore = 3,  // not a runnable target, unsupported, nondeterministic, diverged, hanging
  kExitInternalError = 4,  // our fault
  kExitInterrupted = 130,  // SIGINT or SIGTERM
};

}  // namespace heddle::cli
