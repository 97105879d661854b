// Every context of the target has a second stack, its side stack, for the runtime's own frames.
//
// A program that is wrong may look below its stack pointer: through a pointer to a local variable of a function that
// has returned, or because a variable was never written. What it finds there must not depend on what the runtime did,
// which differs from mode to mode: an access that goes on at once needs no frame, a recorded one several kilobytes. So
// hooks go to the side stack at once (arch_x86_64_hooks.S), and what models of primitives call in the scheduler, the
// detectors and the recorder, by aside(). The models themselves run on the target's stack: they do the same in all
// modes, and call the target back.
//
// While a signal handler runs in the middle of such a call, the side stack begins below what is in use (Handling).
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "runtime/machine/arch.h"

extern "C" {
// That of the running thread: its end, where the stack pointer of the target is kept while it is in use. 8 more than a
// multiple of 16, as the stack pointer at a function's first instruction. 0: there is none, and hooks stay where they
// are.
extern std::uintptr_t heddle_side_stack;
}

namespace heddle::runtime {

inline constexpr std::size_t kSideStackSize = std::size_t{64} << 10U;

// Maps the one of a context.
void create_side_stack(std::size_t slot);
[[nodiscard]] std::uintptr_t side_stack_of_slot(std::size_t slot);

[[gnu::always_inline]] inline bool is_aside() { return heddle_side_stack - stack_pointer() < kSideStackSize; }

inline std::uintptr_t& target_stack_slot() { return *reinterpret_cast<std::uintptr_t*>(heddle_side_stack - 8); }

// The target's stack pointer where it called us, or our own where we are on its stack.
[[gnu::always_inline]] inline std::uintptr_t target_stack_pointer() {
  return is_aside() ? target_stack_slot() : stack_pointer();
}

// For what is called in some modes and not in others: `function`, if it is not null, with four words. Either way the
// same is left on the target's stack, and in registers.
template <typename A, typename B = int, typename C = int, typename D = int>
[[gnu::always_inline]] inline void call_aside(void (*function)(A, B, C, D), A a, B b, C c, D d) {
  static_assert(sizeof(A) <= 8 && sizeof(B) <= 8 && sizeof(C) <= 8 && sizeof(D) <= 8);
  reinterpret_cast<void (*)(void*, A, B, C, D)>(&heddle_call_aside)(reinterpret_cast<void*>(function), a, b, c, d);
}

// Calls the function on the side stack, if there is one and we are not there yet.
template <typename Function>
[[gnu::always_inline]] inline auto aside(Function&& function) {
  using Called = std::remove_reference_t<Function>;
  using Result = std::invoke_result_t<Called&>;
  const auto call = [](void (*called)(void*), void* argument) {
    if (heddle_side_stack == 0 || is_aside()) {
      called(argument);
    } else {
      call_on_stack(called, argument, heddle_side_stack);
    }
  };
  if constexpr (std::is_void_v<Result>) {
    call([](void* called) { (*static_cast<Called*>(called))(); }, &function);
  } else {
    struct Kept {
      Called& function;
      Result result{};
    } kept{function};
    call(
        [](void* argument) {
          auto& keeps = *static_cast<Kept*>(argument);
          keeps.result = keeps.function();
        },
        &kept);
    return kept.result;
  }
}

}  // namespace heddle::runtime
