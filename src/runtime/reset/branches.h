// A checkpoint in the middle of an execution: a copy of the process, with all borrowed contexts in it, makes the rest
// of one execution and hands over what came of it (engine/branching.h). Nothing is put back: it ends with that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/seam.h"

namespace heddle::runtime {

// kNone: not here. What a copy does must be its own: memory that is shared, files and other processes are not.
[[nodiscard]] Executor::Branch make_branch();
[[nodiscard]] bool in_branch();
[[noreturn]] void leave_branch(std::span<const std::byte> report);
// Of the last one; empty where it died, or could not make the execution.
[[nodiscard]] std::span<const std::byte> last_branch_report();

[[nodiscard]] std::uint64_t nanoseconds();

// True where a copy is under way, and gets the signal.
[[nodiscard]] bool forward_to_branch(int signal);

}  // namespace heddle::runtime
