// The runtime's own code, and how the kernel gets there: system calls that are dispatched, and signals.
#pragma once

#include <csignal>
#include <cstdint>

namespace heddle::runtime {

// Where it lies; before anything else here.
void set_own_text(std::uintptr_t low, std::uintptr_t high);
[[nodiscard]] bool in_own_text(std::uintptr_t address);
[[nodiscard]] std::uintptr_t own_text_base();

// Syscall User Dispatch, of all calls made elsewhere: the handler of SIGSYS gets them. False if the kernel refuses.
bool dispatch_to(void (*handler)(int, siginfo_t*, void*));
// The same for another kernel thread, if the first could.
void start_dispatch_here();
[[nodiscard]] bool dispatching();
// On only while target code runs.
void set_dispatch(bool on);

// Raw signal handlers whose return passes the dispatch.
void install_handler(int signal, void (*handler)(int, siginfo_t*, void*), unsigned long flags);
// Where the calling kernel thread handles crashes.
void use_crash_stack();

}  // namespace heddle::runtime
