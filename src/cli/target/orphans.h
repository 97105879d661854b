// Processes that programs leave behind: daemons, and whatever else has left its parent and its process group. Once
// adopted they become children of ours when they lose their parent, and end when the program does.
#pragma once

#include <sys/types.h>

namespace heddle::cli {

// From now on. Not where this process already has children, as after `job & exec heddle`: what those leave behind
// would come here too, and is not ours to end.
void adopt_orphans();

// Between these two it is a program that we started ourselves, and wait for.
void note_started(pid_t process);
void note_ended(pid_t process);

// Ends every child of ours that we did not start, and all that come here because of it.
void end_orphans();

}  // namespace heddle::cli
