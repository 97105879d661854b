// Threads that wait in code heddle does not see: they spin there, or sleep in the kernel, and reach no hook.
//
// The command line asks for this (segment::Request::unseen_waits) once a program has hung for that reason. A timer then
// interrupts the thread whose turn it is. When it has reached nothing for the quiet time, the others get their turns,
// and it counts as blocked, inside the handler, until one of them has done something. Then it may try again: for
// the quiet time, too. So one thread runs at a time, as ever, and what they do does not depend on time as long as the
// quiet time is longer than honest work between two hooks takes. It is a multiple of the longest seen.
#pragma once

#include <cstdint>

#include "runtime/state/state.h"

namespace heddle::runtime {

// Before every execution, in the process that makes it.
void watch_for_unseen_waits();

// Has another thread done anything since this one, which waits unseen, had its turn?
[[nodiscard]] bool may_try_again(const Thread& waiting);

// When nobody else can go on: one that waits unseen, each in turn; nullptr: none does. It gets all the time there is:
// in the end the command line says that the program hangs.
[[nodiscard]] Thread* waits_unseen_after(const Thread& self);

}  // namespace heddle::runtime
