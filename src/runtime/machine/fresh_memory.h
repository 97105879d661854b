// Memory whose content is not defined: new heap blocks, stack that was not used yet, and local variables that are no
// memory (heddle_uninitialised in abi.h).
//
// Usually it is what the reset left, the same in every execution. When an execution is repeated to see whether the
// program is deterministic, it is filled with other bytes: what reads it and decides by it then does something else.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::runtime {

// From the next execution on; 0: nothing is filled.
void set_fresh_pattern(std::uint64_t pattern);
[[nodiscard]] bool fresh_memory_is_filled();

// At most this much of a heap block, and of a stack: every page once written is looked at in all later resets.
inline constexpr std::size_t kFilledBlock = std::size_t{1} << 20U;
inline constexpr std::size_t kFilledStack = std::size_t{16} << 10U;

void fill_fresh(std::uintptr_t low, std::uintptr_t high);

}  // namespace heddle::runtime
