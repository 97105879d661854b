// Syscall User Dispatch: the safety net under the interposed functions.
//
// System calls made outside the runtime's text, by libc itself too, arrive as SIGSYS on the calling thread's stack,
// where they are modelled, undone at the reset, passed through, or refused by name. Where the kernel has no such thing,
// only what goes through interposed functions is seen.
#pragma once

#include <csignal>
#include <cstdint>

namespace heddle::runtime {

// Finds the runtime's own text; false if the kernel refuses to dispatch.
bool start_dispatch();
// The same for another kernel thread, if the first could.
void start_dispatch_here();
[[nodiscard]] bool dispatching();
// On only while target code runs.
void set_dispatch(bool on);

// For the next two.
void find_own_text();
[[nodiscard]] bool in_own_text(std::uintptr_t address);
[[nodiscard]] std::uintptr_t own_text_base();

// Models, passes on or refuses a system call of the target. Returns its result, -errno on failure.
long handle_system_call(long number, const long (&arguments)[6], const void* caller);
// dup and fcntl; dup2 and dup3.
long duplicate_file(long number, const long (&arguments)[6]);
long duplicate_onto(long number, const long (&arguments)[6]);

// Takes back what the execution did to the kernel's state: mappings, descriptors, signal mask.
void undo_system_calls();
// Libraries the target loads while it runs: their sites join in as soon as the loader has them, and go at the reset.
extern bool library_mapped;  // the loader is at work, and has not finished yet
[[nodiscard]] inline bool libraries_to_notice() { return library_mapped; }
void notice_libraries();
void forget_libraries();
// What is open and mapped now is the initial state.
void note_initial_kernel_state();
// The target has files open that it had not at the beginning.
[[nodiscard]] bool files_open();

// Raw signal handlers whose return passes the dispatch.
void install_handler(int signal, void (*handler)(int, siginfo_t*, void*), unsigned long flags);

}  // namespace heddle::runtime
