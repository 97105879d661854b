// A replay under gdb: it stops where the program fails, with every thread of the program on a stack of its own.
#pragma once

#include "cli/base/messages.h"
#include "cli/target/shared_segment.h"
#include "cli/target/target_runner.h"

namespace heddle::cli {

// Runs gdb in the foreground until its user leaves it. The exit code says whether the failure was reached.
[[nodiscard]] ExitCode debug(const TargetRunner& runner, const SharedSegment& segment);

}  // namespace heddle::cli
