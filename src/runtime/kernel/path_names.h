// Names of files that contain the process's number: lock files, temporary folders.
//
// Processes that run at the same time have different numbers, so programs take such names to be theirs alone. Workers
// of one search run at the same time under one number (process.h), so that they do the same. Where there are several,
// each means a file of its own by such a name: "lock.1000" is "lock.1000~2" on the disk for the second. Not so for
// names that are there without it: they are somebody else's. Nothing else of the program notices, so executions and
// schedules are the same whoever makes them.
#pragma once

namespace heddle::runtime {

// From now on, for the worker of this number; 0: names stay as they are.
void own_path_names(unsigned worker);

extern unsigned path_owner;

// The system call, with own names in the place of the program's.
long call_with_own_names(long number, const long (&arguments)[6]);

}  // namespace heddle::runtime
