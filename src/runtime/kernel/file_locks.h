// Locks of whole open files, flock and F_OFD_SETLK: they exclude threads that have opened a file each for itself. Who
// holds what the kernel knows; for the order of threads all of them are one object.
#pragma once

namespace heddle::runtime {

// flock, and fcntl with F_OFD_SETLK or F_OFD_SETLKW. Results as of the system calls.
long lock_file(const long (&arguments)[6], const void* caller);
long lock_part_of_file(const long (&arguments)[6], const void* caller);
// A file is about to be closed.
void give_back_file_locks(const void* caller);

}  // namespace heddle::runtime
