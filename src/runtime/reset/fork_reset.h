// Reset by fork: every execution is made by a child of this process, with a copy of its memory, and nothing has to be
// put back. The engine stays here. Its memory, and the runtime's variables, are shared with the child, so whatever the
// controller does there it has done here: when the child has ended, the engine goes on as after any other execution.
//
// What must not be shared (the stacks of sleeping kernel threads, the child's own) comes from own_private_pages.
#pragma once

namespace heddle::runtime {

// Before anything is allocated.
void prepare_forking();
// The same for reset by exec (exec_reset.h), in every process.
void prepare_executing();

// In a process that executes the program anew, when it is where executions begin: does what the engine wants of it.
[[noreturn]] void join_engine();
// For a process that has no part in it: from now on the runtime's variables are its own.
void stop_sharing_variables();

// Called by the engine: `body` runs in a new child, on a stack of its own, and ends in leave_child. Returns when the
// child has ended.
void run_in_child(void (*body)());
[[nodiscard]] bool in_child();
// Calls `conclude` on a stack of its own and ends the child.
[[noreturn]] void leave_child(void (*conclude)());

// True where a child is under way, and gets the signal.
[[nodiscard]] bool forward_to_child(int signal);

}  // namespace heddle::runtime
