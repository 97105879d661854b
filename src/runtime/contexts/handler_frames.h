// Handlers of signals on the stacks of threads.
#pragma once

#include <cstdint>

#include "runtime/state/state.h"

namespace heddle::runtime {

// Is the thread inside a handler? If it is, this is where the handler's own frames end.
[[nodiscard]] std::uintptr_t handler_stack(Thread& self);
[[nodiscard]] bool on_signal_stack(const Thread& self, std::uintptr_t position);

// A handler is called, or has returned.
void push_handler_frame(Thread& self, std::uintptr_t stack, bool alternate);
void pop_handler_frame(Thread& self);

}  // namespace heddle::runtime
