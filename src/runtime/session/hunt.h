// An exploration, inside the process under test: the engine's host, and its results in the segment.
#pragma once

#include "runtime/session/target_executor.h"

namespace heddle::runtime {

// At the start of every process: where what was reached is shared.
void map_reached();
// Mode::kHunt: ends the process when it is done.
[[noreturn]] void hunt(TargetExecutor& executor);
// Mode::kMinimise: the same for making a schedule shorter.
[[noreturn]] void minimise(TargetExecutor& executor);

}  // namespace heddle::runtime
