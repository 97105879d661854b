// heddle hunt --free: RaceHunter's method ([WP]) on a program that is not controlled.
//
// Every execution is a process of its own, whose threads the kernel runs in parallel (parallel_run.h). One is
// recorded; each conflict that it shows is then provoked in others, with a thread that is held for somewhat longer than
// the recorded execution took. That is done again until a recorded execution shows nothing new.
#pragma once

#include "cli/base/exit_codes.h"
#include "cli/base/result_folder.h"
#include "cli/options/hunt_options.h"
#include "cli/program/target_file.h"

namespace heddle::cli {

[[nodiscard]] ExitCode hunt_freely(const HuntOptions& options, const TargetFile& target, ResultFolder folder);

}  // namespace heddle::cli
