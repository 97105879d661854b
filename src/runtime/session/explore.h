// heddle_explore() of heddle.h: a hunt inside a test of any framework.
//
// A program that runs on its own starts `heddle hunt` on itself, with the name of the call in the environment (see
// segment::kExploreName): "<n> <file>:<line> <arguments>", the n-th call from that place with these extra arguments.
// In the process that heddle controls, that call is where executions begin and end; other calls return at once.
#pragma once

#include "core/outcome.h"

// heddle/heddle.h, whose names for C++ programs are not all free in here.
struct heddle_explore_call;
struct heddle_exploration;

namespace heddle::runtime {

[[nodiscard]] heddle_exploration explore(int (*body)(void*), void* argument, const heddle_explore_call& call,
                                         const void* caller);

// Reads the name from the environment, and takes it out of there.
void take_explore_name();
// The program is known to call it, and no call is named: the first one is meant.
void await_first_explore();
// Whether a call is awaited: what comes before it is not what is explored.
[[nodiscard]] bool awaits_explore();
// The program came to an end without the call that is awaited.
[[noreturn]] void explore_not_reached(const Outcome& outcome);

}  // namespace heddle::runtime
