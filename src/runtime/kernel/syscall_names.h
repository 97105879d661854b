// Names of system calls, for saying what the target needs.
#pragma once

namespace heddle::runtime {

// nullptr for unknown numbers.
[[nodiscard]] const char* system_call_name(long number);

}  // namespace heddle::runtime
