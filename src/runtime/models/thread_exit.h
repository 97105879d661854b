// How a thread ends: by returning, by pthread_exit, by cancellation.
#pragma once

namespace heddle::runtime {

// Runs what is due at the end of the current thread, and ends it. Its stack need not be unwound by then.
[[noreturn]] void finish_thread();

}  // namespace heddle::runtime
