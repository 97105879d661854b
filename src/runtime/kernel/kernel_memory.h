// What a program hands to the kernel: of a bad pointer the kernel says EFAULT. Models of system calls read and write
// that memory themselves, and would crash where the program does not.
#pragma once

namespace heddle::runtime {

// What the kernel answers to this system call for the memory it is handed: -EFAULT, -EBADF, or 0 where it is right, or
// left to the kernel because no model touches it.
[[nodiscard]] long memory_error(long number, const long (&arguments)[6]);

}  // namespace heddle::runtime
