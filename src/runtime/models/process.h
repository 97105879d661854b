// The end of the target's process.
#pragma once

namespace heddle::runtime {

// exit(): thread_local destructors of the calling thread, then libc's handlers and destructors, then end_process.
[[noreturn]] void exit_process(int status);
// _exit(): a visible operation; the execution ends.
[[noreturn]] void end_process(int status, const void* caller);

}  // namespace heddle::runtime
