// The contexts that target threads borrow: real pthreads, created once, asleep with all signals blocked. A target
// thread runs on such a pthread's stack with its thread pointer, so thread_local, errno, pthread_self and stack
// attributes are right without libc knowing; which kernel thread carries it there, carriers.h says.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/access.h"
#include "runtime/machine/arch.h"
#include "runtime/state/state.h"

namespace heddle::runtime {

// Slot 0 is main's, on the real main stack.
void set_main_stack_top(std::uintptr_t top);
// Main's frames start below this address; where exactly, does not depend on arguments and environment.
void set_main_stack(std::uintptr_t below);
[[nodiscard]] std::uintptr_t main_stack_start();
// Arguments and environment begin here.
[[nodiscard]] std::uintptr_t main_stack_end();

// Creates contexts until there are `count`; never during an execution. The engine's own context comes first.
void grow_pool(std::size_t count);
[[nodiscard]] std::size_t pool_size();
[[nodiscard]] std::uintptr_t engine_thread_pointer();
[[nodiscard]] std::uintptr_t engine_stack_top();

// Makes a context call `entry` when it is first continued. One that was used before in this execution is cleaned first.
// A stack the program provides takes the place of the context's own.
void prepare_slot(std::size_t slot, Context& context, std::uintptr_t own_stack_top, void (*entry)());
// On main's context, in a test loop: what lies below counts as fresh (fresh_memory.h).
void fill_unused_stack();
[[nodiscard]] std::uintptr_t thread_pointer_of_slot(std::size_t slot);

// What a thread may ask for.
[[nodiscard]] std::size_t stack_size_of_pool();

// The stack and, but for main, the thread-local variables.
[[nodiscard]] MemoryRange memory_of_slot(std::size_t slot);
[[nodiscard]] std::size_t slot_of_stack(std::uintptr_t address);
[[nodiscard]] std::uintptr_t stack_top_of_slot(std::size_t slot);
// The address above the thread's first frame.
[[nodiscard]] std::uintptr_t stack_top(const Thread& self);
// True where the rest of the thread's stack is too short for our own code. A stack the program made itself has no end.
[[nodiscard]] bool is_stack_end(const Thread& self, std::uintptr_t position);
// True for an address just below a stack: a fault there is an overflow.
[[nodiscard]] bool is_stack_guard(std::uintptr_t address);

}  // namespace heddle::runtime
