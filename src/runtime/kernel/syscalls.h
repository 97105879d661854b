// Syscall User Dispatch: the safety net under the interposed functions.
//
// System calls made outside the runtime's text, by libc itself too, arrive as SIGSYS on the calling thread's stack,
// where they are modelled, undone at the reset, passed through, or refused by name. Where the kernel has no such thing,
// only what goes through interposed functions is seen.
#pragma once

namespace heddle::runtime {

// False if the kernel refuses to dispatch.
bool start_dispatch();

// Models, passes on or refuses a system call of the target. Returns its result, -errno on failure.
long handle_system_call(long number, const long (&arguments)[6], const void* caller);
// dup and fcntl; dup2 and dup3.
long duplicate_file(long number, const long (&arguments)[6]);
long duplicate_onto(long number, const long (&arguments)[6]);

// Takes back what the execution did to the kernel's state: mappings, descriptors, signal mask.
void undo_system_calls();
// What is open and mapped now is the initial state.
void note_initial_kernel_state();
// The target has files open that it had not at the beginning.
[[nodiscard]] bool files_open();

}  // namespace heddle::runtime
