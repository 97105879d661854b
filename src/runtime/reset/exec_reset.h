// Reset by exec: as by fork (fork_reset.h), but the child executes the program anew. Nothing reaches the next
// execution, not even what copies of a process have in common: memory the libraries share between processes, what their
// constructors have read or opened.
//
// The new process sets itself up as the first one did: the same files at the same addresses, the same contexts. Then
// the engine's memory and variables take the place of its own, and it goes on as a forked child does. That needs
// addresses that do not differ from process to process, which is checked.
#pragma once

namespace heddle::runtime {

// In the process with the engine: how it was started, while that can be seen.
void remember_start();
// In a forked child: becomes what the process with the engine was when it started.
[[noreturn]] void execute_program();

// When everything is in its place: in the process with the engine, and in those it starts, which go no further where
// something is elsewhere.
void compare_layout();

// A file that other processes can map, out of the way of the program's descriptors. It ends with the process.
[[nodiscard]] long make_shared_file(long size);

}  // namespace heddle::runtime
