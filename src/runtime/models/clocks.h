// Sleeping, in virtual time.
#pragma once

#include <time.h>

namespace heddle::runtime {

// nanosleep and friends: 0, or an error number. `left`: what is left of it when a signal ends it; may be nullptr.
int sleep_for(const timespec* duration, timespec* left, const void* caller);
int sleep_until(clockid_t clock, const timespec* absolute, const void* caller);
void yield(const void* caller);

}  // namespace heddle::runtime
