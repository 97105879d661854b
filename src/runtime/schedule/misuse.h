// Operations that a program must not perform, whatever the schedule.
#pragma once

#include <cstdint>

#include "runtime/state/state.h"

namespace heddle::runtime {

enum class Misuse : std::uint8_t {
  kNone,
  kNotHeld,    // releases a lock that it does not hold
  kDestroyed,  // uses a primitive that was destroyed, or freed
};

// Of the operation the thread is about to perform. What POSIX defines an error code for is no misuse.
[[nodiscard]] Misuse misuse_of(const Thread& self);

// The execution ends here: what follows is undefined.
[[noreturn]] void end_by_misuse(const Thread& self, Misuse misuse);

}  // namespace heddle::runtime
