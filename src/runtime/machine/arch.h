// What differs between processor architectures: system calls, context switches, the thread pointer. One implementation
// per architecture: arch_x86_64.{h,S} and arch_x86_64_hooks.S.
#pragma once

#include <signal.h>

#include <cstddef>
#include <cstdint>

#include "heddle/abi.h"

namespace heddle::runtime {

// The general registers of code that called a hook.
struct HookRegisters;

// The callee-saved registers live on the context's own stack; this is what finds them again.
struct Context {
  std::uintptr_t stack_pointer = 0;
  std::uintptr_t thread_pointer = 0;  // FS base: thread_local, errno, pthread_self
};

}  // namespace heddle::runtime

extern "C" {
// Saves the calling context into *from and continues *to. Returns when somebody switches back.
void heddle_switch_context(heddle::runtime::Context* from, const heddle::runtime::Context* to);
// Saves the calling context into *context and calls `sleep` on its stack. Returns when that returns, or when somebody
// switches to the context.
void heddle_suspend_context(heddle::runtime::Context* context, void (*sleep)(void*), void* argument);
// Forks. The child calls `entry` on the given stack and touches nothing before; the parent gets its number, or -errno.
long heddle_fork(std::uintptr_t stack_top, void (*entry)());
// A new kernel thread of this process, with this thread pointer, that calls `entry` on the given stack.
long heddle_clone(std::uintptr_t stack_top, std::uintptr_t thread_pointer, void (*entry)());
// Calls a signal handler on another stack.
void heddle_call_on_stack(std::uintptr_t stack_top, void (*handler)(int, siginfo_t*, void*), int signal,
                          siginfo_t* info, void* context);
// First instruction of a new context: calls the function whose address prepare_context put on the stack.
void heddle_context_entry();
// Signal return trampoline inside the runtime's text, so that Syscall User Dispatch lets it pass. gdb looks for
// "sigaction" in the name.
void heddle_sigaction_return();
// What heddle_call_on_stack calls: the function, in rax, with its argument; registers are wiped.
void heddle_run_aside();
// For kernel_memory.h.
bool heddle_can_read(std::uintptr_t address);
bool heddle_can_write(std::uintptr_t address);
bool heddle_cannot();
// For side_stack.h.
void heddle_call_aside();
// What the hooks go on to: they keep the registers that their convention promises to keep, and call the function
// behind each.
__attribute__((preserve_all)) void heddle_access_event(const void* address, const heddle_site* site);
void heddle_single_access(const void* address, const heddle_site* site);
__attribute__((preserve_most)) void heddle_range_event(const void* address, std::size_t size, const heddle_site* site);
void heddle_range_access(const void* address, std::size_t size, const heddle_site* site);
__attribute__((preserve_most)) void heddle_frame_end_event(const void* address, std::size_t size,
                                                           const heddle_site* site);
void heddle_variable_end(const void* address, std::size_t size, const heddle_site* site);
__attribute__((preserve_most)) void heddle_enter_event(const heddle_site* site);
void heddle_function_entered(const heddle_site* site);
__attribute__((preserve_most)) void heddle_leave_event(const heddle_site* site);
void heddle_function_left(const heddle_site* site);
__attribute__((preserve_most)) void heddle_atomic_event(const void* address, const heddle_site* site);
void heddle_atomic_access(const void* address, const heddle_site* site);
__attribute__((preserve_most)) void heddle_cas_event(const void* address, const heddle_site* site, std::uint64_t low,
                                                     std::uint64_t high);
void heddle_compare_exchange(const void* address, const heddle_site* site, std::uint64_t low, std::uint64_t high);
__attribute__((preserve_most)) void heddle_fence_event(const heddle_site* site);
void heddle_fence_passed(const heddle_site* site);
// While the first is not 0: those of the hook called last. Valid until another one is.
extern std::uint8_t heddle_hooks_watched;
extern const heddle::runtime::HookRegisters* heddle_hook_registers;
// Not 0: the vector registers have upper halves to be kept.
extern std::uint8_t heddle_wide_vectors;
// Not 0: the FS base is set by arch_prctl because user space may not write it.
extern std::uint8_t heddle_slow_thread_pointer;
}

#if defined(__x86_64__)
#include "runtime/machine/arch_x86_64.h"
#else
#error "heddle's runtime knows x86-64 only"
#endif
